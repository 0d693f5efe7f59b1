/// Content lines of RFC 5545 in the making: escaped, folded, each ended by CRLF.
struct CalendarLines {
  /// Octets of a line without its end (RFC 5545, 3.1).
  static let longest = 75

  private(set) var bytes: [UInt8] = []

  /// `name` may have parameters: `DUE;VALUE=DATE`. `value` is written as it is.
  mutating func add(_ name: String, _ value: String) {
    add(Array("\(name):\(value)".utf8))
  }

  /// `value` is of the type TEXT.
  mutating func add(_ name: String, text value: String) {
    add(Array("\(name):".utf8) + Self.escaped(value))
  }

  /// Texts joined by commas.
  mutating func add(_ name: String, texts values: [String]) {
    add(Array("\(name):".utf8) + values.map(Self.escaped).joined(separator: [0x2C]))
  }

  /// Characters that a value of the type TEXT cannot hold are left out: control characters, tabs apart.
  static func escaped(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x5C, 0x3B, 0x2C: out += [0x5C, byte]
      case 0x0A: out += [0x5C, 0x6E]
      case 0x09: out.append(byte)
      case 0x00..<0x20, 0x7F: break
      default: out.append(byte)
      }
    }
    return out
  }

  /// Breaks the line where it must, never within a character. The blank that begins a line that goes on counts, too.
  private mutating func add(_ line: [UInt8]) {
    var from = 0
    var room = Self.longest
    while line.count - from > room {
      var end = from + room
      // A character of UTF-8 has three such bytes at most.
      while end > from, line[end] & 0xC0 == 0x80 { end -= 1 }
      bytes += line[from..<end] + [0x0D, 0x0A, 0x20]
      from = end
      room = Self.longest - 1
    }
    bytes += line[from...] + [0x0D, 0x0A]
  }
}
