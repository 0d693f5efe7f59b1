/// What the lines of one of the merged texts are.
struct MergeBody {
  let text: MergeText
  /// The first line behind the front matter; what is before it is nothing that a rule for lines is for.
  private let firstLine: Int
  private let document: MarkdownDocument
  /// Lines of math over several lines.
  private var math: Set<Int> = []
  private var sites: [Int: MarkdownDocument.TaskSite] = [:]

  init(_ text: MergeText) {
    self.text = text
    let start = text.bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }
    firstLine = text.lines.partitioningIndex { $0.lowerBound >= start }
    document = text.bytes.withUnsafeBufferPointer { MarkdownDocument($0, bodyStart: start) }
    for site in document.tasks { sites[site.line + firstLine] = site }
    markMath()
  }

  /// Lines between two `$$` that stand on different ones, and those lines. A blank line ends what is not closed.
  private mutating func markMath() {
    var open: Int?
    for (line, kind) in document.lines.lazy.map(\.kind).enumerated() {
      if kind == .blank { open = nil }
      guard kind != .blank, kind != .code, Self.displayMarks(text.bytes[document.lineTable.range(line)]) % 2 == 1 else {
        continue
      }
      if let start = open {
        math.formUnion(start + firstLine...line + firstLine)
        open = nil
      } else {
        open = line
      }
    }
  }

  /// How many `$$` stand there.
  private static func displayMarks(_ line: ArraySlice<UInt8>) -> Int {
    var (count, previous) = (0, UInt8(0))
    for byte in line {
      let isPair = byte == 0x24 && previous == 0x24
      if isPair { count += 1 }
      previous = isPair ? 0 : byte
    }
    return count
  }

  /// Nil for a line of front matter.
  func line(_ number: Int) -> MarkdownDocument.Line? {
    let index = number - firstLine
    return document.lines.indices.contains(index) ? document.lines[index] : nil
  }

  var tasks: [MarkdownDocument.TaskSite] { document.tasks }

  /// The line of the text on which a task of the document stands.
  func lineNumber(of task: MarkdownDocument.TaskSite) -> Int { task.line + firstLine }

  func isBlank(_ number: Int) -> Bool { text.bytes[text.lines[number]].allSatisfy(\.isASCIIWhitespace) }

  /// True for what is settled only as a whole: code, HTML, comments, math and front matter.
  func isOpaque(_ number: Int) -> Bool {
    guard let line = line(number) else { return true }
    return line.kind == .code || line.kind == .html || line.kind == .comment || math.contains(number)
  }

  /// A list item's first line in parts.
  func item(_ number: Int) -> TaskLineMerge.Item? {
    guard let line = line(number) else { return nil }
    let range = text.lines[number]
    let end = Self.contentEnd(range, in: text.bytes)
    switch line.kind {
    case .task:
      guard let site = sites[number] else { return nil }
      var close = site.text.lowerBound
      while close > range.lowerBound, text.bytes[close - 1].isSpaceOrTab { close -= 1 }
      let symbol = close - 1 - String(site.status).utf8.count
      guard symbol > range.lowerBound else { return nil }
      return TaskLineMerge.Item(
        lead: text.bytes[range.lowerBound..<symbol - 1], symbol: site.status, rest: text.bytes[close..<end])
    case .bullet, .ordered:
      let content = min(max(line.content.lowerBound, range.lowerBound), end)
      return TaskLineMerge.Item(
        lead: text.bytes[range.lowerBound..<content], symbol: nil, rest: text.bytes[content..<end])
    default: return nil
    }
  }

  /// Without the line's ending.
  static func contentEnd(_ line: Range<Int>, in bytes: [UInt8]) -> Int {
    var end = line.upperBound
    if end > line.lowerBound, bytes[end - 1] == 0x0A { end -= 1 }
    if end > line.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }
}
