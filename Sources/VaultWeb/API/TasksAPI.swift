import VaultCore
import VaultInterface
import VaultStore

extension API {
  static let taskRoutes: [APIRoute] = [
    APIRoute(
      .get, "tasks", "Tasks by due date, undated ones last; or in another order.",
      [
        .query, .init("scope", .choice(["open", "done", "all"]), "Which; open if nothing is said."), .sort, .limit,
        .cursor,
        .init(
          "group",
          "To be told, in place of the tasks, how many each group has: due, category, …; keys like due,category."
        ), .envelope,
      ], answer: .list("task"), or: .list("task-count"), run: listTasks),
    APIRoute(
      .post, "tasks", "Adds a task, said in quick words, by fields, or by both: the fields count.",
      body: [
        .init("text", required: true, "The words: call Mum due:tomorrow !high."),
        .init("note", "The note; else the inbox."),
        .init("section", "A heading of it."), .init("force", .flag, "True where the due date may have passed."),
      ] + taskFields, answer: .list("changed-task"), status: 201
    ) { call in
      let (text, note, section) = (
        try call.body.neededText(of: "text"), try call.body.text(of: "note"), try call.body.section()
      )
      let (fields, mayBePast) = (try fieldChange(call), try call.body.bool(of: "force") ?? false)
      return .tasks { editor, options in
        try editor.addTask(
          inQuickWords: text, with: fields, to: note, under: section, mayBePast: mayBePast, options)
      }
    },
    APIRoute(.get, "tasks/{handle}", "A task.", answer: .one("task")) { call in
      let name = try call.name("handle")
      return APICall.one(try await call.ask { try RecordFields.task(in: $0.vault).document($0.task(name)) })
    },
    APIRoute(
      .patch, "tasks/{handle}", "Changes fields of a task; null takes one away.",
      body: [.init("text", "The words."), .init("status", "A status' name or symbol.")] + taskFields,
      answer: .list("changed-task"), change: patchTask),
    APIRoute(
      .delete, "tasks/{handle}", "Takes a task out of its note.",
      [.init("nested", .flag, "True to take what stands below it, too.")], answer: .list("changed-task")
    ) { call in
      let (name, isNested) = (try call.name("handle"), try call.flag("nested"))
      return .tasks { try $0.removeTasks([name], nested: isNested, $1) }
    },
    APIRoute(
      .post, "tasks/{handle}/toggle", "Marks a task done, or opens it again.", body: [], answer: .list("changed-task")
    ) { call in
      let name = try call.name("handle")
      return .tasks { try $0.toggleTask(name, $1) }
    },
    APIRoute(
      .post, "tasks/{handle}/move", "Moves a task to the end of a note, or of a section.",
      body: [
        .init("note", "The note; else the task stays in its own."), .init("section", "A heading of it."),
      ], answer: .list("changed-task")
    ) { call in
      let (name, note, section) = (try call.name("handle"), try call.body.text(of: "note"), try call.body.section())
      guard note != nil || section != nil else {
        throw WebProblem(422, "bad-argument", "Say with note or section where the task is to go.")
      }
      return .tasks { try $0.moveTasks([name], to: note, under: section, $1) }
    },
    APIRoute(
      .get, "agenda", "The open tasks on the days that their dates name.",
      [.init("days", .number(agendaDays), "So many days behind today."), .query, .limit, .cursor, .envelope],
      answer: .list("agenda-entry")
    ) { call in
      let (days, limit) = (try call.number("days", usual: 7, in: agendaDays), try call.limit())
      let text = call.query["q"] ?? ""
      let question = ListCursor.Question(text, sort: "agenda \(days)")
      let place = try call.place(in: question)
      let (bytes, total, next, notices) = try await call.ask { reader in
        let query = try reader.vault.query(text)
        let agenda = try reader.agenda(query, days: days, limit: limit, after: place)
        return (
          RecordFields.agendaEntry(in: reader.vault).array(agenda.entries), agenda.total,
          agenda.next.map { ListCursor.text($0, in: question) }, query.warnings.map(\.message)
        )
      }
      return try call.list(bytes, total: total, next: next, notices: notices)
    },
  ]

  private static let agendaDays = 0...VaultURL.daysRange.upperBound

