/// Why a heading cannot be renamed. Nothing was changed.
package enum HeadingRenameError: Error, Hashable {
  case noHeading(line: Int)
  case emptyText
  case lineBreak
  /// No letter or digit: no link could name it.
  case unnamable(String)
  /// At that place the text would be read as something else, or change what follows.
  case notAHeading(String, line: Int)
}

extension HeadingRenameError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .noHeading(let line): "line \(line) is no heading; name the line that holds the heading's text"
    case .emptyText: "a heading needs a text"
    case .lineBreak: "a heading is one line; leave the line break out"
    case .unnamable(let text): "no link could name the heading \"\(text)\": it has no letter or digit; add one"
    case .notAHeading(let text, let line):
      "\"\(text)\" would not be read as the heading of line \(line); choose a text that begins with a letter"
    }
  }
}

/// Renames a heading, and the links to it.
package enum HeadingRename {
  // MARK: The heading

  /// The edits of the heading itself: its text, and the underline of a setext heading where it has to grow. Marks,
  /// closing `#`s and a block id stay.
  /// - Parameter line: of the heading's first line, from 1 in the file.
  package static func edit(
    ofHeadingAtLine line: Int, to text: String, in bytes: [UInt8], note: Note
  ) throws(HeadingRenameError) -> [TextEdit] {
    let text = try checked(text)
    let document = bytes.withUnsafeBufferPointer { MarkdownDocument($0, bodyStart: note.bodyRange.lowerBound) }
    guard let index = document.headings.firstIndex(where: { $0.line + 1 + document.lineOffset == line }) else {
      throw .noHeading(line: line)
    }
    // A text that ends with `#` would lose it to the closing marks, so it gets some.
    for ending in ["", " #"] {
      let edits = edits(of: document.headings[index], document, to: text, ending: ending, in: bytes)
      if isExact(edits, document, renamed: index, bytes, bodyStart: note.bodyRange.lowerBound, to: text) {
        return edits.filter { !$0.changesNothing }
      }
    }
    throw .notAHeading(text, line: line)
  }

  /// The text as it is written, without blanks at its ends.
  static func checked(_ text: String) throws(HeadingRenameError) -> String {
    let bytes = Array(text.utf8)
    guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { throw .lineBreak }
    let trimmed = bytes.withUnsafeBufferPointer { $0.text(HeadingText.trimmed(0..<$0.count, $0)) }
    guard !trimmed.isEmpty else { throw .emptyText }
    guard HeadingLinkTarget.matches(trimmed, HeadingLinkTarget.anchor(of: trimmed)) else { throw .unnamable(trimmed) }
    return trimmed
  }

  private static func edits(
    of heading: MarkdownDocument.HeadingSite, _ document: MarkdownDocument, to text: String, ending: String,
    in bytes: [UInt8]
  ) -> [TextEdit] {
    let isSetext = heading.lastLine > heading.line
    let last = isSetext ? heading.lastLine - 1 : heading.line
    let whole = document.lines[heading.line].content.lowerBound..<document.lines[last].content.upperBound
    let old = String(decoding: bytes[whole], as: UTF8.self)
    var range = whole
    if HeadingLinkTarget.withoutBlockID(text).utf8.elementsEqual(text.utf8) {
      let kept = HeadingLinkTarget.withoutBlockID(old).utf8.count
      if kept < whole.count { range = whole.lowerBound..<whole.lowerBound + kept }
    }
    var new = text
    if range.isEmpty, !isSetext {
      if range.lowerBound > 0, bytes[range.lowerBound - 1] == 0x23 { new = " " + new }
      if range.upperBound < bytes.count, bytes[range.upperBound] == 0x23 { new += " " }
    }
    var edits = [TextEdit(range, in: bytes, with: isSetext ? new : new + ending)]
    if isSetext {
      let end = document.lines[heading.lastLine].content.lowerBound
      let mark = bytes[end - 1]
      let length = bytes[..<end].reversed().prefix { $0 == mark }.count
      let missing = text.unicodeScalars.count - length
      if length >= old.unicodeScalars.count, missing > 0 {
        edits.append(TextEdit(insertingAt: end, Array(repeating: mark, count: missing)))
      }
    }
    return edits
  }

  /// Returns true when the note, read again, has the same headings but for that one's text.
  private static func isExact(
    _ edits: [TextEdit], _ document: MarkdownDocument, renamed: Int, _ bytes: [UInt8], bodyStart: Int, to text: String
  ) -> Bool {
    guard let changed = try? edits.applied(to: bytes) else { return false }
    let after = changed.withUnsafeBufferPointer { MarkdownDocument($0, bodyStart: bodyStart) }
    guard after.headings.count == document.headings.count else { return false }
    return zip(after.headings, document.headings).enumerated().allSatisfy { index, pair in
      guard pair.0.level == pair.1.level, pair.0.line <= pair.1.line else { return false }
      guard index == renamed else { return pair.0.text.utf8.elementsEqual(pair.1.text.utf8) }
      return pair.0.text.utf8.elementsEqual(text.utf8)
        || HeadingLinkTarget.withoutBlockID(pair.0.text).utf8.elementsEqual(text.utf8)
    }
  }

  // MARK: The links

  /// The edits of the links in `note`, any note of the vault, that lead to the heading or by way of it.
  /// - Parameters:
  ///   - target: The note with the heading.
  /// - Throws: where a link could no longer tell the heading from another one, or cannot be written.
  package static func linkEdits(
    for note: Note, in bytes: [UInt8], target: NotePath, _ rename: HeadingLinkRename, resolver: LinkResolver
  ) throws(LinkRewriteError) -> [TextEdit] {
    var edits = LinkEdits(note, in: bytes)
    for link in note.links where !link.isExternal && link.target.utf8.contains(0x23) {
      let found = resolver.resolve(target: link.target, kind: link.kind, from: note.path)
      guard found.path == target, case .heading(let path) = found.anchor else { continue }
      func refusal(_ reason: LinkRewriteError.Reason) -> LinkRewriteError {
        LinkRewriteError(reason, link, in: note, target: rename.newText)
      }
      switch rename.change(of: path) {
      case .none: continue
      case .ambiguous: throw refusal(.headingTaken)
      case .components(let components):
        let text: [UInt8]
        let place: WrittenLink
        if link.kind == .property {
          text = Array(link.target.utf8)
          place = WrittenLink(syntax: .property, target: 0..<text.count, in: text)
        } else if let written = WrittenLink(link, in: bytes) {
          (text, place) = (bytes, written)
        } else {
          continue
        }
        guard let fragment = place.fragment, let new = rename.fragment(fragment, components, place.syntax, in: text)
        else { throw refusal(.unwritableName) }
        if link.kind == .property {
          edits.change(property: link, to: text[..<fragment.lowerBound] + new)
        } else {
          edits.replace(fragment, with: new)
        }
      }
    }
    return try edits.checked { _ in rename.newText }
  }
}
