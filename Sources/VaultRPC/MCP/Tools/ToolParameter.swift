import VaultCore

/// An argument of a tool. The tool's schema and the check of what a client sends are made of it.
struct ToolParameter: Sendable {
  enum Kind: Sendable {
    case text, texts, object
    case flag(usual: Bool?)
    case number(ClosedRange<Int>, usual: Int?)
    case integer
    case choice([String], usual: String?)
    /// Pieces of text, each with what comes in its place.
    case edits(ClosedRange<Int>)
  }

  var name: String
  var kind: Kind
  var isRequired: Bool
  /// Nil where the name says it all: what is written here is read by a model with every conversation.
  var meaning: String?

  init(_ name: String, _ kind: Kind = .text, required: Bool = false, _ meaning: String? = nil) {
    (self.name, self.kind, isRequired, self.meaning) = (name, kind, required, meaning)
  }

  init(_ name: String, _ meaning: String) { self.init(name, .text, meaning) }

  static let note = ToolParameter("note", required: true, "Path, unique file name, title, alias or id")
  static let section = ToolParameter("section", "Heading, or Heading > Subheading")
  static let cursor = ToolParameter("cursor", "From the previous page")
  static let dryRun = ToolParameter("dry_run", .flag(usual: false), "Only show the diff")
  static func limit(_ range: ClosedRange<Int>, _ usual: Int) -> ToolParameter {
    ToolParameter("limit", .number(range, usual: usual))
  }

  var schema: JSONValue {
    let text = JSONValue.members(("type", .text("string")))
    let own: JSONValue
    switch kind {
    case .text: own = text
    case .texts: own = .members(("type", .text("array")), ("items", text))
    case .object: own = .members(("type", .text("object")))
    case .flag(let usual): own = .members(("type", .text("boolean")), ("default", usual.map { .bool($0) }))
    case .number(let range, let usual):
      own = .members(
        ("type", .text("integer")), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
        ("default", usual.map { .integer($0) }))
    case .integer: own = .members(("type", .text("integer")))
    case .choice(let values, let usual):
      own = .members(
        ("type", .text("string")), ("enum", .texts(values)), ("default", usual.map { .text($0) }))
    case .edits(let count):
      let item = JSONValue.members(
        ("type", .text("object")), ("properties", .members(("old_text", text), ("new_text", text))),
        ("additionalProperties", .bool(false)), ("required", .texts(["old_text", "new_text"])))
      own = .members(
        ("type", .text("array")), ("minItems", .integer(count.lowerBound)), ("maxItems", .integer(count.upperBound)),
        ("items", item))
    }
    guard let meaning, case .object(let members) = own else { return own }
    return .object(members + [.init("description", .text(meaning))])
  }
}

/// A member of a tool's result that clients may count on.
struct ToolOutput: Sendable {
  var name: String
  /// The type in the words of JSON Schema.
  var type: JSONValue
  var isRequired: Bool

  init(_ name: String, _ type: String, required: Bool = false) {
    (self.name, self.type, isRequired) = (name, .members(("type", .text(type))), required)
  }

  private init(_ name: String, _ type: JSONValue) { (self.name, self.type, isRequired) = (name, type, false) }

  static let notes = [ToolOutput("notes", .ofObjects), ToolOutput("total", "integer"), ToolOutput("cursor", "string")]
    .requiring("notes", "total")
  static let tasks = [ToolOutput("tasks", .ofObjects), ToolOutput("total", "integer"), ToolOutput("cursor", "string")]
    .requiring("tasks", "total")
  static let change =
    [
      ToolOutput("state", "string"), ToolOutput("path", "string"), ToolOutput("etag", "string"),
      ToolOutput("change", .members(("type", .texts(["integer", "null"])))), ToolOutput("diff", "string"),
      ToolOutput("also", .members(("type", .text("array")), ("items", .members(("type", .text("string")))))),
    ].requiring("state", "path")
}

extension JSONValue {
  fileprivate static let ofObjects = JSONValue.members(
    ("type", .text("array")), ("items", .members(("type", .text("object")))))
}

extension [ToolOutput] {
  fileprivate func requiring(_ names: String...) -> [ToolOutput] {
    map { output in
      var output = output
      output.isRequired = names.contains(output.name)
      return output
    }
  }
}
