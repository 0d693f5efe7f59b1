import VaultCore
import VaultPlatform

/// A terminal's second screen, on which a list is drawn over and over; the first one comes back as it was.
package struct WatchedScreen {
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  let descriptor: CInt

  package init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  package func show() throws { try OutputSink.write(Array(Self.enter.utf8), to: descriptor) }
  package func hide() throws { try OutputSink.write(Array(Self.leave.utf8), to: descriptor) }

  package func draw(_ text: [UInt8], foot: [UInt8], rows: Int, more: (Int) -> [UInt8]) throws {
    try OutputSink.write(Self.frame(text, foot: foot, rows: rows, more: more), to: descriptor)
  }

  /// The lines of `text` from the top, as many as `rows` leave room for above `foot`, drawn over what is there without
  /// clearing it first, which would flicker. `more`: the line that stands for so many that there is no room for.
  package static func frame(_ text: [UInt8], foot: [UInt8], rows: Int, more: (Int) -> [UInt8]) -> [UInt8] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if lines.last == [] { lines.removeLast() }
    let room = max(rows - 1, 1)
    if lines.count > room {
      let left = lines.count - (room - 1)
      lines = Array(lines.prefix(room - 1)) + [more(left)]
    }
    var out = Array("\u{1B}[H".utf8)
    for line in lines { out += line + Array("\u{1B}[K\r\n".utf8) }
    return out + foot + Array("\u{1B}[K\u{1B}[J".utf8)
  }
}
