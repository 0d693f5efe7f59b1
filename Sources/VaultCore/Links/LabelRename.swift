/// Why a label cannot be renamed. Nothing was changed.
package enum LabelRenameError: Error, Hashable {
  case noLabel(String)
  case emptyLabel
  case lineBreak
  /// It has a bracket.
  case bracket(String)
  /// It begins with `^`, which makes a footnote of it and is none of its label.
  case caret(String)
  /// The label of a footnote has a blank.
  case blank(String)
  /// The note has that label already; `line` is where it comes first, from 1 in the file.
  case taken(String, line: Int)
  /// With that label the text of the line would be read as something else.
  case changesText(String, line: Int)
}

extension LabelRenameError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .noLabel(let label): "the note has no label \"\(label)\""
    case .emptyLabel: "a label needs a text"
    case .lineBreak: "a label is one line; leave the line break out"
    case .bracket(let label): "\"\(label)\" is no label: it has a bracket, which would end it; leave that out"
    case .caret(let label): "\"\(label)\" is no label: it begins with ^; leave that out"
    case .blank(let label): "\"\(label)\" is no label of a footnote: it has a blank; write - for it"
    case .taken(let label, let line): "the label \"\(label)\" is in line \(line) already; choose another one"
    case .changesText(let label, let line):
      "with the label \"\(label)\" line \(line) would be read differently; choose letters and digits"
    }
  }
}

/// Renames the label of a footnote or of a link definition, with all its uses in the note.
package enum LabelRename {
  /// The edits of all places of the label. Where a link shows its label as its text (`[label]`), it shows the new one
  /// then.
  /// - Parameters:
  ///   - label: In whatever case, without brackets and `^`.
  ///   - new: Blanks at its ends are left out.
  /// - Throws: also where the note, read again, would not have the same labels, links, tags and lines but for that
  ///   name.
  package static func edits(
    of label: String, _ kind: LabelOccurrence.Kind, to new: String, in bytes: [UInt8]
  ) throws(LabelRenameError) -> [TextEdit] {
    let new = try checked(new, kind)
    guard let old = folded(label), let newLabel = folded(new) else { throw .noLabel(label) }
    let note = LabelledNote(bytes)
    let places = note.labels.filter { $0.kind == kind && $0.label == old }
    guard let first = places.first else { throw .noLabel(label) }
    if newLabel != old, let taken = note.labels.first(where: { $0.kind == kind && $0.label == newLabel }) {
      throw .taken(new, line: note.line(of: taken.range))
    }
    let edits = places.map { TextEdit($0.range, in: bytes, with: new) }.filter { !$0.changesNothing }
    guard let changed = try? edits.applied(to: bytes) else { throw .changesText(new, line: note.line(of: first.range)) }
    let after = LabelledNote(changed)
    var shift = 0
    for (index, was) in note.labels.enumerated() {
      var expected = was
      let isRenamed = was.kind == kind && was.label == old
      let length = isRenamed ? new.utf8.count : was.range.count
      expected.range = was.range.lowerBound + shift..<was.range.lowerBound + shift + length
      if isRenamed { expected.label = newLabel }
      shift += length - was.range.count
      guard index < after.labels.count, after.labels[index] == expected else {
        throw .changesText(new, line: note.line(of: was.range))
      }
    }
    let breaks = places.reduce(0) { $0 + LabelledNote.lineBreaks(bytes[$1.range]) }
    guard after.labels.count == note.labels.count, after.isLike(note, lineBreaksLess: breaks) else {
      throw .changesText(new, line: note.line(of: first.range))
    }
    return edits
  }

  /// The label as it is written.
  private static func checked(_ label: String, _ kind: LabelOccurrence.Kind) throws(LabelRenameError) -> String {
    let bytes = Array(label.utf8)
    guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { throw .lineBreak }
    let text = bytes.trimming(where: \.isASCIIWhitespace)
    let trimmed = String(decoding: text, as: UTF8.self)
    guard let start = text.first else { throw .emptyLabel }
    guard !text.contains(where: { $0 == 0x5B || $0 == 0x5D }) else { throw .bracket(trimmed) }
    guard start != UInt8(ascii: "^") else { throw .caret(trimmed) }
    if kind == .footnote, text.contains(where: \.isASCIIWhitespace) { throw .blank(trimmed) }
    return trimmed
  }

  private static func folded(_ label: String) -> String? {
    Array(label.utf8).withUnsafeBufferPointer { LinkDefinition.label($0, 0..<$0.count) }
  }
}

/// What a renaming of labels has to leave as it is.
private struct LabelledNote {
  let labels: [LabelOccurrence]
  private let document: MarkdownDocument
  private let tags: [String]
  /// Kinds and targets of the links that are seen.
  private let links: [(kind: Link.Kind, target: String)]
  private let blockIDs: [String]

  init(_ bytes: [UInt8]) {
    (labels, document) = bytes.withUnsafeBufferPointer { (LabelOccurrence.all(in: $0), MarkdownDocument($0)) }
    let document = document
    let content = bytes.withUnsafeBufferPointer { InlineContent($0, document: document) }
    let unseen = UnseenPlaces(bytes)
    tags = content.tags.map(\.tag)
    links = content.links.filter { !unseen.contains($0.location) }.map { ($0.kind, $0.target) }
    blockIDs = content.blockIDs.map(\.id)
  }

  /// In the file, from 1.
  func line(of range: SourceRange) -> Int { document.location(of: range.lowerBound).line }

  func isLike(_ other: LabelledNote, lineBreaksLess breaks: Int) -> Bool {
    guard tags == other.tags, blockIDs == other.blockIDs,
      links.count == other.links.count,
      zip(links, other.links).allSatisfy({ $0.kind == $1.kind && $0.target.utf8.elementsEqual($1.target.utf8) }),
      document.lines.count == other.document.lines.count - breaks
    else { return false }
    return breaks > 0
      || zip(document.lines, other.document.lines).allSatisfy { $0.isLike($1) && $0.depth == $1.depth }
  }

  static func lineBreaks(_ text: ArraySlice<UInt8>) -> Int {
    text.indices.count { text[$0] == 0x0A || text[$0] == 0x0D && !text[($0 + 1)...].starts(with: [0x0A]) }
  }
}
