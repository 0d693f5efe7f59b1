import VaultCore

/// What can be asked about the notes as they are at one moment: by the index, or by having read every file. Both give
/// the same answers; everything that front ends see is made from these.
///
/// Notes go by a number that means something within one snapshot only.
protocol VaultSnapshot: AnyObject {
  /// The state of the index that it answers from; nil where it answers from the files.
  var state: IndexState? { get throws }
  /// The same notes and files without some.
  func without(_ hidden: HiddenNotes) throws -> any VaultSnapshot

  /// All notes.
  var universe: IDSet { get throws }
  var noteCount: Int { get throws }
  /// The length of all bodies.
  var bodyBytes: Int { get throws }

  /// The notes in which a pattern occurs.
  func notes(with pattern: WordPattern) throws -> IDSet
  /// The notes in which any of the patterns occurs.
  func notes(withAny patterns: [WordPattern]) throws -> IDSet
  /// In how many notes a pattern occurs, where that is known beforehand, or about.
  func knownCount(of pattern: WordPattern) -> Int?
  /// How often the patterns occur in each of `candidates`, and how near to each other; in the order of `patterns`. There
  /// may be other notes, too.
  func counts(of patterns: [WordPattern], in candidates: IDSet) throws -> CountedNotes
  /// Those of `notes` that may hold a text, by their words: all that do, and perhaps others.
  func candidates(_ requirement: IndexRequirement, among notes: IDSet) throws -> IDSet
  /// Queries with these patterns follow, one after the other.
  func prepare(_ patterns: [WordPattern]) throws
  /// What is found by just this pattern will be ranked by it.
  func willRank(by pattern: WordPattern)
  /// All words of the notes, and perhaps of some that are no more.
  func newestWordList() throws -> WordList
  /// The notes for which a predicate about metadata holds: no words, no tasks, no links.
  func notes(where predicate: Query.Predicate, dayOf: (NoteDate) -> CivilDate) throws -> IDSet
  func heads(of notes: IDSet) throws -> [NoteHead]
  /// In the order asked for.
  func records(of notes: [Int]) throws -> [NoteRecord]
  /// Calls `body` with every task, in no particular order.
  func forEachTask(openOnly: Bool, _ body: (_ note: Int, consuming TaskItem) throws -> Void) throws
  /// The tasks that a handle's beginning or an id means, by path and line.
  func tasks(handlePrefix: String) throws -> [TaskItem]
  func tasks(id: String) throws -> [TaskItem]
  /// The tasks of one note, in its order.
  func tasks(of note: Int) throws -> [TaskItem]
  /// The tasks that had handles with that beginning, which no task has now, as far as they are known.
  func vanishedTasks(handlePrefix: String) throws -> [TaskItem]
  func taskCount(openOnly: Bool) throws -> Int
  /// With those of vanished tasks, so that no beginning is shown that was another task's.
  func taskHandles() throws -> TaskHandleTable
  /// Those within the vault.
  func links(of note: Int) throws -> [Link]
  /// The notes that may link to a file of that name (`LinkKey`).
  func notes(linkingTo key: String) throws -> IDSet
  /// Calls `body` with every note and the number of every key that its links are looked up by, in no particular order.
  func forEachLinkKey(_ body: (_ key: Int64, _ note: Int) throws -> Void) throws
  /// Calls `body` with every alias, as links ask for it, in no particular order.
  func forEachAlias(_ body: (_ key: String, _ note: Int) throws -> Void) throws
  /// The notes with just that tag (`TagKey`).
  func notes(tagged key: String) throws -> IDSet
  /// The notes whose front matter has just that id.
  func notes(withID id: String) throws -> IDSet
  func note(at path: NotePath) throws -> Int?
  /// All tags, by key.
  func tags() throws -> [NotesOfTag]
  var directory: any LinkDirectory { get }
  /// Files that could not be read, sorted.
  func unread() throws -> [NotePath]
  /// Notes that may hold more links and tags than are known (`NoteRecord.isPartlyRead`), sorted.
  func partlyRead() throws -> [NotePath]
  /// How many files are no notes.
  func fileCount() throws -> Int
  /// The files that are no notes, sorted.
  func files() throws -> [NotePath]
}

extension VaultSnapshot {
  func knownCount(of pattern: WordPattern) -> Int? { nil }

  func willRank(by pattern: WordPattern) {}

  /// In how many notes each of the patterns occurs, which need not have been named beforehand.
  func noteCounts(of patterns: [WordPattern]) throws -> [Int] {
    try prepare(patterns)
    return try patterns.map { try notes(with: $0).count }
  }

  func notes(withAny patterns: [WordPattern]) throws -> IDSet {
    try patterns.reduce(into: IDSet()) { $0.formUnion(try notes(with: $1)) }
  }

  /// The notes that may link to a file of any of the names (`LinkKey`): all where a link may name a part of a path.
  func notes(linkingToAny keys: some Sequence<String>) throws -> IDSet {
    if directory.findsParts { return try universe }
    return try keys.reduce(into: IDSet()) { $0.formUnion(try notes(linkingTo: $1)) }
  }
}

/// A tag, and the notes that have just that one.
struct NotesOfTag {
  /// As `TagKey` makes it.
  var key: String
  /// As it is written in the first of the notes, by path.
  var name: String
  var first: NotePath
  var notes: IDSet
}

/// What sorting and ranking need of a note. Lists of very many are passed on, so all share the one.
final class NoteHead: Sendable {
  let id: Int
  let path: NotePath
  let title: String
  let bodyBytes: Int
  let pinned: Bool
  let category: String
  let source: String
  let created: NoteDate
  let updated: NoteDate

  init(
    id: Int, path: NotePath, title: String, bodyBytes: Int, pinned: Bool, category: String, source: String,
    created: NoteDate, updated: NoteDate
  ) {
    (self.id, self.path, self.title, self.bodyBytes, self.pinned) = (id, path, title, bodyBytes, pinned)
    (self.category, self.source, self.created, self.updated) = (category, source, created, updated)
  }

  /// The same with another number.
  convenience init(_ head: NoteHead, id: Int) {
    self.init(
      id: id, path: head.path, title: head.title, bodyBytes: head.bodyBytes, pinned: head.pinned,
      category: head.category, source: head.source, created: head.created, updated: head.updated)
  }
}
