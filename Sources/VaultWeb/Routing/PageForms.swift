import Crypto
import VaultCore
import VaultInterface
import VaultStore

/// What forms of the pages do: each field that says so is a change, and the page comes again.
struct PageForms {
  let application: WebApplication

  func answer(_ request: WebRequest, _ url: VaultURL) async throws -> WebResponse {
    guard request.method == .post else {
      var problem = WebProblem(405, "bad-argument", "Pages are read, and take forms; programs use \(API.path).")
      problem.allowed = [.get, .head, .post]
      throw problem
    }
    let fields = try await FormFields(of: request)
    do {
      return try await answer(fields, url, for: request.field("accept") == MediaType.json)
    } catch {
      var problem = WebProblem(error)
      problem.typed = Self.texts.compactMap { fields[$0] }.filter { !$0.isEmpty }
      if case .history = url.place, problem.word == "changed", let word = fields["undo"],
        fields[Self.keepChanged] == nil
      {
        problem.again = ("Undo what can be undone", [("undo", word), (Self.keepChanged, "1")])
      }
      throw problem
    }
  }

  /// Says that an undo leaves alone what others have changed since.
  private static let keepChanged = "keep"

  /// Fields that a person types into, which are not lost where a form is refused.
  private static let texts = [
    "title", "text", "add", SettingsForm.part, "value", SettingsForm.entries, "tags", "category",
  ]

  private func answer(_ fields: FormFields, _ url: VaultURL, for isForScript: Bool) async throws -> WebResponse {
    switch url.place {
    case .newNote: return try await makeNote(fields, for: isForScript)
    case .note(let path):
      if let text = fields["preview"] { return try await preview(text, of: path, url) }
      if fields["mine"] != nil { return try await saveChoices(path, fields, for: isForScript) }
      if fields["text"] != nil { return try await save(path, fields, for: isForScript) }
      if let action = fields["action"] { return try await act(on: path, action, fields) }
    case .trash:
      if let id = fields["restore"] { return try await changed(url) { _ = try $0.restore([id]) } }
    case .history:
      if let word = fields["undo"] {
        guard word == "undo" || word == "redo" || Int(word) != nil else {
          throw WebProblem(422, "bad-argument", "undo takes undo, redo or the number of a change.")
        }
        let keepsChanged = fields[Self.keepChanged] != nil
        return try await changed(url) {
          _ = try $0.undo(redo: word == "redo", number: Int(word), keepingChanged: keepsChanged)
        }
      }
    case .select: return try await SelectForm(application: application).answer(fields, url)
    case .folder(let path): return try await FolderForm(application: application).answer(path, fields, url)
    case .tasks:
      if let text = fields["add"] { return try await add(text, fields, url) }
    case .task(let handle):
      return try await TaskForm(application: application).answer(handle, fields, url)
    case .settings:
      if let response = try await SettingsForm(application: application).answer(fields, url) { return response }
    case .sync: return try await SyncForm(application: application).answer(fields, url)
    case .today: return try await dailyNote(application.environment().today)
    case .day(let day): return try await dailyNote(day)
    default: break
    }
    if let handle = fields["toggle"] {
      return try await changed(url) { _ = try $0.toggleTask(handle) }
    }
    throw WebProblem(422, "bad-argument", "This page does nothing by such a form.")
  }

  /// Makes a change and shows the page once more.
  private func changed(
    _ url: VaultURL, _ body: @escaping @Sendable (VaultEditor) throws -> Void
  ) async throws -> WebResponse {
    try await application.change(body)
    return .seeOther(url.path)
  }

  // MARK: Notes

