import VaultCore
import VaultInterface
import VaultTerminal

/// What a command that lists things was asked to print.
package enum OutputMode: Sendable, Equatable {
  case text, json, jsonl
  case format(RecordFormat)
  /// Paths for other programs, with a NUL behind each, or one a line.
  case paths0, paths
  case count, quiet
  /// An iCalendar object: of tasks only.
  case calendar

  /// One of the options at most; the error names those that exclude each other.
  package init(
    json: Bool = false, jsonl: Bool = false, format: String? = nil, paths0: Bool = false, count: Bool = false,
    quiet: Bool = false, calendar: Bool = false, paths: Bool = false
  ) throws {
    let given: [(name: String, mode: OutputMode)] = [
      json ? ("--json", .json) : nil,
      jsonl ? ("--jsonl", .jsonl) : nil,
      try format.map { ("--format", .format(try RecordFormat($0))) },
      paths0 ? ("-0", .paths0) : nil,
      paths ? ("-l", .paths) : nil,
      count ? ("--count", .count) : nil,
      quiet ? ("--quiet", .quiet) : nil,
      calendar ? ("--ics", .calendar) : nil,
    ].compactMap { $0 }
    guard given.count <= 1 else { throw OutputModeConflict(options: given.map(\.name)) }
    self = given.first?.mode ?? .text
  }
}

package struct OutputModeConflict: Failure, Equatable {
  package let options: [String]

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    "\(options.joined(separator: " and ")) exclude each other: give one of them"
  }
}

/// Prints a list of records in any mode but text and calendar, which are each command's own.
package struct ListOutput<Record> {
  package let mode: OutputMode
  private let fields: RecordFields<Record>
  private let path: (Record) -> NotePath?
  private let arePaths: Bool
  private let format: RecordFormat.Bound<Record>?

  /// `path` names the note that a record belongs to, if it belongs to one. `arePaths`: false where it is another name, or
  /// nothing lies there, and so no program can open it. Throws when a format names an unknown field: before any work.
  package init(
    _ mode: OutputMode, fields: RecordFields<Record>, arePaths: Bool = true, path: @escaping (Record) -> NotePath?
  ) throws {
    self.mode = mode
    self.fields = fields
    self.path = path
    self.arePaths = arePaths
    if case .format(let format) = mode { self.format = try format.bound(to: fields) } else { format = nil }
  }

  /// Prints `records`; `own` prints them in a mode of the command's own. `total` is what `--count` says where it is
  /// more than what is listed.
  package func write(
    _ records: some Collection<Record>, total: Int? = nil, to printer: Printer, own: () throws -> Void
  ) throws {
    switch mode {
    case .text, .calendar: try own()
    case .json: try fields.writeArray(records, to: printer.sink)
    case .jsonl:
      var json = JSONWriter()
      for record in records {
        json.removeAll()
        fields.write(record, to: &json)
        try printer.sink.write { out in
          out.append(contentsOf: json.bytes)
          out.append(0x0A)
        }
      }
    case .format:
      guard let format else { return }
      for record in records {
        try printer.sink.write { format.append(record, to: &$0) { printer.painter.append($0, to: &$1) } }
      }
    case .paths0:
      // Records of one note stand for one path.
      var last: NotePath?
      for record in records {
        guard let path = path(record), path != last else { continue }
        last = path
        let given = arePaths ? printer.given(path) : path
        try printer.sink.write { out in
          if printer.painter.sanitizes {
            printer.painter.append(given.text, to: &out)
          } else {
            out.append(contentsOf: given.bytes)
          }
          out.append(0)
        }
      }
    case .paths:
      for record in records {
        if let path = path(record) { try printer.line(printer.givenPath(path)) }
      }
    case .count: try printer.line("\(total ?? records.count)")
    case .quiet: break
    }
  }

  /// Prints at most `limit` of `records`; where there are none at all, text says `nothing` instead. `total` is what there
  /// is where it is more than `records`. The status is whether anything was found.
  func answer(
    _ records: [Record], total: Int? = nil, limit: Int? = nil, _ context: CommandContext, nothing: String,
    own: ([Record]) throws -> Void
  ) throws -> ExitStatus {
    let total = total ?? records.count
    let shown = limit.map { Array(records.prefix($0)) } ?? records
    try write(shown, total: total, to: context.printer) { try own(shown) }
    if total == 0, mode == .text { context.note(nothing) }
    return total == 0 ? .nothingFound : .success
  }
}

extension RecordFields {
  /// Prints one JSON array.
  func writeArray(_ records: some Collection<Record>, to sink: OutputSink) throws {
    var array = JSONArrayWriter { try sink.write($0) }
    for record in records { try array.write { write(record, to: &$0) } }
    try array.finish()
  }
}
