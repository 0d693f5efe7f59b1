extension JSONValue {
  package static func integer(_ value: Int?) -> JSONValue {
    value.map { .number(String($0)) } ?? .null
  }

  package static func number(_ value: Double) -> JSONValue { .number(value.description) }

  package static func text(_ value: String?) -> JSONValue {
    value.map { .text($0) } ?? .null
  }

  package static func texts(_ values: [String]) -> JSONValue {
    .list(values.map { .text($0) })
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .number(let text):
      if let whole = Int(text) {
        json.integer(whole)
      } else if text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }) {
        // A whole number of more than 64 bits keeps all its digits.
        json.raw(text.utf8)
      } else {
        json.number(Double(text) ?? .nan)
      }
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

  /// The value as JSON text.
  package var bytes: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.bytes
  }
}
