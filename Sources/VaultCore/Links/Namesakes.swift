/// Files of one name, found by how their folders end without looking at each.
struct Namesakes {
  /// By the bytes of the folders' keys from the last to the first, so that equal endings stand together.
  private let byEnding: [(folder: [UInt8], path: NotePath)]

  init(_ paths: [NotePath]) {
    byEnding = paths.map { (Self.ending("/" + LinkResolver.key($0.folder)), $0) }
      .sorted { $0.folder.lexicographicallyPrecedes($1.folder) }
  }

  /// Those whose folder, with a slash before it, ends with `suffix`, a key that begins with one; all for an empty one.
  func inFolders(endingWith suffix: String) -> [NotePath] {
    let ending = Self.ending(suffix)
    let first = byEnding.partitioningIndex { !$0.folder.lexicographicallyPrecedes(ending) }
    return byEnding[first...].prefix { $0.folder.starts(with: ending) }.map(\.path)
  }

  private static func ending(_ text: String) -> [UInt8] { text.utf8.reversed() }
}
