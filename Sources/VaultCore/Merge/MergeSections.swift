import Synchronization

/// Bodies that are much alike, read section by section, and each section once, however many of them have it.
///
/// A section begins with a heading that stands in no list or quote. Markdown closes there all that is open, so that what
/// follows reads the same whatever stands before it, and what stands before it the same whatever follows.
final class MergeSections: Sendable {
  /// Lines and offsets count from the section's own beginning.
  struct Section: Sendable {
    var lines: [MarkdownDocument.Line]
    var tasks: [MarkdownDocument.TaskSite]
  }

  private struct Key: Hashable {
    var text: ComparedBytes
    /// True where nothing follows.
    var isLast: Bool
  }

  private let known = Mutex<[Key: Section]>([:])

  private let leastAverageSize: Int

  /// How many different ones have been read.
  var count: Int { known.withLock { $0.count } }

  private static let heading = Array("# .\n".utf8)

  /// A body with a heading every `leastAverageSize` bytes on average, or more often, is read as one section: each costs a
  /// parser of its own.
  init(leastAverageSize: Int = 128) { self.leastAverageSize = leastAverageSize }

  /// Calls `take` for each section of `text` from `start` on, with the place of its first byte.
  func read(_ text: [UInt8], from start: Int, _ take: (Section, _ offset: Int) -> Void) {
    let ends = ends(of: text, from: start)
    var (place, next) = (start, 0)
    while place < text.count {
      var last = next
      while true {
        let end = ends[min(last, ends.count - 1)]
        if let section = section(text[place..<end], isLast: end == text.count) {
          take(section, place)
          (place, next) = (end, last + 1)
          break
        }
        // Eight times as many each time: code may have very many lines that look like headings.
        last = next + 8 * (last - next) + 7
      }
    }
  }

  /// Where a line begins that looks like a heading, and the end; the end alone for a body that is better read as a whole.
  private func ends(of text: [UInt8], from start: Int) -> [Int] {
    text.withUnsafeBufferPointer { bytes in
      var ends: [Int] = []
      var line = start
      while line < bytes.count {
        // What nests as deep is read otherwise in a long text than in a short one.
        if MarkdownMask.nestsTooDeep(bytes, inLineAt: line) { return [bytes.count] }
        guard let end = bytes.place(of: 0x0A, from: line) else { break }
        line = end + 1
        let marks = bytes[line...].prefix { $0 == 0x23 }
        let behind = marks.endIndex
        guard (1...6).contains(marks.count), behind < bytes.count else { continue }
        if bytes[behind].isSpaceOrTab || bytes[behind] == 0x0A || bytes[behind] == 0x0D { ends.append(line) }
      }
      return ends.count * leastAverageSize > bytes.count - start ? [bytes.count] : ends + [bytes.count]
    }
  }

  /// Nil where something is still open at its end, and more follows.
  private func section(_ text: ArraySlice<UInt8>, isLast: Bool) -> Section? {
    let key = Key(text: ComparedBytes(bytes: text), isLast: isLast)
    if let section = known.withLock({ $0[key] }) { return section }
    let section = Self.read(text, isLast: isLast)
    if let section { known.withLock { $0[key] = section } }
    return section
  }

  private static func read(_ text: ArraySlice<UInt8>, isLast: Bool) -> Section? {
    let document = (isLast ? Array(text) : text + heading).withUnsafeBufferPointer {
      MarkdownDocument($0, bodyStart: 0)
    }
    if isLast { return Section(lines: document.lines, tasks: document.tasks) }
    guard let last = document.lines.last, last.kind == .heading, last.depth == 0 else { return nil }
    return Section(lines: document.lines.dropLast(), tasks: document.tasks)
  }
}
