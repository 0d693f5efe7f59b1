import VaultCore

/// What a person types for a task.
enum TaskName: Equatable {
  /// `Projects/Book.md:40`
  case place(note: String, line: Int)
  /// The beginning of a handle, or a 🆔 id.
  case word(String)

  init(_ typed: String) {
    if let colon = typed.utf8.lastIndex(of: 0x3A), colon != typed.startIndex {
      let digits = typed.utf8[typed.utf8.index(after: colon)...]
      if !digits.isEmpty, digits.count < 10, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
        let line = Int(String(Substring(digits)))
      {
        self = .place(note: String(typed[..<colon]), line: line)
        return
      }
    }
    self = .word(typed)
  }
}

/// A task that was named, as it is at one moment.
struct NamedTask {
  /// As typed.
  var name: String
  /// A plain checkbox has an empty handle.
  var item: TaskItem

  var path: NotePath { item.path }
  var line: Int { item.line }

  /// The task as it is in its note now, which others may have changed since: the one with the same handle, wherever it
  /// stands, or with the one that earlier parts of the same operation gave it (`renamed`, new ones by old ones). Throws
  /// `TaskChangedError` where none has it, and `TaskInConflictError` where a merge left two of it. A plain checkbox must stand
  /// in its line, as it was.
  func current(in note: TaskNote, _ renamed: [String: String] = [:]) throws -> TaskLine {
    var found: TaskLine?
    if item.handle.isEmpty {
      if let box = note.task(inLine: line), !box.isTask, box.item.raw == item.raw { found = box }
    } else {
      found = note.task(handle: renamed[item.handle] ?? item.handle)
    }
    if let found {
      if let conflict = note.conflict(aroundLine: found.item.line) {
        throw TaskInConflictError(task: found.item, conflict)
      }
      return found
    }
    throw TaskChangedError(
      name: name, was: item, found: note.text(ofLine: line),
      elsewhere: note.items.filter { $0.description == item.description })
  }
}

/// What was found out about tasks before they are changed.
struct TaskLookup {
  var named: [NamedTask]
  var handles: TaskHandleTable
  /// In the order in which the notes are named first.
  var byNote: [(path: NotePath, tasks: [NamedTask])] {
    let groups = Dictionary(grouping: named, by: \.path)
    var seen: Set<NotePath> = []
    return named.filter { seen.insert($0.path).inserted }.map { ($0.path, groups[$0.path] ?? []) }
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
  /// The tasks that the names name, each once, in that order. Throws `TaskNameError`, `TaskChangedError`, `NoteNameError`
  /// for the note of a place, and `NamesError`.
  func lookUp(tasks names: [String]) throws -> TaskLookup {
    var named: [NamedTask] = []
    var seen: [NotePath: Set<Int>] = [:]
    for task in try find(tasks: names)
    where seen[task.path, default: []].insert(task.line).inserted {
      named.append(task)
    }
    return TaskLookup(
      named: named, handles: try snapshot.taskHandles(),
      blockers: named.contains { !$0.item.dependsOn.isEmpty } ? try blockers() : [])
  }

  /// Words that name nothing one by one, and are one task's description together, name that task: they stood in no quotes.
  private func find(tasks names: [String]) throws -> [NamedTask] {
    let notes = TaskNotes(self)
    do {
      return try NamesError.gather(names) { try lookUp(task: $0, notes) }
    } catch let error as NamesError where error.errors.count == names.count {
      let words = names.joined(separator: " ")
      do { return [NamedTask(name: words, item: try task(describedAs: words))] } catch is TaskNameError { throw error }
    }
  }

  /// Where a task is, as changes find it. Lines count from 1.
  package func place(ofTask name: String) throws -> (path: NotePath, line: Int) {
    let task = try lookUp(task: name)
    return (task.path, task.line)
  }

  /// One task, without what is looked up for all. `notes`: where others are looked up as well.
  func lookUp(task name: String, _ notes: TaskNotes? = nil) throws -> NamedTask {
    switch TaskName(name) {
    case .place(let note, let line):
      let path = try resolve(note)
      let task = try (notes?[path] ?? taskNote(path)).task(inLine: line)
      guard let task else { throw try noTask(path, line: line) }
      return NamedTask(name: name, item: task.item)
    case .word(let word):
      return NamedTask(name: name, item: try lookUp(word: word))
    }
  }

  private func lookUp(word: String) throws -> TaskItem {
    let byID = try snapshot.tasks(id: word)
    if byID.count > 1 { throw TaskNameError.ambiguous(word, candidates: byID) }
    let handle = TaskHandle.normalized(word)
    guard let prefix = handle, prefix.utf8.count >= 3 else {
      if let task = byID.first { return task }
      do {
        return try task(describedAs: word)
      } catch TaskNameError.notFound(_, let near) where handle != nil && near.isEmpty {
        throw TaskNameError.tooShort(word)
      }
    }
    var present = try snapshot.tasks(handlePrefix: prefix)
    if let task = byID.first {
      // What is gone cannot be meant by an id.
      present.removeAll { $0.handle == task.handle && $0.line == task.line }
      guard present.isEmpty else { throw TaskNameError.ambiguous(word, candidates: byID + present) }
      return task
    }
    let vanished = try snapshot.vanishedTasks(handlePrefix: prefix)
    guard present.count + vanished.count <= 1 else {
      throw TaskNameError.ambiguous(word, candidates: present, gone: vanished)
    }
    if let task = present.first { return task }
    if let task = vanished.first { throw try changed(task, name: word) }
    if prefix.utf8.count == TaskHandle.length { throw TaskNameError.vanished(word) }
    return try task(describedAs: word)
  }

  private func changed(_ was: TaskItem, name: String) throws -> TaskChangedError {
    var found: String?
    if try snapshot.note(at: was.path) != nil { found = try taskNote(was.path).text(ofLine: was.line) }
    var elsewhere: [TaskItem] = []
    try snapshot.forEachTask(openOnly: false) { _, task in
      if task.description == was.description { elsewhere.append(task) }
    }
    // Those of the same note first.
    elsewhere.sort { a, b in
      a.path == b.path ? a.line < b.line : b.path != was.path && (a.path == was.path || a.path < b.path)
    }
    return TaskChangedError(name: name, was: was, found: found, elsewhere: elsewhere)
  }

  /// The note as it is on the disk, read for edits of its tasks.
  func taskNote(_ path: NotePath) throws -> TaskNote {
    try ChangePlan(self).taskNote(path)
  }

  private func noTask(_ path: NotePath, line: Int) throws -> TaskNameError {
    let note = try taskNote(path)
    let count = note.bytes.withUnsafeBufferPointer { LineTable($0, from: 0).count }
    return .noTask(path, line: line, kind: note.kind(ofLine: line), text: note.text(ofLine: line), lines: count)
  }
}

/// Notes that were read for their tasks, so that many tasks of one do not have it read as often.
final class TaskNotes {
  /// Bytes of notes that are kept.
  private static let limit = 8 << 20

  private let reader: VaultReader
  private var known: [NotePath: TaskNote] = [:]
  private var size = 0

  init(_ reader: VaultReader) { self.reader = reader }

  subscript(path: NotePath) -> TaskNote {
    get throws {
      if let note = known[path] { return note }
      let note = try reader.taskNote(path)
      if size + note.bytes.count > Self.limit { (known, size) = ([:], 0) }
      known[path] = note
      size += note.bytes.count
      return note
    }
  }
}
