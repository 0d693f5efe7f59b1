/// A note's body, line by line: blocks from cmark, and on top of them what plain CommonMark lacks (tasks, tables,
/// `%%` comments, link definitions). Offsets are those of the file. Built once for a note and then only read.
package struct MarkdownDocument: Sendable {
  /// What is known of a line without making strings of it.
  struct Line {
    enum Kind: UInt8 {
      case blank, paragraph, heading, task, bullet, ordered, quote, code, html, rule, tableRow, linkDefinition, comment
    }

    var kind = Kind.blank
    /// Columns of a tab before code that still belong to the code.
    var pending: UInt8 = 0
    var depth: Int32 = 0
    /// The content without markers and line ending.
    var content = 0..<0
    /// Index of the nearest heading above that is in no quote; -1 without one.
    var heading: Int32 = -1
    /// Level, number, status scalar, or the leaf's index for code.
    var detail: Int32 = 0

    /// Returns true when the other one is of the same kind and says the same, at whatever depth.
    func isLike(_ other: Line) -> Bool { kind == other.kind && (kind == .code || detail == other.detail) }
  }

  /// A list item with a box.
  struct TaskSite {
    var line: Int
    /// The last line of the item that is not blank, what is nested in it included.
    var lastLine: Int
    var status: Unicode.Scalar
    /// After the box and the blanks that follow it, to the line's end.
    var text: SourceRange
    /// The nearest enclosing task among the sites before it; -1 without one.
    var parent: Int
    /// As `Line.heading`.
    var heading: Int
  }

  /// Text to be scanned for links and tags.
  struct InlineBlock {
    var range: SourceRange
    var firstLine: Int
    var lastLine: Int
    /// True when `>` markers stand inside the range and have to be blanked out.
    var inQuote: Bool
    /// The line of a table's header; the table goes to the last line.
    var tableLine: Int?
  }

  struct HeadingSite {
    var level: Int
    var line: Int
    /// The line of a setext heading's underline.
    var lastLine: Int
    var text: String
    var inQuote: Bool
    /// The enclosing heading's index; -1 without one.
    var parent: Int
  }

  package private(set) var lineTable: LineTable
  /// How many lines the front matter takes.
  package private(set) var lineOffset: Int
  var lines: [Line]
  var headings: [HeadingSite] = []
  var tasks: [TaskSite] = []
  var inlineBlocks: [InlineBlock] = []
  var definitions: [LinkDefinition] = []
  var codeLanguages: [Int32: String] = [:]
  /// The line of a `%%` that opens a comment and is never closed.
  var unclosedComment: Int?

  /// Reads `bytes` from `bodyStart` on; without it, what follows the front matter of a whole file.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, bodyStart: Int? = nil) {
    self = Self.read(bytes, bodyStart: bodyStart ?? FrontMatterFence.find(in: bytes).range.upperBound).document
  }

  private init(unread lineTable: LineTable, lineOffset: Int) {
    self.lineTable = lineTable
    self.lineOffset = lineOffset
    lines = [Line](repeating: Line(), count: lineTable.count)
  }

  /// The document with the blocks that it was made of.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, bodyStart: Int
  ) -> (document: MarkdownDocument, blocks: MarkdownBlocks) {
    let before = LineTable(UnsafeBufferPointer(rebasing: bytes[..<bodyStart]), from: 0)
    let lines = LineTable(bytes, from: bodyStart)
    var builder = MarkdownDocumentBuilder(
      bytes: bytes, document: MarkdownDocument(unread: lines, lineOffset: before.completeLines))
    builder.build()
    return (builder.document, builder.blocks)
  }

  /// Calls `body` with the text of some of a block's lines and the place of its first byte in the file. The markers of
  /// quotes between the lines are no text: there the text has blanks, so that all places are right.
  func withText<Result>(
    of block: InlineBlock, lines part: ClosedRange<Int>, in bytes: UnsafeBufferPointer<UInt8>,
    hidingComments: Bool = false, _ body: (UnsafeBufferPointer<UInt8>, _ offset: Int) -> Result
  ) -> Result {
    let end = max(lines[part.upperBound].content.upperBound, lineTable.starts[part.lowerBound])
    let start = min(lines[part.lowerBound].content.lowerBound, end)
    let hides = hidingComments && part.contains { lines[$0].kind == .comment }
    guard hides || (block.inQuote && part.count > 1) else {
      return body(UnsafeBufferPointer(rebasing: bytes[start..<end]), start)
    }
    var copy = Array(bytes[start..<end])
    for line in part {
      let from = max(lineTable.starts[line], start)
      let content = lines[line].content
      let to = min(hides && lines[line].kind == .comment ? content.upperBound : content.lowerBound, end)
      for i in from..<max(from, to) { copy[i - start] = 0x20 }
    }
    return copy.withUnsafeBufferPointer { body($0, start) }
  }

  /// The place in the file of what stands at an offset.
  func location(of offset: Int) -> SourceLocation { lineTable.location(of: offset, lineOffset: lineOffset) }

  /// The definitions by label. The first of those with one label counts.
  var definitionsByLabel: [String: LinkDefinition] {
    Dictionary(definitions.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The note's headings, those in quotes and callouts included.
  package var noteHeadings: [Heading] {
    headings.map { Heading(level: $0.level, text: $0.text, line: $0.line + 1 + lineOffset) }
  }

  /// The texts of the headings from the outermost to that of `index`.
  func headingPath(_ index: Int) -> [String] {
    sequence(first: index) { headings[$0].parent }.prefix { $0 >= 0 }.map { headings[$0].text }.reversed()
  }

  /// The headings that a line stands under, outermost first. `line` counts from 1 in the file.
  package func headingPath(ofLine line: Int) -> [String] {
    let index = line - 1 - lineOffset
    guard lines.indices.contains(index) else { return [] }
    return headingPath(Int(lines[index].heading))
  }

  /// The body's lines as values.
  package func bodyLines(_ bytes: UnsafeBufferPointer<UInt8>) -> [BodyLine] {
    var path: [String] = []
    var pathOf: Int32 = -1
    return lines.indices.map { i in
      let line = lines[i]
      if line.heading != pathOf {
        path = headingPath(Int(line.heading))
        pathOf = line.heading
      }
      return BodyLine(
        number: i + 1 + lineOffset, range: lineTable.range(i), kind: kind(of: line), depth: Int(line.depth),
        text: bytes.text(line.content), heading: path)
    }
  }

  /// What a line is, counted from 1 in the file; nil for what is none of the body's.
  package func kind(ofLine line: Int) -> BodyLine.Kind? {
    let index = line - 1 - lineOffset
    return lines.indices.contains(index) ? kind(of: lines[index]) : nil
  }

  func kind(of line: Line) -> BodyLine.Kind {
    switch line.kind {
    case .blank: .blank
    case .paragraph: .paragraph
    case .heading: .heading(level: Int(line.detail))
    case .task: .task(status: Unicode.Scalar(UInt32(bitPattern: line.detail)) ?? " ")
    case .bullet: .bullet
    case .ordered: .ordered(number: Int(line.detail))
    case .quote: .quote
    case .code: .code(language: codeLanguages[line.detail])
    case .html: .html
    case .rule: .rule
    case .tableRow: .tableRow
    case .linkDefinition: .linkDefinition
    case .comment: .comment
    }
  }
}
