/// Which task of a note each of its tasks became, as far as two readings of the note tell.
///
/// Only tasks of the same words, under the same heading and parent, can be each other. A single one is the same whatever
/// else its line says now: status and dates may change. Of several, those are the same whose lines, with all tasks below
/// them, are as many as before, in their order; then one whose own line there is once, before and now; where lines that
/// are just alike became more or fewer, those with the same neighbours as before up to the note's first or last task;
/// then those that differ in their status alone, as many as before; and a last one at its old place among them. A task
/// that none of this finds is taken for gone.
package struct TaskSuccession {
  private var successors: [String: TaskItem] = [:]
  private let old: [TaskItem]
  private let new: [TaskItem]
  private let oldBlocks: [Block]
  private let newBlocks: [Block]
  /// How many tasks at the beginning and at the end are the same line for line, for certain.
  private let unchanged: (first: Int, last: Int)

  /// Both in the file's order.
  package init(from old: [TaskItem], to new: [TaskItem]) {
    self.old = old
    self.new = new
    (oldBlocks, newBlocks) = (Self.blocks(old), Self.blocks(new))
    let most = min(old.count, new.count)
    func isSame(_ a: Int, _ b: Int) -> Bool { old[a].raw.utf8.elementsEqual(new[b].raw.utf8) }
    var (first, last) = (0, 0)
    while first < most, isSame(first, first) { first += 1 }
    while last < most, isSame(old.count - 1 - last, new.count - 1 - last) { last += 1 }
    // Where they overlap it is not known which of them went or came.
    unchanged = (min(first, most - min(last, most)), min(last, most - min(first, most)))
    pairAll()
  }

  /// What the task that had a handle is now; nil where it is gone or cannot be told from others.
  package subscript(handle: String) -> TaskItem? { successors[handle] }

  /// What tasks must have in common, with their parents.
  private struct Words: Hashable {
    let description: [UInt8]
    let heading: [UInt8]?

    init(_ task: TaskItem) {
      description = Array(task.description.utf8)
      heading = task.heading.map { Array($0.utf8) }
    }
  }

  /// A task's line with those of all tasks below it.
  private struct Block {
    var hash: Int
    /// None is below it.
    var isAlone: Bool
  }

  private static func blocks(_ tasks: [TaskItem]) -> [Block] {
    let places = Dictionary(tasks.enumerated().map { ($1.handle, $0) }) { first, _ in first }
    var below = [[Int]](repeating: [], count: tasks.count)
    var blocks = [Block](repeating: Block(hash: 0, isAlone: true), count: tasks.count)
    // What is below a task follows it.
    for place in tasks.indices.reversed() {
      var hasher = Hasher()
      hasher.combine(Array(tasks[place].raw.utf8))
      hasher.combine(below[place])
      blocks[place] = Block(hash: hasher.finalize(), isAlone: below[place].isEmpty)
      if let parent = tasks[place].parent.flatMap({ places[$0] }), parent < place {
        below[parent].append(blocks[place].hash)
      }
    }
    return blocks
  }

  private mutating func pairAll() {
    let oldBelow = Dictionary(grouping: old.indices) { old[$0].parent ?? "" }
    let newBelow = Dictionary(grouping: new.indices) { new[$0].parent ?? "" }
    var parents = [(old: "", new: "")]
    while let parent = parents.popLast() {
      guard let olds = oldBelow[parent.old], let news = newBelow[parent.new] else { continue }
      let candidates = Dictionary(grouping: news) { Words(new[$0]) }
      for (words, olds) in Dictionary(grouping: olds, by: { Words(old[$0]) }) {
        for (a, b) in pairs(olds, candidates[words] ?? []) {
          successors[old[a].handle] = new[b]
          parents.append((old[a].handle, new[b].handle))
        }
      }
    }
  }

  /// Of places among all, in order.
  private func pairs(_ olds: [Int], _ news: [Int]) -> [(Int, Int)] {
    if olds.count == 1, news.count == 1 { return [(olds[0], news[0])] }
    var pairs: [(Int, Int)] = []
    var (left, free) = (olds, news)
    func take(_ found: [(Int, Int)]) {
      guard !found.isEmpty else { return }
      pairs += found
      let (taken, used) = (Set(found.map(\.0)), Set(found.map(\.1)))
      left.removeAll { taken.contains($0) }
      free.removeAll { used.contains($0) }
    }
    take(asManyAsBefore(left, free, { oldBlocks[$0].hash }, { newBlocks[$0].hash }))
    // Of several that have other tasks below them than before it is not known which is which.
    take(
      asManyAsBefore(left, free, { Array(old[$0].raw.utf8) }, { Array(new[$0].raw.utf8) }) { olds, news in
        olds.count == 1 || olds.allSatisfy { oldBlocks[$0].isAlone } && news.allSatisfy { newBlocks[$0].isAlone }
      })
    take(besideTheSame(left, free))
    take(asManyAsBefore(left, free, { old[$0].exceptStatus }, { new[$0].exceptStatus }))
    if left.count == 1, free.count == 1, olds.count == news.count,
      olds.firstIndex(of: left[0]) == news.firstIndex(of: free[0])
    {
      take([(left[0], free[0])])
    }
    return pairs
  }

  private func asManyAsBefore<Key: Hashable>(
    _ olds: [Int], _ news: [Int], _ oldKey: (Int) -> Key, _ newKey: (Int) -> Key,
    where isCertain: ([Int], [Int]) -> Bool = { _, _ in true }
  ) -> [(Int, Int)] {
    guard !olds.isEmpty, !news.isEmpty else { return [] }
    let candidates = Dictionary(grouping: news, by: newKey)
    return Dictionary(grouping: olds, by: oldKey).flatMap { key, olds -> [(Int, Int)] in
      guard let same = candidates[key], same.count == olds.count, isCertain(olds, same) else { return [] }
      return Array(zip(olds, same))
    }
  }

  private func besideTheSame(_ olds: [Int], _ news: [Int]) -> [(Int, Int)] {
    guard !olds.isEmpty, !news.isEmpty else { return [] }
    let free = Set(news)
    return olds.compactMap { place in
      let now =
        place < unchanged.first ? place : place >= old.count - unchanged.last ? place + new.count - old.count : nil
      return now.flatMap { free.contains($0) ? (place, $0) : nil }
    }
  }
}

extension TaskItem {
  /// All that its line says apart from its status and when it was done or cancelled; the same for tasks of one note that
  /// differ in nothing else.
  package var exceptStatus: TaskItem {
    var task = self
    task.handle = ""
    task.line = 0
    task.status = TaskStatus(symbol: " ", name: "", type: .todo)
    task.done = nil
    task.cancelled = nil
    task.parent = nil
    task.childCount = 0
    task.childrenDone = 0
    task.raw = ""
    return task
  }
}
