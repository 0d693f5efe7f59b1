/// What begins with `<`: autolinks and HTML inside a line.
extension InlineScanner {
  mutating func angle(_ start: Int, _ end: Int) -> Int {
    if let close = autolinkEnd(start, end) {
      let target = start + 1..<close
      links.append(Found(kind: .autolink, start: start, end: close + 1, text: target, target: target))
      hide(start..<close + 1)
      drawn?.add(.address, start..<close + 1, inner: target)
      return close + 1
    }
    if let close = htmlEnd(start, end) {
      hide(start..<close)
      drawn?.add(.html, start..<close)
      return close
    }
    return start + 1
  }

  /// The `>` of `<scheme:…>` or `<name@host>`.
  private func autolinkEnd(_ start: Int, _ end: Int) -> Int? {
    var i = start + 1
    guard i < end, bytes[i].isASCIILetterOrDigit else { return nil }
    let name = i
    while i < end, bytes[i].isASCIILetterOrDigit || bytes[i] == 0x2B || bytes[i] == 0x2E || bytes[i] == 0x2D {
      i += 1
    }
    let isScheme = i < end && bytes[i] == 0x3A && i - name >= 2 && i - name <= 32 && bytes[name].isASCIILetter
    var sawAt = false
    while i < end, bytes[i] > 0x20, bytes[i] != 0x3C, bytes[i] != 0x3E {
      if bytes[i] == 0x40 { sawAt = true }
      i += 1
    }
    guard i < end, bytes[i] == 0x3E, isScheme || sawAt else { return nil }
    return i
  }

  private mutating func htmlEnd(_ start: Int, _ end: Int) -> Int? {
    var i = start + 1
    guard i < end else { return nil }
    switch bytes[i] {
    case 0x21:
      if i + 2 < end, bytes[i + 1] == 0x2D, bytes[i + 2] == 0x2D {
        return until([0x2D, 0x2D, 0x3E], from: i + 3, end)
      }
      if i + 1 < end, bytes[i + 1] == 0x5B { return until([0x5D, 0x5D, 0x3E], from: i + 2, end) }
      guard i + 1 < end, bytes[i + 1].isASCIILetter else { return nil }
      return until([0x3E], from: i + 1, end)
    case 0x3F:
      return until([0x3F, 0x3E], from: i + 1, end)
    default: break
    }
    if bytes[i] == 0x2F { i += 1 }
    guard i < end, bytes[i].isASCIILetter else { return nil }
    while i < end, bytes[i].isASCIILetterOrDigit || bytes[i] == 0x2D { i += 1 }
    guard i < end, bytes[i] <= 0x20 || bytes[i] == 0x3E || bytes[i] == 0x2F else { return nil }
    // Attributes: quoted values may hold anything, `<` outside them ends the attempt.
    var quote: UInt8 = 0
    let limit = min(end, i + 4_096)
    while i < limit {
      let c = bytes[i]
      if quote != 0 {
        if c == quote { quote = 0 }
      } else if c == 0x3E {
        return i + 1
      } else if c == 0x3C || c == 0x60 {
        return nil
      } else if (c == 0x22 || c == 0x27) && bytes[i - 1] == 0x3D {
        quote = c
      }
      i += 1
    }
    return nil
  }

  private mutating func until(_ mark: [UInt8], from start: Int, _ end: Int) -> Int? {
    if missingEnds.contains(mark) { return nil }
    var i = start
    while i + mark.count <= end {
      if bytes[i] == mark[0], mark.indices.allSatisfy({ bytes[i + $0] == mark[$0] }) { return i + mark.count }
      i += 1
    }
    missingEnds.insert(mark)
    return nil
  }
}
