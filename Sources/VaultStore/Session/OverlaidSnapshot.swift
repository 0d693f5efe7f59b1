import VaultCore

/// The index with texts of editors in place of some notes.
///
/// Those notes are left out of whatever the index answers, and the texts answer for themselves, as a `FileSnapshot`. Their
/// numbers follow those of the index.
final class OverlaidSnapshot: VaultSnapshot {
  let index: IndexSnapshot
  private let texts: FileSnapshot
  /// The paths of the texts.
  private let paths: Set<NotePath>
  /// The numbers of the notes that the index has for these paths.
  private let hidden: IDSet
  /// What a text's number among the texts has to grow by.
  private let offset: Int
  private let textIDs: IDSet

  init(_ index: IndexSnapshot, _ pipeline: NotePipeline, patterns: [WordPattern]) throws {
    self.index = index
    // No folder was scanned, so that there are the overlays alone.
    texts = try FileSnapshot(
      scan: ScanResult(folders: [], problems: []), pipeline: pipeline, patterns: patterns)
    paths = Set(pipeline.overlays.keys)
    hidden = IDSet(try pipeline.overlays.keys.compactMap { try index.note(at: $0) })
    offset = try index.nextID - 1
    textIDs = IDSet(offset + 1..<offset + 1 + texts.noteCount)
  }

  // MARK: Numbers

  /// What the index found, without the notes that texts stand for, and what was found among these.
  private func combined(_ notes: IDSet, _ found: IDSet) -> IDSet {
    var all = notes
    all.subtract(hidden)
    for id in found.ids { all.insert(id + offset) }
    return all
  }

  /// The notes of the index, and the texts by their numbers among themselves.
  private func parts(of notes: IDSet) -> (indexed: IDSet, texts: IDSet) {
    var indexed = notes
    indexed.subtract(textIDs)
    return (indexed, IDSet(textIDs.ids.filter(notes.contains).map { $0 - offset }))
  }

  private func isText(_ note: Int) -> Bool { note > offset }

  var universe: IDSet { get throws { combined(try index.universe, texts.universe) } }

  var noteCount: Int { get throws { try index.noteCount - hidden.count + texts.noteCount } }

  var bodyBytes: Int {
    get throws { try index.bodyBytes - index.heads(of: hidden).reduce(0) { $0 + $1.bodyBytes } + texts.bodyBytes }
  }

  // MARK: Words

  func prepare(_ patterns: [WordPattern]) throws {
    index.prepare(patterns)
    try texts.prepare(patterns)
  }

  func notes(with pattern: WordPattern) throws -> IDSet {
    combined(try index.notes(with: pattern), try texts.notes(with: pattern))
  }

  func counts(of patterns: [WordPattern], in candidates: IDSet) throws -> CountedNotes {
    let (indexed, own) = parts(of: candidates)
    var counts = try index.counts(of: patterns, in: indexed)
    counts.append(texts.counts(of: patterns, in: own), offset: offset)
    return counts
  }

  func candidates(_ requirement: IndexRequirement, among notes: IDSet) throws -> IDSet {
    let (indexed, own) = parts(of: notes)
    return combined(try index.candidates(requirement, among: indexed), texts.candidates(requirement, among: own))
  }

  func newestWordList() throws -> WordList {
    try index.newestWordList().merged(with: texts.newestWordList())
  }

  // MARK: Notes

  func notes(where predicate: Query.Predicate, dayOf: (NoteDate) -> CivilDate) throws -> IDSet {
    combined(
      try index.notes(where: predicate, dayOf: dayOf), try texts.notes(where: predicate, dayOf: dayOf))
  }

  func heads(of notes: IDSet) throws -> [NoteHead] {
    let (indexed, own) = parts(of: notes)
    return try index.heads(of: indexed)
      + texts.heads(of: own).map { head in
        var head = head
        head.id += offset
        return head
      }
  }

  func records(of notes: [Int]) throws -> [NoteRecord] {
    let own = texts.records(of: notes.filter(isText).map { $0 - offset })
    var (nextOwn, nextIndexed) = (
      own.makeIterator(), try index.records(of: notes.filter { !isText($0) }).makeIterator()
    )
    return notes.compactMap { isText($0) ? nextOwn.next() : nextIndexed.next() }
  }

  func note(at path: NotePath) throws -> Int? {
    if paths.contains(path) { return texts.note(at: path).map { $0 + offset } }
    return try index.note(at: path)
  }

  func unread() throws -> [NotePath] { (try index.unread().filter(isElsewhere) + texts.unread()).sorted() }

  func partlyRead() throws -> [NotePath] { (try index.partlyRead().filter(isElsewhere) + texts.partlyRead()).sorted() }

  private func isElsewhere(_ path: NotePath) -> Bool { !paths.contains(path) }

  func fileCount() throws -> Int { try index.fileCount() }
  func files() throws -> [NotePath] { try index.files() }

