import Foundation
import GRDB
import VaultCore

/// Answers from the index, within one read transaction.
final class IndexSnapshot: VaultSnapshot {
  let db: Database
  let counters: MatchCounterBox
  let steps: StepLimit?
  let meta: IndexMetaReader

  /// Reads notes again, for those words of them that the word list does not know yet.
  let pipeline: NotePipeline
  /// All words, where they were asked for.
  var knownWords: WordList?
  /// A list of words that was made for this answer and is worth keeping.
  var newWordList: WordList?
  /// By piece of a word, what was found.
  var insideCounts: [WordPattern: CountedNotes] = [:]
  /// What reading notes has added to them.
  var readCounts: [WordPattern: CountedNotes] = [:]
  /// The pattern that what it finds is ranked by alone, and what was counted when it was looked for: looking and counting
  /// take equally long.
  var ranked: (pattern: WordPattern, counts: CountedNotes?)?
  /// Pieces of words that will be asked for.
  var expectedPatterns: Set<WordPattern> = []

  /// What a session keeps between its questions.
  let kept: KeptNotes?

  init(
    _ db: Database, counters: MatchCounterBox, steps: StepLimit? = nil, pipeline: NotePipeline, kept: KeptNotes? = nil
  ) {
    self.db = db
    self.kept = kept
    self.counters = counters
    self.steps = steps
    self.pipeline = pipeline
    meta = IndexMetaReader(db)
  }

  private struct EndedError: Error {}

  /// Lets go of the connection, which serves another thread from now on, whoever still has this. Nothing may be asked any more.
  func end() {
    linksOfNote = .failure(EndedError())
    notesOfName = .failure(EndedError())
    names.end()
  }

  private lazy var extent = Result { () -> (totals: IndexTotals, dead: IDSet) in
    let totals = try IndexTotals(meta)
    var dead = IDSet()
    let statement = try IndexStatement(db, "SELECT id FROM tombstone")
    while try statement.step() { dead.insert(try Self.checked(statement.int(0), below: totals.nextID)) }
    try totals.check(dead: dead.count)
    return (totals, dead)
  }
  var nextID: Int { get throws { try extent.get().totals.nextID } }
  var dead: IDSet { get throws { try extent.get().dead } }

  /// Sets take any number for good: those of a damaged file have to be looked at first.
  static func checked(_ id: Int, below next: Int) throws -> Int {
    guard id > 0, id < next else { throw damage("a note's number is") }
    return id
  }

  static func damage(_ what: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(what) damaged")
  }

  /// What records are checked by before they are decoded.
  var check: RecordCheck { get throws { try knownCheck.get() } }
  private lazy var knownCheck = Result { try RecordCheck(meta) }

  var state: IndexState? { get throws { try knownState.get() } }
  private lazy var knownState = Result { try IndexState(meta) }

  func without(_ hidden: HiddenNotes) throws -> any VaultSnapshot {
    try OverlaidSnapshot(self, pipeline, patterns: []).without(hidden)
  }

  var universe: IDSet {
    get throws {
      var all = IDSet(1..<(try nextID))
      all.subtract(try dead)
      return all
    }
  }

  var noteCount: Int { get throws { try extent.get().totals.noteCount } }
  var bodyBytes: Int { get throws { try extent.get().totals.bodyBytes } }

  // MARK: Notes

  func records(of notes: [Int]) throws -> [NoteRecord] {
    let statement = try IndexStatement(
      db, "SELECT path, data FROM note JOIN record USING (id) WHERE note.id = ?1")
    let check = try check
    return try notes.map { id in
      statement.bind(id)
      defer { statement.reset() }
      guard try statement.step(), let data = check.content(statement.bytes(1), .record, id),
        let record = NoteRecord(decoding: data, path: NotePath(bytes: statement.bytes(0)))
      else { throw Self.damage("a note's record is") }
      return record
    }
  }

  // MARK: Tasks

  func forEachTask(openOnly: Bool, _ body: (Int, consuming TaskItem) throws -> Void) throws {
    let rows = try IndexStatement(db, "SELECT id, data FROM task" + (openOnly ? " WHERE type = 1" : ""))
    guard openOnly, let kept, let state = try state else { return try forEachTask(in: rows, body) }
    if let known = kept.openTasks(in: state) {
      for one in known { try body(one.note, one.task) }
      return
    }
    var read: [KeptNotes.OpenTask]? = kept.hasTooManyTasks(in: state) ? nil : []
    try forEachTask(in: rows) { note, task in
      if read?.count == KeptNotes.mostTasks { read = nil }
      read?.append(.init(note: note, task: task))
      try body(note, task)
    }
    kept.keep(read, in: state)
  }

