/// Why a block id cannot be renamed. Nothing was changed.
package enum BlockRenameError: Error, Hashable {
  case noBlock(String)
  /// Lines count from 1 in the file.
  case ambiguous(String, lines: [Int])
  case emptyID
  /// It has something else than ASCII letters, digits and `-`.
  case invalid(String)
  /// Another block of the note has that id.
  case taken(String, line: Int)
}

extension BlockRenameError: Failure {
  package var kind: FailureKind {
    switch self {
    case .noBlock: .notFound
    case .ambiguous: .ambiguous
    default: .refused
    }
  }
  package var message: Message {
    switch self {
    case .noBlock(let id): "has no block ^\(ShownName.quoted(id))"
    case .ambiguous(let id, let lines):
      "has the block ^\(id) in lines \(lines.map(String.init).joined(separator: ", ")); say which by its line"
    case .emptyID: "a block id needs a text"
    case .invalid(let id):
      "\"\(ShownName.quoted(id))\" is no block id: it has letters from a to z, digits and - only"
    case .taken(let id, let line): "the block of line \(line) has the id ^\(id) already; choose another one"
    }
  }
}

/// Renames the id of a block, and the links to it.
package enum BlockRename {
  /// The block that is meant. `line`, from 1 in the file, tells one of several.
  package static func block(_ id: String, line: Int?, in note: Note) throws(BlockRenameError) -> BlockID {
    let named = note.blockIDs.filter { isSame($0.id, id) && (line == nil || $0.line == line) }
    guard let first = named.first else { throw .noBlock(id) }
    guard named.count == 1 else { throw .ambiguous(id, lines: named.map(\.line)) }
    return first
  }

  /// Returns true for the block that links of that id lead to.
  package static func isFirst(_ block: BlockID, in note: Note) -> Bool {
    note.blockIDs.first { isSame($0.id, block.id) } == block
  }

  /// Ids differ in more than case.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    LinkResolver.key(a).utf8.elementsEqual(LinkResolver.key(b).utf8)
  }

  // MARK: The block

  /// The edit of the block's id itself; none where it is called so already.
  /// - Parameters:
  ///   - id: `block` finds it.
  ///   - new: Without `^`.
  package static func edits(
    of id: BlockID, to new: String, in bytes: [UInt8], note: Note
  ) throws(BlockRenameError) -> [TextEdit] {
    guard !new.isEmpty else { throw .emptyID }
    guard new.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) else { throw .invalid(new) }
    if let taken = note.blockIDs.first(where: { $0 != id && isSame($0.id, new) }) {
      throw .taken(taken.id, line: taken.line)
    }
    let place = bytes.withUnsafeBufferPointer { bytes in
      id.range(in: bytes, MarkdownDocument(bytes, bodyStart: note.bodyRange.lowerBound))
    }
    guard let place else { throw .noBlock(id.id) }
    let edit = TextEdit(place.dropFirst(), in: bytes, with: new)
    return edit.changesNothing ? [] : [edit]
  }

  // MARK: The links

  /// The edits of the links in `note`, any note of the vault, that lead to the block.
  /// - Parameters:
  ///   - target: The note with the block.
  ///   - old: Its id before, in whatever case.
  /// - Throws: where a link cannot be written.
  package static func linkEdits(
    for note: Note, in bytes: [UInt8], target: NotePath, from old: String, to new: String, resolver: LinkResolver
  ) throws(LinkRewriteError) -> [TextEdit] {
    var edits = LinkEdits(note, in: bytes)
    for link in note.links where !link.isExternal && link.target.utf8.contains(0x23) {
      let found = resolver.resolve(target: link.target, kind: link.kind, from: note.path)
      guard found.path == target, case .block(let id) = found.anchor, isSame(id, old) else { continue }
      if link.kind == .property {
        let text = Array(link.target.utf8)
        let written = WrittenLink(syntax: .property, target: 0..<text.count, in: text)
        guard let place = place(ofIDIn: written, text) else {
          throw LinkRewriteError(.unwritableName, link, in: note, target: new)
        }
        edits.change(property: link, to: text[..<place.lowerBound] + Array(new.utf8) + text[place.upperBound...])
      } else if let written = WrittenLink(link, in: bytes) {
        guard let place = place(ofIDIn: written, bytes) else {
          throw LinkRewriteError(.unwritableName, link, in: note, target: new)
        }
        edits.replace(place, with: Array(new.utf8))
      }
    }
    return try edits.checked { _ in new }
  }

  /// The id without its `^`, which a destination may have with an escape.
  private static func place(ofIDIn link: WrittenLink, _ bytes: [UInt8]) -> SourceRange? {
    let isDestination = link.syntax.isDestination
    guard let fragment = link.fragment,
      let name = HeadingLinkRename.names(in: fragment, bytes, isDestination).last
    else { return nil }
    for caret in isDestination ? ["^", "%5E", "%5e", "\\^"] : ["^"] where bytes[name].starts(with: caret.utf8) {
      return name.lowerBound + caret.utf8.count..<name.upperBound
    }
    return nil
  }
}
