/// Prints records as one JSON array, each on a line of its own, so that it can be read by eye and by line-based tools.
struct JSONArrayWriter<Record> {
  private let sink: OutputSink
  private let fields: RecordFields<Record>
  private var json = JSONWriter()
  private var separator = "[\n"

  init(_ sink: OutputSink, _ fields: RecordFields<Record>) {
    self.sink = sink
    self.fields = fields
  }

  mutating func write(_ record: Record) throws {
    json.removeAll()
    fields.write(record, to: &json)
    try sink.write { out in
      out.append(contentsOf: separator.utf8)
      out.append(contentsOf: json.bytes)
    }
    separator = ",\n"
  }

  /// After the last record.
  func finish() throws {
    try sink.write(separator == "[\n" ? "[]\n" : "\n]\n")
  }
}
