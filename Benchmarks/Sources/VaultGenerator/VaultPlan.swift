/// Which note is where, is called what and holds what: everything that is decided before a note's text is written.
/// A note is known by its index alone, so notes can be written in any order and link to ones not yet written.
package struct VaultPlan: Sendable {
  package let noteCount: Int
  package let taskCount: Int
  package let seed: UInt64
  package let folders: FolderTree
  let paragraphs: Paragraphs
  let planted: PlantedWords
  private let names: Permutation
  private let nameWords: Int
  private let taskNotes: Permutation
  private let taskStatuses: Permutation

  /// - Parameter taskCount: exactly so many tasks; nil: one for every three notes.
  package init(paragraphs: Paragraphs, noteCount: Int, taskCount: Int? = nil, seed: UInt64) {
    self.paragraphs = paragraphs
    self.noteCount = max(noteCount, 1)
    self.taskCount = max(taskCount ?? noteCount / 3, 0)
    self.seed = seed
    folders = FolderTree(noteCount: self.noteCount, words: paragraphs.words, seed: seed)
    planted = PlantedWords(words: paragraphs.plantedWords, noteCount: self.noteCount, seed: seed)
    var combinations = paragraphs.words.count * paragraphs.words.count
    var length = 2
    while combinations < self.noteCount * 4 {
      combinations *= paragraphs.words.count
      length += 1
    }
    nameWords = length
    names = Permutation(count: combinations, seed: seed, stream: 1)
    taskNotes = Permutation(count: self.noteCount, seed: seed, stream: 2)
    taskStatuses = Permutation(count: max(self.taskCount, 1), seed: seed, stream: 3)
  }

  /// File name without extension, unlike that of any other note.
  package func name(of index: Int) -> [UInt8] {
    let words = paragraphs.words
    var rank = names(index)
    var name: [UInt8] = []
    for place in 0..<nameWords {
      let word = words[rank % words.count]
      rank /= words.count
      if place > 0 { name.append(Byte.blank) }
      name.append(contentsOf: place == 0 ? word.capitalized : word)
    }
    var random = SplitMix64(seed: seed, stream: 4, index: index)
    for _ in 0..<random.below(3) {
      name.append(Byte.blank)
      name.append(contentsOf: random.pick(words))
    }
    return name
  }

  /// Relative to the vault's root, with extension.
  package func path(of index: Int) -> [UInt8] {
    folders.path(ofFolder: folders.folder(ofNote: index)) + [UInt8(ascii: "/")] + name(of: index) + Array(".md".utf8)
  }

  // MARK: Tasks

  private var notesWithTasks: Int { min(taskCount, max(noteCount / 6, 1)) }

  /// The running numbers of the note's tasks, among all tasks of the vault. One note in six has some, a few have
  /// several times as many as the others.
  package func tasks(of index: Int) -> Range<Int> {
    let rank = taskNotes(index)
    guard rank < notesWithTasks else { return 0..<0 }
    return firstTask(rank)..<firstTask(rank + 1)
  }

  private func firstTask(_ rank: Int) -> Int {
    let spare = UInt64(taskCount - notesWithTasks)
    let square = UInt64(notesWithTasks) * UInt64(notesWithTasks)
    let scaled = spare.multipliedFullWidth(by: UInt64(rank) * UInt64(rank))
    return rank + Int(square.dividingFullWidth(scaled).quotient)
  }

  /// What stands in the task's box: 36 % blank, 4 % `/`, 54 % `x`, 6 % `-`, exactly.
  func symbol(ofTask number: Int) -> UInt8 {
    let rank = taskStatuses(number)
    switch rank {
    case ..<(taskCount * 36 / 100): return Byte.blank
    case ..<openTaskCount: return UInt8(ascii: "/")
    case ..<(taskCount * 94 / 100): return UInt8(ascii: "x")
    default: return UInt8(ascii: "-")
    }
  }

  /// Neither done nor cancelled.
  package var openTaskCount: Int { taskCount * 40 / 100 }
}
