import VaultCore
import VaultInterface
import VaultStore

/// What a tool says instead of a result: a word that programs know, and one sentence with what to do. It holds no text of notes,
/// which could give orders; names of notes are told.
struct ToolFailure: Error {
  enum Word: String, CaseIterable {
    case notFound = "not-found"
    case ambiguous, changed
    case notOnce = "not-once"
    case notAllowed = "not-allowed"
    case badArgument = "bad-argument"
    case tooLarge = "too-large"
    case unreadable
  }

  var word: Word
  var sentence: String
  /// A note's text now, in a block of its own; nil where it is of no use.
  var text: String?

  /// In bytes.
  private static let longestSentence = 1_000
  private static let longestText = 16 << 10

  init(_ word: Word, _ sentence: String) { (self.word, self.sentence) = (word, sentence) }

  init(_ error: any Error) {
    switch error {
    case let failure as ToolFailure: self = failure
    case let error as NoteStateError:
      self.init(
        .changed,
        "\(ShownName.path(error.path.text)) was changed since it was read, so nothing was done; its etag is "
          + "\(NoteETag.text(of: error.hash)) by now, and its text follows")
      text = Self.beginning(of: error.text)
    case ExactEditError.notOnce(let number, let count):
      self.init(.notOnce, ExactEditError.notOnce(number, count: count).message.toolWords)
    case let problem as QueryProblem:
      let remedy = problem.error.remedy.map { " \($0)" } ?? ""
      self.init(
        .badArgument, "\(problem.option ?? "the query") cannot be understood: \(problem.error.message)\(remedy)")
    case let error as HeadingNameError: self.init(error.problem, in: error.note)
    case let error as TaskNameError: self.init(error)
    case let error as TaskChangedError: self.init(error)
    case let error as TaskRefusal where error.cause.quotesTheLine:
      self.init(
        .notAllowed,
        "\(ShownName.path(error.path.text)):\(error.line): its recurrence rule is none that can be followed")
    case let error as NoteNameError: self.init(error)
    case let error as ChangeError:
      switch error.cause {
      case .tooLarge: self.init(.tooLarge, error.message.toolWords)
      case .refused: self.init(.notAllowed, error.message.toolWords.withoutQuotations)
      default: self.init(error.kind, error.message)
      }
    case let error as QueryError:
      self.init(.badArgument, "the query cannot be understood: \(error.message)\(error.remedy.map { " \($0)" } ?? "")")
    case let error as ChangeNumberError: self.init(error)
    case is EmptyTextError: self.init(.badArgument, "there is no text to write; give some")
    case is ReferencedNotesError:
      self.init(.unreadable, "what assistants were shown cannot be read on this machine; ask without it")
    case let failure as any Failure: self.init(failure.kind, failure.message)
    default: self.init(.unreadable, String(describing: error))
    }
  }

  private init(_ kind: FailureKind, _ message: Message) {
    let word: Word =
      switch kind {
      case .notFound: .notFound
      case .ambiguous: .ambiguous
      case .badArgument: .badArgument
      case .changedMeanwhile: .changed
      case .foreign, .refused: .notAllowed
      case .unreadable, .damaged, .busy, .noPlace, .shortage, .interrupted: .unreadable
      }
    self.init(word, message.toolWords)
  }

  private init(_ problem: HeadingNameProblem, in note: NotePath) {
    let path = ShownName.path(note.text)
    switch problem {
    case .ambiguous(_, let lines):
      let places = lines.prefix(20).map(String.init).joined(separator: ", ")
      self.init(
        .ambiguous, "\(path) has that section in lines \(places); name the heading above it, too: Above > Heading")
    case .inside(_, let line):
      self.init(.notAllowed, "\(path): that heading, in line \(line), stands in a quote or list, where no text is put")
    case .notFound, .noneInLine, .otherInLine:
      self.init(.notFound, "\(path) has no such section; read_note gives its headings")
    }
  }

  private init(_ error: TaskNameError) {
    switch error {
    case .ambiguous(_, let candidates, _):
      self.init(.ambiguous, "\(candidates.count) tasks could be meant; give the whole handle, as list_tasks has it")
    case .tooShort: self.init(.ambiguous, "that is too short for a handle; give the whole of it, as list_tasks has it")
    case .vanished:
      self.init(.changed, "the task that had this handle is gone or was changed; list_tasks has what there is")
    case .notFound, .note, .noTask, .noneGiven:
      self.init(.notFound, "there is no such task; give a handle, as list_tasks has it")
    }
  }

