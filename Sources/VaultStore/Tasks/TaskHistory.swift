import VaultCore

/// What the changes of tasks made of a note, the latest first. Entries of the journal are read as they are asked for.
final class TaskHistory {
  /// A text of the note and what a change made of it.
  private struct Write {
    var sequence: Int
    /// Which of the entry's steps.
    var step: Int
    var lineChanges: LineChanges
  }

  private let journal: Journal
  private let path: NotePath
  private let options: ParsingOptions
  /// Entries that were not read yet with what the note was called then, the oldest first.
  private var unread: [(sequence: Int, path: NotePath)] = []
  private var writes: [Write] = []
  /// The texts of the write that was asked for last.
  private var parsed: (write: Int, texts: TaskOrigins)?

  init(of path: NotePath, in journal: Journal, options: ParsingOptions, unreadable: (String) -> Void) throws {
    self.journal = journal
    self.path = path
    self.options = options
    var name = path
    for head in try journal.heads(unreadable: unreadable) where !head.isForeign {
      let own = head.steps.contains { $0.kind == .write && $0.path == name }
      // What a move brings was done before, though a task like it is open here.
      if own, head.title.hasPrefix("tasks "), !head.title.hasPrefix("tasks move ") {
        unread.append((head.sequence, name))
      }
      for step in head.steps.reversed() where step.kind == .move {
        if let target = step.target { name = name.moved(from: target, to: step.path) }
      }
    }
    unread.reverse()
  }

  /// The task before the change that gave it the status it has, if its line is still what that change made of it.
  func before(_ task: TaskLine) throws -> TaskPast? {
    guard task.isTask else { return nil }
    let line = Array(task.item.raw.utf8)[...]
    var place = 0
    while try place < writes.count || readNext() {
      // There may have been nothing in what was read.
      guard place < writes.count else { continue }
      defer { place += 1 }
      guard writes[place].lineChanges[line] > 0 else { continue }
      let texts = try texts(of: place)
      if let own = texts.origin(of: task) {
        return TaskPast(note: texts.before, task: own, lineChanges: writes[place].lineChanges)
      }
    }
    return nil
  }

  /// False where there are no more.
  private func readNext() throws -> Bool {
    guard let (sequence, name) = unread.popLast() else { return false }
    let steps = try journal.entryIfThere(sequence)?.steps ?? []
    for case (let step, .write(name, let before, let after)) in steps.enumerated() {
      writes.append(Write(sequence: sequence, step: step, lineChanges: LineChanges(from: before, to: after)))
    }
    return true
  }

  private func texts(of place: Int) throws -> TaskOrigins {
    if let parsed, parsed.write == place { return parsed.texts }
    let write = writes[place]
    let steps = try journal.entry(write.sequence).steps
    guard steps.indices.contains(write.step), case .write(_, let before, let after) = steps[write.step] else {
      throw FileChangedError(path: Journal.path.text)
    }
    let texts = TaskOrigins(
      before: TaskNote(before, path: path, options: options), after: TaskNote(after, path: path, options: options))
    parsed = (place, texts)
    return texts
  }
}

/// Two texts of a note, to find out which task of the first one of the second was.
private final class TaskOrigins {
  let before: TaskNote
  private let after: TaskNote
  /// The tasks of each text that differ in their status alone, marker and indentation the same.
  private let alikeBefore: [Alike: [Int]]
  private let alikeAfter: [Alike: [Int]]
  private let byLine: [String: [Int]]

  private struct Alike: Hashable {
    let task: TaskItem
    let margin: ArraySlice<UInt8>

    init(_ task: TaskLine, in note: TaskNote) {
      self.task = task.item.exceptStatus
      margin = note.bytes[task.line.lowerBound..<task.symbol.lowerBound]
    }
  }

  init(before: TaskNote, after: TaskNote) {
    func alike(_ note: TaskNote) -> [Alike: [Int]] {
      Dictionary(grouping: note.tasks.indices.filter { note.tasks[$0].isTask }) { Alike(note.tasks[$0], in: note) }
    }
    self.before = before
    self.after = after
    (alikeBefore, alikeAfter) = (alike(before), alike(after))
    byLine = Dictionary(grouping: after.tasks.indices) { after.tasks[$0].item.raw }
  }

  /// Returns nil when it was not open before, and where that cannot be told.
  func origin(of task: TaskLine) -> TaskLine? {
    var places = byLine[task.item.raw] ?? []
    if let same = places.first(where: { after.tasks[$0].item.handle == task.item.handle }) { places = [same] }
    let origins = places.compactMap(origin)
    guard let first = origins.first, origins.allSatisfy({ $0.item.raw == first.item.raw }) else { return nil }
    return first
  }

  private func origin(_ place: Int) -> TaskLine? {
    let key = Alike(after.tasks[place], in: after)
    guard let news = alikeAfter[key], let olds = alikeBefore[key] else { return nil }
    if news.count == olds.count, let rank = news.firstIndex(of: place) {
      let task = before.tasks[olds[rank]]
      return task.item.status.type.isOpen ? task : nil
    }
    // Some came or went: which of them it was does not matter where their lines are the same.
    let open = olds.lazy.map { self.before.tasks[$0] }.filter(\.item.status.type.isOpen)
    guard let first = open.first, open.allSatisfy({ $0.item.raw == first.item.raw }) else { return nil }
    return first
  }
}

extension TaskItem {
  /// All that its line says apart from its status and when it was done or cancelled; the same for tasks of one note that
  /// differ in nothing else.
  fileprivate var exceptStatus: TaskItem {
    var task = self
    task.handle = ""
    task.line = 0
    task.status = TaskStatus(symbol: " ", name: "", type: .todo)
    task.dates[.done] = nil
    task.dates[.cancelled] = nil
    task.parent = nil
    task.childCount = 0
    task.childrenDone = 0
    task.raw = ""
    return task
  }
}
