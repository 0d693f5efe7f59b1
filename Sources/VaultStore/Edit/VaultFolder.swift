import VaultCore
import VaultPlatform

/// The folder `.vault` and the files in it that a person commits.
package enum VaultFolder {
  package static let ignoreFilePath = ".vault/.gitignore"

  /// In bytes, of a file in it that is edited: `max_file_size` is about notes, and must not lock out who sets it too low.
  static let largestFile = 1 << 20

  static func holds(_ path: NotePath) -> Bool { path.isBelow(NotePath(".vault")) }

  /// Everything in the folder but the configuration and the templates is this machine's own.
  package static let ignoreFileText = """
    # Kept out of version control: everything here but the configuration and the templates.
    *
    !.gitignore
    !config.yaml
    !templates/
    !templates/**

    """

  /// Makes the folder `root` and those above it, where they are missing.
  package static func makeRoot(_ root: String) throws {
    var path = root.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in root.split(separator: "/") {
      path += (path.isEmpty || path == "/" ? "" : "/") + part
      if mkdir(path, 0o777) == 0 { continue }
      let code = errno
      var status = stat()
      guard stat(path, &status) == 0 else { throw RootError(path: path, code: code) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw RootError(path: path, code: ENOTDIR) }
    }
  }

  struct RootError: Failure {
    var path: String
    /// An `errno` value.
    var code: CInt

    var kind: FailureKind { .noPlace }
    var message: Message {
      code == ENOTDIR
        ? "\(path): is a file, and a vault is a folder; name another place"
        : "\(path): the folder cannot be made: \(systemMessage(code)); name another place, or check its permissions"
    }
  }

  /// Makes what is missing of it in the folder `root`, and overwrites nothing. The result is the files that were made,
  /// relative to `root`.
  package static func create(in root: String) throws -> [String] {
    if mkdir(root + "/.vault", 0o777) != 0 {
      guard errno == EEXIST else { throw AtomicFileError(root + "/.vault", .system("made", errno)) }
      var status = stat()
      if lstat(root + "/.vault", &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        throw ChangeError(
          NotePath(".vault"),
          .refused("is a symbolic link, and nothing is written through it; put a folder in its place"))
      }
    }
    var made: [String] = []
    for (path, text) in [
      (ConfigurationFile.relativePath, ConfigurationTemplate.text()), (ignoreFilePath, ignoreFileText),
    ] where try AtomicFile.create(root + "/" + path, Array(text.utf8)) {
      made.append(path)
    }
    return made
  }
}

/// Where deleted notes go: `.vault/trash/<time>-<id>/<their path>`, so that the path tells all there is to know.
package enum Trash {
  static let path = NotePath(".vault/trash")

  /// The mode of a new folder, lowered by the process' mask: what was deleted may have been in one that others cannot look
  /// into.
  static func folderMode(_ path: NotePath) -> mode_t { path == Self.path ? 0o700 : 0o777 }

  static func holds(_ path: NotePath) -> Bool {
    path == Self.path || path.isBelow(Self.path)
  }

  /// The folder of one operation's deletions, in which each keeps its path; `stamp` is the time as `20260131T093000`.
  static func folder(stamp: String, id: String) -> NotePath {
    NotePath("\(path)/\(stamp)-\(id)")
  }
}
