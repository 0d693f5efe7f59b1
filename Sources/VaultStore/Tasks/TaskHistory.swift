import VaultCore

/// What the changes of tasks made of a note, the latest first. Entries of the journal are read as they are asked for.
final class TaskHistory {
  /// A text of the note and what a change made of it.
  private struct Write {
    var sequence: Int
    /// Which of the entry's steps.
    var step: Int
    /// The lines that stood there more often afterwards.
    var newLines: Set<ArraySlice<UInt8>>
  }

  /// So many changes are looked at.
  private static let limit = 100

  private let journal: Journal
  private let path: NotePath
  private let options: ParsingOptions
  /// Of entries that were not read yet, the oldest first.
  private var unread: [Int]
  private var writes: [Write] = []
  /// Of the write that was asked for last.
  private var parsed: (write: Int, before: TaskNote, after: TaskNote)?

  init(of path: NotePath, in journal: Journal, options: ParsingOptions, unreadable: (String) -> Void) throws {
    self.journal = journal
    self.path = path
    self.options = options
    let own = try journal.heads(unreadable: unreadable).lazy.filter { head in
      head.title.hasPrefix("tasks ") && head.steps.contains { $0.kind == .write && $0.path.path == path }
    }
    unread = own.prefix(Self.limit).map(\.sequence).reversed()
  }

  /// The task before the change that gave it the status it has, if its line is still what that change made of it.
  func before(_ task: TaskLine) throws -> (note: TaskNote, task: TaskLine)? {
    guard task.isTask else { return nil }
    let line = Array(task.item.raw.utf8)[...]
    var place = 0
    while true {
      if place == writes.count {
        guard try readNext() else { return nil }
        continue
      }
      defer { place += 1 }
      guard writes[place].newLines.contains(line) else { continue }
      let (before, after) = try notes(of: place)
      guard let then = after.task(handle: task.item.handle), then.item.raw == task.item.raw else { continue }
      // Of several tasks alike, another may have had the handle.
      let named = before.task(handle: task.item.handle).flatMap { $0.item.saysTheSame(as: task.item) ? $0 : nil }
      if let own = named ?? before.task(following: task.item), own.item.status.type.isOpen { return (before, own) }
    }
  }

  /// False where there are no more.
  private func readNext() throws -> Bool {
    guard let sequence = unread.popLast() else { return false }
    for (step, text) in try texts(sequence) {
      writes.append(Write(sequence: sequence, step: step, newLines: Self.newLines(text.before, text.after)))
    }
    return true
  }

  private func texts(_ sequence: Int) throws -> [(step: Int, text: (before: [UInt8], after: [UInt8]))] {
    try journal.entry(sequence).steps.enumerated().compactMap { index, step in
      guard case .write(path, let before, let after) = step else { return nil }
      return (index, (before, after))
    }
  }

  private func notes(of place: Int) throws -> (before: TaskNote, after: TaskNote) {
    if let parsed, parsed.write == place { return (parsed.before, parsed.after) }
    let write = writes[place]
    guard let text = try texts(write.sequence).first(where: { $0.step == write.step })?.text else {
      throw FileChangedError(path: Journal.path.text)
    }
    let before = TaskNote(text.before, path: path, options: options)
    let after = TaskNote(text.after, path: path, options: options)
    parsed = (place, before, after)
    return (before, after)
  }

  private static func newLines(_ before: [UInt8], _ after: [UInt8]) -> Set<ArraySlice<UInt8>> {
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let most = min(before.count, after.count)
    var start = 0
    while start < most, before[start] == after[start] { start += 1 }
    var same = 0
    while same < most - start, before[before.count - 1 - same] == after[after.count - 1 - same] { same += 1 }
    // Lines that differ in part differ.
    while start > 0, !isEnd(after[start - 1]) { start -= 1 }
    while same > 0, !isEnd(after[after.count - same]) { same -= 1 }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in after[start..<(after.count - same)].split(whereSeparator: isEnd) { counts[line, default: 0] += 1 }
    for line in before[start..<(before.count - same)].split(whereSeparator: isEnd) { counts[line, default: 0] -= 1 }
    // Copies, so that the whole text does not stay.
    return Set(counts.lazy.filter { $0.value > 0 }.map { Array($0.key)[...] })
  }
}