  private static let taskFields: [APIMember] = [
    .init("due", "A day."), .init("scheduled", "A day."), .init("start", "A day."),
    .init("priority", .choice(TaskPriority.allCases.map(\.rawValue)), "The priority."),
    .init("category", "A category."), .init("recurrence", "A rule like every week."),
  ]

  private static func listTasks(_ call: APICall) async throws -> WebResponse {
    if call.query["group"] != nil { return try await countTasks(call) }
    let (text, sort, limit) = (call.query["q"] ?? "", call.query["sort"] ?? "", try call.limit())
    let scope = try taskScope(call)
    let question = ListCursor.Question(text, sort: "\(sort) \(scope)")
    let place = try call.place(in: question)
    let (bytes, total, next, notices) = try await call.ask { reader in
      let keys = sort.isEmpty ? [] : try reader.vault.sortKeys(sort, option: "sort")
      let query = try reader.vault.query(text)
      let result = try reader.tasks(query, scope: scope, sort: keys, limit: limit, after: place)
      return (
        RecordFields.task(in: reader.vault).array(result.tasks), result.total,
        result.next.map { ListCursor.text($0, in: question) }, query.warnings.map(\.message)
      )
    }
    return try call.list(bytes, total: total, next: next, notices: notices)
  }

  /// How many tasks each group has, open and done ones, whatever `scope` says.
  private static func countTasks(_ call: APICall) async throws -> WebResponse {
    let (text, limit) = (call.query["q"] ?? "", try call.limit())
    let groupings: [TaskGrouping]
    do { groupings = try TaskGrouping.list(call.query["group"] ?? "") } catch let error as UnknownName {
      throw WebProblem(422, "bad-argument", error.description)
    }
    guard !groupings.isEmpty else { throw WebProblem(422, "bad-argument", "Say with group what is counted by.") }
    let (bytes, total) = try await call.ask { reader in
      let rows = try TaskTallies(groupings, of: reader.vault.query(text), reader).rows
      return (RecordFields.tally(by: groupings).array(rows.prefix(limit)), rows.count)
    }
    return try call.list(bytes, total: total)
  }

  static func taskScope(_ call: APICall) throws(WebProblem) -> TaskScope {
    let scopes: [String: TaskScope] = ["open": .open, "done": .done, "all": .all]
    guard let scope = scopes[call.query["scope"] ?? "open"] else {
      throw WebProblem(
        422, "bad-argument", "scope takes open, done or all, not \(ShownName.quoted(call.query["scope"] ?? "")).")
    }
    return scope
  }

  /// What the members say besides the words; null takes a field away.
  private static func fieldChange(_ call: APICall) throws -> TaskFieldChange {
    var change = TaskFieldChange()
    for kind in [TaskFieldKind.due, .scheduled, .start] where call.body[kind.rawValue] != nil {
      let text = try call.body.text(of: kind.rawValue)
      let day = text.flatMap { CivilDate($0) }
      if let text, day == nil {
        throw WebProblem(422, "bad-argument", "\(ShownName.quoted(text)) is no day; write it like 2026-03-14.")
      }
      change.set(kind, day)
    }
    if call.body["priority"] != nil {
      change.set(try call.body.text(of: "priority").flatMap(TaskPriority.init) ?? TaskPriority.none)
    }
    for kind in [TaskFieldKind.category, .recurrence] where call.body[kind.rawValue] != nil {
      try change.set(kind, text: call.body.text(of: kind.rawValue))
    }
    return change
  }

  private static func patchTask(_ call: APICall) throws -> APIChange {
    let name = try call.name("handle")
    var change = try fieldChange(call)
    if let text = try call.body.text(of: "text") {
      guard !text.trimmingBlanks.isEmpty else { throw EmptyTextError() }
      change.description = text
    }
    let status = try call.body.text(of: "status")
    guard !change.isEmpty || status != nil else { throw WebProblem(422, "bad-argument", "Nothing is to be changed.") }
    return .tasks { [change] editor, options in
      guard let status else { return try editor.editTasks([name], change, options) }
      guard let symbol = editor.statusSymbol(called: status) else {
        throw WebProblem(422, "bad-argument", "\(ShownName.quoted(status)) is no status.")
      }
      if change.isEmpty { return try editor.setTasks(symbol: symbol, [name], options) }
      return try editor.editTask(name, change, symbol: symbol, options)
    }
  }
}
