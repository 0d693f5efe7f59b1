/// Why a text was not put into a note. Nothing was changed.
package enum SectionInsertionError: Error, Hashable {
  /// Nothing but blanks was given.
  case emptyText
  /// The section cannot be told.
  case heading(HeadingNameProblem)
  /// After that line of the file, counted from 1, the text would belong to what stands there.
  case wouldJoin(kind: String, line: Int)
  /// With the text in it, that line of the file would be read as something else.
  case wouldChange(line: Int)
}

extension SectionInsertionError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .emptyText:
      "there is no text to put into the note"
    case .heading(let problem):
      "\(problem)"
    case .wouldJoin(let kind, let line):
      "behind line \(line) the text would become part of the \(kind) there; close that first, or name a heading"
    case .wouldChange(let line):
      "with the text in it, line \(line) of the note would be read differently; close the code block, comment or HTML in the text"
    }
  }
}
