import VaultCore
import VaultPlatform

/// What the HEAD of a repository is, read from its files without running git, so that any command can look whether it is
/// another one than before.
struct GitHead: Sendable, Hashable {
  /// The commit's number; nil where there is none yet.
  var commit: String?
  /// As `GitRepository.prefix`.
  var prefix: [UInt8]
  /// What tells one history that is cut off from another one, or from a whole one; empty for a whole one.
  var cut: String

  /// What marks whatever was made of the history.
  var mark: String { commit.map { cut.isEmpty ? $0 : $0 + " " + cut } ?? "" }

  /// The HEAD of the repository that a folder belongs to; nil where there is none, or none that git answers for. Git is asked
  /// where the files do not say it: where the environment names the repository, or the repository keeps its names in
  /// another way.
  static func look(
    _ root: String, variables: [String: String], cancellation: Cancellation?
  ) throws -> GitHead? {
    if ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"].allSatisfy({ variables[$0] == nil }) {
      do {
        guard let found = try GitFolder(above: root) else { return nil }
        switch try found.commit() {
        case .number(let commit): return GitHead(commit: commit, prefix: found.prefix, cut: cut(of: found.common))
        case .none: return GitHead(commit: nil, prefix: found.prefix, cut: "")
        case .unclear: break
        }
      } catch is GitFolder.Unreadable {}
    }
    do {
      let repository = try GitRepository(of: root, variables: variables, cancellation: cancellation)
      return try GitHead(
        commit: repository.head(), prefix: repository.prefix, cut: cut(of: repository.commonFolder))
    } catch is GitError {
      return nil
    }
  }

  /// `common`: the folder that all work trees of the repository share.
  static func cut(of common: String) -> String {
    status(of: common + "/shallow").map { "shallow \(FileStamp($0).mtimeNS) \($0.st_size)" } ?? ""
  }
}

/// Git's own folder of a work tree.
private struct GitFolder {
  enum Commit {
    case number(String)
    case none, unclear
  }

  /// What belongs to the work tree alone.
  private let own: String
  let common: String
  let prefix: [UInt8]

  /// The nearest upwards, as git looks for it.
  init?(above root: String) throws {
    var folder = Array(root.utf8)
    while true {
      let place = String(decoding: folder, as: UTF8.self)
      var own = place + (place.hasSuffix("/") ? ".git" : "/.git")
      if status(of: own)?.isFolder == false, let line = try Self.line(own), line.hasPrefix("gitdir: ") {
        own = Self.path(line.dropFirst(8), from: place)
      }
      if status(of: own + "/HEAD", followsLink: false) != nil {
        self.own = own
        common = try Self.line(own + "/commondir").map { Self.path($0[...], from: own) } ?? own
        let inner = Array(root.utf8).dropFirst(folder.count).drop { $0 == UInt8(ascii: "/") }
        prefix = inner.isEmpty ? [] : inner + [UInt8(ascii: "/")]
        return
      }
      guard folder.count > 1, let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      folder = slash == 0 ? [UInt8(ascii: "/")] : Array(folder[..<slash])
    }
  }

  func commit() throws -> Commit {
    guard let head = try Self.line(own + "/HEAD") else { return .unclear }
    guard head.hasPrefix("ref: ") else { return Self.commit(head) }
    let name = head.dropFirst(5)
    // A branch is no other name, and where it is none, names are kept in tables.
    guard name.hasPrefix("refs/heads/"), name != "refs/heads/.invalid" else { return .unclear }
    if let line = try Self.line("\(common)/\(name)") { return Self.commit(line) }
    guard let packed = try Self.bytes(common + "/packed-refs") else { return .none }
    let ending = Array(" \(name)".utf8)
    for line in packed.split(separator: 0x0A)
    where line.count > ending.count && line.suffix(ending.count) == ending[...] {
      return Self.commit(String(decoding: line.dropLast(ending.count), as: UTF8.self))
    }
    return .none
  }

  private static func commit(_ line: String) -> Commit {
    let isNumber =
      [40, 64].contains(line.utf8.count)
      && line.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isNumber ? .number(line) : .unclear
  }

  private static func path(_ path: Substring, from folder: String) -> String {
    path.hasPrefix("/") ? String(path) : folder + "/" + path
  }

  /// The first line; nil where there is no such file.
  private static func line(_ file: String) throws -> String? {
    try bytes(file).map { String(decoding: $0.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self) }
  }

  /// A file that is there and is not read, since it is too large or not to be read at all.
  struct Unreadable: Error {}

  /// Nil where there is no such file.
  private static func bytes(_ file: String) throws -> [UInt8]? {
    do { return try AtomicFile.read(file) } catch let error as AtomicFileError {
      try ShortageError.check("what HEAD is cannot be read", error)
      if case .system(_, ENOTDIR) = error.trouble { return nil }
      throw Unreadable()
    }
  }
}
