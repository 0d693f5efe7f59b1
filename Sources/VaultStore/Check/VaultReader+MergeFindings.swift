import VaultCore

extension VaultReader {
  /// An attribute that gives notes to a merge driver which the clone's configuration does not have, so that git merges them
  /// as ever. Git is asked only where the files of attributes name one.
  func mergeFindings() throws -> [Finding] {
    guard vault.options.visible == nil, !location.isForeign, let place = try mergeAttribute() else { return [] }
    guard try GitSetup.lacksDriver(place.driver, in: location.root, variables: environment.variables) else { return [] }
    return [
      Finding(
        path: place.isLocal ? nil : NotePath(GitSetup.attributesName),
        diagnostic: Diagnostic(
          "merge-driver-missing", at: SourceLocation(line: place.line, column: 1),
          "\(place.isLocal ? "the repository's info/attributes" : "this line") gives notes to the merge driver "
            + "\"\(place.driver)\", which the configuration of this clone does not have, so git merges them line by line; set "
            + "git up for the vault, which each clone needs once, or take the line out"))
    ]
  }

  private struct MergeAttribute {
    var driver: String
    /// Counted from 1.
    var line: Int
    var isLocal: Bool
  }

  private func mergeAttribute() throws -> MergeAttribute? {
    for (path, isLocal) in [(GitSetup.attributesName, false), (".git/info/attributes", true)] {
      let text: [UInt8]
      do {
        text = try AtomicFile.read(path, inside: location.root) ?? []
      } catch is AtomicFileError {
        // Where `.git` is a file, it has no attributes; what cannot be read here is git's to complain of.
        continue
      }
      if let found = GitAttributesText(text).firstDriver {
        return MergeAttribute(driver: found.name, line: found.line, isLocal: isLocal)
      }
    }
    return nil
  }
}
