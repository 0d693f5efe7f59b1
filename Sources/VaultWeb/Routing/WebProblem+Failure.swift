import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

extension WebProblem {
  /// What an error means to a browser or a program: the one place that maps them.
  init(_ error: any Error) {
    switch error {
    case let problem as WebProblem: self = problem
    case let problem as QueryProblem: self.init(query: problem)
    case let error as VaultURLError: self = .notFound("\(error)".sentence)
    case is CancelledError: self = .busy
    case is EmptyTextError: self.init(422, "bad-argument", "There is no text to write; write some.")
    case is NoTitleError: self.init(422, "bad-argument", "The note needs a title or a text.")
    case let error as QueryError:
      // Quick words of a task; those of a search are `QueryProblem`s.
      self.init(422, "bad-argument", error.message.sentence)
      range = error.range
    case is TagRenameError, is NewNoteNameError, is TaskValueError, is RecurrenceError, is ListPlaceError:
      self.init(422, "bad-argument", "\(error)".sentence)
    case let failure as any Failure: self.init(failure: failure)
    case let failure as UnnamedFileError:
      let isFull = [ENOSPC, EDQUOT].contains(failure.code)
      self.init(isFull ? 507 : 500, isFull ? "disk-full" : "unreadable", "\(failure)".sentence)
    default: self.init(500, "unreadable", "\(error)".sentence)
    }
  }

  private init(query problem: QueryProblem) {
    self.init(400, "bad-argument", problem.error.message.sentence)
    range = problem.error.range
  }

  private init(failure: any Failure) {
    let (status, word) = Self.code(of: failure)
    self.init(status, word, failure.message.text.sentence)
    switch failure as? NoteNameError {
    case .ambiguous(_, let paths, _): candidates = paths.map(\.text)
    case .notFound(let name, let nearest, _):
      candidates = nearest.map(\.text)
      // Pages ask by addresses, which nobody has typed.
      guard let url = try? VaultURL(name), case .note(let note) = url.place else { break }
      detail = "There is no note \(ShownName.path(note.text))." + (nearest.isEmpty ? "" : " Was one of these meant?")
    default: break
    }
    if status == 503 { retryAfter = 5 }
  }

  /// True where the folder of the vault itself is not there: unmounted, moved, or its disk unplugged.
  private static func isOfMissingVault(_ failure: any Failure) -> Bool {
    if case .unreadableRoot(_, ENOENT)? = failure as? ScanError { return true }
    // No note's path is absolute.
    if let change = failure as? ChangeError, case .system(_, ENOENT) = change.cause {
      return change.path.text.hasPrefix("/")
    }
    return false
  }

  private static func code(of failure: any Failure) -> (Int, String) {
    if isOfMissingVault(failure) { return (503, "gone") }
    switch (failure as? any SystemError)?.systemCode {
    case ENOSPC?, EDQUOT?: return (507, "disk-full")
    case EACCES?, EROFS?, EPERM?: return (403, "not-allowed")
    case ENOENT?, ENOTDIR?: return (404, "not-found")
    case EFBIG?: return (413, "too-large")
    default: break
    }
    switch (failure as? ChangeError)?.cause {
    case .exists?, .existsInOtherCase?: return (409, "exists")
    case .tooLarge?: return (413, "too-large")
    default: break
    }
    // What git, or another machine, has against it is no fault of this server.
    if failure is GitError, [.noPlace, .unreadable].contains(failure.kind) { return (409, "refused") }
    switch failure.kind {
    case .notFound: return (404, "not-found")
    case .ambiguous: return (409, "ambiguous")
    case .badArgument: return (422, "bad-argument")
    // No condition of the request failed, but what is to be taken back is no longer there.
    case .changedMeanwhile where failure is ChangeNumberError || failure is UndoConflictError: return (409, "changed")
    case .changedMeanwhile: return (412, "changed")
    case .foreign: return (403, "not-allowed")
    case .refused: return (409, "refused")
    case .unreadable, .damaged: return (500, "unreadable")
    case .busy, .shortage: return (503, "busy")
    case .noPlace: return (503, "gone")
    case .interrupted: return (503, "busy")
    }
  }
}

extension String {
  /// The text as a sentence of its own: with a capital at the beginning, unless a path or an operator stands there, and a full
  /// stop at the end.
  var sentence: String {
    let beginning = firstRange(of: ": ").map { self[..<$0.lowerBound] } ?? ""
    let isName = !beginning.contains { $0 == "\n" || $0 == " " }
    let isPath = !beginning.contains("\n") && (beginning.contains("/") || beginning.contains("."))
    let text = !beginning.isEmpty && (isName || isPath) ? self : capitalizedFirst
    guard let last = text.unicodeScalars.last, !".!?".unicodeScalars.contains(last) else { return text }
    return text + "."
  }
}
