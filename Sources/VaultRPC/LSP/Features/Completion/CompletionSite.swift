import VaultCore

/// Where a cursor stands, and what was typed there so far.
struct CompletionSite: Sendable {
  enum Kind: Sendable, Equatable {
    /// `[[`
    case note
    /// `[[note#`; the note's part of the link is empty for the note itself.
    case heading(of: String)
    /// `[[note#^`
    case block(of: String)
    /// `[[##`: of all notes.
    case anyHeading
    /// `](`
    case path
    case tag
    /// A key of the front matter, and the value of one.
    case key
    case value(of: String)
    /// Behind the sign or key of a task's field.
    case date(TaskFieldKind)
    case taskID
    case rule
    /// A word at the end of a task's line, which may begin a field.
    case field
    /// `:`
    case emoji
  }

  let kind: Kind
  /// What was typed of it, up to the cursor.
  let typed: String
  /// What an offer takes the place of: what was typed, and what belongs to it behind the cursor.
  let range: SourceRange
  /// What has to follow the offer, where it does not stand there.
  var closing = ""
  private(set) var cursor = Position(line: 0, character: 0)
  /// True in the row of a table, where a bar has to be written `\|`.
  private(set) var isInTable = false
  /// True where the link has a text already, or names a heading or block.
  private(set) var hasText = false
  /// The quotes that a value of the front matter stands in; nil outside of such.
  private(set) var quote: UInt8?

  private init(_ kind: Kind, _ typed: SourceRange, to end: Int, in bytes: [UInt8], closing: String = "") {
    (self.kind, self.closing) = (kind, closing)
    self.typed = String(decoding: bytes[typed], as: UTF8.self)
    range = typed.lowerBound..<max(end, typed.upperBound)
  }

  /// Nil where nothing is offered.
  init?(_ request: LanguageRequest) throws(RPCError) {
    let text = try request.text
    let offset = try request.offset
    let note = try request.note
    let line = text.content(ofLine: text.line(at: offset))
    let found: CompletionSite?
    if note.frontMatter.contentRange.touches(offset), note.frontMatter.format == .yaml {
      found = Self.link(offset, line, text) ?? Self.property(offset, line, note, text)
    } else if Self.isInCode(offset, text) {
      found = nil
    } else {
      found =
        Self.link(offset, line, text) ?? Self.destination(offset, line, text.bytes)
        ?? Self.task(offset, line, note, text) ?? Self.tag(offset, line, text.bytes)
        ?? Self.emoji(offset, line, text.bytes)
    }
    guard let found else { return nil }
    self = found
    cursor = text.position(of: offset)
    if note.frontMatter.contentRange.touches(offset) {
      quote = Self.openQuote(text.bytes[line.lowerBound..<range.lowerBound])
    }
    isInTable = kind == .note && text.kind(ofLine: text.line(at: offset)) == .tableRow
  }

  /// The quote that a value of YAML stands in at the end of a part of its line: one that a value begins with, and that is not
  /// closed.
  private static func openQuote(_ part: ArraySlice<UInt8>) -> UInt8? {
    var open: UInt8?
    var mayBegin = true
    for byte in part {
      if let quote = open {
        if byte == quote { (open, mayBegin) = (nil, false) }
      } else if mayBegin, byte == 0x22 || byte == 0x27 {
        open = byte
      } else if !byte.isSpaceOrTab {
        mayBegin = byte == 0x3A || byte == 0x2D || byte == 0x5B || byte == 0x2C
      }
    }
    return open
  }

  private static func isInCode(_ offset: Int, _ text: DocumentText) -> Bool {
    switch text.kind(ofLine: text.line(at: offset)) {
    case .code, .html: true
    default: false
    }
  }

  // MARK: Links

