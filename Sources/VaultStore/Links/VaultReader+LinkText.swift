import VaultCore

extension VaultReader {
  /// What stands between the brackets of a link to a note: its file's name without the extension, else its path, where
  /// others are called alike.
  package func linkText(to path: NotePath) throws -> String {
    let directory = try snapshot.directory
    let isOnly = directory.named(foldedName: LinkResolver.key(path.name)).count == 1
    return isOnly ? path.stem : path.withoutNoteExtension
  }
}
