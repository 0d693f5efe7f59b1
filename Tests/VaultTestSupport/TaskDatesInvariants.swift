import VaultCore

/// What holds of every text that is read as a rule, a day or a quick task, seen from any day.
package enum TaskDatesInvariants {
  /// The first four bytes make the day, the rest is the text.
  package static func violations(of bytes: [UInt8]) -> [String] {
    guard bytes.count > 4 else { return [] }
    let number = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let today = CivilDate(dayNumber: number % 3_652_059 - 719_162)
    let text = String(decoding: bytes[4...], as: UTF8.self)
    return rules(text, today) + days(text, today) + quickTasks(text, today)
  }

  private static let years = CivilDate(year: 1, month: 1, day: 1)!...CivilDate(year: 9999, month: 12, day: 31)!

  // MARK: Rules

  private static func rules(_ text: String, _ today: CivilDate) -> [String] {
    var text = text
    guard let rule = text.withUTF8({ Recurrence.longestPrefix(of: $0) })?.rule else { return [] }
    var violations: [String] = []
    if Recurrence(rule.text) != rule { violations.append("\(rule) does not come back from \"\(rule.text)\"") }
    guard let next = rule.next(after: today) else { return violations }
    if next <= today || !years.contains(next) { violations.append("\(rule.text) from \(today): \(next)") }
    let dates = [.due: .date(today), .scheduled: .impossible, .start: .date(today.adding(days: -3))] as TaskDates
    var expected = dates
    expected[.due] = .date(next)
    expected[.start] = .date(next.adding(days: -3))
    do {
      let found = try dates.next(rule, completedOn: today)
      if found != expected { violations.append("\(rule.text) from \(today): \(found)") }
    } catch {
      if years.contains(next.adding(days: -3)) { violations.append("\(rule.text) from \(today): \(error)") }
    }
    return violations
  }

  // MARK: Days

  private static func days(_ text: String, _ today: CivilDate) -> [String] {
    let phrases = DayPhrase(today: today)
    var violations: [String] = []
    var found: CivilDate?
    do {
      let day = try phrases.day(of: text)
      found = day
      if !years.contains(day) { violations.append("\"\(text)\" from \(today) is \(day)") }
      if try phrases.day(of: day.description) != day { violations.append("\(day) does not come back") }
    } catch {
      if error.range.upperBound > text.utf8.count { violations.append("\"\(text)\": \(error.range)") }
    }
    let isRange = text.contains("..") || "<=>".contains(text.first ?? " ")
    if !isRange, let range = try? DateExpression(today: today).range(of: text), let day = range.lower,
      day == range.last, found != day
    {
      violations.append("\"\(text)\" from \(today) is \(day), not \(String(describing: found))")
    }
    let words = text.split(separator: " ").map(String.init)
    if let prefix = try? phrases.longestPrefix(of: words), !(1...max(words.count, 1)).contains(prefix.count) {
      violations.append("\"\(text)\" has \(prefix.count) words")
    }
    return violations
  }

  // MARK: Quick tasks

  private static func quickTasks(_ text: String, _ today: CivilDate) -> [String] {
    let quick: QuickTask
    do {
      quick = try QuickTask(text, days: DayPhrase(today: today))
    } catch {
      return error.range.upperBound > text.utf8.count ? ["\"\(text)\": \(error)"] : []
    }
    let task = quick.task
    var violations: [String] = []
    if task.description.unicodeScalars.contains(where: { $0.value < 0x20 }) { violations.append("a control character") }
    if quick.understood.count != Set(quick.understood.map(\.kind)).count { violations.append("a kind twice") }
    // A note that holds it says the same again.
    let note = Array("- [ ] \(line(of: task))\n".utf8)
    var parser = NoteParser()
    let tasks = note.withUnsafeBufferPointer { parser.parse($0, path: NotePath("Note.md"), modified: 0).note.tasks }
    guard let item = tasks.first, tasks.count == 1 else {
      return violations + ["\"\(text)\" makes \(tasks.count) tasks of \"\(line(of: task))\""]
    }
    var read = NewTask(description: item.description)
    read.values = item.values
    if task.category == TaskItem.defaultCategory, item.values.category == nil { read.category = task.category }
    if read != task { violations.append("\"\(text)\" is \(task), written \"\(line(of: task))\", read \(read)") }
    return violations
  }

  /// In the emoji format.
  private static func line(of task: NewTask) -> String {
    var line = task.description
    func add(_ kind: TaskFieldKind, _ value: String?) {
      if let sign = kind.sign, let value { line += " \(sign) \(value)" }
    }
    if let category = task.category { line += "  [category:: \(category)]" }
    add(.id, task.id)
    if !task.dependsOn.isEmpty { add(.dependsOn, task.dependsOn.joined(separator: ",")) }
    switch task.priority {
    case .highest: line += " 🔺"
    case .high: line += " ⏫"
    case .medium: line += " 🔼"
    case .low: line += " 🔽"
    case .lowest: line += " ⏬"
    case .none: break
    }
    add(.recurrence, task.recurrence)
    add(.onCompletion, task.onCompletion)
    for kind in [TaskFieldKind.created, .start, .scheduled, .due, .cancelled, .done] { add(kind, task.values[kind]) }
    return line
  }
}
