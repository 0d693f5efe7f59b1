/// A note's words by field, as the index stores them and as reading without an index matches them.
///
/// Each buffer begins with a blank and has one after every word (see `WordScanner`); values of a list are separated by
/// a lone `_`, so that no phrase spans two of them.
package struct SearchableText: Sendable, Hashable {
  package enum Field: Int, CaseIterable, Sendable {
    case title, alias, heading, tag, body
    /// Parts of compound words of all fields.
    case part
  }

  package var title: [UInt8] = [0x20]
  package var alias: [UInt8] = [0x20]
  package var heading: [UInt8] = [0x20]
  package var tag: [UInt8] = [0x20]
  package var body: [UInt8] = [0x20]
  package var part: [UInt8] = [0x20]

  /// Whole words of which an index keeps the beginning only, with blanks between; of all fields.
  package var longWords: [UInt8] = []

  package init() {}

  package subscript(field field: Field) -> [UInt8] {
    switch field {
    case .title: title
    case .alias: alias
    case .heading: heading
    case .tag: tag
    case .body: body
    case .part: part
    }
  }
}

extension WordScanner {
  /// The words of a string, appended to `words`, and a lone `_` after them.
  package mutating func append(value: String, to words: inout [UInt8], parts: inout [UInt8]) {
    var value = value
    value.withUTF8 { _ = append($0, to: &words, parts: &parts) }
    words.append(0x5F)
    words.append(0x20)
  }
}
