/// The lines in which a note has what a query asks for besides text: a tag or a property.
package struct FilterLines: Sendable {
  private struct Tag {
    /// Folded.
    var name: String
    var childrenOnly: Bool
  }

  private var tags: [Tag] = []
  private var tagPatterns: [JavaScriptPattern] = []
  private var properties: [Query.PropertyTest] = []
  private let tagKeys: [String]

  /// Returns nil where the query asks for neither.
  package init?(_ root: Query.Expression?, inNotebook: Bool = false) {
    tagKeys = FrontMatterReader.tagKeys(inNotebook: inNotebook)
    for term in root?.positiveTerms ?? [] {
      switch term.predicate {
      case .tag(let name, let childrenOnly): tags.append(Tag(name: LinkResolver.key(name), childrenOnly: childrenOnly))
      case .tagLike(let pattern): tagPatterns.append(pattern)
      case .property(let test): properties.append(test)
      default: break
      }
    }
    if tags.isEmpty, tagPatterns.isEmpty, properties.isEmpty { return nil }
  }

  /// The first `limit` lines, all without a limit, in the order of the note. Throws where a regular expression takes too
  /// long.
  package func matches(
    in bytes: UnsafeBufferPointer<UInt8>, note: Note, limit: Int?, context: Int = 0
  ) throws(PatternProblem) -> [LineMatch] {
    var finder = TextFinder()
    let table = LineTable(bytes, from: 0)
    var found: [Int: [Range<Int>]] = [:]
    /// Notes a text that stands in the line of `place`, from there on and behind `start`, which goes on behind it; the rest
    /// of the line where none is given. What is written with escapes is not found as it is meant: then the line is shown
    /// without a place in it.
    func add(_ text: [UInt8]?, at place: SourceLocation, from start: inout Int, isWanted: Bool = true) {
      let line = place.line - 1
      guard table.starts.indices.contains(line) else { return }
      let range = table.starts[line]..<table.contentEnd(line, in: bytes)
      let first = min(max(range.lowerBound + place.column - 1, start), range.upperBound)
      let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[first..<range.upperBound]))
      let offset = text.map { ByteSearch($0).first(in: rest) } ?? 0
      let mark = offset.map { first + $0..<first + $0 + (text?.count ?? rest.count) }
      if let mark { start = mark.upperBound }
      guard isWanted else { return }
      found[line, default: []] +=
        mark.map { [$0.lowerBound - range.lowerBound..<$0.upperBound - range.lowerBound] } ?? []
    }
    for property in note.frontMatter.properties {
      var start = 0
      let tests = properties.filter { NotePredicate.fold($0.key) == NotePredicate.fold(property.key) }
      if !tests.isEmpty { add(nil, at: property.location, from: &start) }
      for item in property.values where !tests.isEmpty && item.place.line != property.location.line {
        if try meets(tests, property.key, item.value, &finder) { add(nil, at: item.place, from: &start) }
      }
      start = 0
      if !tagKeys.contains(where: property.key.caseInsensitiveEquals) { continue }
      for (value, place) in property.values {
        for word in TagText.words(in: value.text ?? "") {
          let isWanted = try holds(word.drop { $0 == "#" }, &finder)
          add(Array(word.utf8), at: place, from: &start, isWanted: isWanted)
        }
      }
    }
    for occurrence in note.tagOccurrences {
      guard try holds(occurrence.tag[...], &finder) else { continue }
      var start = 0
      add(Array("#\(occurrence.tag)".utf8), at: occurrence.location, from: &start)
    }
    let chosen = found.keys.sorted().prefix(limit ?? .max)
    guard !chosen.isEmpty else { return [] }
    let document = MarkdownDocument(bytes, bodyStart: note.bodyRange.lowerBound)
    return LineMatch.matches(
      chosen.map { ($0, found[$0, default: []].sorted { $0.lowerBound < $1.lowerBound }, 0) }, table, bytes,
      context: context, heading: { document.headingPath(ofLine: $0 + 1) }, firstNumber: 1)
  }

  private func holds(_ tag: Substring, _ finder: inout TextFinder) throws(PatternProblem) -> Bool {
    let key = LinkResolver.key(String(tag))
    if tags.contains(where: { NotePredicate.tag(key, isIn: $0.name, childrenOnly: $0.childrenOnly) }) { return true }
    for pattern in tagPatterns where try finder.finds(.expression(pattern), in: String(tag)) { return true }
    return false
  }

  /// Returns true when one value of a list meets one of the tests by itself.
  private func meets(
    _ tests: [Query.PropertyTest], _ key: String, _ value: PropertyValue, _ finder: inout TextFinder
  ) throws(PatternProblem) -> Bool {
    var json: [UInt8] = []
    PropertyValue.map([Property(key: key, value: value)]).appendJSON(to: &json)
    for test in tests where try test.holds(properties: json, &finder) { return true }
    return false
  }
}
