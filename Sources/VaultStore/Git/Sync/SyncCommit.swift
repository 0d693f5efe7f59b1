import VaultCore
import VaultPlatform

/// Commits chosen files of a work tree and nothing else of it. Where a hook or a signature fails, the index is as before.
struct SyncCommit {
  /// A file is gone, or came back, since it was chosen.
  struct FilesChanged: Error {}

  private typealias Entry = (path: [UInt8], entry: GitEntry?)

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
    var staged: [UInt8]?
    var entries: [Entry]?
    do {
      // Were it to end behind this, all would be there, for the next commit.
      try holdingVault { try Self.add(changes, to: actions) }
      staged = try AtomicFile.read(index, limit: .max)
      let chosen = try self.entries(of: changes.map { repository.bytes(of: $0.path) }, in: actions)
      entries = chosen
      let own = try privateIndex(chosen, after: head, staged, in: scratch)
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
      try takeOver(commit, after: head, chosen)
      return commit
    } catch {
      // Behind the commit, the index is right as it is.
      if try repository.head() == head { try restore(before, from: staged, entries, in: scratch) }
      throw error
    }
  }

  /// The commit that would be made, which no branch has: no hook runs, and nothing is signed.
  func trial(_ changes: [GitChange], after head: String?, in scratch: MomentaryFolder) throws -> String? {
    if changes.isEmpty { return head }
    let own = actions.with(index: scratch.place(of: "trial"))
    if let head { try own.run(["read-tree", head]) }
    try Self.add(changes, to: own)
    let tree = try own.line(["write-tree"])
    return try own.line(
      ["commit-tree", tree] + (head.map { ["-p", $0] } ?? []), input: Array(Self.message(changes).utf8))
  }

  /// Puts files into an index as they are.
  static func add(_ changes: [GitChange], to actions: GitActions) throws {
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

  /// What the index has of files.
  private func entries(of paths: [[UInt8]], in actions: GitActions) throws -> [Entry] {
    var known: [[UInt8]: GitEntry] = [:]
    for field in GitFields(try actions.run(["ls-files", "--stage", "-z", "--full-name"])).fields {
      // `mode number stage<TAB>path`
      guard let tab = field.firstIndex(of: 0x09) else { continue }
      let words = field[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      if words.count == 3 { known[Array(field[(tab + 1)...])] = GitEntry(mode: words[0], object: words[1]) }
    }
    return paths.map { ($0, known[$0]) }
  }

  /// An index of what the last commit has, with the chosen files as they are: what else a person has staged stays out of it.
  private func privateIndex(
    _ entries: [Entry], after head: String?, _ staged: [UInt8]?, in scratch: MomentaryFolder
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
  private func takeOver(_ commit: String, after head: String?, _ entries: [Entry]) throws {
    let staged = Dictionary(entries.map { ($0.path, $0.entry) }) { $1 }
    let made: [Entry] =
      try head.map { try repository.differences(from: $0, to: commit).map { ($0.path, $0.new) } }
      ?? repository.entries(of: commit).map { ($0.key, $0.value) }
    try actions.enter(made.filter { staged[$0.path] != .some($0.entry) })
  }

  /// `staged`: the index as it was left, and `entries` what it has of the chosen files since; nil where these could not all be
  /// staged.
  private func restore(
    _ before: [UInt8]?, from staged: [UInt8]?, _ entries: [Entry]?, in scratch: MomentaryFolder
  ) throws {
    if try AtomicFile.read(index, limit: .max) == before { return }
    // As git does, so that no other one writes it just now.
    let lock = index + ".lock"
    try actions.waitForGit(lock)
    guard try AtomicFile.create(lock, before ?? []) else { throw SyncError.locked(lock) }
    guard let entries, try AtomicFile.read(index, limit: .max) != staged else {
      if before == nil {
        unlink(index)
        unlink(lock)
      } else if rename(lock, index) != 0 {
        throw AtomicFileError(index, .system("written", errno))
      }
      return
    }
    unlink(lock)
    // A person has staged something meanwhile: that stays, and so does what they staged of the chosen files.
    let now = try self.entries(of: entries.map(\.path), in: actions)
    let former = scratch.place(of: "before")
    if let before { try AtomicFile.replace(former, before, mode: 0o600, isLasting: false) }
    let restored = try self.entries(of: entries.map(\.path), in: actions.with(index: former))
    try actions.enter(entries.indices.filter { now[$0].entry == entries[$0].entry }.map { restored[$0] })
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
