import Foundation
import VaultCore
import VaultInterface
import VaultTerminal

extension UIState {
  mutating func takeInDialog(_ key: Key, _ effects: inout [UIEffect]) {
    if key.control, let action = settings.keys.action(for: key) {
      switch action {
      case .stop, .redraw: return perform(action, &effects)
      case .quit: return takeInDialog(Key(.escape), &effects)
      default: break
      }
    }
    switch dialog {
    case .help(let top): scroll(key, top) { .help(top: $0) }
    case .notice(let notice):
      if let action = settings.keys.action(for: key), notice.remedies.contains(action) {
        dialog = nil
        return perform(action, &effects)
      }
      scroll(key, notice.top) { top in
        var notice = notice
        notice.top = top
        return .notice(notice)
      }
    case .confirm(let confirmation): take(key, in: confirmation, &effects)
    case .prompt(let prompt): take(key, in: prompt, &effects)
    case .choice(let choice): take(key, in: choice, &effects)
    case .names(let names): take(key, in: names, &effects)
    case nil: break
    }
  }

  mutating func pasteInDialog(_ text: String, _ effects: inout [UIEffect]) {
    switch dialog {
    case .prompt(var prompt):
      prompt.field.insert(text)
      read(&prompt)
      dialog = .prompt(prompt)
    case .names(var names):
      names.field.insert(text)
      (names.selected, names.isWaiting) = (0, true)
      dialog = .names(names)
      askNames(names.field.text, &effects)
    default: break
    }
  }

  /// Scrolls what is only read; any other key closes it.
  private mutating func scroll(_ key: Key, _ top: Int, _ make: (Int) -> Dialog) {
    guard let step = Self.step(key, page: size.rows / 2) else {
      dialog = nil
      return
    }
    dialog = make(min(max(top + step, 0), DialogFrame.mostTop(of: self)))
  }

  private static func step(_ key: Key, page: Int) -> Int? {
    switch key.code {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp: -page
    case .pageDown, .character(" "): page
    case .home, .character("g"): -100_000
    case .end, .character("G"): 100_000
    default: nil
    }
  }

  // MARK: Yes or no

  private mutating func take(_ key: Key, in asked: Confirmation, _ effects: inout [UIEffect]) {
    switch key.code {
    case .character("y") where !key.control && !key.alt, .character("Y") where !key.control && !key.alt:
      if asked.isGrave {
        var again = asked
        again.isGrave = false
        again.title = "Really? Nothing brings it back. " + asked.title
        dialog = .confirm(again)
        return
      }
      dialog = nil
      dropPlan(&effects)
      (pending, toldBefore) = (asked.change, asked.plan?.remarks ?? [])
      carryOut(asked.change, plan: asked.plan?.signature, &effects)
    case .character("n"), .character("N"), .character("q"), .escape:
      dropPlan(&effects)
      dialog = nil
      pending = nil
      status = StatusLine(.remark, "Nothing was changed.")
    default:
      guard let step = Self.step(key, page: size.rows / 2) else { return }
      var scrolled = asked
      scrolled.top = min(max(asked.top + step, 0), DialogFrame.mostTop(of: self))
      dialog = .confirm(scrolled)
    }
  }

  // MARK: A line of text

  private mutating func take(_ key: Key, in asked: Prompt, _ effects: inout [UIEffect]) {
    var prompt = asked
    switch key.code {
    case .escape:
      dialog = nil
      if case .newNote = asked.purpose, case .newNote = place.place { place = listPlace }
    case .enter:
      // A day that has passed is asked about once somebody wants it.
      if case .pastDay(let day, false)? = prompt.problem {
        prompt.problem = .pastDay(day, isAsked: true)
        dialog = .prompt(prompt)
      } else {
        answer(prompt, &effects)
      }
    case .character("!") where prompt.isPastDayAsked:
      prompt.isForced = true
      prompt.problem = nil
      dialog = .prompt(prompt)
      answer(prompt, &effects)
    default:
      guard prompt.field.take(key) else { return }
      prompt.isForced = false
      read(&prompt)
      dialog = .prompt(prompt)
    }
  }

