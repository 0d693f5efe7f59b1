/// What ends a text's lines, where lines are to be added to it.
package enum LineEnding: Sendable, Hashable {
  case lf, crlf
  /// As long ago; only where no line ends otherwise.
  case cr

  /// That of the first line which has one; LF for a text without any. A mixed text is continued as it begins.
  package init(of bytes: [UInt8]) {
    guard let first = bytes.firstIndex(of: 0x0A) else {
      self = bytes.contains(0x0D) ? .cr : .lf
      return
    }
    self = first > 0 && bytes[first - 1] == 0x0D ? .crlf : .lf
  }

  package var bytes: [UInt8] {
    switch self {
    case .lf: [0x0A]
    case .crlf: [0x0D, 0x0A]
    case .cr: [0x0D]
    }
  }

  /// The text with each LF and CRLF made this one.
  package func applied(to text: [UInt8]) -> [UInt8] {
    guard text.contains(self == .lf ? 0x0D : 0x0A) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for (i, c) in text.enumerated() {
      if c == 0x0A {
        result += bytes
      } else if c != 0x0D || i + 1 == text.count || text[i + 1] != 0x0A {
        result.append(c)
      }
    }
    return result
  }
}
