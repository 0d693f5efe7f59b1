import VaultCore
import VaultStore

/// A place in a file of the vault, as a client gets it.
struct Place: Sendable, Hashable {
  let uri: DocumentURI
  /// What is to be looked at: a section or a line.
  let range: PositionRange
  /// What names it, within that.
  let selection: PositionRange

  init(_ uri: DocumentURI, _ range: PositionRange, selection: PositionRange? = nil) {
    (self.uri, self.range, self.selection) = (uri, range, selection ?? range)
  }

  var location: JSONValue { .members(("uri", .text(uri.text)), ("range", selection.json)) }

  /// The place and what leads to it, for clients that take that.
  func link(from origin: PositionRange) -> JSONValue {
    .members(
      ("originSelectionRange", origin.json), ("targetUri", .text(uri.text)), ("targetRange", range.json),
      ("targetSelectionRange", selection.json))
  }
}

extension OpenWorkspace {
  /// The beginning of a file.
  func beginning(of path: NotePath) -> Place {
    let start = Position(line: 0, character: 0)
    return Place(uri(of: path), PositionRange(start, start))
  }

  /// The place of a heading or block of a note, else its beginning. `bytes`: the note's text.
  func place(of anchor: LinkTarget.Anchor, in path: NotePath, _ bytes: [UInt8]?) -> Place {
    guard anchor != .none, let bytes, path.isNote else { return beginning(of: path) }
    let note = NoteParser(options: parsing).structure(of: bytes, path: path)
    guard let line = note.line(of: anchor) else { return beginning(of: path) }
    let coder = coder(of: path, bytes)
    return Place(uri(of: path), coder.range(coder.content(ofLine: line - 1, in: bytes), in: bytes))
  }
}
