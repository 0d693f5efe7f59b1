import VaultCore

/// A task's description as a person reads it: links by their text, tags in colour.
enum TaskDescription {
  /// `[[Note|alias]]` as `alias`, `[text](address)` as `text`; in code and after a backslash nothing is a link.
  static func shown(_ description: String) -> String {
    guard description.utf8.contains(UInt8(ascii: "[")) else { return description }
    var description = description
    return description.withUTF8 { bytes in
      var out: [UInt8] = []
      out.reserveCapacity(bytes.count)
      var i = 0
      while i < bytes.count {
        switch bytes[i] {
        case UInt8(ascii: "\\") where i + 1 < bytes.count:
          out.append(bytes[i])
          out.append(bytes[i + 1])
          i += 2
        case UInt8(ascii: "`"):
          let end = codeEnd(bytes, i)
          out.append(contentsOf: bytes[i..<end])
          i = end
        case UInt8(ascii: "["), UInt8(ascii: "!"):
          if let (text, end) = link(bytes, bytes[i] == UInt8(ascii: "!") ? i + 1 : i) {
            out.append(contentsOf: bytes[text])
            i = end
          } else {
            out.append(bytes[i])
            i += 1
          }
        case let c:
          out.append(c)
          i += 1
        }
      }
      return String(decoding: out, as: UTF8.self)
    }
  }

  /// Appends `text` with its tags in their colour.
  static func append(_ text: String, _ style: Style, tag: Style, painter: Painter, to out: inout [UInt8]) {
    guard painter.colors != .none, text.utf8.contains(UInt8(ascii: "#")) else {
      painter.append(text, style, to: &out)
      return
    }
    var rest = Substring(text)
    while let mark = nextTag(rest) {
      let end = rest[mark...].utf8.firstIndex(of: 0x20) ?? rest.endIndex
      painter.append(String(rest[..<mark]), style, to: &out)
      painter.append(String(rest[mark..<end]), style.with(tag), to: &out)
      rest = rest[end...]
    }
    painter.append(String(rest), style, to: &out)
  }

  /// A `#` at the beginning or after a blank, with something behind it.
  private static func nextTag(_ text: Substring) -> Substring.Index? {
    let utf8 = text.utf8
    var i = utf8.startIndex
    var before: UInt8 = 0x20
    while i < utf8.endIndex {
      let next = utf8.index(after: i)
      if utf8[i] == UInt8(ascii: "#"), before == 0x20, next < utf8.endIndex, utf8[next] > 0x23 { return i }
      before = utf8[i]
      i = next
    }
    return nil
  }

  private static func codeEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var length = 1
    while start + length < bytes.count, bytes[start + length] == UInt8(ascii: "`") { length += 1 }
    var i = start + length
    while i < bytes.count {
      guard bytes[i] == UInt8(ascii: "`") else {
        i += 1
        continue
      }
      var run = 1
      while i + run < bytes.count, bytes[i + run] == UInt8(ascii: "`") { run += 1 }
      i += run
      if run == length { return i }
    }
    // Without an end it is no code.
    return start + length
  }

  /// The text of the link that begins at `i`, and where the link ends.
  private static func link(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> (text: Range<Int>, end: Int)? {
    guard i + 1 < bytes.count, bytes[i] == UInt8(ascii: "[") else { return nil }
    return bytes[i + 1] == UInt8(ascii: "[") ? wikilink(bytes, i + 2) : markdownLink(bytes, i + 1)
  }

  private static func wikilink(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> (text: Range<Int>, end: Int)? {
    var bar: Int?
    var i = start
    while i + 1 < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "]") where bytes[i + 1] == UInt8(ascii: "]"):
        let text = bar.map { $0 + 1 < i ? ($0 + 1)..<i : start..<$0 } ?? start..<i
        return text.isEmpty ? nil : (text, i + 2)
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "|"): bar = bar ?? i
      default: break
      }
      i += 1
    }
    return nil
  }

  private static func markdownLink(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> (text: Range<Int>, end: Int)? {
    var i = start
    while i < bytes.count, bytes[i] != UInt8(ascii: "]") {
      if bytes[i] == UInt8(ascii: "[") { return nil }
      i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard i > start, i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "(") else { return nil }
    let text = start..<i
    var depth = 0
    i += 1
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return (text, i + 1) }
      default: break
      }
      i += 1
    }
    return nil
  }
}
