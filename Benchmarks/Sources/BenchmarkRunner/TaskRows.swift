import Foundation

/// Tasks against ripgrep looking for their boxes.
struct TaskRows {
  let session: Session
  let vault: MeasuredVault
  /// The process of the watcher that runs, for which the goals are others; nil for none.
  var watcher: Int?

  private var isWatched: Bool { watcher != nil }

  private static let pattern = #"^\s*([-*+]|\d+[.)])\s+\[[^xX-]\]"#
  /// The same for tools that know POSIX's expressions alone, and for those whose classes of blanks hold line breaks.
  static let posixPattern = "^[ \t]*([-*+]|[0-9]+[.)])[ \t]+\\[[^xX-]\\]"

  func rows() -> [Row] { isWatched ? rowsWithGoals : rowsWithGoals + rowsWithoutGoals }

  private var rowsWithGoals: [Row] {
    [
      row("tasks, open ones", session.vault("tasks", in: vault.root)),
      row("tasks, open ones, --count", session.vault("tasks", "--count", in: vault.root), isCount: true),
    ]
  }

  private var rowsWithoutGoals: [Row] {
    [
      view("tasks next", session.vault("tasks", "next", "-C", vault.root)),
      view("tasks agenda", session.vault("tasks", "agenda", "-C", vault.root)),
      query(),
    ]
  }

  /// Shows a part of the tasks, or in another order; how many is not known beforehand.
  private func view(_ what: String, _ command: [String]) -> Row {
    .measured(what) {
      guard try !session.answer(command, orNothing: vault.nothing).isEmpty || !vault.facts.isGenerated else {
        throw Session.Failure(description: "\(Session.shown(command)) shows nothing")
      }
      let times = try session.times(
        [Timed(command), Timed(session.ripgrep(Self.pattern, in: vault))], orNothing: !vault.facts.isGenerated)
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg tasks",
        usage: try session.usage(of: command, orNothing: vault.nothing))
    }
  }

  private func query() -> Row {
    let what = "tasks --tasks-query"
    return .measured(what) {
      let file = session.folder + "/query.txt"
      let text = """
        not done
        (due before in two weeks) OR (no due date)
        path does not include Archive
        description regex matches /[aeiou]{2}/i
        sort by priority
        sort by due
        group by filename
        """
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      return view(what, session.vault("tasks", "--tasks-query", file, in: vault.root))
    }
  }

  private func row(_ what: String, _ command: [String], isCount: Bool = false) -> Row {
    let what = isWatched ? WatchRows.prefix + what : what
    return .measured(what, beside: watcher) {
      let ripgrep = session.ripgrep(Self.pattern, in: vault)
      let open = vault.facts.openTasks
      if isCount {
        try session.expect(vault.facts.right(open), numberFrom: command)
      } else {
        try session.expect(atLeast: open, linesFrom: command)
      }
      try session.expect(vault.facts.right(open), linesFrom: ripgrep)
      let times = try session.times([Timed(command), Timed(ripgrep)], orNothing: !vault.facts.isGenerated)
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg tasks",
        goal: isWatched ? WatchRows.goal : .ratio(0.30), usage: try session.usage(of: command))
    }
  }

  /// What a task costs to sort and print, on a vault with very many: all of them printed, less all of them counted.
  func costPerTask() -> Row {
    let what = "tasks --all less --all --count, a task"
    return .measured(what) {
      let all = session.vault("tasks", "--all", in: vault.root)
      let count = session.vault("tasks", "--all", "--count", in: vault.root)
      let tasks = vault.facts.tasks ?? 0
      try session.expect(tasks, numberFrom: count)
      try session.expect(atLeast: tasks, linesFrom: all)
      let times = try session.times([Timed(all), Timed(count)])
      let each = (times[0].median - times[1].median) / Double(max(tasks, 1))
      return Row(what: what, vault: .init(max(each, 0), .seconds), goal: .value(10e-6))
    }
  }
}
