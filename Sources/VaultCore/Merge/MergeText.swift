/// A text as it is merged: without byte order mark, its last line ended, and each line by an LF where that loses nothing.
struct MergeText {
  /// How all lines of a text end; nil where they end in different ways.
  private enum Endings: Equatable {
    case none
    case all(LineEnding)
  }

  let bytes: [UInt8]
  /// The lines' ranges in `bytes`, their endings included.
  let lines: [Range<Int>]
  /// The text as it was given, without byte order mark; it has as many lines.
  private let given: [UInt8]
  private let givenLines: [Range<Int>]

  /// Nothing is done to it.
  init(asGiven bytes: [UInt8]) {
    self.init(given: bytes, merged: bytes)
  }

  private init(given: [UInt8], merged: [UInt8]) {
    bytes = merged
    lines = LineComparison.lines(of: merged)
    self.given = given
    givenLines = given == merged ? lines : LineComparison.lines(of: given)
  }

  func bytes(of lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[LineComparison.bytes(of: lines, in: self.lines)]
  }

  func side(of lines: Range<Int>) -> OpenPlace.Side {
    OpenPlace.Side(
      bytes: Array(given[LineComparison.bytes(of: lines, in: givenLines)]), line: lines.lowerBound + 1)
  }
}

extension MergeText {
  /// What the bytes of three texts have beside their lines, merged each for itself.
  struct Frame {
    var hasMark = false
    /// Nil where the lines keep what they have.
    var ending: LineEnding?
    var endsInNewline = true

    /// The bytes of a result whose lines are these; `isFirst` and `isLast` say which ends of it they hold.
    func applied(to text: [UInt8], isFirst: Bool, isLast: Bool) -> [UInt8] {
      var text = text
      if isLast, !endsInNewline, text.last == 0x0A {
        text.removeLast()
        if text.last == 0x0D { text.removeLast() }
      }
      if let ending { text = ending.applied(to: text) }
      return isFirst && hasMark ? MergeText.mark + text : text
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func framed(_ given: ThreeSides<[UInt8]>) -> (texts: ThreeSides<MergeText>, frame: Frame) {
    let marks = given.map { $0.starts(with: mark) }
    let bare = given.map { $0.starts(with: mark) ? Array($0.dropFirst(mark.count)) : $0 }
    var frame = Frame(hasMark: marks.agreed ?? false)
    frame.endsInNewline = merged(bare.map { $0.isEmpty ? nil : $0.last == 0x0A }) ?? true
    let endings = bare.map(endings)
    var isOneForAll = false
    if let base = endings.base, let ours = endings.ours, let theirs = endings.theirs {
      isOneForAll = true
      frame.ending = merged(
        ThreeSides(base, ours, theirs).map { if case .all(let ending) = $0 { ending } else { nil } })
    }
    let texts = bare.map { bytes in
      var text = isOneForAll ? LineEnding.lf.applied(to: bytes) : bytes
      if !text.isEmpty, text.last != 0x0A { text += isOneForAll ? [0x0A] : LineEnding(of: bytes).bytes }
      return MergeText(given: bytes, merged: text)
    }
    return (texts, frame)
  }

  /// A property of three texts of which some do not have it; true, or LF, where nothing tells which of two is meant.
  private static func merged<Value: Equatable>(_ sides: ThreeSides<Value?>) -> Value? {
    guard let ours = sides.ours else { return sides.theirs ?? sides.base }
    guard let theirs = sides.theirs else { return ours }
    if let base = sides.base { return ThreeSides(base, ours, theirs).agreed }
    return ours == theirs ? ours : nil
  }

  private static func endings(of bytes: [UInt8]) -> Endings? {
    var (lone, pairs) = (0, 0)
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while lone == 0 || pairs == 0, let place = bytes.place(of: 0x0A, from: start) {
        if place > 0, bytes[place - 1] == 0x0D { pairs += 1 } else { lone += 1 }
        start = place + 1
      }
    }
    if lone > 0, pairs > 0 { return nil }
    return lone + pairs == 0 ? Endings.none : .all(pairs > 0 ? .crlf : .lf)
  }
}
