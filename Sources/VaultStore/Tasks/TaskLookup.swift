import VaultCore

/// A task that was named, as it is at one moment.
struct NamedTask {
  /// As typed.
  var name: String
  /// A plain checkbox has an empty handle.
  var item: TaskItem

  var path: NotePath { item.path }
  var line: Int { item.line }
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
    let first = named.first.map { TaskNameError.cut($0.item.description) } ?? ""
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
        blockers: named.contains { !$0.item.dependsOn.isEmpty } ? try blockers(in: snapshot) : [])
    }
  }

  /// One task, without what is looked up for all.
  func lookUp(task name: String) throws -> NamedTask {
    try withSnapshot { snapshot in
      var notes = TaskNotes(vault: self)
      return try lookUp(task: name, in: snapshot, &notes)
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
      return NamedTask(name: name, item: task.item)
    case .word(let word): return NamedTask(name: name, item: try lookUp(word: word, in: snapshot, &notes))
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
      if task.id == word { return task }
      // Another task of that beginning may be meant, which is gone.
      let others = remembered.filter { $0.handle != task.handle }
      if !others.isEmpty { throw TaskNameError.ambiguous(word, candidates: [task], gone: others) }
      guard let was = remembered.first else { return task }
      guard let now = try notes[task.path].task(following: was) else {
        throw try changed(was, name: word, in: snapshot)
      }
      return now.item
    }
    if remembered.count == 1 {
      let was = remembered[0]
      // Of several alike, one that is left counts anew.
      if try snapshot.note(at: was.path) != nil, let now = try notes[was.path].task(following: was) {
        return now.item
      }
      throw try changed(was, name: word, in: snapshot)
    }
    if remembered.count > 1 { throw TaskNameError.ambiguous(word, candidates: [], gone: remembered) }
    if prefix != nil, !isLongEnough { throw TaskNameError.tooShort(word) }
    throw TaskNameError.notFound(word)
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
