/// A piece of a text, and what is to come in its place.
package struct ExactEdit: Hashable, Sendable {
  package var old: String
  package var new: String

  package init(_ old: String, _ new: String) { (self.old, self.new) = (old, new) }
}

/// Why pieces of a text cannot be replaced. Numbers count the edits from 1.
package enum ExactEditError: Failure, Hashable {
  case empty(Int)
  /// `count`: how often it stands there; 2 for twice or more.
  case notOnce(Int, count: Int)
  case overlapping(Int, Int)

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    switch self {
    case .empty(let number): "edit \(number) has no old text; give the piece that is to be replaced"
    case .notOnce(let number, 0):
      "the old text of edit \(number) stands nowhere in the body; read the note, and copy it exactly"
    case .notOnce(let number, _):
      "the old text of edit \(number) stands more than once in the body; give more of what stands around it"
    case .overlapping(let first, let second):
      "edits \(first) and \(second) are about the same text; make one edit of them"
    }
  }
}

extension ExactEdit {
  /// The edits of a text. Each old piece has to stand exactly once in `range`. A line break in it, LF or CRLF, is any that the
  /// text has; those of what is new become the text's.
  package static func edits(
    _ edits: [ExactEdit], in text: [UInt8], _ range: Range<Int>
  ) throws(ExactEditError) -> [TextEdit] {
    let part = Array(text[range])
    let ending = LineEnding(of: part.contains { $0 == 0x0A || $0 == 0x0D } ? part : text)
    let body = PlainLines(text, range, ending)
    var found: [(range: Range<Int>, number: Int, new: [UInt8])] = []
    for (index, edit) in edits.enumerated() {
      let old = LineEnding.lf.applied(to: Array(edit.old.utf8))
      guard !old.isEmpty else { throw .empty(index + 1) }
      let places = body.places(of: old)
      guard let place = places.first, places.count == 1 else { throw .notOnce(index + 1, count: places.count) }
      found.append((place, index + 1, ending.applied(to: Array(edit.new.utf8))))
    }
    found.sort { ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number) }
    for (first, second) in zip(found, found.dropFirst()) where first.range.upperBound > second.range.lowerBound {
      throw .overlapping(min(first.number, second.number), max(first.number, second.number))
    }
    return found.map { TextEdit($0.range, in: text, with: $0.new) }.filter { !$0.changesNothing }
  }
}

/// A part of a text whose lines all end with LF, and where each byte of it stands in the whole.
private struct PlainLines {
  private var bytes: [UInt8] = []
  /// In the whole, of each byte; at the end that of the part.
  private var offsets: [Int] = []

  init(_ text: [UInt8], _ range: Range<Int>, _ ending: LineEnding) {
    bytes.reserveCapacity(range.count)
    offsets.reserveCapacity(range.count + 1)
    for i in range {
      let c = text[i]
      if c == 0x0D, i + 1 < range.upperBound, text[i + 1] == 0x0A {
        // The line feed stands for both, and begins where this does.
        continue
      }
      let isBehindReturn = c == 0x0A && i > range.lowerBound && text[i - 1] == 0x0D
      offsets.append(isBehindReturn ? i - 1 : i)
      bytes.append(c == 0x0D && ending == .cr ? 0x0A : c)
    }
    offsets.append(range.upperBound)
  }

  /// Where a piece stands in the whole; no more than two places. In linear time, as Knuth, Morris and Pratt have it: whoever
  /// gives the piece may mean harm.
  func places(of piece: [UInt8]) -> [Range<Int>] {
    // For each beginning of the piece, how much of its end the piece begins with.
    var shared = [Int](repeating: 0, count: piece.count)
    func extended(_ length: Int, by c: UInt8) -> Int {
      var length = length
      while length > 0, length == piece.count || piece[length] != c { length = shared[length - 1] }
      return piece[length] == c ? length + 1 : 0
    }
    for i in piece.indices.dropFirst() { shared[i] = extended(shared[i - 1], by: piece[i]) }
    var places: [Range<Int>] = []
    var length = 0
    for (i, c) in bytes.enumerated() {
      length = extended(length, by: c)
      guard length == piece.count else { continue }
      places.append(offsets[i + 1 - length]..<offsets[i + 1])
      if places.count == 2 { break }
    }
    return places
  }
}