  private init(_ error: TaskChangedError) {
    let place = "\(ShownName.path(error.was.path.text)):\(error.was.line)"
    let other = error.elsewhere.first.map {
      "; one of the same words is in \(ShownName.path($0.path.text)):\($0.line), with the handle \($0.handle)"
    }
    self.init(
      .changed,
      "the task was in \(place), and that has changed, so nothing was done\(other ?? "; list_tasks has what there is")")
  }

  private init(_ error: ChangeNumberError) {
    switch error {
    case .unknown(let number):
      self.init(.notFound, "there is no change \(number); the result of each change has its number")
    case .touchedSince(let entry, let later):
      // The titles of what others did may repeat words of notes.
      let numbers = later.prefix(5).map { String($0.sequence) }.joined(separator: ", ")
      self.init(
        .changed,
        "what change \(entry.sequence) wrote was changed again by \(numbers), so nothing was undone; read the note, and edit it"
      )
    default: self.init(error.kind, error.message)
    }
  }

  private init(_ error: NoteNameError) {
    guard case .ambiguous(let name, let candidates, _) = error else {
      self.init(error.kind, error.message)
      return
    }
    let shown = candidates.prefix(5).map { ShownName.path($0.text) }.joined(separator: ", ")
    let more = candidates.count > 5 ? " and \(candidates.count - 5) more" : ""
    self.init(.ambiguous, "\"\(ShownName.quoted(name))\" could be any of these; give the path: \(shown)\(more)")
  }

  private static func beginning(of text: [UInt8]) -> String {
    let shown = UnseenCharacters.shown(String(decoding: LineEnding.lf.applied(to: text), as: UTF8.self))
    let beginning = shown.beginning(inJSON: longestText)
    return beginning == shown ? shown : beginning + "\n(read_note has the rest)"
  }

  /// One line, in which nothing is hidden.
  private var line: String {
    let line = ControlCharacters.visible(UnseenCharacters.shown(sentence), .singleLine)
    return "\(word.rawValue): \(line.beginning(Self.longestSentence))"
  }

  /// Errors have text alone, since some clients check all else against the schema of results.
  var result: JSONValue {
    .members(
      ("content", .list([.textBlock(line)] + (text.map { [.textBlock($0)] } ?? []))), ("isError", .bool(true)))
  }

  /// What a method that is no tool answers. A resource that is not there has a code of its own in the older protocol.
  func asProtocolError(_ call: MCPServer.Call) -> RPCError {
    let isArgument = word == .notFound || word == .ambiguous || word == .badArgument
    if word == .notFound, call.era == .legacy, call.method == "resources/read" {
      return RPCError(.notInitialized, line, data: .members(("uri", call.params?["uri"])))
    }
    return RPCError(isArgument ? .invalidParams : .internalError, line)
  }
}

extension TaskEditError {
  /// True where its message repeats a part of the task's line.
  fileprivate var quotesTheLine: Bool { if case .recurrence = self { true } else { false } }
}

extension String {
  /// As much of its beginning as so many bytes hold, in whole characters.
  func beginning(_ bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var end = utf8.index(startIndex, offsetBy: bytes)
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end]) + "…"
  }

  /// As much of its beginning as takes so many bytes as a text in JSON.
  func beginning(inJSON bytes: Int) -> String {
    let json = JSONValue.text(self).bytes
    guard json.count > bytes else { return self }
    // Each byte is written as itself or as one escape. The ellipsis and a quotation mark take four.
    var (written, count) = (1, 0)
    while written + 6 + 4 <= bytes {
      if json[written] == UInt8(ascii: "\\") {
        written += json[written + 1] == UInt8(ascii: "u") ? 6 : 2
      } else {
        written += 1
      }
      count += 1
    }
    return beginning(count)
  }
}

extension String {
  /// With an ellipsis for what stands between quotation marks, which may come from a note.
  fileprivate var withoutQuotations: String {
    let pieces = split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "…" }.joined(separator: "\"")
  }
}

extension Message {
  /// With tools and arguments in place of the remedies, on one line.
  var toolWords: String {
    text(naming: \.toolWords).split(separator: "\n").map { String($0).trimmingWhitespace }.joined(separator: " ")
  }
}

extension Remedy {
  fileprivate var toolWords: String {
    switch self {
    case .command(.listNotes): "list_notes"
    case .command(.listTasks), .command(.queryTasks): "list_tasks"
    case .command(.edit): "edit_note"
    case .command(.move): "move_note"
    case .command(.remove): "delete_note"
    case .command(.undo): "undo_change"
    case .command(.linksToMissing): "get_links"
    case .option(.createHeading): "create_section"
    case .option(.taskNote): "note"
    default: name
    }
  }
}

/// A state of a note, as tools give and take it.
enum NoteETag {
  static func text(of hash: [UInt8]) -> String { hash.prefix(VaultEditor.leastDigits / 2).hexadecimal }
}
