/// A note that text is put into, read once.
struct InsertionNote {
  let bytes: [UInt8]
  let frontMatter: FrontMatterFence
  let document: MarkdownDocument

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (frontMatter, document) = bytes.withUnsafeBufferPointer { bytes in
      (FrontMatterFence.find(in: bytes), MarkdownDocument(bytes))
    }
  }

  var bodyStart: Int { frontMatter.range.upperBound }

  /// Returns true for a line of whitespace alone. Counts the body's lines from 0.
  func isWhitespace(_ line: Int) -> Bool { document.lines[line].kind == .blank }

  /// The number in the file, from 1.
  func number(_ line: Int) -> Int { line + 1 + document.lineOffset }

  func isList(_ line: Int) -> Bool {
    let line = document.lines[line]
    switch line.kind {
    case .task, .bullet, .ordered: return true
    case .quote, .blank: return false
    default: return line.depth > 0
    }
  }

  /// - Parameter heading: Index of the section's heading; nil for the whole body.
  func point(_ place: SectionInsertion.Place, under heading: Int?) -> InsertionPoint {
    let site = heading.map { document.headings[$0] }
    let first = site.map { $0.lastLine + 1 } ?? 0
    let last =
      site.flatMap { site in
        document.headings.first { !$0.inQuote && $0.line > site.line && $0.level <= site.level }?.line
      } ?? document.lines.count
    let lines = first..<max(first, last)
    switch place {
    case .append:
      if let line = lines.last(where: { !isWhitespace($0) }) { return behind(line) }
    case .prepend:
      if let line = lines.first(where: { !isWhitespace($0) }) {
        let offset = document.lineTable.range(line).lowerBound
        return InsertionPoint(offset: offset, before: line > 0 ? line - 1 : nil, after: line)
      }
    }
    if let site { return behind(site.lastLine) }
    return InsertionPoint(offset: bytes.count, before: nil, after: nil)
  }

  private func behind(_ line: Int) -> InsertionPoint {
    let next = line + 1 < document.lines.count ? line + 1 : nil
    return InsertionPoint(offset: document.lineTable.range(line).upperBound, before: line, after: next)
  }
}

/// Where text goes, and the body's lines on both sides of it.
struct InsertionPoint {
  var offset: Int
  var before: Int?
  var after: Int?
}
