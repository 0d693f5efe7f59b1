/// A note that is in a vault and on a server: what both were when they were last in step.
package struct SyncedNote: Sendable, Hashable {
  package let id: String
  package var path: NotePath
  /// The hashes of the fields that the server had, and of those that the note had. Other ones where a server makes something
  /// else of what it gets.
  package var there: [UInt8]
  package var here: [UInt8]
  /// The hash of the whole file then; nil where that is not known.
  package var file: [UInt8]?
  /// Front matter `id`, by which a note that was moved is found.
  package var noteID: String?
  /// True once the query for what goes out has found it. Where it does not any more, nothing goes out.
  package var wasMeant: Bool

  /// In place of a hash, where it is not known what the server had.
  package static let unknown = [UInt8](repeating: 0, count: 32)

  package init(
    id: String, path: NotePath, there: [UInt8], here: [UInt8], file: [UInt8]?, noteID: String?, wasMeant: Bool
  ) {
    (self.id, self.path, self.there, self.here) = (id, path, there, here)
    (self.file, self.noteID, self.wasMeant) = (file, noteID, wasMeant)
  }

  package var json: JSONValue {
    .object([
      .init("id", .text(id)), .init("path", .text(path.text)), .init("there", .text(there.hexadecimal)),
      .init("here", .text(here.hexadecimal)), .init("file", .text(file?.hexadecimal)), .init("noteID", .text(noteID)),
      .init("wasMeant", .bool(wasMeant)),
    ])
  }

  /// Returns nil for what `json` does not give.
  package init?(_ json: JSONValue) {
    guard let id = json["id"]?.text, let path = json["path"]?.text, let there = json["there"]?.hash,
      let here = json["here"]?.hash
    else { return nil }
    self.init(
      id: id, path: NotePath(path), there: there, here: here, file: json["file"]?.hash, noteID: json["noteID"]?.text,
      wasMeant: json["wasMeant"]?.bool == true)
  }
}

extension JSONValue {
  /// The bytes of a SHA-256 hash in hexadecimal digits.
  package var hash: [UInt8]? { text.flatMap { [UInt8](hash: $0) } }
}
