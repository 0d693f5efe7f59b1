import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder `.vault` and the files in it that a person commits.
package enum VaultFolder {
  package static let ignoreFilePath = ".vault/.gitignore"

  /// Everything in the folder but the configuration is this machine's own.
  package static let ignoreFileText = """
    # Kept out of version control: everything here but the configuration.
    *
    !.gitignore
    !config.yaml

    """

  /// Makes what is missing of it in the folder `root`, and overwrites nothing. The result is the files that were made,
  /// relative to `root`.
  package static func create(in root: String) throws -> [String] {
    if mkdir(root + "/.vault", 0o777) != 0, errno != EEXIST {
      throw AtomicFileError(root + "/.vault", "made", errno)
    }
    var made: [String] = []
    for (path, text) in [
      (ConfigurationFile.relativePath, ConfigurationTemplate.text), (ignoreFilePath, ignoreFileText),
    ] where try AtomicFile.create(root + "/" + path, Array(text.utf8)) {
      made.append(path)
    }
    return made
  }
}