  /// Says how a line is understood, as it is typed.
  func read(_ prompt: inout Prompt) {
    (prompt.problem, prompt.reading, prompt.day) = (nil, [], nil)
    let text = prompt.field.text.trimmingWhitespace
    let days = DayPhrase(today: today, firstWeekday: firstWeekday)
    switch prompt.purpose {
    case .addTask:
      guard !text.isEmpty else { return }
      do throws(QueryError) {
        let quick = try QuickTask(text, days: days)
        prompt.reading =
          [settings.look.glyphs.open + " " + quick.task.description]
          + quick.understood.map { "\($0.kind): \($0.value)" } + quick.hints
        if let due = quick.task.dates[day: .due], due < today, !prompt.isForced {
          prompt.problem = .pastDay(due, isAsked: false)
        }
      } catch { prompt.problem = .mistake(error.message) }
    case .taskDay(_, let kind):
      guard !text.isEmpty else { return }
      do {
        let day = try days.day(of: text)
        prompt.day = day
        prompt.reading = ["\(day.weekdayName) \(day), \(RelativeTime.day(day, today: today))"]
        if kind == .due, day < today, !prompt.isForced { prompt.problem = .pastDay(day, isAsked: false) }
      } catch {
        prompt.problem = .mistake("\"\(text)\" is no day; write tomorrow, friday, in 3 days or 2027-01-31")
      }
    default: break
    }
  }

  private mutating func answer(_ prompt: Prompt, _ effects: inout [UIEffect]) {
    let text = prompt.field.text.trimmingWhitespace
    guard prompt.problem == nil, let change = change(of: prompt, text) else { return }
    dialog = nil
    make(change, from: prompt, &effects)
  }

  /// Nil where there is nothing to be done yet: a form whose line is blank cannot be sent.
  private func change(of prompt: Prompt, _ text: String) -> UIChange? {
    if case .taskDay(let tasks, let kind) = prompt.purpose {
      return text.isEmpty ? .taskDay(tasks, kind, nil) : prompt.day.map { .taskDay(tasks, kind, $0) }
    }
    if case .setting(let name) = prompt.purpose { return .set(name, text) }
    guard !text.isEmpty else { return nil }
    let (add, remove) = Self.tags(text)
    switch prompt.purpose {
    case .taskText(let task): return .taskText(task, text)
    case .taskTags(let tasks): return .taskTags(tasks, add: add, remove: remove)
    case .tags(let notes): return .tags(notes, add: add, remove: remove)
    case .rename(let path): return .rename(path, to: text)
    case .renameSeveral(let notes):
      let parts = text.split(separator: "=>", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return .renameSeveral(
        notes, replacing: String(parts[0]).trimmingWhitespace, with: String(parts[1]).trimmingWhitespace)
    case .renameTag(let old): return .renameTag(old, to: text.hasPrefix("#") ? String(text.dropFirst()) : text)
    case .move(let notes):
      return .move(notes, to: text == "." || text == "/" ? "./" : text.hasSuffix("/") ? text : text + "/")
    case .addTask: return .addTask(text, mayBePast: prompt.isForced)
    case .newNote(let folder, let template):
      return .makeNote(title: text, folder: folder, template: template)
    case .taskDay, .setting: return nil
    }
  }

  /// `work -draft` as tags to add and tags to take off.
  private static func tags(_ text: String) -> (add: [String], remove: [String]) {
    var (add, remove): ([String], [String]) = ([], [])
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let isOff = word.hasPrefix("-")
      let tag = String((isOff ? word.dropFirst() : word).drop { $0 == "#" })
      guard !tag.isEmpty else { continue }
      if isOff { remove.append(tag) } else { add.append(tag) }
    }
    return (add, remove)
  }

  func newNotePrompt(title: String, folder: String?, template: String?) -> Prompt {
    Prompt(
      purpose: .newNote(folder: folder, template: template),
      title: folder.map { "New note in \($0)" } ?? "New note", hint: "its title; the editor opens then",
      field: TextField(title))
  }

  // MARK: One of several

  private mutating func take(_ key: Key, in asked: Choice, _ effects: inout [UIEffect]) {
    var choice = asked
    switch key.code {
    case .escape, .character("q"): dialog = nil
    case .enter: choose(choice, &effects)
    default:
      if let step = Self.step(key, page: 10) {
        choice.selected = min(max(choice.selected + step, 0), max(choice.options.count - 1, 0))
      } else if case .character(let letter) = key.code, let number = letter.wholeNumberValue,
        (1...choice.options.count).contains(number)
      {
        choice.selected = number - 1
        return choose(choice, &effects)
      } else {
        return
      }
      dialog = .choice(choice)
    }
  }

