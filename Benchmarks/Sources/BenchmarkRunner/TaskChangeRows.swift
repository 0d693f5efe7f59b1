import Foundation

/// Completing one task and taking that back, on a copy of the vault, against counting the tasks there: what is left is
/// the change itself.
struct TaskChangeRows {
  let session: Session
  let vault: MeasuredVault

  func rows() -> [Row] {
    let root = session.folder + "/completing"
    defer {
      // What is left in the working folder is removed with it.
      do { try FileManager.default.removeItem(atPath: root) } catch {}
    }
    return [
      row("tasks done, one task", goal: .ratio(1.5), in: root) { (done: $0, open: $1) },
      row("tasks undo, one task", goal: nil, in: root) { (done: $1, open: $0) },
    ]
  }

  /// `order`: which of completing and taking back is timed, as the first, and which comes before each run of the other.
  private func row(
    _ what: String, goal: Row.Goal?, in root: String,
    _ order: (_ done: [String], _ undo: [String]) -> (done: [String], open: [String])
  ) -> Row {
    .measured(what) {
      if !FileManager.default.fileExists(atPath: root) { _ = try session.answer(["cp", "-r", vault.root, root]) }
      let handle = try handle(in: root)
      let (timed, back) = order(
        session.vault("tasks", "done", handle, "-C", root), session.vault("tasks", "undo", handle, "-C", root))
      let count = session.vault("tasks", "--count", in: root)
      let open = vault.facts.isGenerated ? vault.facts.openTasks : try session.number(from: count) ?? 0
      let right = timed[2] == "done" ? open - 1 : open
      _ = try session.answer(settled(after: back, in: root))
      _ = try session.answer(timed)
      try session.expect(right, numberFrom: count)
      let times = try session.times(
        [
          Timed(timed, prepare: settled(after: back, in: root)), Timed(count, prepare: settled(after: back, in: root)),
        ], slow: true)
      return Row(what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "tasks --count", goal: goal)
    }
  }

  /// Of a task that does not recur.
  private func handle(in root: String) throws -> String {
    let text = try session.answer(
      session.vault("tasks", "-is:recurring", "--limit", "1", "--format", "{handle}", in: root))
    return String(text.prefix { !$0.isWhitespace })
  }

  /// Notes that were written just now would be read again for two seconds.
  private func settled(after command: [String], in root: String) -> [String] {
    let index = Session.shown(session.vault("index", in: root))
    return ["sh", "-c", "\(Session.shown(command)) && \(index) && sync && sleep 2.2 && exec \(index)"]
  }
}
