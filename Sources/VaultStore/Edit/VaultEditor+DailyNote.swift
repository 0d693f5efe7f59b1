import VaultCore

extension VaultEditor {
  /// The day's note, made from its template where it is not there yet.
  package func dailyNote(
    _ day: CivilDate, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (path: NotePath, outcome: ChangeOutcome) {
    let path = try read { try $0.dailyNotePath(day) }
    let outcome = try change("journal \(path)", options) { try makeDailyNote(day, path, $0) }
    return (path, outcome)
  }

  /// Where it is not there yet.
  private func makeDailyNote(_ day: CivilDate, _ path: NotePath, _ plan: ChangePlan) throws {
    if try plan.exists(path) { return }
    var text: [UInt8] = []
    let reader = plan.reader
    if let template = try reader.dailySettings().template, !template.isEmpty {
      let origin =
        configuration.dailyTemplate == nil
        ? "`template` in \(ObsidianFiles.dailyNotes)" : "the setting `daily.template`"
      text = try reader.filled(
        reader.template(template, namedBy: origin), name: template, title: path.stem, time: reader.time(on: day),
        others: ["id": newNoteID()])
    }
    try plan.create(path, text)
    plan.record(ChangeRecord(.created, path))
  }

  // MARK: Capturing

  /// Puts text into the inbox or today's note, as the configuration says or `target` does, which is made where it is not
  /// there yet. One line becomes a list item; several stay what they are.
  package func capture(
    _ text: [UInt8], in target: Configuration.Capture?, under section: SectionChoice?,
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
        path = try vault.inboxPath()
        try plan.makeIfMissing(path)
      case .today:
        path = try plan.reader.dailyNotePath(environment.today)
        try makeDailyNote(environment.today, path, plan)
      }
      try insert(item, .append, under: section, in: path, plan)
      plan.recordUpdate(path)
    }
  }
}