  /// Within `[[…`, up to its closing brackets or the end of what could be its target.
  private static func link(_ offset: Int, _ line: SourceRange, _ text: DocumentText) -> CompletionSite? {
    let bytes = text.bytes
    guard let open = bytes.lastPlace(of: [0x5B, 0x5B], in: line.lowerBound..<offset) else { return nil }
    let start = open + 2
    let inner = bytes[start..<offset]
    guard !inner.contains(0x5D), !inner.contains(0x7C) else { return nil }
    // The target goes on behind the cursor where its end stands there.
    let rest = bytes[offset..<line.upperBound]
    let stop = rest.firstIndex { $0 == 0x5D || $0 == 0x7C || $0 == 0x5B } ?? line.upperBound
    let isBar = stop < line.upperBound && bytes[stop] == 0x7C
    // A link's bar is written with a backslash in tables, where others end the cell.
    let isEscaped = isBar && stop > offset && bytes[stop - 1] == 0x5C
    let endsCell = isBar && !isEscaped && text.kind(ofLine: text.line(at: offset)) == .tableRow
    let isClosed = stop < line.upperBound && bytes[stop] != 0x5B && !endsCell
    let end = isClosed ? (isEscaped ? stop - 1 : stop) : offset
    let closing = isClosed ? "" : "]]"
    if inner.starts(with: [0x23, 0x23]) {
      return CompletionSite(.anyHeading, start..<offset, to: end, in: bytes, closing: closing)
    }
    guard let hash = inner.firstIndex(of: 0x23) else {
      let noteEnd = bytes[start..<end].firstIndex(of: 0x23) ?? end
      var site = CompletionSite(.note, start..<offset, to: noteEnd, in: bytes, closing: noteEnd < end ? "" : closing)
      // What stands behind the name shows the link, or leads further.
      site.hasText = isBar && isClosed || noteEnd < end
      return site
    }
    let note = String(decoding: bytes[start..<hash], as: UTF8.self)
    if hash + 1 < offset, bytes[hash + 1] == 0x5E {
      return CompletionSite(.block(of: note), hash + 2..<offset, to: end, in: bytes, closing: closing)
    }
    // The heading that is named last.
    let last = inner.lastIndex(of: 0x23).map { $0 + 1 } ?? offset
    return CompletionSite(.heading(of: note), last..<offset, to: end, in: bytes, closing: closing)
  }

  /// Within `](…`, up to its end.
  private static func destination(_ offset: Int, _ line: SourceRange, _ bytes: [UInt8]) -> CompletionSite? {
    guard let open = bytes.lastPlace(of: [0x5D, 0x28], in: line.lowerBound..<offset) else { return nil }
    let start = open + 2
    guard !bytes[start..<offset].contains(where: { $0 == 0x29 || $0 == 0x20 || $0 == 0x23 }) else { return nil }
    let end = bytes[offset..<line.upperBound].firstIndex { $0 == 0x29 || $0 == 0x20 || $0 == 0x23 } ?? line.upperBound
    let isClosed = end < line.upperBound
    return CompletionSite(.path, start..<offset, to: isClosed ? end : offset, in: bytes, closing: isClosed ? "" : ")")
  }

  // MARK: Words

  private static func tag(_ offset: Int, _ line: SourceRange, _ bytes: [UInt8]) -> CompletionSite? {
    guard let word = word(before: offset, line, bytes), bytes[word.lowerBound] == 0x23 else { return nil }
    let start = word.lowerBound + 1
    let typed = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard typed.isEmpty || TagGrammar.holdsOnlyTagCharacters(typed) else { return nil }
    let end = bytes.withUnsafeBufferPointer { TagGrammar.end($0, from: offset, limit: line.upperBound) }
    return CompletionSite(.tag, start..<offset, to: end, in: bytes)
  }

