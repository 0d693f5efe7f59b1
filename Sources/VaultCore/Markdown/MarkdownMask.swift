/// A body without the marks that would cost cmark time quadratic in their number.
///
/// Only cmark's blocks are used, so marks inside lines may be replaced, as long as no line becomes another block by it:
/// what a line begins with stays, and so do backticks, which tell a fence from a code span.
enum MarkdownMask {
  /// More marks than this in one body, and those inside lines are masked (`![[](` in cmark 0.30).
  private static let inlineMarkCap = 4_000
  /// More markers than this at a line's beginning are masked too: cmark looks at every open block on every line.
  private static let nestingCap = 100

  private static let weights: [UInt64] = {
    var weights = [UInt64](repeating: 0, count: 256)
    for c in "[*_<`&!".utf8 { weights[Int(c)] = 1 }
    for c in ">-+).".utf8 { weights[Int(c)] = 1 << 32 }
    return weights
  }()

  /// A copy of the same length and with the same blocks; nil where there are few marks.
  static func masked(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // The square of what fits into this takes no time.
    guard body.count > 2 * inlineMarkCap else { return nil }
    // Marks are counted in the lower half, list and quote markers in the upper one.
    var sum: UInt64 = 0
    weights.withUnsafeBufferPointer { weights in
      for c in body { sum &+= weights[Int(c)] }
    }
    let marks = Int(sum & 0xFFFF_FFFF)
    let markers = Int(sum >> 32)
    let mostLeading = marks + markers > nestingCap ? mostMarkersOnALine(body) : 0
    guard marks > inlineMarkCap || mostLeading > nestingCap else { return nil }
    var copy = Array(body)
    var start = textStart(body)
    while start < copy.count {
      let text = maskMarkers(&copy, from: start)
      start = marks > inlineMarkCap ? maskText(&copy, from: text) : lineEnd(copy, from: text)
    }
    return copy
  }

  /// True for a line that begins with more list and quote markers than are read in a long body.
  static func nestsTooDeep(_ body: UnsafeBufferPointer<UInt8>, inLineAt start: Int) -> Bool {
    leadingMarkers(body, from: max(start, textStart(body))).count > nestingCap
  }

  /// cmark passes over a byte order mark.
  private static func textStart(_ body: UnsafeBufferPointer<UInt8>) -> Int {
    body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The greatest number of list and quote markers that a line begins with.
  private static func mostMarkersOnALine(_ body: UnsafeBufferPointer<UInt8>) -> Int {
    var most = 0
    var i = textStart(body)
    while i < body.count {
      let markers = leadingMarkers(body, from: i)
      (most, i) = (max(most, markers.count), markers.end)
      while i < body.count, body[i] != 0x0A, body[i] != 0x0D { i += 1 }
      i += 1
    }
    return most
  }

  /// The list and quote markers that a line begins with, where they and their blanks end, and the first one beyond the cap. What
  /// a line is indented by counts as the lists that it may be nested in.
  private static func leadingMarkers(
    _ body: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (count: Int, end: Int, beyond: Int?) {
    var (count, columns, i) = (0, 0, start)
    var beyond: Int?
    while i < body.count {
      if body[i].isSpaceOrTab {
        columns += body[i] == 0x09 ? 4 : 1
        i += 1
        continue
      }
      guard let mark = marker(body, at: i) else { break }
      // A marker's own blanks are fewer than five.
      count += 1 + (columns < 5 ? 0 : columns / 2)
      columns = 0
      if count > nestingCap, beyond == nil { beyond = mark }
      i = mark + 1
    }
    return (count, i, beyond)
  }

  /// The place of a marker's last byte; nil where no list or quote can begin.
  private static func marker(_ body: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var i = start
    while i < body.count, i - start < 9, body[i].isDigit { i += 1 }
    guard i < body.count else { return nil }
    switch body[i] {
    case 0x3E where i == start: return i
    case 0x2D where i == start, 0x2B where i == start, 0x2A where i == start: break
    case 0x2E where i > start, 0x29 where i > start: break
    default: return nil
    }
    return i + 1 == body.count || body[i + 1].isASCIIWhitespace ? i : nil
  }

  /// Masks the first marker beyond the cap, so that it and what follows are text. Returns where that begins.
  private static func maskMarkers(_ copy: inout [UInt8], from start: Int) -> Int {
    let markers = copy.withUnsafeBufferPointer { leadingMarkers($0, from: start) }
    guard let beyond = markers.beyond else { return markers.end }
    if let end = ruleEnd(copy, from: beyond) { return end }
    copy[beyond] = 0x78
    return beyond
  }

  /// The end of a line that from `start` on is a rule or underlines a heading: one mark again and again. Such a line
  /// nests nothing.
  private static func ruleEnd(_ copy: [UInt8], from start: Int) -> Int? {
    let mark = copy[start]
    guard mark == 0x2D || mark == 0x2A else { return nil }
    var i = start
    while i < copy.count, copy[i] == mark || copy[i].isSpaceOrTab { i += 1 }
    return i == copy.count || copy[i] == 0x0A || copy[i] == 0x0D ? i : nil
  }

  /// Masks those marks of a line's text that end no block wherever they stand, and whose masks begin none. Returns the next
  /// line's beginning.
  private static func maskText(_ copy: inout [UInt8], from start: Int) -> Int {
    var i = start
    // Stars and low lines may be a rule.
    while i < copy.count, copy[i] == 0x2A || copy[i] == 0x5F || copy[i].isSpaceOrTab { i += 1 }
    // `<!--`, `<?` and the like begin a block, but only here.
    if i + 1 < copy.count, copy[i] == 0x3C, copy[i + 1] != 0x0A, copy[i + 1] != 0x0D {
      i += copy[(i + 1)...].starts(with: "![".utf8) && !beginsCharacterData(copy, at: i) ? 1 : 2
    }
    while i < copy.count {
      let next = i + 1 < copy.count ? copy[i + 1] : 0x0A
      switch copy[i] {
      case 0x0A, 0x0D: return i + 1
      // A tag may have `:` and `,` where it may have these; a `:` behind a label would make a definition.
      case 0x2A: copy[i] = 0x2C
      case 0x5F: copy[i] = i > start && copy[i - 1] == 0x5D ? 0x2C : 0x3A
      // An image is none without its `!`. Brackets stay, since they tell what a link definition is.
      case 0x21 where next == 0x5B: copy[i] = 0x78
      // No comment, instruction or declaration is looked for to the end of the text. `?>` ends a block.
      case 0x3C where next == 0x21 || next == 0x3F && !(i + 2 < copy.count && copy[i + 2] == 0x3E):
        copy[i + 1] = 0x78
      default: break
      }
      i += 1
    }
    return i
  }

  private static func lineEnd(_ copy: [UInt8], from start: Int) -> Int {
    var i = start
    while i < copy.count, copy[i] != 0x0A, copy[i] != 0x0D { i += 1 }
    return i + 1
  }

  /// cmark takes it in any case.
  private static func beginsCharacterData(_ copy: [UInt8], at i: Int) -> Bool {
    i + 9 <= copy.count && zip(copy[i..<i + 9], "<![cdata[".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}