  private func act(on path: NotePath, _ action: String, _ fields: FormFields) async throws -> WebResponse {
    let name = VaultURL(.note(path)).description
    let value = fields["value"]?.trimmingBlanks ?? ""
    if action == "delete" {
      let outcome = try await application.change { try $0.delete(named: [name]) }
      return .seeOther(DoneRemark.address(VaultURL(.notes).path, outcome))
    }
    let target = try await application.change { editor -> NotePath? in
      switch action {
      case "pin", "unpin": _ = try editor.setPinned(action == "pin", [name])
      case "favorite", "unfavorite": _ = try editor.setFavorite(action == "favorite", [name])
      case "add-tag": _ = try editor.addTag(value.hasPrefix("#") ? String(value.dropFirst()) : value, to: [name])
      case "remove-tag": _ = try editor.removeTag(value, from: [name])
      case "category":
        _ =
          try value.isEmpty
          ? editor.unset("category", in: [name]) : editor.set("category", to: .text(value), in: [name])
      case "move": return try editor.move([name], to: value).planned.records.first?.path
      case "archive": return try editor.archive([name]).planned.records.first?.path
      case "duplicate": return try editor.duplicate(name).planned.records.first?.path
      default: throw WebProblem(422, "bad-argument", "There is no action \(ShownName.quoted(action)).")
      }
      return path
    }
    return .seeOther(target.flatMap { VaultURL(file: $0) }?.path ?? VaultURL(.notes).path)
  }

  private func makeNote(_ fields: FormFields, for isForScript: Bool) async throws -> WebResponse {
    // Browsers send lines that end with CRLF.
    let text = (fields["text"] ?? "").replacing("\r\n", with: "\n")
    let title = (fields["title"] ?? "").trimmingBlanks
    guard !text.allSatisfy(\.isWhitespace) || !title.isEmpty else { throw WebProblem(EmptyTextError()) }
    var new = NewNote(title: title.isEmpty ? nil : title)
    new.text = text.isEmpty ? nil : Array(text.utf8)
    new.folder = fields["folder"].flatMap { $0.isEmpty ? nil : $0 }
    new.template = fields["template"].flatMap { $0.isEmpty ? nil : $0 }
    new.tags = (fields["tags"] ?? "").split { $0 == "," || $0 == " " }.map { String($0.drop { $0 == "#" }) }
    let note = new
    @Sendable func make(as request: String?) async throws -> NotePath? {
      try await application.change { editor in
        var options = ChangeOptions()
        options.request = request
        return try editor.make(note, options).planned.records.first?.path
      }
    }
    @Sendable func page(of path: NotePath?) -> WebResponse {
      .seeOther(path.flatMap { VaultURL(file: $0) }?.path ?? VaultURL(.notes).path)
    }
    let response = try await once(fields, ["title", "text", "folder", "template", "tags"]) { made in
      page(of: made.done.first?.path)
    } run: { request in
      page(of: try await make(as: request))
    }
    guard isForScript else { return response }
    return Self.answer([.init("address", .text(response["location"] ?? "/"))])
  }

  /// A form that is sent twice, since nobody heard that it came, does once what it asks for; with other words in the fields
  /// `names` it is another form. `run` is given what the history keeps of it.
  private func once(
    _ fields: FormFields, _ names: [String], known: @escaping @Sendable (PlannedChange) -> WebResponse,
    run: @escaping @Sendable (_ request: String?) async throws -> WebResponse
  ) async throws -> WebResponse {
    guard let key = fields[NewNotePage.key], !key.isEmpty else { return try await run(nil) }
    let asked = names.map { fields[$0] ?? "" }.joined(separator: "\u{0}")
    let hash = SHA256.hash(data: Array(asked.utf8)).prefix(8).hexadecimal
    let keyed = try RepeatedRequests.Keyed("\(key)-\(hash)", asking: Array(asked.utf8))
    return try await application.repeated.answer(keyed, of: application) { _, made in
      known(made)
    } run: {
      try await run(keyed.name)
    }
  }

  private static func answer(_ members: [JSONValue.Member]) -> WebResponse {
    WebResponse(200, type: MediaType.json, JSONValue.object(members).bytes)
  }

