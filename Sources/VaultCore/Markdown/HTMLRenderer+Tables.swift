internal import CCMark

/// A pipe table of GitHub Flavored Markdown, its cells by the number of their token.
struct HTMLTable {
  enum Alignment: String {
    case none, left, center, right
  }

  /// The header first. A row may be shorter than the header, never longer.
  var rows: [[Int]]
  var alignments: [Alignment]

  /// Whether a line could be a delimiter row: bars and dashes, and nothing but what goes with them.
  static func mayOccur(in text: [UInt8], _ lines: [Int]) -> Bool {
    lines.contains { start in
      var i = start
      var bar = false
      var dash = false
      while i < text.count, text[i] != 0x0A, text[i] != 0x0D {
        switch text[i] {
        case 0x7C: bar = true
        case 0x2D: dash = true
        case 0x3A, 0x20, 0x09, 0x3E: break
        default: return false
        }
        i += 1
      }
      return bar && dash
    }
  }

  /// A table found in the text, not yet taken apart into tokens.
  struct Found {
    var firstLine: Int
    var lastLine: Int
    /// Where the header row's text begins, past the markers of lists and quotes.
    var contentStart: Int
    var rows: [[[UInt8]]]
    var alignments: [Alignment]

    /// Nil when the paragraph holds no table: a header row, a delimiter row of as many cells, rows to its end.
    init?(_ text: [UInt8], _ paragraph: HTMLBlocks.Paragraph, content: (Int) -> Range<Int>) {
      guard paragraph.last > paragraph.first else { return nil }
      func row(_ line: Int) -> Range<Int> {
        let range = content(line)
        if line == paragraph.first {
          return min(range.lowerBound + paragraph.firstColumn, range.upperBound)..<range.upperBound
        }
        var start = range.lowerBound
        var quotes = paragraph.quotes
        while start < range.upperBound {
          if text[start] == 0x3E, quotes > 0 {
            quotes -= 1
          } else if text[start] != 0x20, text[start] != 0x09 {
            break
          }
          start += 1
        }
        return start..<range.upperBound
      }
      for line in (paragraph.first + 1)...paragraph.last {
        let delimiter = row(line)
        guard text[delimiter].contains(0x7C), let alignments = Self.alignments(text, delimiter) else { continue }
        let header = row(line - 1)
        let names = Self.cells(text, header)
        guard names.count == alignments.count else { continue }
        firstLine = line - 1
        lastLine = paragraph.last
        contentStart = header.lowerBound
        self.alignments = alignments
        rows = [names]
        for each in (line + 1)..<max(line + 1, paragraph.last + 1) {
          rows.append(Array(Self.cells(text, row(each)).prefix(alignments.count)))
        }
        return
      }
      return nil
    }

    private static func alignments(_ text: [UInt8], _ range: Range<Int>) -> [Alignment]? {
      var result: [Alignment] = []
      for cell in cells(text, range) {
        let left = cell.first == 0x3A
        let right = cell.count > 1 && cell.last == 0x3A
        let dashes = cell.dropFirst(left ? 1 : 0).dropLast(right ? 1 : 0)
        guard !dashes.isEmpty, dashes.allSatisfy({ $0 == 0x2D }) else { return nil }
        result.append(left && right ? .center : left ? .left : right ? .right : .none)
      }
      return result.isEmpty ? nil : result
    }

    /// Between unescaped bars; the outermost bars may be there or not. `\|` is a bar of the cell's text.
    private static func cells(_ text: [UInt8], _ range: Range<Int>) -> [[UInt8]] {
      var cells: [[UInt8]] = []
      var cell: [UInt8] = []
      var i = range.lowerBound
      var end = range.upperBound
      while end > i, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
      if i < end, text[i] == 0x7C { i += 1 }
      var endsWithBar = false
      while i < end {
        endsWithBar = false
        if text[i] == 0x5C, i + 1 < end {
          if text[i + 1] != 0x7C { cell.append(text[i]) }
          cell.append(text[i + 1])
          i += 2
        } else if text[i] == 0x7C {
          cells.append(trimmed(cell))
          cell = []
          endsWithBar = true
          i += 1
        } else {
          cell.append(text[i])
          i += 1
        }
      }
      if !endsWithBar { cells.append(trimmed(cell)) }
      return cells
    }

    private static func trimmed(_ cell: [UInt8]) -> [UInt8] {
      var cell = cell[...].drop { $0 == 0x20 || $0 == 0x09 }
      while let last = cell.last, last == 0x20 || last == 0x09 { cell = cell.dropLast() }
      return Array(cell)
    }
  }
}

/// Where paragraphs, code and HTML stand, by line: what tables and block comments depend on.
struct HTMLBlocks {
  struct Paragraph {
    var first: Int
    var last: Int
    /// Bytes before its text on the first line.
    var firstColumn: Int
    /// How many quotes enclose it.
    var quotes: Int
  }

  private(set) var paragraphs: [Paragraph] = []
  /// Lines of code and HTML.
  private var opaque: [ClosedRange<Int>] = []

  init(_ text: [UInt8], lineCount: Int) {
    let parsed = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT) }
    }
    guard lineCount > 0, let document = parsed else { return }
    defer { cmark_node_free(document) }
    guard let walk = cmark_iter_new(document) else { return }
    defer { cmark_iter_free(walk) }
    var quotes = 0
    while true {
      let event = cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { return }
      let type = cmark_node_get_type(node)
      if type == CMARK_NODE_BLOCK_QUOTE { quotes += event == CMARK_EVENT_ENTER ? 1 : -1 }
      guard event == CMARK_EVENT_ENTER else { continue }
      let first = min(max(Int(cmark_node_get_start_line(node)) - 1, 0), lineCount - 1)
      let last = min(max(Int(cmark_node_get_end_line(node)) - 1, first), lineCount - 1)
      switch type {
      case CMARK_NODE_PARAGRAPH:
        paragraphs.append(
          Paragraph(
            first: first, last: last, firstColumn: max(Int(cmark_node_get_start_column(node)) - 1, 0), quotes: quotes))
        cmark_iter_reset(walk, node, CMARK_EVENT_EXIT)
      case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK: opaque.append(first...last)
      default: break
      }
    }
  }

  /// From a line that begins with `%%` and does not close it to the next line that holds one, or to the end.
  func commentLines(_ text: [UInt8], content: (Int) -> Range<Int>) -> Set<Int> {
    var hidden: Set<Int> = []
    let lines = HTMLSource.lineStarts(text).count
    var nextOpaque = 0
    var isOpen = false
    for line in 0..<lines {
      while nextOpaque < opaque.count, opaque[nextOpaque].upperBound < line { nextOpaque += 1 }
      let range = content(line)
      let marks = CommentLines.marks(in: text, range)
      if isOpen {
        hidden.insert(line)
        if marks > 0 { isOpen = false }
        continue
      }
      guard marks % 2 == 1, !(nextOpaque < opaque.count && opaque[nextOpaque].contains(line)) else { continue }
      let start = range.first { text[$0] != 0x20 && text[$0] != 0x09 } ?? range.upperBound
      guard start + 1 < range.upperBound, text[start] == 0x25, text[start + 1] == 0x25 else { continue }
      hidden.insert(line)
      isOpen = true
    }
    return hidden
  }
}
