import VaultCore

/// A task that was named, as it is at one moment.
struct NamedTask {
  /// As typed.
  var name: String
  var path: NotePath
  /// Nil for a plain checkbox.
  var handle: String?
  /// Counted from 1.
  var line: Int
  var description: String
  /// Whether other tasks may block it.
  var dependsOnOthers: Bool
}

/// What was found out about tasks before they are changed.
struct TaskLookup {
  var named: [NamedTask]
  var handles: TaskHandleTable
  /// In the order in which the notes are named first.
  var byNote: [(path: NotePath, tasks: [NamedTask])] {
    var places: [NotePath: Int] = [:]
    var found: [(path: NotePath, tasks: [NamedTask])] = []
    for task in named {
      let place = places[task.path, default: found.count]
      if place == found.count {
        places[task.path] = place
        found.append((task.path, []))
      }
      found[place].tasks.append(task)
    }
    return found
  }
  /// For the history.
  var title: String {
    let first = named.first.map { TaskNameError.cut($0.description) } ?? ""
    return named.count > 1 ? "\(first) and \(named.count - 1) more" : first
  }
  /// The ids of all open tasks, where one of them depends on others.
  var blockers: Set<String>
}

extension Vault {
  /// The tasks that the names name, each once, in that order. Throws `TaskNameError`, `TaskChangedError`, and
  /// `NoteNameError` for the note of a place.
  func lookUp(tasks names: [String]) throws -> TaskLookup {
    try withSnapshot { snapshot in
      var named: [NamedTask] = []
      var seen: [NotePath: Set<Int>] = [:]
      var notes = TaskNotes(vault: self)
      for name in names {
        let task = try lookUp(task: name, in: snapshot, &notes)
        if seen[task.path, default: []].insert(task.line).inserted { named.append(task) }
      }
      return TaskLookup(
        named: named, handles: try snapshot.taskHandles(),
        blockers: named.contains(where: \.dependsOnOthers) ? try blockers(in: snapshot) : [])
    }
  }

  private func lookUp(
    task name: String, in snapshot: any VaultSnapshot, _ notes: inout TaskNotes
  ) throws -> NamedTask {
    switch TaskName(name) {
    case .place(let note, let line):
      let path = try resolve(note, in: snapshot).path
      let task = try notes[path].task(inLine: line)
      guard let task else { throw try noTask(path, line: line) }
      return NamedTask(
        name: name, path: path, handle: task.isTask ? task.item.handle : nil, line: line,
        description: task.item.description, dependsOnOthers: !task.item.dependsOn.isEmpty)
    case .word(let word):
      let task = try lookUp(word: word, in: snapshot, &notes)
      return NamedTask(
        name: name, path: task.path, handle: task.handle, line: task.line, description: task.description,
        dependsOnOthers: !task.dependsOn.isEmpty)
    }
  }

  private func lookUp(
    word: String, in snapshot: any VaultSnapshot, _ notes: inout TaskNotes
  ) throws -> TaskItem {
    var found = try snapshot.tasks(id: word)
    let prefix = TaskHandle.normalized(word)
    let isLongEnough = (prefix?.utf8.count ?? 0) >= 3
    if let prefix, isLongEnough {
      found += try snapshot.tasks(handlePrefix: prefix).filter { task in
        !found.contains { $0.handle == task.handle && $0.line == task.line }
      }
    }
    if found.count > 1 { throw TaskNameError.ambiguous(word, candidates: found) }
    let remembered = try prefix.map { isLongEnough ? try snapshot.rememberedTasks(handlePrefix: $0) : [] } ?? []
    if let task = found.first {
      guard let was = remembered.first(where: { $0.handle == task.handle }) else { return task }
      return try follow(was, to: task, name: word, in: snapshot, &notes)
    }
    if remembered.count == 1 { throw try changed(remembered[0], name: word, in: snapshot) }
    if remembered.count > 1 { throw TaskNameError.ambiguous(word, candidates: remembered) }
    if prefix != nil, !isLongEnough { throw TaskNameError.tooShort(word) }
    throw TaskNameError.notFound(word, nearest: [])
  }

  /// Of several tasks that are alike in all that a handle is made of, one was added or taken away, so that the handle may
  /// mean another one than it did when it was shown: the one that it meant is told by the rest of its line.
  private func follow(
    _ was: TaskItem, to now: TaskItem, name: String, in snapshot: any VaultSnapshot, _ notes: inout TaskNotes
  ) throws -> TaskItem {
    let alike = try notes[now.path].tasks.map(\.item).filter {
      $0.description == now.description && $0.heading == now.heading && $0.parent == now.parent && !$0.handle.isEmpty
    }
    let same = alike.filter { $0.raw == was.raw }
    if same.count == 1 { return same[0] }
    if same.count > 1 {
      if now.copies >= was.copies, let own = same.first(where: { $0.handle == now.handle }) { return own }
      throw try changed(was, name: name, in: snapshot)
    }
    let similar = alike.filter { $0.signature == was.signature }
    guard similar.count == 1 else { throw try changed(was, name: name, in: snapshot) }
    return similar[0]
  }

  private func changed(_ was: TaskItem, name: String, in snapshot: any VaultSnapshot) throws -> TaskChangedError {
    var found: String?
    if try snapshot.note(at: was.path) != nil { found = try taskNote(was.path).text(ofLine: was.line) }
    var elsewhere: [TaskItem] = []
    try snapshot.forEachTask(openOnly: false) { _, task in
      if task.description == was.description { elsewhere.append(task) }
    }
    return TaskChangedError(
      name: name, was: was, found: found,
      elsewhere: elsewhere.sorted { $0.path == $1.path ? $0.line < $1.line : $0.path < $1.path })
  }

  /// The note as it is on the disk, read for edits of its tasks.
  func taskNote(_ path: NotePath) throws -> TaskNote {
    let plan = try ChangePlan(root: location.root, limit: configuration.maximumFileSize, scan: scanOptions)
    return TaskNote(try plan.text(path), path: path, options: parsingOptions)
  }

  private func noTask(_ path: NotePath, line: Int) throws -> TaskNameError {
    let note = try taskNote(path)
    let count = note.bytes.withUnsafeBufferPointer { LineTable($0, from: 0).count }
    return .noTask(path, line: line, kind: note.kind(ofLine: line), text: note.text(ofLine: line), lines: count)
  }
}

/// Notes that were read for their tasks, so that many tasks of one do not have it read as often.
private struct TaskNotes {
  /// Bytes of notes that are kept.
  private static let limit = 8 << 20

  let vault: Vault
  private var known: [NotePath: TaskNote] = [:]
  private var size = 0

  init(vault: Vault) { self.vault = vault }

  subscript(path: NotePath) -> TaskNote {
    mutating get throws {
      if let note = known[path] { return note }
      let note = try vault.taskNote(path)
      if size + note.bytes.count > Self.limit { (known, size) = ([:], 0) }
      known[path] = note
      size += note.bytes.count
      return note
    }
  }
}

extension TaskItem {
  /// All that its line says apart from its status and when it was done or cancelled.
  fileprivate var signature: TaskItem {
    var task = self
    task.handle = ""
    task.line = 0
    task.status = TaskStatus(symbol: " ", name: "", type: .todo)
    task.done = nil
    task.cancelled = nil
    task.parent = nil
    task.childCount = 0
    task.childrenDone = 0
    task.copies = 1
    task.raw = ""
    return task
  }
}
