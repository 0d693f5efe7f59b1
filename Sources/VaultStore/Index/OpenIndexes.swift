import Synchronization
import VaultPlatform

/// Connections to the index that a session keeps open from one question to the next: to open one takes longer than many a
/// question.
///
/// Nobody holds the index's lock meanwhile, so that another process may put a new file in its place. Whoever takes a
/// connection holds the lock again, and gets one only to the file that is there now.
final class OpenIndexes: Sendable {
  /// Sent from thread to thread, and used by the one alone that has taken it.
  private struct Idle: @unchecked Sendable {
    let index: SearchIndex
    let stamp: Stamp
  }

  /// What the files of an index are like: where others have written over them, or put others in their place, they are opened
  /// anew.
  struct Stamp: Equatable {
    var file: FileStamp
    /// Nil where there is none.
    var log: FileStamp.Identity?
  }

  private struct State {
    var idle: [Idle] = []
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// As many as questions are answered at a time, most often.
  private static let most = 3

  /// Returns nil where there is none to just this file.
  func take(_ file: IndexFile) -> SearchIndex? {
    guard let stamp = file.stamp else { return nil }
    while let next = state.withLock({ $0.idle.popLast() }) {
      if next.index.file.path == file.path, next.stamp == stamp { return next.index }
    }
    return nil
  }

  /// The caller uses it no more. `stamp`: of the time when it still had the lock.
  func keep(_ index: SearchIndex, _ stamp: Stamp) {
    let idle = Idle(index: index, stamp: stamp)
    state.withLock { if !$0.hasEnded, $0.idle.count < Self.most { $0.idle.append(idle) } }
  }

  /// Closes all, and keeps none from now on.
  func end() {
    _ = state.withLock { state in
      state.hasEnded = true
      defer { state.idle = [] }
      return state.idle
    }
  }
}

extension IndexFile {
  fileprivate var stamp: OpenIndexes.Stamp? {
    status.map { OpenIndexes.Stamp(file: FileStamp($0), log: beside("-wal").identity) }
  }
}

extension SearchIndex {
  /// What its files are like; nil where another stands in the place of the one that is open.
  var stamp: OpenIndexes.Stamp? { file.stamp.flatMap { $0.file.identity == identity ? $0 : nil } }
}
