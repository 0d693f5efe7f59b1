import Crypto

/// What of a note a server of notes has as well: its title, its body, its tags, and the mark of a favorite. All else of a
/// note stays where it is.
package struct SharedFields: Sendable, Hashable {
  /// One line; empty where a server has none.
  package var title: String
  /// UTF-8 with LF at the ends of lines, and without the empty lines before the first and after the last.
  package var body: [UInt8]
  /// Each once, in the order of their names; without what is no tag here.
  package var tags: [String]
  package var isFavorite: Bool

  package init(title: String, body: [UInt8], tags: [String], isFavorite: Bool) {
    self.title = Self.line(title)
    let lines = LineEnding.lf.applied(to: body)
    self.body = Array(lines[Self.content(of: lines)])
    self.tags = tags.map { TagGrammar.bare($0) }
      .filter { TagGrammar.isTag($0) }.uniqued(by: LinkResolver.key)
      .sorted { LinkResolver.key($0) < LinkResolver.key($1) }
    self.isFavorite = isFavorite
  }

  private static func line(_ title: String) -> String {
    title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingWhitespace
  }

  /// What a note here has.
  package init(of text: [UInt8], path: NotePath, _ options: ParsingOptions) {
    let note = NoteParser(options: options).structure(of: text, path: path)
    self.init(
      title: note.title, body: Array(text[note.bodyRange.clamped(to: 0..<text.count)]), tags: note.tags,
      isFavorite: note.favorite)
  }

  /// SHA-256: two notes with the same one are in step.
  package var hash: [UInt8] { Array(SHA256.hash(data: json)) }

  // MARK: Bodies

  /// The part of a text without the line ends at either end.
  private static func content(of text: [UInt8]) -> Range<Int> {
    guard let first = text.firstIndex(where: { $0 != 0x0A && $0 != 0x0D }) else { return 0..<0 }
    let last = text.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? first
    return first..<(last + 1)
  }

  /// The body with the line ends of `other`, and the empty lines around it; of a text without any, one line end behind it.
  package func body(as other: [UInt8]) -> [UInt8] {
    let content = Self.content(of: other)
    if content.isEmpty { return body.isEmpty ? other : LineEnding.restored(in: body + [0x0A], from: other) }
    let old = Array(other[content])
    let new =
      old.contains(0x0A) ? LineEnding.restored(in: body, from: old) : LineEnding(of: other).applied(to: body)
    return other[..<content.lowerBound] + new + other[content.upperBound...]
  }

  // MARK: Into a note

  /// The text of a note with these fields in place of its own, and not a byte else of it changed. What its text says itself,
  /// as a tag in a sentence, is not said above it. Throws where its front matter cannot be edited.
  package func applied(
    to text: [UInt8], path: NotePath, _ options: ParsingOptions
  ) throws(FrontMatterEditError) -> [UInt8] {
    let parser = NoteParser(options: options)
    let range = parser.structure(of: text, path: path).bodyRange.clamped(to: 0..<text.count)
    let old = Array(text[range])
    let new = old.isEmpty ? LineEnding(of: text).applied(to: body(as: old)) : body(as: old)
    var result = FrontMatterFence.text(text[..<range.lowerBound], body: new) + text[range.upperBound...]
    // What begins like front matter is text here.
    if range.lowerBound == 0, parser.structure(of: result, path: path).bodyRange.lowerBound > 0 {
      result = [0x0A] + result
    }
    let note = parser.structure(of: result, path: path)
    return try FrontMatterEditor.applying(changes(of: note, options), to: result)
  }

  private func changes(of note: Note, _ options: ParsingOptions) -> [FrontMatterChange] {
    var changes: [FrontMatterChange] = []
    if !title.isEmpty, Self.line(note.title) != title { changes.append(.set(key: "title", .text(title))) }
    let keys = FrontMatterReader.tagKeys(inNotebook: options.notebook != nil)
    let (old, new) = (Set(note.tags.map(LinkResolver.key)), Set(tags.map(LinkResolver.key)))
    let gone = note.tags.filter { !new.contains(LinkResolver.key($0)) }
    let come = tags.filter { !old.contains(LinkResolver.key($0)) }
    if !gone.isEmpty {
      changes += keys.filter { note.frontMatter[$0] != nil }.map { .remove(key: $0, gone, comparing: .tag) }
    }
    if !come.isEmpty { changes.append(.append(key: note.frontMatter.key(keys) ?? keys[0], come, comparing: .tag)) }
    if note.favorite != isFavorite {
      let key = note.frontMatter.key(["favorite"]) ?? "favorite"
      changes.append(isFavorite ? .set(key: key, .checkbox(true)) : .unset(key: key))
    }
    return changes
  }

  // MARK: As JSON

  package var json: [UInt8] {
    JSONValue.object([
      .init("title", .text(title)), .init("body", .text(String(decoding: body, as: UTF8.self))),
      .init("tags", .texts(tags)), .init("favorite", .bool(isFavorite)),
    ]).bytes
  }

  /// Returns nil for what `json` does not give.
  package init?(json: [UInt8]) {
    guard let value = try? JSONReader.read(json), let title = value["title"]?.text, let body = value["body"]?.text,
      let tags = value["tags"]?.list, let isFavorite = value["favorite"]?.bool
    else { return nil }
    (self.title, self.body, self.isFavorite) = (title, Array(body.utf8), isFavorite)
    self.tags = tags.compactMap(\.text)
  }
}
