import VaultCore
import VaultInterface
import VaultStore

/// Makes a tool's change: one operation of the history, made by `mcp`, with the client's name.
struct ToolEditor {
  /// What the history calls every assistant.
  static let actor = "mcp"

  let vault: Vault
  private let editor: VaultEditor
  private let tool: String
  private let client: String
  private let notices = Notices()

  /// In bytes.
  private static let longestDiff = 4 << 10
  private static let mostOthers = 20
  private static let mostWarnings = 10

  init(_ editor: VaultEditor, tool: String, client: String) {
    vault = editor.vault
    let notices = notices
    self.editor = editor.telling { notices.all.append($0) }
    (self.tool, self.client) = (tool, client)
  }

  private final class Notices {
    var all: [VaultNotice] = []
  }

  /// The address of the note that a name means, by which editors find just that one.
  func note(_ name: String) throws -> (path: NotePath, address: String) {
    let path = try editor.read { try $0.resolve(name) }
    return (path, VaultURL(.note(path)).description)
  }

  /// The note of a task.
  func note(ofTask name: String) throws -> NotePath { try editor.read { try $0.task(name).task.path } }

  /// Makes `change` one operation, and says what became of it. `subject`: the note that it is about, and what the history
  /// names; nil for one that is made, which is `named`. `more`: what the tool says
  /// besides, once it is done.
  func answer(
    _ arguments: ToolArguments, about subject: NotePath?, named name: String? = nil,
    more: () -> [(String, JSONValue?)] = { [] },
    _ change: (VaultEditor) throws -> Void
  ) throws -> JSONValue {
    let options = options(arguments)
    let title = "mcp \(client): \(tool) \(subject?.text ?? name ?? "")"
    let outcome = try editor.changeAsOne(title, options, change)
    return try answer(outcome, subject, more())
  }

  /// Takes back a change that an assistant made.
  func undo(_ number: Int, _ arguments: ToolArguments) throws -> JSONValue {
    do {
      let (outcome, entry) = try editor.undo(number: number, of: Self.actor, options(arguments))
      return try answer(outcome, outcome.planned.records.first?.path ?? entry.paths.first, [])
    } catch ChangeNumberError.undone {
      // Asked for twice, it is done once.
      let entry = try editor.read { try $0.change(numbered: number).entry }
      guard entry.actor == Self.actor else { throw ChangeNumberError.ofOthers(number) }
      return .members(
        ("state", .text(Preview.State.unchanged.rawValue)), ("path", path(entry.paths.first ?? NotePath(""))),
        ("change", .null))
    }
  }

  private func options(_ arguments: ToolArguments) -> ChangeOptions {
    var options = ChangeOptions(dryRun: arguments.flag("dry_run") == true)
    options.actor = Self.actor
    return options
  }

  private func answer(_ outcome: ChangeOutcome, _ subject: NotePath?, _ more: [(String, JSONValue?)]) throws
    -> JSONValue
  {
    let records = outcome.planned.records
    let own = records.first { $0.path == subject || $0.from == subject } ?? (subject == nil ? records.first : nil)
    guard let path = own?.path ?? subject else { throw ToolFailure(.unreadable, "the change has no note") }
    let state: Preview.State =
      switch outcome.end {
      case .dryRun: records.isEmpty ? .unchanged : .planned
      case .done: own.flatMap { Preview.State(rawValue: $0.state.rawValue) } ?? .updated
      case .unchanged, .declined: .unchanged
      }
    let others = records.map(\.path).filter { $0 != path }
    let warnings = notices.all.filter(\.isWarning).prefix(Self.mostWarnings).map { notice in
      JSONValue.text(UnseenCharacters.shown(notice.text.toolWords.beginning(300)))
    }
    return .object(
      ([
        ("state", .text(state.rawValue)), ("path", self.path(path)), ("from", own?.from.map(self.path)),
        ("etag", state == .deleted ? nil : try etag(path, outcome).map { .text($0) }),
        ("change", outcome.sequence.map { .integer($0) } ?? .null), ("diff", diff(outcome.planned)),
        ("also", others.isEmpty ? nil : .list(others.prefix(Self.mostOthers).map(self.path))),
        ("alsoTotal", others.isEmpty ? nil : .integer(others.count)),
        ("warnings", warnings.isEmpty ? nil : .list(warnings)),
      ] + more).compactMap { name, value in value.map { .init(name, $0) } })
  }

  private func path(_ path: NotePath) -> JSONValue { .text(UnseenCharacters.shown(path.text)) }

  /// The state of the note as it is now; nil where there is none.
  private func etag(_ path: NotePath, _ outcome: ChangeOutcome) throws -> String? {
    if outcome.end == .done, let text = outcome.planned.texts.last(where: { $0.to == path }) {
      return NoteETag.text(of: NoteHash.of(text.after))
    }
    return try editor.read { try $0.bytes(ofNoteAt: path) }.map { NoteETag.text(of: NoteHash.of($0)) }
  }

  /// Whole lines of it.
  private func diff(_ planned: PlannedChange) -> JSONValue? {
    let lines = ChangeDiff(planned).lines
    guard !lines.isEmpty else { return nil }
    var (text, count) = ("", 0)
    for line in lines {
      let shown = UnseenCharacters.shown(String(decoding: line.text, as: UTF8.self)) + "\n"
      guard text.utf8.count + shown.utf8.count <= Self.longestDiff else { break }
      text += shown
      count += 1
    }
    if count < lines.count { text += "… \(lines.count - count) more lines\n" }
    return .text(text)
  }
}
