extension Printer {
  /// Prints one record as a JSON object on a line.
  func object<Record>(_ record: Record, _ fields: RecordFields<Record>) throws {
    var json = JSONWriter()
    fields.write(record, to: &json)
    try sink.write { out in
      out.append(contentsOf: json.bytes)
      out.append(0x0A)
    }
  }
}
