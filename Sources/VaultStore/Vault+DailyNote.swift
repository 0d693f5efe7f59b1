import VaultCore

extension Vault {
  /// The path of a day's note, whether there is one or not.
  package func dailyNotePath(_ day: CivilDate) throws -> NotePath {
    let settings = try dailySettings()
    let path = settings.path(for: time(on: day))
    guard let problem = NoteFileName.problem(inPath: path), problem.severity == .refused else { return NotePath(path) }
    // The folder is blamed where it alone would be refused.
    let isFolder =
      !settings.folder.isEmpty && NoteFileName.problem(inPath: settings.folder + "/x")?.severity == .refused
    let origin =
      switch (isFolder, configuration.dailyFolder, configuration.dailyFormat) {
      case (true, nil, _): "the folder of daily notes (`folder` in \(Self.obsidiansDailyNotes))"
      case (true, .some, _): "the folder of daily notes (`daily.folder`)"
      case (false, _, nil): "the format of daily notes (`format` in \(Self.obsidiansDailyNotes))"
      case (false, _, .some): "the format of daily notes (`daily.format`)"
      }
    throw ChangeError(NotePath(path), .refused("\(problem.description); it comes from \(origin)"))
  }

  /// The day's note, made from its template where it is not there yet.
  package func dailyNote(
    _ day: CivilDate, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (path: NotePath, outcome: ChangeOutcome) {
    let path = try dailyNotePath(day)
    let outcome = try change("journal \(path)", options) { plan in
      if try plan.exists(path) { return }
      try makeDailyNote(day, path, plan)
    }
    return (path, outcome)
  }

  func makeDailyNote(_ day: CivilDate, _ path: NotePath, _ plan: ChangePlan) throws {
    var text: [UInt8] = []
    if let template = try dailySettings().template, !template.isEmpty {
      let origin =
        configuration.dailyTemplate == nil
        ? "`template` in \(Self.obsidiansDailyNotes)" : "the setting `daily.template`"
      text = try filled(self.template(template, namedBy: origin), name: template, title: path.stem, time: time(on: day))
    }
    try plan.create(path, text)
    plan.record(ChangeRecord(.created, path))
  }

  /// The daily notes that there are, the latest day first.
  package func dailyNotes() throws -> [(day: CivilDate, path: NotePath)] {
    let settings = try dailySettings()
    return try withSnapshot { snapshot in
      try snapshot.heads(of: snapshot.universe).compactMap { head in
        settings.date(ofPath: head.path.text).map { ($0, head.path) }
      }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
    }
  }

  /// The day, at the time that it is now.
  private func time(on day: CivilDate) -> CivilTime {
    let now = civilTime
    return CivilTime(date: day, secondOfDay: now.secondOfDay, millisecond: now.millisecond, offset: now.offset)
  }

  // MARK: Capturing

  /// Puts text into the inbox or today's note, as the configuration says or `target` does, which is made where it is not
  /// there yet. One line becomes a list item; several stay what they are.
  package func capture(
    _ text: [UInt8], in target: Configuration.Capture?, under heading: String?,
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let lines = String(decoding: text, as: UTF8.self).trimmingWhitespace
    guard !lines.isEmpty else { throw EmptyTextError() }
    let isItem = ["- ", "* ", "+ "].contains { lines.hasPrefix($0) } || lines.contains { $0.isNewline }
    let item = isItem ? Array(text) : Array("- \(lines)".utf8)
    return try change("add \(lines.prefix { !$0.isNewline }.prefix(40))", options) { plan in
      let path: NotePath
      switch target ?? configuration.capture {
      case .inbox:
        path = try inboxPath()
        if try !plan.exists(path) {
          try plan.create(path, [])
          plan.record(ChangeRecord(.created, path))
        }
      case .today:
        path = try dailyNotePath(environment.today)
        if try !plan.exists(path) { try makeDailyNote(environment.today, path, plan) }
      }
      try insert(item, .append, under: heading, creating: heading != nil, in: path, plan)
      if !plan.records.contains(where: { $0.path == path }) { plan.record(ChangeRecord(.updated, path)) }
    }
  }
}