  private func dailyNote(_ day: CivilDate) async throws -> WebResponse {
    let path = try await application.change { try $0.dailyNote(day).path }
    return .seeOther(VaultURL(file: path)?.path ?? "/")
  }

  /// What a text that is being written would read like; nothing is changed.
  private func preview(_ text: String, of path: NotePath, _ url: VaultURL) async throws -> WebResponse {
    let question = Question { reader in
      let context = PageContext(reader: reader, url: url, parameters: FormFields(""), isReadOnly: true)
      return try NoteBody(context, reader.show(Array(text.utf8), as: path)).html().bytes
    }
    return WebResponse(200, type: MediaType.html, try await application.ask(question).value)
  }

  /// Saves what the editor of the page has. A field of a form changes line ends, which come back from the base.
  private func save(_ path: NotePath, _ fields: FormFields, for isForScript: Bool) async throws -> WebResponse {
    guard let base = fields[BaseField.name].flatMap(Base64Text.decoded) else {
      throw WebProblem(428, "bad-argument", "The form does not say which text it is an edit of.")
    }
    let text = LineEnding.restored(in: Array((fields["text"] ?? "").utf8), from: base)
    return try await save(SavedText(text, of: path, base: base), staying: fields["stay"] != nil, for: isForScript)
  }

  /// The same once places were chosen of a conflict: what stood there then is the base now.
  private func saveChoices(
    _ path: NotePath, _ fields: FormFields, for isForScript: Bool
  ) async throws -> WebResponse {
    let texts = [fields[BaseField.name], fields["mine"], fields["theirs"]].map { $0.flatMap(Base64Text.decoded) }
    guard let base = texts[0], let mine = texts[1], let theirs = texts[2] else {
      throw WebProblem(428, "bad-argument", "The form does not bring the texts that it is about.")
    }
    let text = try await application.ask(
      Question { reader in
        switch reader.vault.merge(base: base, ours: mine, theirs: theirs) {
        case .merged(let text): text
        case .open(let regions): ConflictChoices(fields).text(of: regions)
        }
      }
    ).value
    return try await save(SavedText(text, of: path, base: theirs), staying: false, for: isForScript)
  }

  /// A page follows a form; a script is told what was saved, and goes on by itself.
  private func save(_ saved: SavedText, staying: Bool, for isForScript: Bool) async throws -> WebResponse {
    switch try await application.change({ try $0.save(saved) }) {
    case .saved(let text, let isMerged, _):
      var url = VaultURL(.note(saved.path))
      url.view = staying ? .edit : nil
      guard isForScript else { return .seeOther(url.path) }
      return Self.answer([
        .init("address", .text(url.path)), .init("merged", .bool(isMerged)),
        .init("base", .text(Base64Text.encoded(text))), .init("sent", .text(Base64Text.encoded(saved.text))),
        .init("text", .text(String(decoding: LineEnding.lf.applied(to: text), as: UTF8.self))),
      ])
    case .conflict(let now, let regions):
      let conflict = ConflictPage.Conflict(
        path: saved.path, mine: saved.text, base: saved.base ?? [], theirs: now, regions: regions)
      let options = application.options
      let page = try await application.ask(
        Question { reader in
          Shell.document(ConflictPage.page(conflict), Shell.Look(reader.vault, options)).bytes
        })
      return WebResponse(412, type: MediaType.html, page.value)
    }
  }

  // MARK: Tasks

  private func add(_ text: String, _ fields: FormFields, _ url: VaultURL) async throws -> WebResponse {
    let (said, mayBePast) = (try TaskForm.saidBesides(fields), fields["force"] != nil)
    return try await once(fields, ["add", TaskFields.dated, "due", "priority", "category", "force"]) { _ in
      .seeOther(url.path)
    } run: { request in
      try await changed(url) { editor in
        var options = ChangeOptions()
        options.request = request
        _ = try editor.addTask(inQuickWords: text, with: said, mayBePast: mayBePast, options)
      }
    }
  }
}
