/// What becomes of the anchors of links to a note when one of its headings is renamed.
package struct HeadingLinkRename {
  private let before: HeadingLinkTarget
  private let after: HeadingLinkTarget
  private let renamed: Int
  let newText: String

  /// Returns nil when no heading is in that line. `headings`: the note's before the renaming.
  package init?(headings: [Heading], line: Int, newText: String) {
    guard let renamed = headings.firstIndex(where: { $0.line == line }) else { return nil }
    before = HeadingLinkTarget(headings)
    var headings = headings
    headings[renamed].text = newText
    after = HeadingLinkTarget(headings)
    self.renamed = renamed
    self.newText = newText
  }

  enum Change {
    case none
    /// Which names of the anchor are the renamed heading's.
    case components([Int])
    /// The anchor would name another heading, whatever is written.
    case ambiguous
  }

  /// `path`: the headings that a link names.
  func change(of path: [String]) -> Change {
    guard let named = before.headings(named: path), let meant = named.last else { return .none }
    let components = named.indices.filter { named[$0] == renamed }
    var path = path
    for index in components { path[index] = HeadingLinkTarget.anchor(of: newText) }
    guard after.headings(named: path)?.last == meant else { return .ambiguous }
    return components.isEmpty ? .none : .components(components)
  }

  /// The fragment with those names replaced, in the style it has; nil where the syntax cannot hold the new one.
  func fragment(
    _ range: SourceRange, _ components: [Int], _ syntax: WrittenLink.Syntax, in bytes: [UInt8]
  ) -> [UInt8]? {
    let isDestination = syntax.isDestination
    let places = Self.names(in: range, bytes, isDestination)
    guard components.allSatisfy({ $0 < places.count }) else { return nil }
    var result: [UInt8] = []
    var end = range.lowerBound
    for index in components {
      let place = places[index]
      let raw = String(decoding: bytes[place], as: UTF8.self)
      let name = isDestination ? LinkTarget.decoded(raw) : raw
      let text = isSlug(name, isDestination) ? LinkResolver.slug(slugged) : HeadingLinkTarget.anchor(of: newText)
      let isLast = place.upperBound == range.upperBound
      guard let written = LinkTargetEncoding(syntax, like: bytes[place]).text(text, isLast: isLast) else { return nil }
      result += bytes[end..<place.lowerBound] + Array(written.utf8)
      end = place.upperBound
    }
    return result + bytes[end..<range.upperBound]
  }

  private var slugged: String { HeadingLinkTarget.withoutBlockID(newText) }

  /// Returns true when a link names the old heading as web pages do (`old-heading`), not by its text.
  private func isSlug(_ name: String, _ isDestination: Bool) -> Bool {
    let old = HeadingLinkTarget.withoutBlockID(before.headings[renamed].text)
    let slug = LinkResolver.slug(old)
    guard slug.utf8.elementsEqual(LinkResolver.key(name).utf8), !LinkResolver.slug(slugged).isEmpty else {
      return false
    }
    // One word is both: in lower case where the heading has capitals it is taken for a page's.
    let isText = LinkResolver.key(HeadingLinkTarget.anchor(of: old)).utf8.elementsEqual(slug.utf8)
    return !isText || isDestination && name.utf8.elementsEqual(slug.utf8) && !old.utf8.elementsEqual(slug.utf8)
  }

  /// The names between the `#`s, blanks at their ends and empty ones left out, as `LinkTarget` reads them.
  static func names(in range: SourceRange, _ bytes: [UInt8], _ isDestination: Bool) -> [SourceRange] {
    var found: [SourceRange] = []
    var start = range.lowerBound
    var i = start
    func add(_ end: Int) {
      var place = WrittenLink.trimmed(start..<end, in: bytes)
      if isDestination {
        while bytes[place].starts(with: "%20".utf8) { place = place.lowerBound + 3..<place.upperBound }
        while place.count >= 3, bytes[place].suffix(3).elementsEqual("%20".utf8) {
          place = place.lowerBound..<place.upperBound - 3
        }
      }
      if !place.isEmpty { found.append(place) }
    }
    while i < range.upperBound {
      let isEncoded = isDestination && bytes[i..<range.upperBound].starts(with: "%23".utf8)
      if bytes[i] == 0x23 || isEncoded {
        add(i)
        i += isEncoded ? 3 : 1
        start = i
      } else {
        i += 1
      }
    }
    add(range.upperBound)
    return found
  }
}
