extension [TextEdit] {
  /// Edits that turn one text into another and leave of each line what it has of the old one, at its beginning and its end.
  package init(narrowlyFrom old: [UInt8], to new: [UInt8]) {
    self = Self(from: old, to: new).flatMap(\.byLine).map(\.narrowed).filter { !$0.changesNothing }
  }
}

extension TextEdit {
  /// One edit for each line, where as many lines stand afterwards.
  fileprivate var byLine: [TextEdit] {
    let (olds, news) = (Self.lines(expected), Self.lines(replacement))
    guard olds.count == news.count, olds.count > 1 else { return [self] }
    var place = range.lowerBound
    return zip(olds, news).map { old, new in
      defer { place += old.count }
      var edit = TextEdit(insertingAt: place, Array(new))
      (edit.range, edit.expected) = (place..<place + old.count, Array(old))
      return edit
    }
  }

  /// With their endings.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Without what both texts begin and end with. No character is cut, nor a CRLF.
  fileprivate var narrowed: TextEdit {
    let shortest = Swift.min(expected.count, replacement.count)
    var first = 0
    while first < shortest, expected[first] == replacement[first] { first += 1 }
    while first > 0, Self.isWithin(expected, first) || Self.isWithin(replacement, first) { first -= 1 }
    var last = 0
    while last < shortest - first, expected[expected.count - 1 - last] == replacement[replacement.count - 1 - last] {
      last += 1
    }
    while last > 0,
      Self.isWithin(expected, expected.count - last) || Self.isWithin(replacement, replacement.count - last)
    {
      last -= 1
    }
    var edit = TextEdit(insertingAt: range.lowerBound + first, Array(replacement[first..<replacement.count - last]))
    edit.range = range.lowerBound + first..<range.upperBound - last
    edit.expected = Array(expected[first..<expected.count - last])
    return edit
  }

  /// True between the bytes of a character, and between CR and LF.
  private static func isWithin(_ bytes: [UInt8], _ place: Int) -> Bool {
    guard place > 0, place < bytes.count else { return false }
    return bytes[place] & 0xC0 == 0x80 || bytes[place] == 0x0A && bytes[place - 1] == 0x0D
  }
}
