import VaultCore
import VaultPlatform

extension FileReadFailure {
  /// The cause in words, without the path.
  var cause: String {
    switch self {
    case .system(ELOOP), .link: "it is a symbolic link"
    case .system(let code): systemMessage(code)
    case .notRegular, .outside: "it is no regular file"
    case .tooLarge(let size, let limit): "it has \(size) bytes, more than \(limit)"
    }
  }
}

/// The rules of an ignore file; nil where there is none.
func readIgnoreFile(_ name: [UInt8], in folder: CInt) throws(FileReadFailure) -> IgnoreRules? {
  do throws(FileReadFailure) {
    return IgnoreRules(file: try readFile(name, in: folder, limit: 4 << 20).bytes)
  } catch .system(ENOENT) {
    return nil
  }
}

/// The ignore rules that reach into a vault from the git repository around it.
struct OuterIgnoreRules {
  /// Those of `.git/info/exclude` and of the folders above the root, the nearest last asked and first obeyed.
  private(set) var scope: IgnoreScope?
  /// The root's path relative to the repository's, ending in `/`; empty for the repository's root itself.
  private(set) var prefix: [UInt8] = []
  private(set) var problems: [ScanProblem] = []
  /// Differs where the rules do, or the repository; for comparisons in this process.
  private(set) var signature: UInt64 = 0
  /// An `errno` value: not all rules are known, for a reason that says nothing of them.
  private(set) var shortage: CInt?

  /// `root` is an absolute path without links. A root that the repository itself ignores has nothing to do with it:
  /// then no rule of it holds.
  init(above root: [UInt8]) {
    guard let repository = repository(of: root), let inside = relativePath(of: root, beneath: repository) else {
      return
    }
    signature = Self.hash(repository)
    addRules(of: gitFolder(of: repository) + Array("/info".utf8), file: "exclude", baseLength: 0)
    if inside.isEmpty { return }

    var folder: [UInt8] = []
    for name in inside.split(separator: UInt8(ascii: "/")) {
      let baseLength = folder.isEmpty ? 0 : folder.count + 1
      addRules(of: joinedPath(repository, folder), file: ".gitignore", baseLength: baseLength)
      folder = joinedPath(folder, name)
      let isIgnored = folder.withUnsafeBufferPointer {
        IgnoreScope.ignoring(scope, path: $0, nameStart: baseLength, isFolder: true) != nil
      }
      if isIgnored {
        scope = nil
        return
      }
    }
    prefix = inside + [UInt8(ascii: "/")]
  }

  private mutating func addRules(of folder: [UInt8], file: String, baseLength: Int) {
    do throws(FileReadFailure) {
      let descriptor = Self.open(folder)
      guard descriptor >= 0 else { return note(errno) }
      defer { close(descriptor) }
      guard let rules = try readIgnoreFile(Array(file.utf8), in: descriptor), !rules.isEmpty else { return }
      let source = NotePath(bytes: joinedPath(folder, file.utf8)).text
      signature = (signature &* 31) ^ Self.hash(joinedPath(folder, file.utf8)) ^ rules.signature
      scope = IgnoreScope(rules, from: source, baseLength: baseLength, outer: scope)
    } catch {
      note(error.systemCode ?? 0)
      let path = NotePath(bytes: joinedPath(folder, file.utf8))
      signature = (signature &* 31) ^ Self.hash(path.bytes) ^ 1
      problems.append(
        ScanProblem(
          .unreadableIgnoreFile, NotePath(""),
          "\(path) cannot be read, so nothing is left out because of it: \(error.cause)"))
    }
  }

  private static func hash(_ path: [UInt8]) -> UInt64 { KeyedHash.ofThisProcess.of(path) }

  private mutating func note(_ code: CInt) {
    if SystemFailure(code: code).isShortage { shortage = code }
  }

  /// The nearest folder upwards, the root included, that is a work tree.
  private mutating func repository(of root: [UInt8]) -> [UInt8]? {
    var folder = root
    while true {
      let hasGit = status(of: Self.terminated(joinedPath(folder, ".git".utf8))) != nil
      if hasGit, status(of: Self.terminated(gitFolder(of: folder) + Array("/HEAD".utf8))) != nil { return folder }
      guard folder.count > 1, let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      folder = slash == 0 ? [UInt8(ascii: "/")] : Array(folder[..<slash])
    }
  }

  /// Where a work tree's repository keeps `info/`: `.git`, or what the file `.git` of a linked work tree leads to.
  private mutating func gitFolder(of workTree: [UInt8]) -> [UInt8] {
    let usual = joinedPath(workTree, ".git".utf8)
    guard let line = firstLine(of: ".git", in: workTree), line.starts(with: "gitdir: ".utf8) else { return usual }
    let own = Self.absolute(line.dropFirst(8), from: workTree)
    guard let common = firstLine(of: "commondir", in: own) else { return own }
    return Self.absolute(common, from: own)
  }

  private static func absolute(_ path: ArraySlice<UInt8>, from folder: [UInt8]) -> [UInt8] {
    path.first == UInt8(ascii: "/") ? Array(path) : joinedPath(folder, path)
  }

  /// Returns nil when there is no such file, a folder of that name included.
  private mutating func firstLine(of file: String, in folder: [UInt8]) -> ArraySlice<UInt8>? {
    let descriptor = Self.open(folder)
    guard descriptor >= 0 else {
      note(errno)
      return nil
    }
    defer { close(descriptor) }
    do throws(FileReadFailure) {
      let content = try readFile(Array(file.utf8), in: descriptor, limit: 65_536)
      return content.bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    } catch {
      note(error.systemCode ?? 0)
      return nil
    }
  }

  private static func open(_ folder: [UInt8]) -> CInt {
    retrying { openat(AT_FDCWD, terminated(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  private static func terminated(_ path: [UInt8]) -> [CChar] {
    path.map { CChar(bitPattern: $0) } + [0]
  }
}
