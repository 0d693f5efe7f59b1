import VaultCore
import VaultInterface
import VaultStore

/// `--ics`: tasks as an iCalendar object. Lines end in CRLF, but on a terminal as lines there do.
package enum TaskCalendarOutput {
  package static func write(_ tasks: [TaskView], _ environment: VaultEnvironment, to printer: Printer) throws {
    let bytes = TaskCalendar(tasks, in: environment).bytes
    if printer.painter.sanitizes {
      try printer.block(String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self))
    } else {
      try printer.sink.write(bytes)
    }
  }
}
