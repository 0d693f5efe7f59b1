import VaultCore
import VaultInterface
import VaultStore

/// The arguments of a call, checked against the tool's parameters. What a reader was shown of characters that nobody sees is read
/// back. `null` stands for an argument that is missing, as some models write it.
struct ToolArguments: Sendable {
  /// How many bytes of text a call may have.
  static let longestTexts = 256 << 10
  /// How many texts a list, and how many members an object may have: each changes the front matter by itself.
  static let mostEntries = 100

  private var values: [String: JSONValue] = [:]
  private let parameters: [ToolParameter]

  init(_ given: JSONValue?, of tool: MCPTool) throws(ToolFailure) {
    parameters = tool.parameters
    let given = given == .null ? nil : given
    guard let members = (given ?? .object([])).members else {
      throw ToolFailure(.badArgument, "the arguments are \(given?.kind ?? "missing"); an object is expected")
    }
    var size = 0
    for member in members where member.value != .null {
      guard let parameter = parameters.first(where: { $0.name == member.name }) else {
        throw ToolFailure(.badArgument, Self.unknown(member.name, tool))
      }
      try Self.check(member.value, parameter)
      let value = member.value.read
      size += value.textSize
      values[member.name] = value
    }
    for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
      throw ToolFailure(.badArgument, "\(parameter.name) is missing; \(parameter.expected) is expected")
    }
    guard size <= Self.longestTexts else {
      throw ToolFailure(.tooLarge, "the texts have \(size) bytes, and no call may have more than \(Self.longestTexts)")
    }
  }

  private static func unknown(_ name: String, _ tool: MCPTool) -> String {
    let known = tool.parameters.map(\.name)
    let near = Suggestion.nearest(to: name, among: known)
    let all = known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))"
    return "\(tool.name) takes no \"\(ShownName.quoted(name))\"; "
      + (near.isEmpty ? all : "did you mean \(near.joined(separator: " or "))?")
  }

  private static func check(_ value: JSONValue, _ parameter: ToolParameter) throws(ToolFailure) {
    let isRight =
      switch parameter.kind {
      case .text: value.text != nil
      case .texts: value.list.map { $0.count <= Self.mostEntries && $0.allSatisfy { $0.text != nil } } == true
      case .object: value.members.map { $0.count <= Self.mostEntries } == true
      case .flag: value.bool != nil
      case .number(let range, _): value.integer.map(range.contains) == true
      case .integer: value.integer != nil
      case .choice(let values, _): value.text.map(values.contains) == true
      case .edits(let count):
        value.list.map { list in count.contains(list.count) && list.allSatisfy(\.isEdit) } == true
      }
    if !isRight { throw ToolFailure(.badArgument, "\(parameter.name) takes \(parameter.expected)") }
  }

  // MARK: What they are

  func text(_ name: String) -> String? { values[name]?.text }

  /// The text of a parameter that has to be there, as `init` has checked.
  func neededText(_ name: String) -> String { text(name) ?? "" }

  func texts(_ name: String) -> [String] { values[name]?.list?.compactMap(\.text) ?? [] }

  func flag(_ name: String) -> Bool? { values[name]?.bool }

  /// What was given, else what is usual.
  func number(_ name: String) -> Int {
    if let given = values[name]?.integer { return given }
    for case .number(_, let usual?) in parameters.filter({ $0.name == name }).map(\.kind) { return usual }
    return 0
  }

  /// A choice that was given, else the usual one.
  func choice(_ name: String) -> String? {
    if let given = text(name) { return given }
    for case .choice(_, let usual?) in parameters.filter({ $0.name == name }).map(\.kind) { return usual }
    return nil
  }

  func properties(_ name: String) throws -> [(key: String, value: PropertyValue)] {
    try (values[name]?.members ?? []).map { ($0.name, try PropertyValue(json: $0.value, named: $0.name)) }
  }

  func edits(_ name: String) -> [ExactEdit] {
    (values[name]?.list ?? []).map { ExactEdit($0["old_text"]?.text ?? "", $0["new_text"]?.text ?? "") }
  }

  /// `Heading` or `Above > Heading`.
  func section(creates: Bool = false) -> SectionChoice? {
    text("section").map { SectionChoice($0.replacing(" > ", with: "#"), creates: creates) }
  }

  /// What a list was asked for: a place in it means nothing in another.
  func question(_ names: String...) -> ListCursor.Question {
    ListCursor.Question(
      names.map { JSONValue.list([.text($0), values[$0] ?? .null]) }.map { String(decoding: $0.bytes, as: UTF8.self) }
        .joined(), sort: "mcp")
  }

  /// Where the page that is asked for begins; nil for the first.
  func place(in question: ListCursor.Question) throws -> ListPlace? {
    try text("cursor").map { try ListCursor.place($0, in: question) }
  }
}

extension ToolParameter {
  fileprivate var expected: String {
    switch kind {
    case .text: "a text"
    case .texts: "a list of up to \(ToolArguments.mostEntries) texts"
    case .object: "an object of up to \(ToolArguments.mostEntries) members"
    case .flag: "true or false"
    case .number(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .integer: "a whole number"
    case .choice(let values, _): values.joined(separator: ", ")
    case .edits(let count):
      "a list of \(count.lowerBound) to \(count.upperBound) objects with the texts old_text and new_text"
    }
  }
}

extension JSONValue {
  fileprivate var isEdit: Bool {
    guard let members else { return false }
    return self["old_text"]?.text != nil && self["new_text"]?.text != nil
      && members.allSatisfy { ["old_text", "new_text"].contains($0.name) }
  }

  /// With its texts as they are in notes.
  fileprivate var read: JSONValue {
    switch self {
    case .text(let text): .text(UnseenCharacters.read(text))
    case .list(let values): .list(values.map(\.read))
    case .object(let members): .object(members.map { .init(UnseenCharacters.read($0.name), $0.value.read) })
    case .null, .bool, .number: self
    }
  }

  fileprivate var textSize: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .list(let values): values.reduce(0) { $0 + $1.textSize }
    case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + $1.value.textSize }
    case .null, .bool, .number: bytes.count
    }
  }
}
