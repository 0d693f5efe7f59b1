/// Says of a note what its text says plainly, without a model: the same each time, and never a guess.
package enum RulesEngine {
  /// Another version says other things of the same text.
  package static let name = "rules/1"

  /// How many characters a body has that needs a summary, and how many that summary has.
  private static let shortestBody = 200
  private static let longestSummary = 160

  /// `categories`: the names of those that there are. `fitting`: the first of them that something said of the note fits; nil
  /// where none does.
  package static func enrichment(of bytes: [UInt8], bodyRange: Range<Int>, fitting: String?, categories: [String])
    -> Enrichment
  {
    var found = Enrichment()
    let lines = bytes.withUnsafeBufferPointer { MarkdownDocument($0).bodyLines($0) }
    let hidden = Set(HiddenLines.numbers(in: lines, of: bytes))
    let seen = lines.filter { !hidden.contains($0.number) }
    let body = String(decoding: bytes[bodyRange], as: UTF8.self)
    found.set(summary: body.count > shortestBody ? summary(of: seen) : nil)
    found.set(actionItems: actionItems(in: seen))
    found.set(category: fitting, known: categories)
    return found
  }

  // MARK: The summary

  /// The first sentence of the first paragraph that is a text.
  private static func summary(of lines: [BodyLine]) -> String? {
    var index = 0
    while index < lines.count {
      guard lines[index].kind == .paragraph, lines[index].depth == 0 else {
        index += 1
        continue
      }
      let paragraph = lines[index...].prefix { $0.kind == .paragraph && $0.depth == 0 }
      index += paragraph.count
      let read = paragraph.map { SummaryLine($0.text) }
      if isProse(read, paragraph.map(\.text)) {
        return sentence(of: read.map(\.text).filter { !$0.isEmpty }.joined(separator: " "))
      }
    }
    return nil
  }

  /// Marks taken off; links by what they are called.
  private static func plain(_ text: String) -> String {
    var text = text
    return text.withUTF8 { InlineTree($0, 0..<$0.count).plainText($0) }.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  /// True for words: neither links, pictures or tags alone, nor fields like `key:: value` or `Label: value`, nor a footnote.
  private static func isProse(_ lines: [SummaryLine], _ written: [String]) -> Bool {
    if let first = written.first, first.contains("::") || first.hasPrefix("[^") { return false }
    // A picture whose address has blanks is none to Markdown, and no text to anybody.
    if lines.first?.text.hasPrefix("![") == true { return false }
    // What leads to a list says little without it.
    if lines.last(where: { !$0.text.isEmpty })?.text.hasSuffix(":") == true { return false }
    let own = lines.map(\.own).joined(separator: " ")
    let words = own.split(separator: " ").count { $0.contains(where: \.isLetter) }
    // Scripts without blanks have one word.
    guard words > 2 || own.unicodeScalars.count(where: { $0.value > 0x2E7F }) > 8 else { return false }
    guard lines.allSatisfy({ $0.hasLabel || $0.text.isEmpty }) else { return true }
    // A line by itself may begin with a word like *Warning*.
    return lines.count == 1 && words > 6
  }

  private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
  private static let closing: Set<Character> = ["\"", "'", ")", "”", "’", "»", "«", "“", "」", "』"]
  /// Ends of these are none of a sentence.
  private static let abbreviations: Set<String> = [
    "e.g", "i.e", "etc", "vs", "cf", "dr", "mr", "mrs", "ms", "prof", "st", "no", "vol", "fig", "approx", "z.b", "bzw",
    "ca", "usw",
    "d.h", "u.a", "nr", "p.ex", "ex", "env",
  ]

  /// A text's beginning as far as its first sentence goes, cut at a word where that is long.
  private static func sentence(of text: String) -> String? {
    let characters = Array(text)
    var end = characters.count
    for (i, character) in characters.enumerated() where ends.contains(character) {
      var next = i + 1
      while next < characters.count, ends.contains(characters[next]) || closing.contains(characters[next]) { next += 1 }
      let isWide = "。！？".contains(character)
      guard isWide || next == characters.count || characters[next] == " " else { continue }
      if character == ".", next < characters.count {
        let word = characters[..<i].reversed().prefix { $0 != " " && $0 != "(" }.reversed()
        let lower = String(word).lowercased()
        let isInitial = word.count == 1 && word.first?.isLetter == true
        let follows = characters[next...].drop { $0 == " " }.first
        if isInitial || abbreviations.contains(lower) || follows?.isLowercase == true { continue }
        // `1. Item`
        if word.allSatisfy(\.isNumber), word.count < 3 { continue }
      }
      // *Hi!* is no summary.
      if !isWide, next < characters.count, characters[..<next].split(separator: " ").count < 3 { continue }
      end = next
      break
    }
    return Enrichment.line(String(characters[..<end]), longestSummary)
  }

  // MARK: Action items

  private static let headings: Set<String> = [
    "action items", "next steps", "to do", "todo", "to-do", "to dos", "todos",
  ]
  private static let sign = "TODO"

  private static func actionItems(in lines: [BodyLine]) -> [String] {
    lines.compactMap { line in
      let isItem: Bool
      switch line.kind {
      case .bullet, .ordered: isItem = line.depth <= 2 && line.heading.last.map(isCalledSo) == true
      case .paragraph, .quote: isItem = false
      default: return nil
      }
      if isItem { return item(line.text) }
      guard line.text.hasPrefix(sign) else { return nil }
      let rest = line.text.dropFirst(sign.count)
      guard let next = rest.first, next == ":" || next == " " else { return nil }
      return item(String(rest.drop { $0 == ":" || $0 == " " }))
    }
  }

  private static func isCalledSo(_ heading: String) -> Bool {
    let words = plain(heading).lowercased().trimmingWhitespace
    return headings.contains(words.hasSuffix(":") ? String(words.dropLast()) : words)
  }

  private static func item(_ text: String) -> String? {
    let words = plain(text.hasPrefix(sign + ":") ? String(text.dropFirst(sign.count + 1)) : text)
    return words.contains { $0.isLetter || $0.isNumber } ? words : nil
  }
}

/// A line of a paragraph as a summary would have it.
private struct SummaryLine {
  /// Marks taken off, links by what they are called, without pictures.
  let text: String
  /// The same without what is said by links, addresses, code and tags.
  let own: String

  /// How many characters stand before the colon.
  private static let longestLabel = 24

  init(_ line: String) {
    var line = line
    (text, own) = line.withUTF8 { bytes in
      let tree = InlineTree(bytes, 0..<bytes.count)
      func words(_ isLeftOut: (InlineTree.Node.Kind) -> Bool) -> String {
        tree.plainText(tree.nodes.indices, bytes, leavingOut: isLeftOut).split(whereSeparator: \.isWhitespace).joined(
          separator: " ")
      }
      let text = words { kind in
        switch kind {
        case .link(_, isEmbed: true), .wikilink(_, isEmbed: true): true
        default: false
        }
      }
      let own = words { kind in
        switch kind {
        case .link, .wikilink, .address, .code, .tag: true
        default: false
        }
      }
      return (text, own)
    }
  }

  /// True for `Author: …` and `Available for: …`.
  var hasLabel: Bool {
    guard let colon = text.prefix(Self.longestLabel).firstIndex(of: ":") else { return false }
    let next = text[text.index(after: colon)...].first
    let label = text[..<colon]
    return (next == nil || next == " ") && label.split(separator: " ").count <= 3 && label.contains(where: \.isLetter)
      && !label.contains { ".!?,;".contains($0) }
  }
}
