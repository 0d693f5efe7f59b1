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

  /// The first `limit` lines, all without a limit, in the order of the note.
  package func matches(
    in bytes: UnsafeBufferPointer<UInt8>, note: Note, limit: Int?, context: Int = 0
  ) -> [LineMatch] {
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
      let place = text.map { ByteSearch($0).first(in: rest) } ?? 0
      let mark = place.map { first + $0..<first + $0 + (text?.count ?? rest.count) }
      if let mark { start = mark.upperBound }
      guard isWanted else { return }
      found[line, default: []] +=
        mark.map { [$0.lowerBound - range.lowerBound..<$0.upperBound - range.lowerBound] } ?? []
    }
    for property in note.frontMatter.properties {
      var start = 0
      if properties.contains(where: { NotePredicate.fold($0.key) == NotePredicate.fold(property.key) }) {
        add(nil, at: property.location, from: &start)
        for item in property.items(meeting: properties, &finder) { add(nil, at: item, from: &start) }
      }
      start = 0
      if !tagKeys.contains(where: property.key.caseInsensitiveEquals) { continue }
      for (text, place) in property.textsWithPlaces {
        for word in TagText.words(in: text) {
          add(Array(word.utf8), at: place, from: &start, isWanted: holds(word.drop { $0 == "#" }, &finder))
        }
      }
    }
    for occurrence in note.tagOccurrences where holds(occurrence.tag[...], &finder) {
      var start = 0
      add(Array("#\(occurrence.tag)".utf8), at: occurrence.location, from: &start)
    }
    let chosen = found.keys.sorted().prefix(limit ?? .max)
    guard !chosen.isEmpty else { return [] }
    let document = MarkdownDocument(bytes, bodyStart: note.bodyRange.lowerBound)
    return LineMatch.matches(
      chosen.map { ($0, found[$0, default: []].sorted { $0.lowerBound < $1.lowerBound }) }, table, bytes,
      context: context, heading: { document.headingPath(ofLine: $0 + 1) }, firstNumber: 1)
  }

  private func holds(_ tag: Substring, _ finder: inout TextFinder) -> Bool {
    let key = LinkResolver.key(String(tag))
    if tags.contains(where: { NotePredicate.tag(key, isIn: $0.name, childrenOnly: $0.childrenOnly) }) { return true }
    // One that takes too long was told of where notes were found.
    return tagPatterns.contains { (try? finder.finds(.expression($0), in: String(tag))) == true }
  }
}

extension Property {
  /// The places of its list's values that meet one of the tests, where they stand in other lines than the key.
  fileprivate func items(meeting tests: [Query.PropertyTest], _ finder: inout TextFinder) -> [SourceLocation] {
    guard case .list(let values) = value, values.count == itemLocations.count else { return [] }
    return zip(values, itemLocations).filter { value, place in
      guard place.line != location.line else { return false }
      var json: [UInt8] = []
      PropertyValue.map([Property(key: key, value: value)]).appendJSON(to: &json)
      // One that takes too long was told of where notes were found.
      return tests.contains { (try? $0.holds(properties: json, &finder)) == true }
    }.map(\.1)
  }

  /// The texts of its value, or of its list's values, with their places.
  fileprivate var textsWithPlaces: [(text: String, place: SourceLocation)] {
    guard case .list(let values) = value else { return value.text.map { [($0, valueLocation)] } ?? [] }
    let places =
      itemLocations.count == values.count
      ? itemLocations : Array(repeating: valueLocation, count: values.count)
    return zip(values, places).compactMap { value, place in value.text.map { ($0, place) } }
  }
}

extension LineMatch {
  /// Lines with the places found in them, in the order of the note, with `context` lines around each; a line between two of
  /// them is shown once, behind the first.
  ///
  /// - Parameters:
  ///   - found: By the line's place in `table`, the ranges in it.
  ///   - heading: What the line at a place in `table` stands under.
  ///   - firstNumber: The number of the table's first line.
  static func matches(
    _ found: [(line: Int, ranges: [Range<Int>])], _ table: LineTable, _ bytes: UnsafeBufferPointer<UInt8>, context: Int,
    heading: (Int) -> [String], firstNumber: Int
  ) -> [LineMatch] {
    func text(_ line: Int) -> String { bytes.text(table.starts[line]..<table.contentEnd(line, in: bytes)) }
    return found.indices.map { index in
      let line = found[index].line
      var match = LineMatch(
        line: line + firstNumber, text: text(line), ranges: found[index].ranges, heading: heading(line))
      if context > 0 {
        let previous = index > 0 ? min(found[index - 1].line + context, line - 1) : -1
        let next = index + 1 < found.count ? found[index + 1].line : table.count
        match.before = (max(previous + 1, line - context)..<line).map(text)
        match.after = (line + 1..<max(min(line + context + 1, next), line + 1)).map(text)
      }
      return match
    }
  }
}
