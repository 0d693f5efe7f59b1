import Foundation
import VaultCore
import VaultStore

/// `--ics`: tasks as an iCalendar object. Lines end in CRLF, but on a terminal as lines there do.
package enum TaskCalendarOutput {
  package static func write(_ tasks: [TaskView], _ environment: VaultEnvironment, to printer: Printer) throws {
    let instant = Int64(environment.now.timeIntervalSince1970.rounded(.down)) * 1_000
    let styler = InlineStyler(theme: printer.theme, definitions: [:])
    // Without marks, for other programs: links are their text, tags stay.
    let bytes = TaskCalendar(
      tasks.map(\.task), now: CivilTime(instant: instant, offset: 0), summary: { styler.styled($0.description).plain }
    )
    .bytes
    if printer.painter.sanitizes {
      try printer.block(String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self))
    } else {
      try printer.sink.write(bytes)
    }
  }
}
