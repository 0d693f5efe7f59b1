import Synchronization
import VaultCore

/// When the notes of a vault were committed, for one look at it: what the setting `dates: git` dates those by that have no
/// dates of their own (`ReadNote.dates`).
///
/// Only HEAD is looked at as long as it is the one that an index is marked with. The history is read where notes are.
final class GitDates: Sendable {
  private struct History {
    var entries: [NotePath: GitLog.Entry] = [:]
    /// False where git cannot be asked.
    var isKnown = true
  }

  private struct State {
    var history: History?
    var notice: VaultNotice?
    /// True where the index shows that it was told before that git cannot be asked.
    var isTold = false
  }

  private let root: String
  private let variables: [String: String]
  private let cancellation: Cancellation?
  /// Where the history is kept; nil for nowhere.
  private let file: String?
  private let head: GitHead?
  private let state = Mutex(State())

  /// Nil where the setting does not ask for it: then nothing is looked at.
  init?(_ vault: Vault) throws {
    guard vault.configuration.dateSource == .git else { return nil }
    root = vault.location.root
    variables = vault.environment.variables
    cancellation = vault.options.cancellation
    file = vault.gitLogPath
    head = try GitHead.look(root, variables: variables, cancellation: cancellation)
  }

  /// Reads the history, where that is not done yet. Where git cannot be asked, that becomes the notice, and no note has a date
  /// from it.
  func read() throws { _ = try history() }

  private func history() throws -> History {
    try state.withLock { state in
      if let known = state.history { return known }
      var history = History()
      do {
        guard let head else {
          throw GitError(.noRepository(root), command: "rev-parse")
        }
        if let commit = head.commit { history.entries = try entries(head, commit, &state.notice) }
      } catch let error as GitError {
        try cancellation?.check()
        history.isKnown = false
        if !state.isTold { state.notice = Self.notice(error) }
      }
      state.history = history
      return history
    }
  }

  private func entries(
    _ head: GitHead, _ commit: String, _ notice: inout VaultNotice?
  ) throws -> [NotePath: GitLog.Entry] {
    if let kept = try GitLog(keptIn: file, commit, prefix: head.prefix, cut: head.cut) { return kept.entries }
    let repository = try GitRepository(of: root, variables: variables, cancellation: cancellation)
    if !head.cut.isEmpty {
      notice = VaultNotice(
        "this clone has only a part of the history, so that notes may be older than \(setting: "dates") has them; "
          + "`git fetch --unshallow` gets all of it")
    }
    return try GitLog(repository, head: commit, keptIn: file).entries
  }

  /// What git knows of a note; nil where that is nothing, or cannot be read.
  func entry(of path: NotePath) -> GitLog.Entry? {
    do { return try history().entries[path] } catch {
      // Whoever reads all notes has asked before, and was told.
      return nil
    }
  }

  /// What an index is marked with whose notes are dated by this.
  func mark() throws -> String {
    guard let mark = head?.mark, try history().isKnown else { return "" }
    return mark
  }

  private static func notice(_ error: GitError) -> VaultNotice {
    VaultNotice(
      "git cannot be asked, as \(setting: "dates") has it, so that notes without dates have those of their "
        + "files: \(error)")
  }

  /// Returns true when an index with that mark is dated by this. Reads the history only where the mark says that it could not be
  /// read before, which was told then.
  func isMark(_ mark: String?) throws -> Bool {
    if mark == "" { state.withLock { $0.isTold = true } }
    if mark == head?.mark ?? "" { return true }
    return try mark == "" && !history().isKnown
  }

  /// What a person should know of it, once.
  func takeNotice() -> VaultNotice? {
    state.withLock { state in
      defer { state.notice = nil }
      return state.notice
    }
  }
}

extension GitLog.Entry {
  /// The same in one line, for what is dated by it; another one wherever that would have another date.
  var mark: String { "\(first) \(last) \(object ?? "")" }
}

extension ReadNote {
  /// The dates of the note where it gives none itself, in milliseconds since 1970.
  ///
  /// A note of the last commit has the time of its first one. It was changed when it was last committed, but where its text
  /// is not the committed one, or not known: then its file tells, as for all that git does not know.
  var dates: (created: Int64, updated: Int64) {
    let file = job.stamp.mtimeMS
    guard let committed, let object = committed.object else { return (file, file) }
    let isAsCommitted = if case .bytes(let bytes) = content { GitObject.isName(object, of: bytes) } else { false }
    return (committed.first * 1_000, isAsCommitted ? committed.last * 1_000 : file)
  }

  /// What the index keeps of what git knows of the note.
  var commits: String { committed?.mark ?? "" }
}