  private static func emoji(_ offset: Int, _ line: SourceRange, _ bytes: [UInt8]) -> CompletionSite? {
    guard let word = word(before: offset, line, bytes), bytes[word.lowerBound] == 0x3A, word.count >= 3,
      bytes[(word.lowerBound + 1)..<offset].allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x5F || $0 == 0x2D })
    else { return nil }
    return CompletionSite(.emoji, word, to: offset, in: bytes)
  }

  /// The letters up to the cursor that no blank divides; nil without any.
  private static func word(before offset: Int, _ line: SourceRange, _ bytes: [UInt8]) -> SourceRange? {
    var start = offset
    while start > line.lowerBound, !bytes[start - 1].isSpaceOrTab { start -= 1 }
    return start < offset ? start..<offset : nil
  }

  private static func wordEnd(
    _ offset: Int, _ line: SourceRange, _ bytes: [UInt8], _ isEnd: (UInt8) -> Bool = { _ in false }
  ) -> Int {
    bytes[offset..<line.upperBound].firstIndex { $0.isSpaceOrTab || $0 == 0x2C || $0 == 0x5D || isEnd($0) }
      ?? line.upperBound
  }

  // MARK: Tasks

  private static func task(
    _ offset: Int, _ line: SourceRange, _ note: Note, _ text: DocumentText
  ) -> CompletionSite? {
    let number = text.line(at: offset)
    guard note.tasks.contains(where: { $0.line == number }) else { return nil }
    let bytes = text.bytes
    // The field that began last.
    let begun = TaskFieldKind.allCases.filter { $0.isDate || $0 == .dependsOn || $0 == .recurrence }.flatMap { kind in
      kind.openings.compactMap { opening in
        bytes.lastPlace(of: Array(opening.utf8), in: line.lowerBound..<offset).map { ($0 + opening.utf8.count, kind) }
      }
    }.max { $0.0 < $1.0 }
    if let (place, kind) = begun {
      let start = bytes[place..<offset].firstIndex { !$0.isSpaceOrTab } ?? offset
      let typed = bytes[start..<offset]
      // Words that are no part of a value end it.
      let most = kind == .recurrence ? 8 : 3
      if typed.count < 60, typed.split(separator: 0x20).count <= most, !typed.contains(0x5B), !typed.contains(0x5D) {
        return CompletionSite(
          kind.isDate ? .date(kind) : kind == .recurrence ? .rule : .taskID, start..<offset,
          to: wordEnd(offset, line, bytes) { $0 == 0x29 }, in: bytes)
      }
    }
    guard let word = word(before: offset, line, text.bytes), offset == line.upperBound, word.count >= 2,
      text.bytes[word].allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x40 })
    else { return nil }
    return CompletionSite(.field, word, to: offset, in: text.bytes)
  }

  // MARK: Front matter

  private static func property(
    _ offset: Int, _ line: SourceRange, _ note: Note, _ text: DocumentText
  ) -> CompletionSite? {
    let bytes = text.bytes
    guard let colon = bytes[line.lowerBound..<offset].firstIndex(of: 0x3A) else {
      let start = bytes[line.lowerBound..<offset].firstIndex { !$0.isSpaceOrTab } ?? offset
      if start < offset, bytes[start] == 0x2D {
        guard let key = key(above: text.line(at: offset), note) else { return nil }
        let value = bytes[(start + 1)..<offset].firstIndex { !$0.isSpaceOrTab } ?? offset
        return CompletionSite(.value(of: key), value..<offset, to: wordEnd(offset, line, bytes), in: bytes)
      }
      guard start == line.lowerBound else { return nil }
      return CompletionSite(.key, start..<offset, to: wordEnd(offset, line, bytes), in: bytes, closing: ": ")
    }
    let key = String(decoding: bytes[line.lowerBound..<colon].trimming(where: \.isSpaceOrTab), as: UTF8.self)
    var start = bytes[(colon + 1)..<offset].lastIndex { $0 == 0x2C || $0 == 0x5B }.map { $0 + 1 } ?? colon + 1
    while start < offset, bytes[start].isSpaceOrTab { start += 1 }
    return CompletionSite(.value(of: key), start..<offset, to: wordEnd(offset, line, bytes), in: bytes)
  }

  /// The key whose list a line continues.
  private static func key(above line: Int, _ note: Note) -> String? {
    note.frontMatter.properties.last { $0.location.line < line }?.key
  }
}

extension [UInt8] {
  /// Where the last such bytes begin that lie in a part.
  func lastPlace(of needle: [UInt8], in part: SourceRange) -> Int? {
    var i = part.upperBound - needle.count
    while i >= part.lowerBound {
      if self[i..<i + needle.count].elementsEqual(needle) { return i }
      i -= 1
    }
    return nil
  }
}