  // MARK: Tasks

  func forEachTask(openOnly: Bool, _ body: (Int, consuming TaskItem) throws -> Void) throws {
    try index.forEachTask(openOnly: openOnly) { note, task in
      if !hidden.contains(note) { try body(note, task) }
    }
    try texts.forEachTask(openOnly: openOnly) { note, task in try body(note + offset, task) }
  }

  func tasks(handlePrefix: String) throws -> [TaskItem] {
    combined(try index.tasks(handlePrefix: handlePrefix), texts.tasks(handlePrefix: handlePrefix))
  }

  func tasks(id: String) throws -> [TaskItem] { combined(try index.tasks(id: id), texts.tasks(id: id)) }

  private func combined(_ tasks: [TaskItem], _ found: [TaskItem]) -> [TaskItem] {
    (tasks.filter { isElsewhere($0.path) } + found).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  func tasks(of note: Int) throws -> [TaskItem] {
    isText(note) ? texts.tasks(of: note - offset) : try index.tasks(of: note)
  }

  func taskCount(openOnly: Bool) throws -> Int {
    let left = try hidden.ids.flatMap { try index.tasks(of: $0) }.count { !openOnly || $0.status.type.isOpen }
    return try index.taskCount(openOnly: openOnly) - left + texts.taskCount(openOnly: openOnly)
  }

  /// With those that the files on the disk have and the texts have not: whoever was shown the beginning of one must not
  /// get another task for it.
  func vanishedTasks(handlePrefix: String) throws -> [TaskItem] {
    let present = Set(texts.tasks(handlePrefix: handlePrefix).map(\.handle))
    let left = try index.tasks(handlePrefix: handlePrefix).filter { !isElsewhere($0.path) }
    return try (index.vanishedTasks(handlePrefix: handlePrefix) + left).filter { !present.contains($0.handle) }
  }

  func taskHandles() throws -> TaskHandleTable {
    try index.taskHandles().merged(with: texts.universe.ids.flatMap { texts.tasks(of: $0).map(\.handle) })
  }

  // MARK: Links and names

  func links(of note: Int) throws -> [Link] {
    isText(note) ? texts.links(of: note - offset) : try index.links(of: note)
  }

  func notes(linkingTo key: String) throws -> IDSet {
    combined(try index.notes(linkingTo: key), texts.notes(linkingTo: key))
  }

  func forEachLinkKey(_ body: (_ key: Int64, _ note: Int) throws -> Void) throws {
    try index.forEachLinkKey { key, note in
      if !hidden.contains(note) { try body(key, note) }
    }
    try texts.forEachLinkKey { key, note in try body(key, note + offset) }
  }

  func forEachAlias(_ body: (_ key: String, _ note: Int) throws -> Void) throws {
    try index.forEachAlias { key, note in
      if !hidden.contains(note) { try body(key, note) }
    }
    try texts.forEachAlias { key, note in try body(key, note + offset) }
  }

  func notes(tagged key: String) throws -> IDSet {
    combined(try index.notes(tagged: key), texts.notes(tagged: key))
  }

  func tags() throws -> [NotesOfTag] {
    var tags = Dictionary(uniqueKeysWithValues: try index.tags(except: hidden).map { ($0.key, $0) })
    for found in texts.tags() {
      var tag = tags[found.key] ?? found
      if found.first < tag.first { (tag.first, tag.name) = (found.first, found.name) }
      tag.notes = combined(tags[found.key]?.notes ?? IDSet(), found.notes)
      tags[found.key] = tag
    }
    return tags.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private(set) lazy var directory: any LinkDirectory = OverlaidLinkDirectory(
    disk: index.directory, texts: texts.directory, paths: paths)
}

/// The names of the files on the disk, and of the notes that texts of editors are.
struct OverlaidLinkDirectory: LinkDirectory {
  let disk: any LinkDirectory
  let texts: any LinkDirectory
  /// The paths of the texts: of these notes, only the texts count.
  let paths: Set<NotePath>

  func exact(foldedPath: String) -> [NotePath] {
    combined(disk.exact(foldedPath: foldedPath), texts.exact(foldedPath: foldedPath))
  }

  func named(foldedName: String) -> [NotePath] {
    combined(disk.named(foldedName: foldedName), texts.named(foldedName: foldedName))
  }

  func aliased(foldedAlias: String) -> [NotePath] {
    combined(disk.aliased(foldedAlias: foldedAlias), texts.aliased(foldedAlias: foldedAlias))
  }

  var findsParts: Bool { disk.findsParts }

  func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    disk.notes(with: part) { !paths.contains($0) && isWanted($0) } + texts.notes(with: part, where: isWanted)
  }

  private func combined(_ found: [NotePath], _ own: [NotePath]) -> [NotePath] {
    let others = found.contains(where: paths.contains) ? found.filter { !paths.contains($0) } : found
    return own.isEmpty ? others : (others + own).sorted()
  }
}
