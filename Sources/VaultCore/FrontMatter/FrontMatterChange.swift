/// One change of a note's front matter. Keys are taken literally and compare without case; a key that is there keeps
/// its spelling.
package enum FrontMatterChange: Hashable, Sendable {
  /// Makes the key where there is none, at the block's end, and the block where there is none.
  case set(key: String, PropertyValue)
  case unset(key: String)
  /// Texts to the end of a list; those that are there already are left alone. Makes the key, and the block.
  case append(key: String, [String], comparing: FrontMatterItemComparison = .exact)
  /// Texts from a list, or the one text that stands for a list. The key goes with its last item.
  case remove(key: String, [String], comparing: FrontMatterItemComparison = .exact)
  /// Items, or the one text, that equal a key of the map become its value. Of items that become equal by this, one
  /// stays.
  case replace(key: String, [String: String], comparing: FrontMatterItemComparison = .exact)
  case rename(key: String, to: String)

  package var key: String {
    switch self {
    case .set(let key, _), .unset(let key), .append(let key, _, _), .remove(let key, _, _),
      .replace(let key, _, _), .rename(let key, _):
      key
    }
  }
}

/// When two items of a list are the same.
package enum FrontMatterItemComparison: Hashable, Sendable {
  /// Byte by byte.
  case exact
  case caseInsensitive
  /// As tags: without case, with or without `#`; and one text counts as several, split at commas and blanks.
  case tag

  func matches(_ a: String, _ b: String) -> Bool {
    switch self {
    case .exact: a.utf8.elementsEqual(b.utf8)
    case .caseInsensitive: a.lowercased() == b.lowercased()
    case .tag: TagGrammar.bare(a).lowercased() == TagGrammar.bare(b).lowercased()
    }
  }
}
