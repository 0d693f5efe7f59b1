import VaultCore
import VaultInterface
import VaultStore

/// `workspace/executeCommand`: what an editor's keys and menus can be bound to.
enum CommandMethod {
  static let method = LanguageMethod(name: "workspace/executeCommand", work: .command(perform))

  /// The commands and the arguments that each takes.
  enum Command: String, Sendable, CaseIterable {
    /// A document's address, and a line from 0.
    case toggleTask = "vault.toggleTask"
    /// The same, and an object with `due`, `scheduled`, `start` (days in words or null), `priority`, `status`.
    case setTask = "vault.setTask"
    /// A title.
    case newNote = "vault.newNote"
    /// None.
    case today = "vault.today"
    /// A note's address or path, and the new name.
    case rename = "vault.rename"
    /// A note's address or path, and the new path or a folder.
    case move = "vault.move"
    /// A query.
    case search = "vault.search"
    /// A query, or none.
    case tasks = "vault.tasks"
    /// None.
    case undo = "vault.undo"
    /// What an offered action carries, for clients that cannot make its change themselves.
    case act = "vault.act"

    /// True where the first argument is a person's words, and never an address.
    var takesWords: Bool { [.newNote, .search, .tasks].contains(self) }
  }

  /// More records than these no menu shows.
  private static let most = 200

  private static func perform(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> CommandResult {
    guard let editor else {
      throw RPCError(.requestFailed, "no vault is open; open a note of it, or its folder as a workspace")
    }
    let name = try request.parameters.text("command")
    guard let command = Command(rawValue: name) else {
      throw RPCError(.invalidParams, "the command \(ShownName.quoted(name)) is not known")
    }
    let arguments = CommandArguments(command, request)
    switch command {
    case .toggleTask:
      return try task(arguments, request) { try editor.toggleTask($0, ChangeOptions(dryRun: true)) }
    case .setTask: return try setTask(arguments, request, editor)
    case .act:
      let data = try arguments.object(0, "an action of this server's")
      let action = try NoteAction(RPCParameters(data).object("change"))
      // What is done with another note does not depend on this one's text.
      let other = data["note"]?.text.map { NotePath($0) }
      guard try other != nil || request.text.version == data["version"]?.integer else {
        throw RPCError(.contentModified, "the document has changed since the action was offered")
      }
      let planned = try action.planned(in: other ?? request.path, editor)
      return CommandResult(
        change: try DividedChange(planned, request.workspace), label: data["title"]?.text ?? action.name.rawValue)
    case .newNote: return try newNote(arguments.text(0, "a title"), request, editor)
    case .today:
      let (path, _) = try editor.dailyNote(editor.vault.environment.today)
      return shown(path, request)
    case .rename, .move: return try move(command, arguments, request, editor)
    case .search:
      let query = try QueryParser(context: editor.vault.queryContext).parse(arguments.text(0, "a query"))
      let found = try editor.read { try $0.search(query, options: SearchOptions(limit: most)) }
      return CommandResult(
        value: .list(
          found.hits.map { hit in
            place(hit.record.path, line: hit.matches.first?.line ?? 1, hit.record.title, request)
          }))
    case .tasks:
      let query = try QueryParser(context: editor.vault.queryContext).parse(arguments.optionalText(0, "a query") ?? "")
      let found = try editor.read { try $0.tasks(query, scope: .open, limit: most) }
      return CommandResult(
        value: .list(found.tasks.map { place($0.task.path, line: $0.task.line, $0.task.description, request) }))
    case .undo:
      let next = try request.workspace.shared.isEmpty ? nil : editor.undo(ChangeOptions(dryRun: true)).entry
      if let next, let shared = request.workspace.shared[next.sequence], try editor.read(shared.stands) {
        throw RPCError(
          .requestFailed,
          "\"\(ShownName.quoted(next.title))\" was made in part by the editor; undo it there first, in the notes that "
            + "were open, or change it back by the same command")
      }
      let (_, entry) = try editor.undo()
      return CommandResult(value: .members(("title", .text(entry.title))))
    }
  }

  /// Where something is, as a quickfix list takes it.
  private static func place(
    _ path: NotePath, line: Int, _ text: String, _ request: LanguageRequest
  ) -> JSONValue {
    .members(
      ("uri", .text(request.workspace.uri(of: path).text)), ("line", .integer(line - 1)), ("text", .text(text)))
  }

  private static func shown(_ path: NotePath, _ request: LanguageRequest) -> CommandResult {
    let uri = request.workspace.uri(of: path)
    return CommandResult(value: .members(("uri", .text(uri.text))), shown: uri)
  }

  private static func newNote(
    _ title: String, _ request: LanguageRequest, _ editor: VaultEditor
  ) throws -> CommandResult {
    let place = try editor.read { try $0.place(ofNewNote: title, inFolder: nil) }
    var note = NewNote(title: place.title)
    note.folder = place.folder
    let outcome = try editor.make(note)
    guard let path = outcome.planned.records.first?.path else { return CommandResult() }
    return shown(path, request)
  }

  // MARK: Tasks

  private static func task(
    _ arguments: CommandArguments, _ request: LanguageRequest, _ plan: (String) throws -> TaskChangeOutcome
  ) throws -> CommandResult {
    guard request.document != nil else {
      throw RPCError(.invalidParams, "the first argument is to be the address of an open document")
    }
    let line = try arguments.integer(1, "a line, from 0") + 1
    let planned = try plan("\(request.path.text):\(line)").change.planned
    return CommandResult(change: try DividedChange(planned, request.workspace), label: "task in line \(line)")
  }

  private static func setTask(
    _ arguments: CommandArguments, _ request: LanguageRequest, _ editor: VaultEditor
  ) throws -> CommandResult {
    let given = try arguments.object(2, "what is to be set")
    let known = ["due", "scheduled", "start", "priority", "status"]
    if let odd = given.members?.first(where: { !known.contains($0.name) }) {
      throw RPCError(
        .invalidParams, "a task has no \(ShownName.quoted(odd.name)); give \(known.joined(separator: ", "))")
    }
    var change = TaskFieldChange()
    let phrase = DayPhrase(today: editor.vault.environment.today, firstWeekday: editor.vault.environment.firstWeekday)
    for kind in [TaskFieldKind.due, .scheduled, .start] {
      switch given[kind.rawValue] {
      case nil: continue
      case .null?: change.set(kind, nil)
      case .text(let words)?: change.set(kind, try phrase.day(of: words))
      case let other?: throw RPCError(.invalidParams, "\(kind.rawValue) is \(other.kind); a day in words is expected")
      }
    }
    func word(_ name: String) throws(RPCError) -> String? {
      guard let value = given[name] else { return nil }
      guard let word = value.text else {
        throw RPCError(.invalidParams, "\(name) is \(value.kind); a word is expected")
      }
      return word
    }
    if let word = try word("priority") {
      guard let priority = TaskPriority(rawValue: word) else {
        throw RPCError(.invalidParams, "\(ShownName.quoted(word)) is no priority")
      }
      change.set(priority)
    }
    let symbol = try word("status").map { word in
      guard let symbol = editor.statusSymbol(called: word) else {
        throw RPCError(.invalidParams, "\(ShownName.quoted(word)) is no status")
      }
      return symbol
    }
    guard symbol != nil || !change.isEmpty else {
      throw RPCError(.invalidParams, "nothing is to be set; give due, scheduled, start, priority or status")
    }
    let options = ChangeOptions(dryRun: true)
    return try task(arguments, request) { name in
      guard let symbol else { return try editor.editTasks([name], change, options) }
      if change.isEmpty { return try editor.setTasks(symbol: symbol, [name], options) }
      return try editor.editTask(name, change, symbol: symbol, options)
    }
  }

  // MARK: Files

  private static func move(
    _ command: Command, _ arguments: CommandArguments, _ request: LanguageRequest, _ editor: VaultEditor
  ) throws -> CommandResult {
    let given = try arguments.text(0, "a note's address or path")
    let uri = DocumentURI(given)
    let source = uri.path == nil ? given : request.workspace.place?.path(of: uri)?.text ?? given
    let target = try arguments.text(1, command == .rename ? "the new name" : "the new path")
    let options = ChangeOptions(dryRun: true)
    let outcome =
      command == .rename
      ? try editor.rename([source], title: "rename \(source) \(target)", options) { _, _ in target }
      : try editor.move([source], to: target, options)
    return CommandResult(
      change: try DividedChange(outcome.planned, request.workspace), label: "\(command.rawValue) \(source)")
  }
}

/// The arguments of a command, checked one by one.
struct CommandArguments {
  private let command: CommandMethod.Command
  private let values: [JSONValue]