  mutating func choose(_ choice: Choice, _ effects: inout [UIEffect]) {
    guard choice.options.indices.contains(choice.selected) else {
      dialog = nil
      return
    }
    let value = choice.options[choice.selected].value
    dialog = nil
    switch choice.purpose {
    case .priority(let tasks):
      if let priority = TaskPriority(rawValue: value) { make(.taskPriority(tasks, priority), &effects) }
    case .theme:
      givenTheme = nil
      if let theme = ColorScheme(rawValue: value) { settings.theme = theme }
      make(.set("theme", value), &effects)
    case .sort:
      let text = query.text.isEmpty ? nil : query.text
      // A folder that was asked for stays.
      if listPlace.place != .select { listPlace = VaultURL(value.isEmpty && text != nil ? .search : .notes) }
      (listPlace.query, listPlace.sort) = (text, value.isEmpty ? nil : value)
      place = listPlace
      askOther(&effects)
    case .setting(let name): make(.set(name, value), &effects)
    case .outline:
      if focus != .preview { focusPreview() }
      preview.top = Int(value) ?? 0
      clampPreview()
    }
  }

  var themeChoice: Choice {
    let all = ColorScheme.allCases.map(\.rawValue)
    return Choice(
      purpose: .theme, title: "Colours", options: all.map { .init(title: $0.capitalizedFirst, value: $0) },
      selected: all.firstIndex(of: settings.theme.rawValue) ?? 0)
  }

  mutating func changeSetting(_ name: String, _ effects: inout [UIEffect]) {
    guard let key = ConfigurationKey.named(name) else { return }
    let now = list.selected?.trail.last?.plain ?? ""
    let values = key.validValues
    if !values.isEmpty {
      dialog = .choice(
        Choice(
          purpose: .setting(name), title: name, options: values.map { .init(title: $0, value: $0) },
          selected: values.firstIndex(of: now) ?? 0))
    } else {
      switch key.kind {
      case .text, .size, .number:
        dialog = .prompt(
          Prompt(
            purpose: .setting(name), title: name,
            hint: "its value; nothing for the default",
            field: TextField(now)))
      case .map where Self.flow(now) != nil:
        dialog = .prompt(
          Prompt(
            purpose: .setting(name), title: name, hint: "all of it, as {name: \"value\", …}; nothing for the default",
            field: TextField(Self.flow(now) ?? "")))
      default: status = StatusLine(.remark, words("\(name) has several entries; \(setting: name)"))
      }
    }
  }

  /// Texts under names as YAML in one line; nil where they hold what divides them.
  private static func flow(_ shown: String) -> String? {
    guard !shown.isEmpty else { return "{}" }
    let entries = shown.components(separatedBy: ", ").map { $0.components(separatedBy: ": ") }
    guard !shown.contains("\""), !shown.contains("\\"), entries.allSatisfy({ $0.count == 2 }) else { return nil }
    return "{" + entries.map { "\($0[0]): \"\($0[1])\"" }.joined(separator: ", ") + "}"
  }

  // MARK: Names

  private mutating func take(_ key: Key, in asked: NamesDialog, _ effects: inout [UIEffect]) {
    var names = asked
    if key.code != .escape, names.isWaiting, !names.ahead.isEmpty || NamesDialog.chooses(key) {
      names.ahead.append(key)
      dialog = .names(names)
      return
    }
    switch key.code {
    case .escape:
      dialog = nil
      return
    case .enter:
      guard names.notes.indices.contains(names.selected) else { return }
      dialog = nil
      if let url = VaultURL(file: names.notes[names.selected].path) { go(to: url, &effects) }
      return
    case .up,
      .character("p") where key.control || key.code == .up:
      names.selected = max(names.selected - 1, 0)
    case .down,
      .character("n") where key.control || key.code == .down:
      names.selected = min(names.selected + 1, max(names.notes.count - 1, 0))
    default:
      guard names.field.take(key) else { return }
      if names.field.text != asked.field.text {
        (names.selected, names.isWaiting) = (0, true)
        dialog = .names(names)
        return askNames(names.field.text, &effects)
      }
    }
    dialog = .names(names)
  }

  mutating func takeNames(_ notes: [NamedNote], _ effects: inout [UIEffect]) {
    guard case .names(var names)? = dialog else { return }
    names.notes = notes
    names.isWaiting = false
    names.selected = min(names.selected, max(notes.count - 1, 0))
    let keys = names.ahead
    names.ahead = []
    dialog = .names(names)
    for key in keys { take(.key(key), &effects) }
  }
}

extension Prompt {
  /// True where only a word is missing that a day is meant which has passed.
  fileprivate var isPastDayAsked: Bool { if case .pastDay(_, true)? = problem { true } else { false } }
}
