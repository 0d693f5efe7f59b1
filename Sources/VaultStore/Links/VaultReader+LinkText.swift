import VaultCore

extension VaultReader {
  /// What stands between the brackets of a link to a note: its file's name without the extension, else its path, where
  /// others are called alike. Nil where no such text leads to it.
  package func linkText(to path: NotePath) throws -> String? {
    LinkResolver(try snapshot.directory).linkText(to: path, from: NotePath(""))
  }
}

extension LinkResolver {
  /// The same for a link in the note `source`.
  package func linkText(to path: NotePath, from source: NotePath) -> String? {
    [path.stem, path.withoutNoteExtension, path.text].first { text in
      // Such signs would end the link, or its target.
      !text.contains("]]") && !text.hasSuffix("]") && !text.contains("[[") && !text.utf8.contains(0x7C)
        && resolve(target: text, kind: .wiki, from: source).path == path
    }
  }
}
