import VaultCore

/// A value of a record's field, as JSON and `--format` both print it.
package indirect enum RecordValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A whole number of more than 64 bits, as JSON writes it.
  case digits(String)
  case number(Double)
  case text(String)
  case list([RecordValue])
  /// In the order given.
  case object([Member])

  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: RecordValue

    package init(_ name: String, _ value: RecordValue) {
      self.name = name
      self.value = value
    }
  }

  package static func text(_ value: String?) -> RecordValue {
    value.map { .text($0) } ?? .null
  }

  package static func texts(_ values: [String]) -> RecordValue {
    .list(values.map { .text($0) })
  }

  /// Front matter as JSON: dates as the text that is written.
  package init(_ value: PropertyValue) {
    self =
      switch value {
      case .null, .text, .date, .dateTime: .text(value.text)
      case .number(let number, let text):
        DecimalNumber.json(of: text).map { RecordValue(number: $0) } ?? .number(number)
      case .checkbox(let value): .bool(value)
      case .list(let values): .list(values.map { RecordValue($0) })
      case .map(let properties): .object(properties.map { Member($0.key, RecordValue($0.value)) })
      }
  }

  init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let text): RecordValue(number: text)
      case .text(let text): .text(text)
      case .list(let values): .list(values.map { RecordValue($0) })
      case .object(let members): .object(members.map { Member($0.name, RecordValue($0.value)) })
      }
  }

  /// `json` is the number by JSON's grammar.
  private init(number json: String) {
    if let whole = Int(json) {
      self = .integer(whole)
    } else if json.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) {
      self = .digits(json)
    } else {
      self = .number(Double(json) ?? .nan)
    }
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.integer(value)
    case .digits(let value): json.raw(value.utf8)
    case .number(let value): json.number(value)
    case .text(let value): json.string(value)
    case .list(let values):
      json.beginArray()
      for value in values { value.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for member in members {
        json.key(member.name)
        member.value.write(to: &json)
      }
      json.endObject()
    }
  }

  /// As `--format` prints it: texts without quotes, `null` as nothing, lists joined by commas.
  package var formatted: String {
    switch self {
    case .null: return ""
    case .text(let value): return value
    case .list(let values) where values.allSatisfy({ !$0.isNested }):
      return values.map(\.formatted).joined(separator: ", ")
    default:
      var json = JSONWriter()
      write(to: &json)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  private var isNested: Bool {
    switch self {
    case .list, .object: true
    default: false
    }
  }

  /// The member that a dotted name leads to, in any case of ASCII letters; null where there is none.
  func member(_ path: some Collection<String>) -> RecordValue {
    var value = self
    for name in path {
      guard case .object(let members) = value,
        let member = members.first(where: { $0.name == name })
          ?? members.first(where: { $0.name.caseInsensitiveEquals(name) })
      else { return .null }
      value = member.value
    }
    return value
  }
}

/// What a kind of record (a note, a task, a tag) prints: described once, for JSON and for `--format`.
package struct RecordFields<Record>: Sendable {
  package struct Field: Sendable {
    package let name: String
    /// What a dotted name may name in it; empty for a plain value.
    let members: [String]
    /// True when any dotted name will do (`properties`).
    package let isOpen: Bool
    package let value: @Sendable (Record) -> RecordValue
    package let key: [UInt8]

    package init(
      _ name: String, members: [String] = [], isOpen: Bool = false, _ value: @escaping @Sendable (Record) -> RecordValue
    ) {
      self.name = name
      self.members = members
      self.isOpen = isOpen
      self.value = value
      key = Array("\"\(name)\":".utf8)
    }
  }

  /// In the order of JSON's keys.
  package let fields: [Field]

  package init(_ fields: [Field]) {
    self.fields = fields
  }

  /// What `--format` accepts, dotted names included.
  package var names: [String] {
    fields.flatMap { field in
      [field.name] + field.members.map { "\(field.name).\($0)" } + (field.isOpen ? ["\(field.name).…"] : [])
    }
  }

  package func write(_ record: Record, to json: inout JSONWriter) {
    json.beginObject()
    for field in fields {
      json.key(encoded: field.key)
      field.value(record).write(to: &json)
    }
    json.endObject()
  }

  /// One record as a JSON object on a line.
  package func document(_ record: Record) -> [UInt8] {
    var json = JSONWriter()
    write(record, to: &json)
    return json.bytes + [0x0A]
  }

  /// The index of the field that `name` begins with, and what follows it; nil for an unknown one.
  package func resolve(_ name: String) -> (field: Int, members: [String])? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, let index = fields.firstIndex(where: { $0.name == first }) else { return nil }
    let rest = Array(parts.dropFirst())
    guard rest.isEmpty || fields[index].isOpen || (rest.count == 1 && fields[index].members.contains(rest[0])) else {
      return nil
    }
    return (index, rest)
  }
}
