import VaultCore

/// A note that may hold links or tags of which nothing is known.
struct PartlyReadNote {
  enum Cause: String {
    case unreadable = "cannot be read"
    case tooLarge = "is larger than `max_file_size`"
    case frontMatter = "its front matter cannot be read"
  }

  var path: NotePath
  var cause: Cause

  /// `what`: that which may be in there, and stays (“links in it stay as they are”).
  func notice(_ what: String) -> VaultNotice {
    VaultNotice("\(path): \(cause.rawValue), so \(what); look into it yourself")
  }
}

extension Vault {
  /// The notes that may hold a link or tag with one of these names and cannot be read in full, sorted. Of front matter
  /// it is known whether the name is in it; a file that is not read at all may always hold it.
  func partlyRead(mentioning names: [String], in snapshot: any VaultSnapshot) throws -> [PartlyReadNote] {
    let unread = Set(try snapshot.unread())
    var found = unread.map { PartlyReadNote(path: $0, cause: .unreadable) }
    let warned = try snapshot.notes(where: .has(.warning), dayOf: day(of:))
    let keys = Set(names.map(LinkResolver.key)).subtracting([""])
    let reader = NoteReader(pipeline)
    for record in try snapshot.records(of: warned.ids) where !unread.contains(record.path) {
      let (path, codes) = (record.path, record.warnings.map(\.code.rawValue))
      if codes.contains("too-large") { found.append(PartlyReadNote(path: path, cause: .tooLarge)) }
      guard codes.contains(where: { $0.hasPrefix("front-matter-") }) else { continue }
      guard case .bytes(let bytes) = reader.read(path).content else { continue }
      let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
      guard frontMatter.properties.isEmpty else { continue }
      let text = LinkResolver.key(String(decoding: bytes[frontMatter.contentRange], as: UTF8.self))
      if keys.contains(where: { text.contains($0) }) { found.append(PartlyReadNote(path: path, cause: .frontMatter)) }
    }
    return found.sorted { $0.path < $1.path }
  }
}
