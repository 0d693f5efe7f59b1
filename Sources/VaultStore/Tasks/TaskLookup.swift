import VaultCore

/// A task that was named, as it is at one moment.
struct NamedTask {
  /// As typed.
  var name: String
  /// A plain checkbox has an empty handle.
  var item: TaskItem
  var reading: TaskReading

  var path: NotePath { item.path }
  var line: Int { item.line }

  /// The named tasks of one note as they are in it now; others may have changed it since they were looked up. Throws
  /// `TaskChangedError` for one that is gone.
  static func current(_ named: [NamedTask], in note: TaskNote) throws -> [TaskLine] {
    var successions: [ObjectIdentifier: TaskSuccession] = [:]
    return try named.map { name in
      let was = name.item
      if was.handle.isEmpty {
        if let box = note.task(inLine: was.line), !box.isTask, box.item.raw == was.raw { return box }
      } else {
        if let task = note.task(handle: was.handle), task.item.line == was.line, task.item.raw == was.raw {
          return task
        }
        let reading = ObjectIdentifier(name.reading)
        let known =
          successions[reading]
          ?? TaskSuccession(from: name.reading.tasks, to: note.items)
        successions[reading] = known
        if let task = known[was.handle].flatMap({ note.task(handle: $0.handle) }) { return task }
      }
      throw TaskChangedError(
        name: name.name, was: was, found: note.text(ofLine: was.line),
        elsewhere: note.tasks.map(\.item).filter { $0.description == was.description && !$0.handle.isEmpty })
    }
  }
}

/// The tasks of a note at one moment.
final class TaskReading {
  let tasks: [TaskItem]

  init(_ tasks: [TaskItem]) {
    self.tasks = tasks
  }
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

extension VaultReader {
  /// The tasks that the names name, each once, in that order. Throws `TaskNameError`, `TaskChangedError`, and
  /// `NoteNameError` for the note of a place.
  func lookUp(tasks names: [String]) throws -> TaskLookup {
    var named: [NamedTask] = []
    var seen: [NotePath: Set<Int>] = [:]
    var notes = TaskNotes(self)
    for name in names {
      let task = try lookUp(task: name, &notes)
      if seen[task.path, default: []].insert(task.line).inserted { named.append(task) }
    }
    return TaskLookup(
      named: named, handles: try snapshot.taskHandles(),
      blockers: named.contains { !$0.item.dependsOn.isEmpty } ? try blockers() : [])
  }

  /// Where a task is, as changes find it. Lines count from 1.
  package func place(ofTask name: String) throws -> (path: NotePath, line: Int) {
    let task = try lookUp(task: name)
    return (task.path, task.line)
  }

  /// One task, without what is looked up for all.
  func lookUp(task name: String) throws -> NamedTask {
    var notes = TaskNotes(self)
    return try lookUp(task: name, &notes)
  }

  private func lookUp(
    task name: String, _ notes: inout TaskNotes
  ) throws -> NamedTask {
    switch TaskName(name) {
    case .place(let note, let line):
      let path = try resolve(note)
      guard let task = try notes[path].task(inLine: line) else { throw try noTask(path, line: line) }
      return NamedTask(name: name, item: task.item, reading: try notes.reading(path))
    case .word(let word):
      let task = try lookUp(word: word)
      return NamedTask(name: name, item: task, reading: try notes.knownReading(task.path))
    }
  }

  private func lookUp(word: String) throws -> TaskItem {
    let byID = try snapshot.tasks(id: word)
    if byID.count > 1 { throw TaskNameError.ambiguous(word, candidates: byID) }
    guard let prefix = TaskHandle.normalized(word) else {
      if let task = byID.first { return task }
      throw TaskNameError.notFound(word)
    }
    guard prefix.utf8.count >= 3 else {
      if let task = byID.first { return task }
      throw TaskNameError.tooShort(word)
    }
    let remembered = try snapshot.rememberedTasks(handlePrefix: prefix)
    let others = Set(remembered.map(\.handle))
    var present = try snapshot.tasks(handlePrefix: prefix).filter { !others.contains($0.handle) }
    if let task = byID.first {
      // What is gone cannot be meant by an id.
      present.removeAll { $0.handle == task.handle && $0.line == task.line }
      guard present.isEmpty else { throw TaskNameError.ambiguous(word, candidates: byID + present) }
      return task
    }
    guard present.count + remembered.count <= 1 else {
      throw TaskNameError.ambiguous(
        word, candidates: present + remembered.lazy.filter { !$0.isGone }.map(\.item),
        gone: remembered.lazy.filter(\.isGone).map(\.item))
    }
    if let task = present.first { return task }
    guard let meant = remembered.first else { throw TaskNameError.notFound(word) }
    if meant.isShared { throw TaskNameError.shared(word, meant) }
    guard let now = try current(meant) else { throw try changed(meant.item, name: word) }
    return now
  }

  /// Nil for one that is gone.
  func current(_ remembered: RememberedTask) throws -> TaskItem? {
    guard !remembered.isGone else { return nil }
    return try snapshot.tasks(handlePrefix: remembered.item.handle).first { task in
      task.handle == remembered.item.handle && task.path == remembered.item.path
    }
  }

  private func changed(_ was: TaskItem, name: String) throws -> TaskChangedError {
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
    TaskNote(try ChangePlan(self).text(path), path: path, options: parsingOptions)
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

  private let reader: VaultReader
  private var known: [NotePath: TaskNote] = [:]
  private var size = 0
  private var readings: [NotePath: TaskReading] = [:]
  private var answers: [NotePath: TaskReading] = [:]

  init(_ reader: VaultReader) { self.reader = reader }

  /// The note's tasks as the snapshot has them.
  mutating func knownReading(_ path: NotePath) throws -> TaskReading {
    if let reading = answers[path] { return reading }
    let snapshot = try reader.snapshot
    let reading = TaskReading(try snapshot.note(at: path).map { try snapshot.tasks(of: $0) } ?? [])
    answers[path] = reading
    return reading
  }

  /// The note's tasks as its file has them.
  mutating func reading(_ path: NotePath) throws -> TaskReading {
    if let reading = readings[path] { return reading }
    let reading = TaskReading(try self[path].items)
    readings[path] = reading
    return reading
  }

  subscript(path: NotePath) -> TaskNote {
    mutating get throws {
      if let note = known[path] { return note }
      let note = try reader.taskNote(path)
      if size + note.bytes.count > Self.limit { (known, size) = ([:], 0) }
      known[path] = note
      size += note.bytes.count
      return note
    }
  }
}