  init(_ command: CommandMethod.Command, _ request: LanguageRequest) {
    self.command = command
    values = request.parameters.json["arguments"]?.list ?? []
  }

  func text(_ index: Int, _ meaning: String) throws(RPCError) -> String {
    // A document may be given as an object, too.
    try value(index, meaning) { $0.text ?? $0["uri"]?.text }
  }

  func optionalText(_ index: Int, _ meaning: String) throws(RPCError) -> String? {
    guard values.indices.contains(index), values[index] != .null else { return nil }
    return try value(index, meaning, \.text)
  }

  /// Not negative, and not more than any text has lines.
  func integer(_ index: Int, _ meaning: String) throws(RPCError) -> Int {
    try value(index, meaning) { $0.integer.flatMap { (0..<Int(Int32.max)).contains($0) ? $0 : nil } }
  }

  func object(_ index: Int, _ meaning: String) throws(RPCError) -> JSONValue {
    try value(index, meaning) { $0.members == nil ? nil : $0 }
  }

  private func value<Value>(
    _ index: Int, _ meaning: String, _ read: (JSONValue) -> Value?
  ) throws(RPCError) -> Value {
    guard values.indices.contains(index), let value = read(values[index]) else {
      throw RPCError(.invalidParams, "\(command.rawValue) needs \(meaning) as its argument \(index + 1)")
    }
    return value
  }
}
