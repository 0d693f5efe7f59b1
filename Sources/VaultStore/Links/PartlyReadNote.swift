import VaultCore

/// A note that may hold links or tags of which nothing is known.
struct PartlyReadNote {
  enum Cause: String {
    case unreadable = "cannot be read"
    case unreadableBefore = "could not be read before"
    case tooLarge = "is larger than `max_file_size`"
    case frontMatter = "its front matter cannot be read"
    case toml = "its front matter is TOML, which is not edited"
  }

  enum Mention {
    /// A note of one of these names, in a wikilink.
    case link([String])
    case tag(String)
  }

  var path: NotePath
  var cause: Cause

  /// `what`: that which may be in there, and stays (“links in it stay as they are”).
  func notice(_ what: String) -> Message { "\(path): \(cause.rawValue), so \(what); look into it yourself" }
}

extension VaultReader {
  /// The notes that may hold such a link or tag and cannot be read in full, sorted. Of front matter it is known whether
  /// the name is in it; a file that is not read at all may always hold it.
  func partlyRead(_ mention: PartlyReadNote.Mention) throws -> [PartlyReadNote] {
    let snapshot = try snapshot
    let reader = NoteReader(pipeline)
    let unread = Set(try snapshot.unread())
    return try snapshot.partlyRead().compactMap { path in
      switch try reader.read(path).content {
      case .bytes(let bytes) where unread.contains(path):
        let text = LinkResolver.key(String(decoding: bytes, as: UTF8.self))
        return mention.isIn(text) ? PartlyReadNote(path: path, cause: .unreadableBefore) : nil
      case .bytes(let bytes):
        let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
        let text = LinkResolver.key(String(decoding: bytes[frontMatter.contentRange], as: UTF8.self))
        guard mention.isIn(text) else { return nil }
        return PartlyReadNote(path: path, cause: frontMatter.format == .toml ? .toml : .frontMatter)
      case .tooLarge: return PartlyReadNote(path: path, cause: .tooLarge)
      case .gone: return nil
      case .unreadable: return PartlyReadNote(path: path, cause: .unreadable)
      }
    }
  }
}

extension PartlyReadNote.Mention {
  /// `text` as `LinkResolver.key` makes it.
  fileprivate func isIn(_ text: String) -> Bool {
    switch self {
    case .tag(let tag): return text.contains(LinkResolver.key(tag))
    case .link(let names):
      let keys = Set(names.map(LinkResolver.key)).subtracting([""])
      return text.split(separator: "[[", omittingEmptySubsequences: false).dropFirst().contains { rest in
        let target = rest.prefix { $0 != "]" && !$0.isNewline }
        return keys.contains { target.contains($0) }
      }
    }
  }
}
