import VaultCore

extension VaultReader {
  /// What stands between the brackets of a link to a note: its file's name without the extension, else its path, where
  /// others are called alike. Nil where no such text leads to it.
  package func linkText(to path: NotePath) throws -> String? {
    let resolver = LinkResolver(try snapshot.directory)
    return [path.stem, path.withoutNoteExtension, path.text].first { text in
      resolver.resolve(target: text, kind: .wiki, from: NotePath("")).path == path
    }
  }
}