  func tasks(handlePrefix: String) throws -> [TaskItem] {
    // Handles hold neither `{` nor anything behind it.
    try tasks("handle >= ?1 AND handle < ?2", handlePrefix, handlePrefix + "{")
  }

  func tasks(id: String) throws -> [TaskItem] { try tasks("name = ?1", id) }

  func tasks(of note: Int) throws -> [TaskItem] {
    try tasks(
      "id >= ?1 AND id < ?2", Int64(note) << IndexSchema.ordinalBits, (Int64(note) + 1) << IndexSchema.ordinalBits)
  }

  private func tasks<each Value: StatementValue>(
    _ condition: String, _ values: repeat each Value
  ) throws -> [TaskItem] {
    var tasks: [TaskItem] = []
    let rows = try IndexStatement(db, "SELECT id, data FROM task WHERE " + condition, repeat each values)
    try forEachTask(in: rows) { _, task in tasks.append(task) }
    return tasks.sorted { $0.path == $1.path ? $0.line < $1.line : $0.path < $1.path }
  }

  private func forEachTask(in rows: IndexStatement, _ body: (Int, consuming TaskItem) throws -> Void) throws {
    let paths = try IndexStatement(db, "SELECT path FROM note WHERE id = ?1")
    let (next, check) = (try nextID, try check)
    var note = -1
    var path = NotePath("")
    while try rows.step() {
      let number = rows.int(0)
      let id = try Self.checked(number >> Int(IndexSchema.ordinalBits), below: next)
      if id != note {
        note = id
        paths.bind(id)
        guard try paths.step() else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a task's note is missing")
        }
        path = NotePath(bytes: paths.bytes(0))
        paths.reset()
      }
      guard let data = check.content(rows.bytes(1), .task, number), let task = TaskItem(decoding: data, path: path)
      else {
        throw Self.damage("a task's record is")
      }
      try body(id, task)
    }
  }

  func taskCount(openOnly: Bool) throws -> Int {
    try db.count("FROM task" + (openOnly ? " WHERE type = 1" : ""))
  }

  /// As if some of the notes were not there.
  func taskCount(openOnly: Bool, except hidden: IDSet) throws -> Int {
    if hidden.isEmpty { return try taskCount(openOnly: openOnly) }
    let rows = try IndexStatement(db, "SELECT id FROM task" + (openOnly ? " WHERE type = 1" : ""))
    var count = 0
    while try rows.step() {
      if !hidden.contains(try Self.checked(rows.int(0) >> Int(IndexSchema.ordinalBits), below: nextID)) { count += 1 }
    }
    return count
  }

  func vanishedTasks(handlePrefix: String) throws -> [TaskItem] {
    let rows = try IndexStatement(
      db,
      """
      SELECT path, data FROM vanished_task WHERE handle >= ?1 AND handle < ?2
      AND handle NOT IN (SELECT handle FROM task WHERE handle >= ?1 AND handle < ?2)
      """, handlePrefix, handlePrefix + "{")
    var tasks: [TaskItem] = []
    let check = try check
    while try rows.step() {
      guard let data = check.content(rows.bytes(1), .vanishedTask, 0),
        let task = TaskItem(decoding: data, path: NotePath(bytes: rows.bytes(0)))
      else {
        throw Self.damage("a vanished task's record is")
      }
      tasks.append(task)
    }
    return tasks
  }

  func taskHandles() throws -> TaskHandleTable {
    guard let kept, let state = try state else { return try readTaskHandles() }
    return try kept.handles(in: state, make: readTaskHandles)
  }

  private func readTaskHandles() throws -> TaskHandleTable {
    var table = TaskHandleTable()
    let statement = try IndexStatement(
      db, "SELECT handle FROM task UNION SELECT handle FROM vanished_task ORDER BY handle")
    while try statement.step() { table.append(statement.bytes(0)) }
    return table
  }

  /// As if some of the notes were not there: of vanished tasks, those of notes that are `told` of count.
  func taskHandles(except hidden: IDSet, vanishedFrom isTold: (NotePath) throws -> Bool) throws -> TaskHandleTable {
    var table = TaskHandleTable()
    let next = try nextID
    let rows = try IndexStatement(
      db,
      "SELECT handle, id, NULL FROM task UNION ALL SELECT handle, 0, path FROM vanished_task ORDER BY handle")
    var last: [UInt8] = []
    while try rows.step() {
      let task = rows.int(1)
      let counts =
        task > 0
        ? !hidden.contains(try Self.checked(task >> Int(IndexSchema.ordinalBits), below: next))
        : try isTold(NotePath(bytes: rows.bytes(2)))
      let handle = Array(rows.bytes(0))
      guard counts, handle != last else { continue }
      table.append(handle)
      last = handle
    }
    return table
  }

  // MARK: Links and names

  /// Asked for one note after the other.
  private lazy var linksOfNote = Result { try IndexStatement(db, "SELECT data FROM links WHERE id = ?1") }

  func links(of note: Int) throws -> [Link] {
    let statement = try linksOfNote.get()
    statement.bind(note)
    defer { statement.reset() }
    guard try statement.step() else { return [] }
    guard let data = try check.content(statement.bytes(0), .links, note) else {
      throw Self.damage("a note's links are")
    }
    var reader = ByteReader(data)
    var links: [Link] = []
    let count = reader.count() ?? 0
    for _ in 0..<count {
      guard let link = Link(decoding: &reader) else {
        throw Self.damage("a note's links are")
      }
      links.append(link)
    }
    return links
  }

  func notes(linkingTo key: String) throws -> IDSet {
    try selectAlive("SELECT note FROM link_key WHERE key = ?1", LinkKey.number(key))
  }

  /// Asked for whatever a link leads to.
  private lazy var notesOfName = Result { try IndexStatement(db, "SELECT id, path FROM note WHERE key = ?1") }
  /// By the key of a name that many notes have, these: all of them may be asked for, one after the other.
  private var knownNotes: [String: [NotePath: Int]] = [:]

  func note(at path: NotePath) throws -> Int? {
    let key = LinkResolver.key(path.stem)
    if let known = knownNotes[key] { return known[path] }
    let statement = try notesOfName.get()
    statement.bind(key)
    defer { statement.reset() }
    var notes: [NotePath: Int] = [:]
    while try statement.step() {
      notes[NotePath(bytes: statement.bytes(1))] = try Self.checked(statement.int(0), below: nextID)
    }
    if notes.count > 8 { knownNotes[key] = notes }
    return notes[path]
  }

  func tags() throws -> [NotesOfTag] { try tags(except: IDSet()) }

  /// As if some of the notes were not there.
  func tags(except hidden: IDSet) throws -> [NotesOfTag] {
    let (dead, next) = (try dead, try nextID)
    var found: [NotesOfTag] = []
    let statement = try IndexStatement(
      db, "SELECT tag.key, name, tag.note, path FROM tag JOIN note ON note.id = tag.note ORDER BY tag.key, path")
    while try statement.step() {
      let id = try Self.checked(statement.int(2), below: next)
      if dead.contains(id) || hidden.contains(id) { continue }
      let key = statement.string(0)
      if found.last?.key != key {
        found.append(
          NotesOfTag(key: key, name: statement.string(1), first: NotePath(bytes: statement.bytes(3)), notes: IDSet()))
      }
      found[found.count - 1].notes.insert(id)
    }
    return found
  }

  var directory: any LinkDirectory { names }
  private lazy var names = IndexLinkDirectory(db, findsParts: pipeline.options.notebook != nil)

  /// Throws what names could not be looked up for; to be called when all has been asked.
  func checkNames() throws {
    if let failure = names.failure { throw failure }
  }

  func unread() throws -> [NotePath] {
    guard try meta.int(.unread) ?? 0 > 0 else { return [] }
    return try paths(flagged: NoteFlags.unread)
  }

  func partlyRead() throws -> [NotePath] { try paths(flagged: NoteFlags.isPartlyRead) }

  private func paths(flagged flag: Int64) throws -> [NotePath] {
    let statement = try IndexStatement(db, "SELECT path FROM note WHERE flags & \(flag) ORDER BY path")
    var paths: [NotePath] = []
    while try statement.step() { paths.append(NotePath(bytes: statement.bytes(0))) }
    return paths
  }

  func fileCount() throws -> Int { try db.count("FROM file") }

  func files() throws -> [NotePath] {
    let statement = try IndexStatement(db, IndexLinkDirectory.files)
    var paths: [NotePath] = []
    while try statement.step() { paths.append(NotePath(bytes: statement.bytes(0))) }
    return paths.sorted()
  }
}
