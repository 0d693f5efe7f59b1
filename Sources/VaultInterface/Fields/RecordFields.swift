import VaultCore

/// What a kind of record (a note, a task, a tag) prints: described once, for JSON and for `--format`.
package struct RecordFields<Record>: Sendable {
  package struct Field: Sendable {
    package let name: String
    /// What a dotted name may name in it; empty for a plain value.
    let members: [String]
    /// True when any dotted name will do (`properties`).
    package let isOpen: Bool
    package let value: @Sendable (Record) -> JSONValue
    package let key: [UInt8]

    package init(
      _ name: String, members: [String] = [], isOpen: Bool = false, _ value: @escaping @Sendable (Record) -> JSONValue
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

  /// All fields as one object, for a record that is a part of another.
  func value(_ record: Record) -> JSONValue {
    .object(members(record))
  }

  /// All fields with their values, in their order.
  package func members(_ record: Record) -> [JSONValue.Member] {
    fields.map { JSONValue.Member($0.name, $0.value(record)) }
  }

  /// One record as a JSON object on a line.
  package func document(_ record: Record) -> [UInt8] {
    var json = JSONWriter()
    write(record, to: &json)
    return json.bytes + [0x0A]
  }

  /// All records as `--json` prints them: one array, a record on each line.
  package func array(_ records: some Sequence<Record>) -> [UInt8] {
    var bytes: [UInt8] = []
    var list = JSONArrayWriter { bytes += $0 }
    for record in records { list.write { write(record, to: &$0) } }
    list.finish()
    return bytes
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
