#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How like each other what was asked for and what a note is called are: people look for a note by words of its name, and a
/// name that holds little else is likelier to be meant.
package struct NameSimilarity: Hashable, Sendable {
  /// From 0 for nothing in common to 1 where each has all words of the other.
  package var share: Double
  /// True when the name consists of just the words asked for, in their order.
  package var isEqual: Bool
  /// True when that name is the title.
  package var isTitle = false

  package static let none = NameSimilarity(share: 0, isEqual: false)

  /// That of a note that has both names.
  package func or(_ other: NameSimilarity) -> NameSimilarity {
    NameSimilarity(
      share: max(share, other.share), isEqual: isEqual || other.isEqual, isTitle: isTitle || other.isTitle)
  }

  /// Query words count by their rarity, the words of a name alike. Half of a query's words in a name tell more than half of
  /// a name's words in a query: names are short, and queries hold words for the text besides.
  static let nameExponent = 2.0

  static func share(ofQuery query: Double, ofName name: Double) -> Double {
    query * pow(name, nameExponent)
  }
}

/// Compares the names of notes with the words of one query. Keeps its memory from name to name.
package struct NameComparison {
  private let patterns: [WordPattern]
  /// What each pattern tells, of what all texts of the query tell.
  private let shares: [Double]
  /// All the words asked for, in their order, as `SearchableText` holds them.
  private let wanted: [UInt8]
  private var scanner = WordScanner()
  private var words: [UInt8] = []
  private var parts: [UInt8] = []

  /// - Parameters:
  ///   - rarities: What each of the patterns tells, in their order.
  ///   - total: What all texts of the query tell.
  package init(_ patterns: [WordPattern], rarities: [Double], total: Double) {
    self.patterns = patterns
    shares = rarities.map { total > 0 ? $0 / total : 0 }
    wanted = patterns.flatMap(\.bytes) + [0x20]
  }

  /// `field`: the one that the name belongs to, since some words may be asked for elsewhere only.
  package mutating func similarity(of name: String, in field: SearchableText.Field) -> NameSimilarity {
    words.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    words.append(0x20)
    var name = name
    name.withUTF8 { _ = scanner.append($0, to: &words, parts: &parts) }
    if scanner.lastRunLength >= 2, let blank = words.dropLast().lastIndex(of: 0x20) {
      words.removeSubrange((blank + 1)...)
    }
    var ofQuery = 0.0
    // The words that are asked for, by their number; of an endless name the first ones.
    var covered: UInt64 = 0
    for (pattern, share) in zip(patterns, shares) where pattern.field == nil || pattern.field == field {
      var isFound = false
      var number = 0
      var counted = 0
      pattern.forEachOccurrence(in: words) { at, isWhole in
        guard isWhole || pattern.isPrefix else { return }
        isFound = true
        for byte in words[counted..<at] where byte == 0x20 { number += 1 }
        counted = at
        for word in number..<(number + pattern.wordCount) where word < 64 { covered |= 1 << UInt64(word) }
      }
      if isFound { ofQuery += share }
    }
    guard ofQuery > 0 else { return .none }
    let count = words.count { $0 == 0x20 } - 1
    return NameSimilarity(
      share: NameSimilarity.share(
        ofQuery: min(ofQuery, 1), ofName: Double(covered.nonzeroBitCount) / Double(max(count, 1))),
      isEqual: words == wanted, isTitle: words == wanted && field == .title)
  }
}
