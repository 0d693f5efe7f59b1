/// A conflict that a merge left in a text: the lines of its markers, counted from 0.
package struct LeftConflict: Hashable, Sendable {
  /// `<<<<<<<`
  package var start: Int
  /// `=======`
  package var middle: Int
  /// `>>>>>>>`
  package var end: Int

  /// How many signs git's markers have, unless an attribute says more.
  static let usualLength = 7

  /// The conflicts of a text, in order. A marker counts at the beginning of a line, and only with the two others behind
  /// it, all of one length: a heading underlined with `=======` is none by itself. `isCode` says of a line whether it may
  /// hold markers as an example.
  static func all(in text: UnsafeBufferPointer<UInt8>, isCode: (Int) -> Bool) -> [LeftConflict] {
    // Nearly no note has any.
    guard opening.first(in: UnsafeRawBufferPointer(text)) != nil else { return [] }
    var found: [LeftConflict] = []
    var open: (start: Int, length: Int, middle: Int?)?
    var line = 0
    var offset = 0
    while offset < text.count {
      let end = text[offset...].firstIndex(of: 0x0A) ?? text.count
      if let (sign, length) = marker(text[offset..<end]), !isCode(line) {
        switch (sign, open) {
        case (0x3C, _): open = (line, length, nil)
        case (0x3D, let known?) where known.length == length && known.middle == nil: open?.middle = line
        case (0x3E, let known?) where known.length == length:
          if let middle = known.middle { found.append(LeftConflict(start: known.start, middle: middle, end: line)) }
          open = nil
        default: break
        }
      }
      line += 1
      offset = end + 1
    }
    return found
  }

  private static let opening = ByteSearch(Array(repeating: 0x3C, count: usualLength))

  /// Its sign and length, where the line is one: `<`, `=` or `>`, at least seven times, and then nothing or a blank.
  private static func marker(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> (sign: UInt8, length: Int)? {
    guard let sign = line.first, (0x3C...0x3E).contains(sign) else { return nil }
    let length = line.prefix { $0 == sign }.count
    guard length >= usualLength else { return nil }
    let rest = line.dropFirst(length)
    let isLabel = rest.first.map(\.isASCIIWhitespace) ?? true
    // What stands behind the middle one is a label, which hardly any program writes, or no marker.
    return isLabel && (sign != 0x3D || rest.allSatisfy(\.isASCIIWhitespace)) ? (sign, length) : nil
  }
}

extension LeftConflict {
  /// Those of a whole note; `countingCode`: also those in code.
  package static func all(in bytes: [UInt8], countingCode: Bool) -> [LeftConflict] {
    bytes.withUnsafeBufferPointer { countingCode ? all(in: $0) { _ in false } : all(in: $0, of: MarkdownDocument($0)) }
  }

  /// Those of a note outside of code.
  static func all(in text: UnsafeBufferPointer<UInt8>, of document: MarkdownDocument) -> [LeftConflict] {
    all(in: text) { line in
      let line = line - document.lineOffset
      return document.lines.indices.contains(line) && document.lines[line].kind == .code
    }
  }

  /// A text with its conflicts as one side and the other has them: `ours` stands before the middle mark. What stands between
  /// the marks as the base belongs to neither.
  package static func sides(of text: [UInt8], _ conflicts: [LeftConflict]) -> (ours: [UInt8], theirs: [UInt8]) {
    let lines = LineComparison.lines(of: text)
    var (ours, theirs): ([UInt8], [UInt8]) = ([], [])
    var line = 0
    for conflict in conflicts {
      let before = lines[line..<conflict.start].flatMap { text[$0] }
      let upper = lines[(conflict.start + 1)..<conflict.middle]
      ours += before + upper.prefix { !text[$0].starts(with: baseMark) }.flatMap { text[$0] }
      theirs += before + lines[(conflict.middle + 1)..<conflict.end].flatMap { text[$0] }
      line = conflict.end + 1
    }
    let rest = lines[line...].flatMap { text[$0] }
    return (ours + rest, theirs + rest)
  }

  private static let baseMark = Array(repeating: UInt8(0x7C), count: usualLength)

  var diagnostic: Diagnostic {
    Diagnostic(
      .conflictMarkers, .error, at: SourceLocation(line: start + 1, column: 1),
      "a merge left a conflict here, down to line \(end + 1); make one text of both and take the marks out")
  }
}

extension Diagnostic.Code {
  package static let conflictMarkers = Self("conflict-markers")
}
