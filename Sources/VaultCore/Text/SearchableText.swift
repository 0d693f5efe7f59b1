/// A note's words by field, as the index stores them and as reading without an index matches them.
///
/// Each buffer begins with a blank and has one after every word (see `WordScanner`); values of a list are separated by
/// a lone `_`, so that no phrase spans two of them.
package struct SearchableText: Sendable, Hashable {
  package enum Field: Int, CaseIterable, Sendable {
    case title, alias, heading, tag, body
    /// Parts of compound words of all fields.
    case part
    /// The file's name without its extension, where it says something else than the title.
    case name
    /// The texts of the front matter's properties, but for those that are fields of their own.
    case property
    /// What its links call other notes, word by word. It is looked for by itself alone: the words stand in the body, too.
    case link

    /// Those that a word is looked for in where none is named.
    package static let own: [Field] = allCases.filter { $0 != .link }

    /// The place of its counts among a pattern's, which are never those of links beside others.
    package var lane: Int { self == .link ? 0 : rawValue }
  }

  package var title: [UInt8] = [0x20]
  package var alias: [UInt8] = [0x20]
  package var heading: [UInt8] = [0x20]
  package var tag: [UInt8] = [0x20]
  package var body: [UInt8] = [0x20]
  package var part: [UInt8] = [0x20]
  package var name: [UInt8] = [0x20]
  package var property: [UInt8] = [0x20]
  package var link: [UInt8] = [0x20]

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
    case .name: name
    case .property: property
    case .link: link
    }
  }
}

extension WordScanner {
  /// The words of a file's name, where they are not just those of the title, which has to be there already.
  package mutating func append(name: String, to text: inout SearchableText) {
    let (places, parts) = (text.name.count, text.part.count)
    append(value: name, to: &text.name, parts: &text.part)
    guard text.name == text.title else { return }
    text.name.removeSubrange(places...)
    text.part.removeSubrange(parts...)
  }

  /// The words of what a link calls a note, a lone `_` after each, so that none stands beside another.
  package mutating func append(link text: String, to links: inout [UInt8]) {
    var words: [UInt8] = []
    var parts: [UInt8] = []
    var text = text
    text.withUTF8 { _ = append($0, to: &words, parts: &parts) }
    for word in words.split(separator: 0x20) {
      links += word
      links += [0x20, 0x5F, 0x20]
    }
  }

  /// The words of a string, appended to `words`, and a lone `_` after them.
  package mutating func append(value: String, to words: inout [UInt8], parts: inout [UInt8]) {
    var value = value
    value.withUTF8 { _ = append($0, to: &words, parts: &parts) }
    words.append(0x5F)
    words.append(0x20)
  }
}
