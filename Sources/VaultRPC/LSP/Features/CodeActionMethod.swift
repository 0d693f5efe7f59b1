import VaultCore
import VaultStore

/// `textDocument/codeAction` and `codeAction/resolve`: what can be done with what stands there.
enum CodeActionMethod {
  static let method = LanguageMethod(name: "textDocument/codeAction", work: .plan(answer))
  static let resolving = LanguageMethod(name: "codeAction/resolve", work: .plan(resolve))

  struct Offer: Sendable {
    var title: String
    var action: NoteAction
    var isPreferred = false
  }

  private static func answer(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> JSONValue {
    guard let editor, request.client.takesActions else { return .list([]) }
    let range = try PositionRange(request.parameters.object("range"))
    let wanted = request.parameters.json[path: ["context", "only"]]?.list?.compactMap(\.text)
    let offers = try editor.read { try self.offers(at: range.start, request, $0) }.filter { offer in
      wanted.map { kinds in kinds.contains { isKind(offer.action.kind.rawValue, of: $0) } } ?? true
    }
    return .list(try offers.compactMap { try json($0, request, editor) })
  }

  /// Kinds are names with dots, each of which holds those that begin so.
  private static func isKind(_ kind: String, of wanted: String) -> Bool {
    wanted.isEmpty || kind == wanted || kind.hasPrefix(wanted + ".")
  }

  /// Nil for an action that cannot be made, of a client that would not ask for its edit later.
  private static func json(
    _ offer: Offer, _ request: LanguageRequest, _ editor: VaultEditor
  ) throws -> JSONValue? {
    var edit: JSONValue?
    let text = try request.text
    let data = JSONValue.members(
      ("uri", .text(text.uri.text)), ("version", .integer(text.version)), ("change", offer.action.json))
    let isCommand = offer.action.touchesFiles && !(request.client.renamesFiles && request.client.createsFiles)
    if isCommand {
      guard request.client.appliesEdits else { return nil }
      return .members(
        ("title", .text(offer.title)), ("kind", .text(offer.action.kind.rawValue)),
        (
          "command",
          .members(
            ("title", .text(offer.title)), ("command", .text(CommandMethod.Command.act.rawValue)),
            ("arguments", .list([data])))
        ))
    }
    if !request.client.resolvesActions {
      do {
        let made = try WorkspaceEdit(offer.action.planned(in: request.path, editor), request.workspace)
        if made.isEmpty { return nil }
        edit = made.json
      } catch let error where error is RPCError || error is any Failure && !(error is CancelledError) {
        return nil
      }
    }
    return .members(
      ("title", .text(offer.title)), ("kind", .text(offer.action.kind.rawValue)),
      ("isPreferred", offer.isPreferred ? .bool(true) : nil), ("edit", edit),
      ("data", edit == nil ? data : nil))
  }

  private static func resolve(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> JSONValue {
    let data = RPCParameters(try request.parameters.object("data"))
    let action = try NoteAction(data.object("change"))
    guard let editor, try data.integer("version") == request.text.version else {
      throw RPCError(.contentModified, "the document has changed since the action was offered")
    }
    let edit = try WorkspaceEdit(action.planned(in: request.path, editor), request.workspace)
    var members = request.parameters.json.members ?? []
    members.append(JSONValue.Member("edit", edit.json))
    return .object(members)
  }

  // MARK: What is offered

  private static func offers(
    at position: Position, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [Offer] {
    let text = try request.text
    let offset = text.offset(of: position)
    let line = text.line(at: offset)
    let note = try request.note
    var offers: [Offer] = []
    let standing = try Standing(at: offset, request)
    if case .link(let span, _, _)? = standing { offers += try ofLink(span, request, reader) }
    if let edits = TableAlignment.edits(ofTableAtLine: line, in: text.bytes), !edits.isEmpty {
      offers.append(Offer(title: "Align the table", action: .alignTable(line: line)))
    }
    if let task = note.tasks.first(where: { $0.line == line }) {
      offers += ofTask(task, today: reader.vault.environment.today)
    } else {
      offers += ofItem(line, text)
    }
    if let heading = note.headings.first(where: { $0.line == line }) {
      if ReferencesMethod.isFirst(heading, note), request.path.stem != note.title {
        offers.append(Offer(title: "Name the file after its title", action: .renameAfterTitle))
      }
      offers += [
        Offer(
          title: "Move the section into a note of its own, and leave a link",
          action: .extractSection(line: line, embeds: false)),
        Offer(
          title: "Move the section into a note of its own, and embed it",
          action: .extractSection(line: line, embeds: true)),
      ]
    }
    if case .link(let span, _, _)? = standing, span.link.kind == .embed {
      offers.append(Offer(title: "Put in the text of the embedded note", action: .inlineEmbed(line: line)))
    }
    let spans = text.spans(request.workspace.parsing)
    if canBearID(line, text), !spans.blockIDs.contains(where: { $0.blockID.line == line }) {
      offers.append(Offer(title: "Add a block id, for links to this line", action: .addBlockID(line: line)))
    }
    return offers
  }

  /// More names than these nobody reads.
  private static let mostNames = 3

  private static func ofLink(
    _ span: NoteSpans.LinkSpan, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [Offer] {
    guard !span.link.isExternal else { return [] }
    if try DefinitionMethod.target(of: span.link, request, reader) != nil {
      guard span.link.kind != .property, span.link.kind != .reference else { return [] }
      let bytes = try request.text.bytes[span.range]
      let isWikilink = bytes.starts(with: "[[".utf8) || bytes.starts(with: "![[".utf8)
      return [
        Offer(
          title: isWikilink ? "Write it as a Markdown link" : "Write it as a wikilink",
          action: .changeSyntax(span.link.location))
      ]
    }
    let isDestination = span.link.kind == .markdown || span.link.kind == .reference
    let path = isDestination ? LinkTarget(markdown: span.link.target).path : LinkTarget(span.link.target).path
    guard !path.isEmpty else { return [] }
    var offers = [
      Offer(title: "Create the note \"\(ShownName.quoted(path))\"", action: .createNote(path), isPreferred: true)
    ]
    let table = try request.workspace.names ?? NameTable(reader)
    let stem = NotePath(path).isNote ? NotePath(path).stem : NotePath(path).name
    let names = table.notes.map(\.path.stem) + table.notes.map(\.title)
    for name in Suggestion.nearest(to: stem, among: names, limit: mostNames) {
      guard let note = table.notes.first(where: { $0.path.stem == name || $0.title == name }) else { continue }
      let target = isDestination ? note.path.text : try reader.linkText(to: note.path) ?? note.path.text
      offers.append(
        Offer(
          title: "Link to \"\(ShownName.quoted(note.path.text))\"", action: .linkTo(target, from: span.link.location)))
    }
    return offers
  }

  private static func ofTask(_ task: TaskItem, today: CivilDate) -> [Offer] {
    let line = task.line
    var offers = [Offer(title: "Toggle the task", action: .toggleTask(line: line), isPreferred: true)]
    for (words, day) in [("today", today), ("tomorrow", today.adding(days: 1)), ("in a week", today.adding(days: 7))] {
      if task.due != .date(day) { offers.append(Offer(title: "Due \(words)", action: .setDate(line: line, .due, day))) }
    }
    if task.due != nil { offers.append(Offer(title: "No due date", action: .setDate(line: line, .due, nil))) }
    for (words, day) in [("today", today), ("tomorrow", today.adding(days: 1))] where task.scheduled != .date(day) {
      offers.append(Offer(title: "Scheduled \(words)", action: .setDate(line: line, .scheduled, day)))
    }
    for priority in [TaskPriority.high, .medium, .low, .none] where task.priority != priority {
      let words = priority == .none ? "No priority" : "Priority: \(priority.rawValue)"
      offers.append(Offer(title: words, action: .setPriority(line: line, priority)))
    }
    return offers + [Offer(title: "Make the task a plain item", action: .makeItem(line: line))]
  }

  private static func ofItem(_ line: Int, _ text: DocumentText) -> [Offer] {
    guard NoteAction.endOfMarker(text.bytes, text.content(ofLine: line)) != nil else { return [] }
    switch kind(of: line, text) {
    case .bullet, .ordered: return [Offer(title: "Make the item a task", action: .makeTask(line: line))]
    default: return []
    }
  }

  private static func canBearID(_ line: Int, _ text: DocumentText) -> Bool {
    switch kind(of: line, text) {
    case .paragraph, .bullet, .ordered, .task: true
    default: false
    }
  }

  private static func kind(of line: Int, _ text: DocumentText) -> BodyLine.Kind? {
    text.bytes.withUnsafeBufferPointer { MarkdownDocument($0).kind(ofLine: line) }
  }
}
