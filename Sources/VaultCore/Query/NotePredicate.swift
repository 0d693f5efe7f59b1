/// Tests of a note's metadata. The index applies them to its columns, reading without an index to records: one
/// definition for both.
package enum NotePredicate {
  /// Returns true when a path or name holds the text, or matches.
  package static func contains(
    _ text: String, _ match: Query.NameMatch, _ finder: inout TextFinder
  ) throws(PatternProblem) -> Bool {
    switch match {
    case .text(let part): part.isEmpty || fold(text).withUnsafeBytes { ByteSearch(fold(part)).first(in: $0) } != nil
    case .expression(let pattern): try finder.finds(.expression(pattern), in: text)
    }
  }

  /// Returns true when a category or source is the text, or matches.
  package static func equals(
    _ text: String, _ match: Query.NameMatch, _ finder: inout TextFinder
  ) throws(PatternProblem) -> Bool {
    switch match {
    case .text(let name): LinkResolver.key(text) == LinkResolver.key(name)
    case .expression(let pattern): try finder.finds(.expression(pattern), in: text)
    }
  }

  /// How paths, categories, sources and tags are compared: in NFC, without case.
  package static func fold(_ text: String) -> [UInt8] { Array(LinkResolver.key(text).utf8) }

  /// Returns true when a tag is `name` or below it, or only below it; both folded.
  package static func tag(_ tag: String, isIn name: String, childrenOnly: Bool) -> Bool {
    if tag.utf8.count == name.utf8.count { return !childrenOnly && tag == name }
    return tag.utf8.count > name.utf8.count && tag.utf8.starts(with: name.utf8)
      && tag.utf8[tag.utf8.index(tag.utf8.startIndex, offsetBy: name.utf8.count)] == 0x2F
  }
}
