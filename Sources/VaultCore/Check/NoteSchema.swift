/// What the front matter of some notes has to hold: an entry of `check.schema`.
package struct NoteSchema: Hashable, Sendable {
  /// A query: the notes that it is about.
  package var notes: String
  package var required: [String] = []
  package var properties: [Member] = []
  /// False where notes may have no other properties.
  package var allowsOthers = true
  /// As it was written.
  private var written: PropertyValue

  package struct Member: Hashable, Sendable {
    package var key: String
    package var rule: ValueRule
  }

  /// What is wrong with a note's front matter.
  package struct Problem: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case missing, type, value, unknown
    }

    package var kind: Kind
    /// As the note has it; where it is missing, as the schema does.
    package var key: String
    /// True where the note does not even have the key.
    package var isAbsent = false
    /// The place in a list of the value that is wrong; nil for the property as a whole.
    package var item: Int?
    package var message: String
    /// What would be right and differs in case alone: a key, or a value.
    package var spelling: String?
  }

  /// Keys compare without case; one that is spelled in another case than here is told as unknown.
  package func problems(of members: [JSONValue.Member]) -> [Problem] {
    var problems: [Problem] = []
    let named = Dictionary(members.map { (Self.folded($0.name), $0) }) { first, _ in first }
    for key in required where named[Self.folded(key)].map({ Self.isEmpty($0.value) }) ?? true {
      let isThere = named[Self.folded(key)] != nil
      problems.append(
        Problem(
          kind: .missing, key: named[Self.folded(key)]?.name ?? key, isAbsent: !isThere,
          message: isThere ? "\"\(key)\" is empty; give it a value" : "there is no \"\(key)\"; add it"))
    }
    let rules = Dictionary(properties.map { (Self.folded($0.key), $0) }) { first, _ in first }
    let spellings = Dictionary((properties.map(\.key) + required).map { (Self.folded($0), $0) }) { first, _ in first }
    for member in members {
      let key = Self.folded(member.name)
      if let spelling = spellings[key] {
        if !spelling.utf8.elementsEqual(member.name.utf8) {
          problems.append(
            Problem(
              kind: .unknown, key: member.name, message: "\"\(member.name)\" is spelled \"\(spelling)\" in the schema",
              spelling: spelling))
        }
      } else if !allowsOthers {
        let near = Suggestion.nearest(to: member.name, among: spellings.values.sorted(), isGenerous: true).first
        problems.append(
          Problem(
            kind: .unknown, key: member.name,
            message: "\"\(member.name)\" is none of the schema's properties; "
              + (near.map { "did you mean \"\($0)\"?" } ?? "take it out, or add it to the schema")))
      }
      if let rule = rules[key]?.rule, member.value != .null {
        problems += rule.problems(of: member.value, named: member.name)
      }
    }
    return problems
  }

  private static func isEmpty(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .text(let text): text.trimmingWhitespace.isEmpty
    case .list(let values): values.isEmpty
    case .object(let members): members.isEmpty
    case .bool, .number: false
    }
  }

  private static func folded(_ key: String) -> String { LinkResolver.key(key) }
}

extension NoteSchema: ConfiguredDefinition {
  static let fields = ["notes", "required", "properties", "other"]

  static func read(_ value: PropertyValue) throws(SettingProblem) -> NoteSchema {
    guard let entry = try fields(of: value) else {
      throw SettingProblem(message: "has an entry that is no map of \(fieldNames)")
    }
    var schema = NoteSchema(notes: "", written: value)
    for property in entry {
      switch property.key {
      case "notes": schema.notes = property.value.text ?? ""
      case "required":
        guard let keys = property.value.stringList else {
          throw SettingProblem(message: "has a \"required\" that is no list of properties")
        }
        schema.required = keys
      case "properties":
        guard case .map(let members) = property.value else {
          throw SettingProblem(message: "has \"properties\" that are no map from names to rules")
        }
        for member in members {
          schema.properties.append(Member(key: member.key, rule: try ValueRule.read(member.value, of: member.key)))
        }
      default:
        guard let allows = property.value.checkbox else {
          throw SettingProblem(message: "has an \"other\" that is neither true nor false")
        }
        schema.allowsOthers = allows
      }
    }
    guard !schema.notes.isEmpty else {
      throw SettingProblem(message: "has an entry without \"notes\": the query that finds the notes it is about")
    }
    return schema
  }

  func isSame(as other: NoteSchema) -> Bool { notes == other.notes }

  var texts: [String] { [] }

  var propertyValue: PropertyValue { written }
}
