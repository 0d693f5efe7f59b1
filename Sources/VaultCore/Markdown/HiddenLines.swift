/// The lines of a note that nobody sees who looks at it as it is drawn: those in comments, `%%` and `<!-- -->`.
package enum HiddenLines {
  /// Numbers in the file, from 1, in order. A line counts of which a part is in a comment; what looks like a comment in code
  /// is none.
  package static func numbers(in lines: [BodyLine], of bytes: [UInt8]) -> [Int] {
    var numbers: [Int] = []
    var isInHTML = false
    for (index, line) in lines.enumerated() {
      if case .code = line.kind, !isInHTML { continue }
      var scan = CommentScan(
        text: bytes[line.range.clamped(to: 0..<bytes.count)], isInHTML: isInHTML, mayHaveCode: line.kind != .html)
      scan.run()
      isInHTML = scan.isInHTML
      // What opens or closes a comment of several lines stands alone in its own.
      let isBeside =
        scan.hasLonePercents
        && (lines[..<index].last?.kind == .comment || lines[(index + 1)...].first?.kind == .comment)
      if scan.isHidden || line.kind == .comment || isBeside || scan.beginsWithPercents { numbers.append(line.number) }
    }
    return numbers
  }
}

/// Looks for comments in a line.
private struct CommentScan {
  let text: ArraySlice<UInt8>
  /// True within an HTML comment, at the line's beginning and, once it has run, at its end.
  var isInHTML: Bool
  /// False where backticks mark no code.
  let mayHaveCode: Bool
  private(set) var isHidden = false
  /// True where `%%` has no other behind it.
  private(set) var hasLonePercents = false

  init(text: ArraySlice<UInt8>, isInHTML: Bool, mayHaveCode: Bool) {
    (self.text, self.isInHTML, self.mayHaveCode) = (text, isInHTML, mayHaveCode)
  }

  var beginsWithPercents: Bool { text.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "%%".utf8) }

  mutating func run() {
    isHidden = isInHTML
    var i = text.startIndex
    while i < text.endIndex {
      if isInHTML {
        guard let end = place(of: "-->", from: i) else { return }
        (isInHTML, i) = (false, end + 3)
      } else if stands("<!--", at: i) {
        // The shortest comments end within their own opening: `<!-->`.
        (isHidden, isInHTML, i) = (true, true, i + 2)
      } else if stands("%%", at: i) {
        if let end = place(of: "%%", from: i + 2) {
          (isHidden, i) = (true, end + 2)
        } else {
          (hasLonePercents, i) = (true, i + 2)
        }
      } else if mayHaveCode, text[i] == UInt8(ascii: "\\") {
        i += 2
      } else if mayHaveCode, text[i] == UInt8(ascii: "`") {
        i = endOfCode(at: i)
      } else {
        i += 1
      }
    }
  }

  /// Behind code that ends in the line, else behind the backticks.
  private func endOfCode(at start: Int) -> Int {
    func run(_ i: Int) -> Int { text[i...].prefix { $0 == UInt8(ascii: "`") }.count }
    let count = run(start)
    var i = start + count
    while let next = text[i...].firstIndex(of: UInt8(ascii: "`")) {
      let found = run(next)
      if found == count { return next + found }
      i = next + found
    }
    return start + count
  }

  private func stands(_ mark: String, at place: Int) -> Bool {
    place <= text.endIndex && text[place...].starts(with: mark.utf8)
  }

  private func place(of mark: String, from start: Int) -> Int? {
    guard start < text.endIndex else { return nil }
    return (start..<text.endIndex).first { stands(mark, at: $0) }
  }
}
