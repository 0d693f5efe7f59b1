import VaultCore

extension VaultReader {
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
      case (true, nil, _): "the folder of daily notes (`folder` in \(ObsidianFiles.dailyNotes))"
      case (true, .some, _): "the folder of daily notes (`daily.folder`)"
      case (false, _, nil): "the format of daily notes (`format` in \(ObsidianFiles.dailyNotes))"
      case (false, _, .some): "the format of daily notes (`daily.format`)"
      }
    throw ChangeError(NotePath(path), .refused("\(problem.description); it comes from \(origin)"))
  }

  /// Where a day's note is or would be.
  package func dailyNotePlace(_ day: CivilDate) throws -> (path: NotePath, isThere: Bool) {
    let path = try dailyNotePath(day)
    return (path, try isVisible(path) && VaultTree(root: location.root).exists(path))
  }

  /// The day that `name` is, as of what is past (`today`, `monday`, `-3d`, `2026-03-12`), and its note's path; nil for what
  /// names no single day.
  func dailyNote(named name: String) throws -> (day: CivilDate, path: NotePath)? {
    // A number alone is no name of a day to anybody who asks for a note.
    guard !name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let range: DateRange
    // What is wrong with it as a day is of no interest: most names are none.
    do { range = try DateExpression.past(vault.queryContext).range(of: name) } catch { return nil }
    guard let day = range.lower, range == DateRange(day: day) else { return nil }
    // A setting that names no place is told where a daily note is to be made.
    do { return (day, try dailyNotePath(day)) } catch is ChangeError { return nil }
  }

  /// The daily notes that there are, the latest day first.
  package func dailyNotes() throws -> [(day: CivilDate, path: NotePath)] {
    let settings = try dailySettings()
    return try snapshot.heads(of: snapshot.universe).compactMap { head in
      settings.date(ofPath: head.path.text).map { ($0, head.path) }
    }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
  }

  /// The day, at the time that it is now.
  func time(on day: CivilDate) -> CivilTime {
    let now = environment.civilTime
    return CivilTime(date: day, secondOfDay: now.secondOfDay, millisecond: now.millisecond, offset: now.offset)
  }
}
