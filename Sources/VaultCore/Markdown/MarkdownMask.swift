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
    var start = 0
    while start < copy.count {
      let text = maskMarkers(&copy, from: start)
      start = marks > inlineMarkCap ? maskText(&copy, from: text) : lineEnd(copy, from: text)
    }
    return copy
  }

  /// True for a line that begins with more list and quote markers than are read in a long body.
  static func nestsTooDeep(_ body: UnsafeBufferPointer<UInt8>, inLineAt start: Int) -> Bool {
    leadingMarkers(body, from: start).count > nestingCap
  }

  /// The greatest number of list and quote markers that a line begins with.
  private static func mostMarkersOnALine(_ body: UnsafeBufferPointer<UInt8>) -> Int {
    var most = 0
    var i = 0
    while i < body.count {
      let markers = leadingMarkers(body, from: i)
      (most, i) = (max(most, markers.count), markers.end)
      while i < body.count, body[i] != 0x0A, body[i] != 0x0D { i += 1 }
      i += 1
    }
    return most
  }

  /// The list and quote markers that a line begins with, and where they and their blanks end.
  private static func leadingMarkers(_ body: UnsafeBufferPointer<UInt8>, from start: Int) -> (count: Int, end: Int) {
    var (count, i) = (0, start)
    while i < body.count, isMarker(body[i]) || body[i] == 0x20 || body[i] == 0x09 {
      if isMarker(body[i]) { count += 1 }
      i += 1
    }
    return (count, i)
  }

  /// Masks the markers at a line's beginning beyond the cap. Returns where its text begins.
  private static func maskMarkers(_ copy: inout [UInt8], from start: Int) -> Int {
    var leading = 0
    var i = start
    while i < copy.count, isMarker(copy[i]) || copy[i] == 0x20 || copy[i] == 0x09 {
      let c = copy[i]
      if isMarker(c) {
        leading += 1
        if leading == nestingCap + 1, let end = ruleEnd(copy, from: i) { return end }
        if leading > nestingCap, c == 0x3E || i + 1 < copy.count && (copy[i + 1] == 0x20 || copy[i + 1] == 0x09) {
          copy[i] = 0x78
        }
      }
      i += 1
    }
    return i
  }

  /// The end of a line that from `start` on is a rule or underlines a heading: one mark again and again. Such a line
  /// nests nothing.
  private static func ruleEnd(_ copy: [UInt8], from start: Int) -> Int? {
    let mark = copy[start]
    guard mark == 0x2D || mark == 0x2A else { return nil }
    var i = start
    while i < copy.count, copy[i] == mark || copy[i] == 0x20 || copy[i] == 0x09 { i += 1 }
    return i == copy.count || copy[i] == 0x0A || copy[i] == 0x0D ? i : nil
  }

  /// Masks those marks of a line's text that end no block wherever they stand, and whose masks begin none. Returns the next
  /// line's beginning.
  private static func maskText(_ copy: inout [UInt8], from start: Int) -> Int {
    var i = start
    // Stars and low lines may be a rule.
    while i < copy.count, copy[i] == 0x2A || copy[i] == 0x5F || copy[i] == 0x20 || copy[i] == 0x09 { i += 1 }
    // `<!--`, `<?` and the like begin a block, but only here.
    if i + 1 < copy.count, copy[i] == 0x3C, copy[i + 1] != 0x0A, copy[i + 1] != 0x0D { i += 2 }
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

  private static func isMarker(_ c: UInt8) -> Bool {
    switch c {
    case 0x3E, 0x2D, 0x2B, 0x2A, 0x30...0x39, 0x2E, 0x29: true
    default: false
    }
  }
}
