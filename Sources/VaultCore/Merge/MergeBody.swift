/// What the lines of one of the merged texts are.
struct MergeBody {
  let text: MergeText
  /// The first line behind the front matter; what is before it is nothing that a rule for lines is for.
  private let firstLine: Int
  /// Those of the body, with places in the text; `heading` says nothing.
  private var lines: [MarkdownDocument.Line] = []
  /// In their order, `line` and `lastLine` counted in the text.
  private(set) var tasks: [MarkdownDocument.TaskSite] = []
  /// Lines of math over several lines.
  private var math: Set<Int> = []

  init(_ text: MergeText, _ sections: MergeSections = MergeSections()) {
    self.text = text
    let start = text.bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }
    firstLine = text.lines.partitioningIndex { $0.lowerBound >= start }
    lines.reserveCapacity(text.lines.count - firstLine)
    sections.read(text.bytes, from: start) { append($0, at: $1) }
    // A carriage return alone ends a line for Markdown, and none that is merged: then nothing is known of any line.
    if lines.count != text.lines.count - firstLine { (lines, tasks) = ([], []) }
    markMath()
  }

  private mutating func append(_ section: MergeSections.Section, at offset: Int) {
    func moved(_ range: SourceRange) -> SourceRange { range.lowerBound + offset..<range.upperBound + offset }
    let line = firstLine + lines.count
    for var task in section.tasks {
      (task.line, task.lastLine, task.text) = (task.line + line, task.lastLine + line, moved(task.text))
      // They count within the section.
      (task.parent, task.heading) = (-1, -1)
      tasks.append(task)
    }
    for var line in section.lines {
      line.content = moved(line.content)
      lines.append(line)
    }
  }

  /// Lines between two `$$` that stand on different ones, and those lines. A blank line ends what is not closed.
  private mutating func markMath() {
    guard text.bytes.withUnsafeBufferPointer({ $0.place(of: 0x24, from: 0) }) != nil else { return }
    var open: Int?
    for (line, kind) in lines.lazy.map(\.kind).enumerated() {
      if kind == .blank { open = nil }
      guard kind != .blank, kind != .code, Self.displayMarks(text.bytes[text.lines[line + firstLine]]) % 2 == 1 else {
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
    return lines.indices.contains(index) ? lines[index] : nil
  }

  private func task(_ number: Int) -> MarkdownDocument.TaskSite? {
    let index = tasks.partitioningIndex { $0.line >= number }
    return index < tasks.count && tasks[index].line == number ? tasks[index] : nil
  }

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
      guard let site = task(number) else { return nil }
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
