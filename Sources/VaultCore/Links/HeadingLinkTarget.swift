/// Which headings of a note an anchor names, and how the anchor reads when one of them is renamed.
struct HeadingLinkTarget {
  /// The note's, in order.
  let headings: [Heading]
  /// The index of the heading each is below; nil for the outermost.
  let parents: [Int?]
  /// How many levels headings have.
  private static let deepest = 6
  /// What `matches` compares, of all headings, with and without their block ids.
  private var byPlain: [String: [Int]] = [:]
  private var bySlug: [String: [Int]] = [:]

  init(_ headings: [Heading]) {
    self.headings = headings
    parents = Self.parents(of: headings)
    for (index, heading) in headings.enumerated() {
      let text = Self.withoutBlockID(heading.text)
      for text in text.utf8.count < heading.text.utf8.count ? [heading.text, text] : [text] {
        byPlain[LinkResolver.plain(text), default: []].append(index)
        bySlug[LinkResolver.slug(text), default: []].append(index)
      }
    }
  }

  /// As in `parents`.
  static func parents(of headings: [Heading]) -> [Int?] {
    var stack: [Int] = []
    return headings.indices.map { index in
      while let top = stack.last, headings[top].level >= headings[index].level { stack.removeLast() }
      defer { stack.append(index) }
      return stack.last
    }
  }

  /// The headings that `path` names, from the outermost to the one meant: the first heading of the last name, below
  /// headings of the others in that order. Nil where there is none.
  func headings(named path: [String]) -> [Int]? {
    // A heading has five above it at most. What is nowhere costs one look, however many headings have the last name.
    guard let last = path.last, path.count <= Self.deepest, holds(inOrder: path) else { return nil }
    let outer = path.dropLast().map { indices(named: $0) }
    var failed: Int?
    for index in indices(named: last) {
      var found = [index]
      var next = parents[index]
      // What is above one is above those beside it, too.
      if let next, next == failed { continue }
      failed = next
      while found.count < path.count, let parent = next {
        let wanted = outer[path.count - 1 - found.count]
        let place = wanted.partitioningIndex { $0 >= parent }
        if place < wanted.count, wanted[place] == parent { found.append(parent) }
        next = parents[parent]
      }
      if found.count == path.count { return found.reversed() }
    }
    return nil
  }

  /// What `headings(named:)` finds, else the heading whose text holds the `#` itself.
  func headings(meantBy path: [String]) -> [Int]? {
    headings(named: path) ?? (path.count > 1 ? headings(named: [path.joined(separator: "#")]) : nil)
  }

  /// True where headings of these names follow each other, whatever their levels: for all that `headings(named:)` finds
  /// and more, in a time that does not grow with how many headings are alike.
  func holds(inOrder path: [String]) -> Bool {
    var next = 0
    for name in path {
      guard let index = firstIndex(named: name, from: next) else { return false }
      next = index + 1
    }
    return !path.isEmpty
  }

  private func firstIndex(named anchor: String, from start: Int) -> Int? {
    let plain = LinkResolver.plain(anchor)
    guard !plain.isEmpty else { return nil }
    return [byPlain[plain], bySlug[LinkResolver.key(anchor)]].compactMap { indices in
      indices.flatMap { indices in
        let place = indices.partitioningIndex { $0 >= start }
        return place < indices.count ? indices[place] : nil
      }
    }.min()
  }

  /// The headings that match, in order.
  private func indices(named anchor: String) -> [Int] {
    let plain = LinkResolver.plain(anchor)
    guard !plain.isEmpty else { return [] }
    let (found, slugged) = (byPlain[plain] ?? [], bySlug[LinkResolver.key(anchor)] ?? [])
    if slugged.isEmpty || slugged == found { return found }
    return found.isEmpty ? slugged : Set(found).union(slugged).sorted()
  }

  /// With or without the block id that ends the heading's line.
  static func matches(_ heading: String, _ anchor: String) -> Bool {
    if LinkResolver.anchorMatches(heading: heading, anchor: anchor) { return true }
    let text = withoutBlockID(heading)
    return text.utf8.count < heading.utf8.count && LinkResolver.anchorMatches(heading: text, anchor: anchor)
  }

  /// `A heading` of `A heading ^id`.
  static func withoutBlockID(_ heading: String) -> String {
    let bytes = Array(heading.utf8)
    guard let caret = BlockID.caret(endingAt: bytes.count, notBefore: 0, in: bytes), caret > 0,
      bytes[caret - 1].isSpaceOrTab
    else { return heading }
    let end = bytes[..<caret].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static let dropped = Set("#|^:\\[]".utf8)

  /// A heading's text as a link names it: what anchors leave out becomes a blank.
  static func anchor(of heading: String) -> String {
    let bytes = Array(withoutBlockID(heading).utf8)
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      let c = bytes[i]
      let isPair = i + 1 < bytes.count && bytes[i + 1] == c && c == 0x25
      let isWhitespace = isPair || c <= 0x20 || Self.dropped.contains(c)
      if !isWhitespace { result.append(c) } else if let last = result.last, last != 0x20 { result.append(0x20) }
      i += isPair ? 2 : 1
    }
    if result.last == 0x20 { result.removeLast() }
    return String(decoding: result, as: UTF8.self)
  }
}
