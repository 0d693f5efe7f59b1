import VaultCore

/// Something that became of a task, and when.
package struct TaskHistoryEvent: Sendable, Hashable {
  package var event: TaskEvent
  /// Nil for what is not committed yet.
  package var version: NoteVersion?
  /// As it was then.
  package var task: TaskItem

  package init(event: TaskEvent, version: NoteVersion?, task: TaskItem) {
    (self.event, self.version, self.task) = (event, version, task)
  }
}

package struct GitTaskHistory: Sendable {
  /// As it is now.
  package var task: TaskItem
  /// The earliest first.
  package var events: [TaskHistoryEvent]
  /// True where the history goes further back than this clone.
  package var isCutOff: Bool
}

extension VaultReader {
  /// What became of a task, as far as git knows. Throws `TaskNameError`, `GitError`.
  package func gitHistory(ofTask name: String) throws -> GitTaskHistory {
    let place = try place(ofTask: name)
    let note = try taskNote(place.path)
    guard let task = note.items.first(where: { $0.line == place.line }) else { throw TaskNameError.notFound(name) }
    let repository = try GitRepository(of: location.root, variables: environment.variables, cancellation: cancellation)
    var walk = TaskWalk(repository, options: parsingOptions, cancellation: cancellation)
    try walk.follow(task, among: note.items, in: place.path)
    return GitTaskHistory(task: task, events: walk.events, isCutOff: try repository.isShallow)
  }
}

/// Follows a task from version to version, back to where it came from.
///
/// A merge has versions of several sides before it. What differs from all of them is its own; what is new in it to one side
/// alone, the other has brought.
private struct TaskWalk {
  private let repository: GitRepository
  private let options: ParsingOptions
  private let cancellation: Cancellation?
  private var found: [(event: TaskHistoryEvent, order: Int)] = []
  /// Versions of notes that have been looked at, by commit and path: sides of a merge come to the same ones.
  private var seen: Set<[String]> = []

  init(_ repository: GitRepository, options: ParsingOptions, cancellation: Cancellation?) {
    (self.repository, self.options, self.cancellation) = (repository, options, cancellation)
  }

  /// The earliest first; what is not committed last.
  var events: [TaskHistoryEvent] {
    found.sorted { ($0.event.version?.time ?? .max, -$0.order) < ($1.event.version?.time ?? .max, -$1.order) }.map(
      \.event)
  }

  private mutating func add(_ event: TaskEvent, _ version: NoteVersion?, _ task: TaskItem) {
    found.append((TaskHistoryEvent(event: event, version: version, task: task), found.count))
  }

  /// The last thing that happened is told first, so that what is told later happened earlier.
  private mutating func add(_ events: [TaskEvent], _ version: NoteVersion?, _ task: TaskItem) {
    for event in events.reversed() { add(event, version, task) }
  }

  mutating func follow(_ task: TaskItem, among items: [TaskItem], in path: NotePath) throws {
    let versions = try repository.versions(of: path)
    guard let newest = versions.first else { return add(.added, nil, task) }
    let notes = try Notes(versions, repository, options)
    let place = items.firstIndex { $0.line == task.line }
    let before = notes.tasks(newest.commit)
    let succession = TaskSuccession(from: before, to: items)
    guard let former = place.flatMap({ succession.former[$0] }) else {
      // Not committed yet, or here only since then.
      return add(.added, nil, task)
    }
    add(TaskEvent.all(from: before[former], to: task), nil, task)
    try walk(former, newest, notes)
  }

  private mutating func walk(_ place: Int, _ newest: NoteVersion, _ notes: Notes) throws {
    var waiting = [(version: newest, place: place)]
    while let (version, place) = waiting.popLast() {
      guard seen.insert([version.commit, version.path.text]).inserted else { continue }
      try cancellation?.check()
      let items = notes.tasks(version.commit)
      let task = items[place]
      let formers = version.parents.compactMap { parent -> (version: NoteVersion, place: Int, task: TaskItem)? in
        guard let before = notes.version(parent) else { return nil }
        let old = notes.tasks(parent)
        return TaskSuccession(from: old, to: items).former[place].map { (before, $0, old[$0]) }
      }
      guard let first = formers.first else {
        try begin(task, version)
        continue
      }
      let others = formers.dropFirst().map { Set(TaskEvent.all(from: $0.task, to: task)) }
      add(
        TaskEvent.all(from: first.task, to: task).filter { event in others.allSatisfy { $0.contains(event) } }, version,
        task)
      waiting += formers.map { ($0.version, $0.place) }
    }
  }

  /// Where a task is new in its note, it may have come from another.
  private mutating func begin(_ task: TaskItem, _ version: NoteVersion) throws {
    guard let origin = try origin(of: task, version) else { return add(.added, version, task) }
    add(TaskEvent.all(from: origin.task, to: task), version, task)
    add(.moved(from: origin.path), version, task)
    try walk(origin.place, origin.newest, origin.notes)
  }

  private struct Origin {
    var task: TaskItem
    var place: Int
    var path: NotePath
    var newest: NoteVersion
    var notes: Notes
  }

  /// The same task in a note that the commit took it from.
  private func origin(of task: TaskItem, _ version: NoteVersion) throws -> Origin? {
    for path in try repository.notes(changedBy: version.commit) where path != version.path {
      let versions = try repository.versions(of: path, upTo: version.commit + "^")
      guard let newest = versions.first else { continue }
      let notes = try Notes(versions, repository, options)
      let after =
        try repository.text(of: path, in: version.commit).map { TaskNote($0, path: path, options: options).items } ?? []
      let before = notes.tasks(newest.commit)
      let gone = TaskSuccession(from: before, to: after).later
      let lost = before.indices.filter { gone[$0] == nil }
      let moved = TaskSuccession(from: lost.map { before[$0] }, to: [task], exactly: true)
      if let place = moved.former[0].map({ lost[$0] }) {
        return Origin(task: before[place], place: place, path: path, newest: newest, notes: notes)
      }
    }
    return nil
  }

  /// The tasks of each version of a note.
  private struct Notes {
    private var versions: [String: NoteVersion] = [:]
    private var items: [String: [TaskItem]] = [:]

    init(_ versions: [NoteVersion], _ repository: GitRepository, _ options: ParsingOptions) throws {
      for (version, text) in zip(versions, try repository.texts(of: versions)) {
        self.versions[version.commit] = version
        items[version.commit] = text.map { TaskNote($0, path: version.path, options: options).items } ?? []
      }
    }

    func version(_ commit: String) -> NoteVersion? { versions[commit] }
    func tasks(_ commit: String) -> [TaskItem] { items[commit] ?? [] }
  }
}

extension GitRepository {
  /// The notes of the vault that a commit changed or deleted.
  fileprivate func notes(changedBy commit: String) throws -> [NotePath] {
    let answer = try git.read([
      "diff-tree", "-r", "-z", "--no-commit-id", "--no-renames", "--diff-filter=MD", "--name-only", commit,
    ])
    return GitFields(answer).fields.compactMap { path(of: $0) }.filter(\.isNote)
  }

  fileprivate func text(of path: NotePath, in commit: String) throws -> [UInt8]? {
    try texts(of: [Array(commit.utf8) + [0x3A] + bytes(of: path)])[0]
  }
}
