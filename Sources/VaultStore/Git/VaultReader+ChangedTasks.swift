import VaultCore

/// What became of a task since some commit.
package struct TaskEventOfNote: Sendable, Hashable {
  package var event: TaskEvent
  /// As it is now; as it was, where it is gone.
  package var task: TaskItem
}

extension VaultReader {
  /// What became of the vault's tasks since a revision or a day, by path and line. Throws `GitError`.
  package func changedTasks(since revision: String) throws -> [TaskEventOfNote] {
    let repository = try GitRepository(of: location.root, variables: environment.variables, cancellation: cancellation)
    let commit = try repository.revision(revision, in: vault)
    let changes = try changedNotes(since: revision)
    let before = try commit.map { try tasks(of: changes.compactMap(\.formerPath), in: $0, repository) } ?? [:]
    let notes = NoteReader(pipeline)
    var events: [TaskEventOfNote] = []
    var (gone, new): ([TaskItem], [TaskItem]) = ([], [])
    for change in changes {
      var now: [TaskItem] = []
      if change.kind != .deleted, case .bytes(let bytes) = try notes.read(change.path).content {
        now = TaskNote(bytes, path: change.path, options: parsingOptions).items
      }
      let old = change.formerPath.flatMap { before[$0] } ?? []
      let succession = TaskSuccession(from: old, to: now)
      for (place, task) in now.enumerated() {
        guard let former = succession.former[place] else {
          new.append(task)
          continue
        }
        events += TaskEvent.all(from: old[former], to: task).map { TaskEventOfNote(event: $0, task: task) }
      }
      gone += old.indices.filter { succession.later[$0] == nil }.map { old[$0] }
    }
    // What is gone from one note and new in another has moved.
    let moves = TaskSuccession(from: gone, to: new, exactly: true)
    for (place, task) in new.enumerated() {
      guard let former = moves.former[place].map({ gone[$0] }) else {
        events.append(TaskEventOfNote(event: .added, task: task))
        continue
      }
      let all = [.moved(from: former.path)] + TaskEvent.all(from: former, to: task)
      events += all.map { TaskEventOfNote(event: $0, task: task) }
    }
    events += gone.indices.filter { moves.later[$0] == nil }.map { TaskEventOfNote(event: .removed, task: gone[$0]) }
    return events.sorted {
      ($0.task.path, $0.task.line, $0.event.name) < ($1.task.path, $1.task.line, $1.event.name)
    }
  }

  private func tasks(
    of paths: [NotePath], in commit: String, _ repository: GitRepository
  ) throws -> [NotePath: [TaskItem]] {
    let objects = try repository.objects(in: commit)
    let known = paths.filter { objects[$0] != nil }
    let texts = try repository.texts(of: known.map { Array((objects[$0] ?? "").utf8) })
    var tasks: [NotePath: [TaskItem]] = [:]
    for (path, text) in zip(known, texts) {
      try cancellation?.check()
      if let text { tasks[path] = TaskNote(text, path: path, options: parsingOptions).items }
    }
    return tasks
  }
}

extension GitChange {
  /// Where the file was before; nil for a new one.
  fileprivate var formerPath: NotePath? {
    switch kind {
    case .added, .untracked: nil
    case .modified, .deleted: path
    case .renamed: from
    }
  }
}
