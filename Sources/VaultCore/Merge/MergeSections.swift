import Synchronization

/// Bodies that are much alike, read section by section, and each section once, however many of them have it.
///
/// A section begins with a heading that stands in no list or quote. Markdown closes there all that is open, so that what
/// follows reads the same whatever stands before it, and what stands before it the same whatever follows.
final class MergeSections: Sendable {
  /// Lines and offsets count from the section's own beginning. Headings are not numbered through.
  struct Section: Sendable {
    var lines: [MarkdownDocument.Line]
    var tasks: [MarkdownDocument.TaskSite]
  }

  private struct Key: Hashable {
    var text: ComparedBytes
    /// True where nothing follows.
    var isLast: Bool
  }

  /// Nil for text that leaves something open, so that it is no section.
  private let known = Mutex<[Key: Section?]>([:])

  private let leastAverage: Int

  /// How many different ones have been read.
  var count: Int { known.withLock { $0.count } }

  private static let heading = Array("# .\n".utf8)

  /// A body with a heading in fewer bytes than `leastAverage` is read as one section.
  init(leastAverage: Int = 64) { self.leastAverage = leastAverage }

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
        // Twice as many each time: code may have very many lines that look like headings.
        last = next + 2 * (last - next) + 1
      }
    }
  }

  /// Where a line begins that looks like a heading, and the end.
  private func ends(of text: [UInt8], from start: Int) -> [Int] {
    var ends: [Int] = []
    text.withUnsafeBufferPointer { bytes in
      var line = start
      while let end = bytes.place(of: 0x0A, from: line) {
        line = end + 1
        let marks = bytes[line...].prefix { $0 == 0x23 }
        let behind = marks.endIndex
        if (1...6).contains(marks.count), behind < bytes.count, bytes[behind].isASCIIWhitespace { ends.append(line) }
      }
    }
    return ends.count * leastAverage > text.count - start ? [text.count] : ends + [text.count]
  }

  /// Nil where something is open at the end, and more follows.
  private func section(_ text: ArraySlice<UInt8>, isLast: Bool) -> Section? {
    let key = Key(text: ComparedBytes(bytes: text), isLast: isLast)
    if let section = known.withLock({ $0[key] }) { return section }
    let section = Self.read(text, isLast: isLast)
    known.withLock { $0[key] = .some(section) }
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
