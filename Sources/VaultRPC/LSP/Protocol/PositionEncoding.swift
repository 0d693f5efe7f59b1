import VaultCore

/// The units in which a client counts within a line.
enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The one to be used with a client that offers these, best first. Without an offer it is UTF-16, as the protocol says.
  init(offered names: [String]?) {
    let offered = (names ?? []).compactMap { Self(rawValue: $0) }
    self = Self.allCases.first(where: offered.contains) ?? .utf16
  }

  /// How many units the character takes that begins with this byte of well-formed UTF-8 and has so many bytes.
  func units(ofBytes count: Int) -> Int {
    switch self {
    case .utf8: count
    case .utf16: count == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}

/// Turns offsets in a text's bytes into places as a client counts them, and back. All that comes from outside is moved to
/// the nearest place that there is: lines past the end to the end, characters past a line's end to that end, and a place
/// within a character to its beginning.
struct PositionCoder: Sendable {
  let encoding: PositionEncoding
  let lines: LineTable
  /// The length of a byte order mark that the client does not have in its text.
  let hidden: Int
  private let longLines = LongLines()

  /// - Parameter hidesMark: True where a byte order mark at the beginning is none of the client's text.
  init(_ bytes: [UInt8], _ encoding: PositionEncoding, hidesMark: Bool = false) {
    self.init(bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }, bytes, encoding, hidesMark: hidesMark)
  }

  init(_ lines: LineTable, _ bytes: [UInt8], _ encoding: PositionEncoding, hidesMark: Bool) {
    (self.lines, self.encoding) = (lines, encoding)
    hidden = hidesMark && bytes.starts(with: Self.mark) ? Self.mark.count : 0
  }

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How many lines a client sees: a text that ends with a line break has an empty last one.
  func lineCount(_ bytes: [UInt8]) -> Int { lines.count + (endsWithLineBreak(bytes) ? 1 : 0) }

  private func endsWithLineBreak(_ bytes: [UInt8]) -> Bool {
    guard let last = bytes.last else { return true }
    return last == 0x0A || last == 0x0D
  }

  // MARK: From a client's place

  func offset(of position: Position, in bytes: [UInt8]) -> Int {
    if position.line < 0 { return hidden }
    guard position.line < lines.count else { return bytes.count }
    return bytes.withUnsafeBufferPointer { bytes in
      let (start, end) = content(of: position.line, in: bytes)
      guard position.character > 0 else { return start }
      if encoding == .utf8 {
        // The beginning of the character, four bytes before it at most.
        let place = position.character >= end - start ? end : start + position.character
        let first = (max(start, place - 3)...place).last { $0 == end || bytes[$0] & 0xC0 != 0x80 } ?? place
        return first == end || first + scalarLength(bytes, at: first, end: end) > place ? first : place
      }
      var (i, units) = longLines.start(of: position.line, start..<end, bytes, encoding) {
        $0.units <= position.character
      }
      while i < end {
        let length = scalarLength(bytes, at: i, end: end)
        units += encoding.units(ofBytes: length)
        if units > position.character { return i }
        i += length
      }
      return end
    }
  }

  /// A range whose ends are exchanged is taken the right way round.
  func range(_ range: PositionRange, in bytes: [UInt8]) -> SourceRange {
    let (a, b) = (offset(of: range.start, in: bytes), offset(of: range.end, in: bytes))
    return min(a, b)..<max(a, b)
  }

  /// True where the text has such lines, and the end does not stand before the beginning. Characters past a line's end are
  /// the client's right.
  func fits(_ range: PositionRange, in bytes: [UInt8]) -> Bool {
    range.start.line >= 0 && range.start.character >= 0 && range.start <= range.end
      && range.end.line < max(lineCount(bytes), 1)
  }

  // MARK: To a client's place

  func position(of offset: Int, in bytes: [UInt8]) -> Position {
    let offset = min(max(offset, hidden), bytes.count)
    let line = line(at: offset, in: bytes)
    guard line < lines.count else { return Position(line: line, character: 0) }
    return bytes.withUnsafeBufferPointer { bytes in
      let (start, end) = content(of: line, in: bytes)
      let place = min(offset, end)
      if encoding == .utf8 { return Position(line: line, character: max(place - start, 0)) }
      let (known, units) = longLines.start(of: line, start..<end, bytes, encoding) { $0.offset <= place }
      return Position(line: line, character: units + self.units(in: known..<max(place, known), bytes))
    }
  }

  func range(_ range: SourceRange, in bytes: [UInt8]) -> PositionRange {
    PositionRange(position(of: range.lowerBound, in: bytes), position(of: range.upperBound, in: bytes))
  }

  /// How many units a part of a line takes.
  func units(in range: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if encoding == .utf8 { return range.count }
    var (i, units) = (range.lowerBound, 0)
    while i < range.upperBound {
      let length = scalarLength(bytes, at: i, end: range.upperBound)
      units += encoding.units(ofBytes: length)
      i += length
    }
    return units
  }

  // MARK: Other places

  /// The offset of a place as records name it: the columns of the first line do not count a byte order mark.
  func offset(of location: SourceLocation, in bytes: [UInt8]) -> Int {
    let line = location.line - 1
    guard line >= 0 else { return 0 }
    guard line < lines.count else { return bytes.count }
    let mark = line == 0 && bytes.starts(with: Self.mark) ? Self.mark.count : 0
    return min(lines.starts[line] + mark + max(location.column - 1, 0), lines.range(line).upperBound)
  }

  /// The line that holds an offset, from 0: at the end of a text that ends with a line break, the empty one behind it.
  func line(at offset: Int, in bytes: [UInt8]) -> Int {
    offset >= bytes.count && endsWithLineBreak(bytes) ? lines.count : lines.line(at: offset)
  }

  /// What is in a line, from 0, without its ending and without what the client does not have.
  func content(ofLine line: Int, in bytes: [UInt8]) -> SourceRange {
    guard line >= 0, line < lines.count else { return bytes.count..<bytes.count }
    return bytes.withUnsafeBufferPointer { bytes in
      let (start, end) = content(of: line, in: bytes)
      return start..<end
    }
  }

  private func content(of line: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (start: Int, end: Int) {
    let end = lines.contentEnd(line, in: bytes)
    return (min(lines.starts[line] + (line == 0 ? hidden : 0), end), end)
  }
}

/// How many bytes the character takes that begins there; 1 for what is no UTF-8.
func scalarLength(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int, end: Int) -> Int {
  bytes[i] < 0x80 ? 1 : min(decodeScalar(bytes, at: i).length, end - i)
}
