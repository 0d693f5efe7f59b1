import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What git knows of notes and tasks, for people.
enum GitListing {
  static func write(_ changes: some Sequence<GitChange>, _ context: CommandContext) throws {
    let printer = context.printer
    for change in changes {
      guard context.terminal.outputIsTerminal else {
        try printer.line(printer.givenPath(change.path))
        continue
      }
      let role: Role =
        switch change.kind {
        case .added, .untracked: .success
        case .deleted: .warning
        case .modified, .renamed: .muted
        }
      var line = StyledText(change.kind.rawValue, printer.theme[role]).padded(to: 11)
      if let from = change.from { line = line + printer.path(from) + StyledText(" → ", printer.theme[.muted]) }
      try printer.line(line + printer.path(change.path))
    }
  }

  static func write(_ history: NoteHistory, _ context: CommandContext) throws {
    let vault = try context.vault()
    try context.printer.table(
      history.versions.map { summary in
        let words = summary.words.map { "\(GroupedNumber.text($0)) words" } ?? ""
        let tasks = summary.openTasks.flatMap { open in
          summary.closedTasks.map { $0 + open == 0 ? "" : "\($0)/\($0 + open) done" }
        }
        return [
          StyledText(String(summary.version.commit.prefix(8)), context.theme[.accent]),
          StyledText(
            ListedVault(vault).time(Self.time(summary.version), isRelative: context.terminal.outputIsTerminal),
            context.theme[.muted]),
          StyledText(summary.version.author, context.theme[.muted]),
          StyledText(words, context.theme[.muted]), StyledText(tasks ?? "", context.theme[.muted]),
          StyledText(summary.version.subject),
        ]
      })
  }

  static func write(_ events: some Collection<TaskHistoryEvent>, namingTasks: Bool, _ context: CommandContext) throws {
    let vault = try context.vault()
    try context.printer.table(
      events.map { event in
        var row = [StyledText(event.event.name, context.theme[role(of: event.event)])]
        if namingTasks {
          row += [
            StyledText("\(event.task.path.text):\(event.task.line)", context.theme[.muted]),
            StyledText(event.task.description),
          ]
        } else {
          let time =
            event.version.map { ListedVault(vault).time(Self.time($0), isRelative: context.terminal.outputIsTerminal) }
            ?? "not committed"
          row += [
            StyledText(String(event.version?.commit.prefix(8) ?? ""), context.theme[.accent]),
            StyledText(time, context.theme[.muted]), StyledText(event.version?.author ?? "", context.theme[.muted]),
          ]
        }
        return row + [StyledText(detail(of: event), context.theme[.muted])]
      })
  }

  private static func time(_ version: NoteVersion) -> NoteDate { .instant(version.time * 1_000) }

  private static func role(of event: TaskEvent) -> Role {
    switch event {
    case .added, .completed: .success
    case .removed, .cancelled, .postponed: .warning
    case .reopened, .reworded, .broughtForward, .moved: .accent
    }
  }

  private static func detail(of event: TaskHistoryEvent) -> String {
    switch event.event {
    case .postponed(let from, let to), .broughtForward(let from, let to):
      let days = abs(to.dayNumber - from.dayNumber)
      return "\(from) → \(to), \(days) \(days == 1 ? "day" : "days") \(from < to ? "later" : "earlier")"
    case .reworded(let from): return "was \"\(from)\""
    case .moved(let from): return "from \(from.text)"
    case .added, .completed, .cancelled, .reopened, .removed: return event.version?.subject ?? ""
    }
  }
}
