import VaultCore

/// Why a vault is not kept in step with its other machines. No note was changed.
package enum SyncError: Failure, Hashable {
  case detachedHead
  /// `ends`: what a person types.
  case underWay(String, ends: String, unmerged: Int)
  case unmerged(String)
  /// A path of git's.
  case locked(String)
  case atWork
  case oldGit
  case unrelated(String)
  case shallow(String)
  /// In git's words.
  case notCommitted(Message)
  /// The vault's own folder is left out of the work tree.
  case sparse
  /// A note that was not committed, and that others have changed.
  case leftOut(NotePath)
  /// Files other than notes that both have, and that were changed here and not committed.
  case inTheWay(String)
  /// The notes were changed again and again meanwhile.
  case restless
  /// Others were faster, again and again.
  case overtaken(String)
  /// Said by the machine that was to get the commits.
  case sendingRefused(String, reason: String)
  case hides

  package var kind: FailureKind {
    switch self {
    case .detachedHead, .underWay, .unmerged, .unrelated, .shallow, .inTheWay, .hides, .sendingRefused, .sparse,
      .leftOut,
      .notCommitted:
      .refused
    case .locked, .atWork, .restless, .overtaken: .busy
    case .oldGit: .noPlace
    }
  }

  package var message: Message {
    switch self {
    case .detachedHead:
      "the repository is on no branch, so nothing was done; go to one with `git switch main`"
    case .underWay(let operation, let ends, 0):
      "a \(operation) is under way in the repository, so nothing was done; end it with \(ends)"
    case .underWay(let operation, let ends, let unmerged):
      """
      a \(operation) is under way in the repository, and \(unmerged == 1 ? "1 file is" : "\(unmerged) files are") still \
      open in it, so nothing was done; settle what is open, then end it with \(ends)
      """
    case .unmerged(let path):
      """
      \(ShownName.path(path)): git has it unmerged, so nothing was done; settle what is open in it, then type \
      `git add` and `git commit`
      """
    case .locked(let path):
      """
      \(path): another git is at work in the repository; try again when it is done. If none is at work, one was killed: \
      delete that file
      """
    case .atWork: "the vault is being synced already, by another process; try again when that is done"
    case .oldGit: "this git cannot merge without touching files; install git 2.38 or later"
    case .unrelated(let upstream):
      """
      \(upstream) has no commit in common with what is here, so nothing was merged; if the two belong together, type \
      `git merge --allow-unrelated-histories \(upstream)` once
      """
    case .shallow(let upstream):
      """
      this clone has only the last commits, and none in common with \(upstream), so nothing was merged; get the rest by \
      `git fetch --unshallow`
      """
    case .notCommitted(let reason):
      "nothing was committed, since git, one of its hooks or the signature refused: " + reason
        + "; mend that and sync again. All is as it was"
    case .sparse:
      """
      the work tree leaves out the vault's folder .vault, so nothing was done; take it in by `git sparse-checkout add .vault`
      """
    case .leftOut(let path):
      """
      \(ShownName.path(path.text)): marks of a conflict are in it, so it was not committed, and others have changed it as \
      well; make one text of both sides and take the marks out, then sync again. Nothing was merged
      """
    case .inTheWay(let reason):
      """
      others have changed files that have changes here which are not committed (\(reason)); commit or put back these \
      changes, then sync again. Nothing was merged
      """
    case .restless: "notes were changed by other programs again and again meanwhile, so nothing was merged; try again"
    case .overtaken(let upstream):
      "others have sent to \(upstream) again and again meanwhile, so nothing was sent; try again"
    case .sendingRefused(let upstream, let reason):
      "\(upstream) does not take what was to be sent: \(reason). It is committed here; ask whoever keeps the repository"
    case .hides: "only what everybody may see is shown here, and a sync is about everything; ask on the machine itself"
    }
  }
}
