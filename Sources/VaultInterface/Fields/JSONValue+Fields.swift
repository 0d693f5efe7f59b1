import VaultCore

// Values of a record's fields, as JSON and `--format` both print them.
extension JSONValue {
  /// A note's properties from the JSON that its record keeps, members in the order written. What is no JSON, as after
  /// damage to the index, is `null`.
  package init(properties json: [UInt8]) {
    do throws(JSONError) { self = try JSONReader.read(json) } catch { self = .null }
  }

  /// Front matter as JSON: dates as the text that is written.
  package init(_ value: PropertyValue) {
    self =
      switch value {
      case .null: .null
      case .text(let text): .text(text)
      case .number(let number, var text):
        text.withUTF8 { bytes in DecimalNumber(bytes).map { .number($0.json(of: bytes)) } } ?? .number(number)
      case .checkbox(let value): .bool(value)
      case .date(let date): .text(date.description)
      case .dateTime(let text): .text(text)
      case .list(let values): .list(values.map { JSONValue($0) })
      case .map(let properties): .object(properties.map { Member($0.key, JSONValue($0.value)) })
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
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private var isNested: Bool {
    switch self {
    case .list, .object: true
    default: false
    }
  }

  /// The member that a dotted name leads to, in any case of ASCII letters; null where there is none.
  func member(_ path: some Collection<String>) -> JSONValue {
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
