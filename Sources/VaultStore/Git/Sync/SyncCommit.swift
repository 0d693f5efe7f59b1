import VaultCore
import VaultPlatform

/// Commits chosen files of a work tree and nothing else of it. Where a hook or a signature fails, the index is as before.
struct SyncCommit {
  /// A file is gone, or came back, since it was chosen.
  struct FilesChanged: Error {}

  private let repository: GitRepository
  private let actions: GitActions
  private var index: String { repository.folder + "/index" }

  init(_ repository: GitRepository, _ actions: GitActions) {
    (self.repository, self.actions) = (repository, actions)
  }

  static func message(_ changes: [GitChange]) -> String {
    let names = changes.map { NotePath($0.path.text).name.filter { !$0.isNewline } }
    if names.count == 1, let change = changes.first { return "vault sync: \(change.kind.verb) \(names[0])" }
    let counts = [GitChange.Kind.added, .modified, .deleted].compactMap { kind -> String? in
      let count = changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    return "vault sync: \(counts.joined(separator: ", "))"
  }

  /// Returns the new commit, or `head` where nothing differs from it. `holdingVault`: calls its body while nobody changes the
  /// vault.
  func make(
    _ changes: [GitChange], after head: String?, in scratch: MomentaryFolder,
    holdingVault: (() throws -> Void) throws -> Void
  ) throws -> String? {
    let before = try AtomicFile.read(index, limit: .max)
    do {
      // Were it to end behind this, all would be there, for the next commit.
      try holdingVault { try add(changes, to: actions) }
      let staged = try AtomicFile.read(index, limit: .max)
      let entries = try self.entries(of: changes)
      let own = try privateIndex(entries, after: head, staged, in: scratch)
      let tree = try own.line(["write-tree"])
      if try head.map({ try repository.git.read(["rev-parse", $0 + "^{tree}"]) }).map({
        String(decoding: $0.dropLast(), as: UTF8.self)
      }) == tree {
        return head
      }
      // Whoever commits meanwhile, or begins a merge, has another state in mind.
      guard try repository.head() == head, !GitState.isUnderWay(repository) else { throw FilesChanged() }
      do {
        try own.run(["commit", "--quiet", "-F", "-"], .commit, input: Array((Self.message(changes) + "\n").utf8))
      } catch let error as GitError {
        // A hook behind the commit takes nothing back.
        if try repository.head() == head { throw SyncError.notCommitted(error.message) }
      }
      guard let commit = try repository.head() else { throw GitError(.system("it made no commit"), command: "commit") }
      try takeOver(commit, after: head, entries)
      return commit
    } catch {
      // Behind the commit, the index is right as it is.
      if try repository.head() == head { try restore(before) }
      throw error
    }
  }

  /// The commit that would be made, which no branch has: no hook runs, and nothing is signed.
  func trial(_ changes: [GitChange], after head: String?, in scratch: MomentaryFolder) throws -> String? {
    if changes.isEmpty { return head }
    let own = actions.with(index: scratch.place(of: "trial"))
    if let head { try own.run(["read-tree", head]) }
    try add(changes, to: own)
    let tree = try own.line(["write-tree"])
    return try own.line(
      ["commit-tree", tree] + (head.map { ["-p", $0] } ?? []), input: Array(Self.message(changes).utf8))
  }

  private func add(_ changes: [GitChange], to actions: GitActions) throws {
    func paths(_ isWanted: (GitChange) -> Bool) -> [UInt8] { changes.filter(isWanted).flatMap { $0.path.bytes + [0] } }
    // Who renames a file by git has taken its old name out already.
    let gone = paths { $0.kind == .deleted }
    if !gone.isEmpty { try actions.run(["update-index", "--force-remove", "-z", "--stdin"], input: gone) }
    let present = paths { $0.kind != .deleted }
    if present.isEmpty { return }
    do {
      try actions.run(["add", "--all", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"], input: present)
    } catch let error as GitError {
      guard case .complaint(let text) = error.cause, text.contains("did not match any files") else { throw error }
      throw FilesChanged()
    }
  }

  /// What the index has of the chosen files.
  private func entries(of changes: [GitChange]) throws -> [(path: [UInt8], entry: GitEntry?)] {
    var known: [[UInt8]: GitEntry] = [:]
    for field in GitFields(try repository.git.read(["ls-files", "--stage", "-z", "--full-name"])).fields {
      // `mode number stage<TAB>path`
      guard let tab = field.firstIndex(of: 0x09) else { continue }
      let words = field[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      if words.count == 3 { known[Array(field[(tab + 1)...])] = GitEntry(mode: words[0], object: words[1]) }
    }
    return changes.map { change in
      let path = repository.bytes(of: change.path)
      return (path, known[path])
    }
  }

  /// An index of what the last commit has, with the chosen files as they are: what else a person has staged stays out of it.
  private func privateIndex(
    _ entries: [(path: [UInt8], entry: GitEntry?)], after head: String?, _ staged: [UInt8]?, in scratch: MomentaryFolder
  ) throws -> GitActions {
    let path = scratch.place(of: "commit")
    let own = actions.with(index: path)
    if let head {
      // A copy knows which files are as they were, so that git need not read them.
      if let staged { try AtomicFile.replace(path, staged, mode: 0o600, isLasting: false) }
      // An editor may save a file just now, which is of no account here.
      try own.run(["read-tree", "-i", "-m", head])
    }
    try own.enter(entries)
    return own
  }

  /// Hooks may have changed what was committed.
  private func takeOver(_ commit: String, after head: String?, _ entries: [(path: [UInt8], entry: GitEntry?)]) throws {
    let staged = Dictionary(entries.map { ($0.path, $0.entry) }) { $1 }
    let made: [(path: [UInt8], entry: GitEntry?)] =
      try head.map { try repository.differences(from: $0, to: commit).map { ($0.path, $0.new) } }
      ?? repository.entries(of: commit).map { ($0.key, $0.value) }
    try actions.enter(made.filter { staged[$0.path] != .some($0.entry) })
  }

  private func restore(_ before: [UInt8]?) throws {
    guard let before else {
      unlink(index)
      return
    }
    guard try AtomicFile.read(index, limit: .max) != before else { return }
    // As git does, so that no other one writes it just now.
    let lock = index + ".lock"
    guard try AtomicFile.create(lock, before) else { throw SyncError.locked(lock) }
    guard rename(lock, index) == 0 else { throw AtomicFileError(index, .system("written", errno)) }
  }
}

extension GitChange.Kind {
  fileprivate var verb: String {
    switch self {
    case .added, .untracked: "add"
    case .modified: "change"
    case .deleted: "delete"
    case .renamed: "rename"
    }
  }
}
