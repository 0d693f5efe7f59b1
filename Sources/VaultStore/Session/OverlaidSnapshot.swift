import VaultCore

/// The index with texts of editors in place of some notes, and without those that may not be seen.
///
/// Both are left out of whatever the index answers, and the texts answer for themselves, as a `FileSnapshot`. Their
/// numbers follow those of the index.
final class OverlaidSnapshot: VaultSnapshot {
  let index: IndexSnapshot
  private let texts: FileSnapshot
  /// The paths of the texts.
  private let paths: Set<NotePath>
  /// The notes and files that may not be seen.
  private let unseen: HiddenNotes?
  /// The numbers of the notes of the index that do not count.
  private let hidden: IDSet
  /// The length of all bodies, where it is known already.
  private let knownBodyBytes: Int?
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
    (unseen, knownBodyBytes) = (nil, nil)
  }

  private init(_ other: OverlaidSnapshot, without unseen: HiddenNotes) throws {
    index = other.index
    texts = FileSnapshot(other.texts, without: unseen)
    (paths, offset) = (other.paths, other.offset)
    textIDs = IDSet(offset + 1..<offset + 1 + texts.noteCount)
    var hidden = unseen.ids
    hidden.subtract(other.textIDs)
    hidden.formUnion(other.hidden)
    self.hidden = hidden
    self.unseen = unseen
    knownBodyBytes = try other.bodyBytes - unseen.bodyBytes
  }

  var state: IndexState? { get throws { try index.state } }

  func without(_ hidden: HiddenNotes) throws -> any VaultSnapshot { try OverlaidSnapshot(self, without: hidden) }

  // MARK: Numbers

  /// What the index found, without the notes that do not count, and what was found among these.
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
    get throws {
      if let knownBodyBytes { return knownBodyBytes }
      return try index.bodyBytes - index.heads(of: hidden).reduce(0) { $0 + $1.bodyBytes } + texts.bodyBytes
    }
  }

  // MARK: Words

  func prepare(_ patterns: [WordPattern]) throws {
    index.prepare(patterns)
    try texts.prepare(patterns)
  }

  func willRank(by pattern: WordPattern) { index.willRank(by: pattern) }

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
      + texts.heads(of: own).map { NoteHead($0, id: $0.id + offset) }
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
    return isElsewhere(path) ? try index.note(at: path) : nil
  }

  func unread() throws -> [NotePath] { (try index.unread().filter(isElsewhere) + texts.unread()).sorted() }

  func partlyRead() throws -> [NotePath] { (try index.partlyRead().filter(isElsewhere) + texts.partlyRead()).sorted() }

  /// True for a note of the index that counts.
  private func isElsewhere(_ path: NotePath) -> Bool { !paths.contains(path) && unseen?.notes.contains(path) != true }

  func fileCount() throws -> Int { try index.fileCount() - (unseen?.files.count ?? 0) }

  func files() throws -> [NotePath] {
    let files = try index.files()
    return unseen.map { unseen in files.filter { !unseen.files.contains($0) } } ?? files
  }

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
    try index.taskCount(openOnly: openOnly, except: hidden) + texts.taskCount(openOnly: openOnly)
  }

  /// With those that the files on the disk have and the texts have not: whoever was shown the beginning of one must not
  /// get another task for it. Where notes are hidden, only those of notes that show.
  func vanishedTasks(handlePrefix: String) throws -> [TaskItem] {
    let present = Set(texts.tasks(handlePrefix: handlePrefix).map(\.handle))
    let left = try index.tasks(handlePrefix: handlePrefix).filter { paths.contains($0.path) }
    return try (index.vanishedTasks(handlePrefix: handlePrefix) + left).filter { task in
      try !present.contains(task.handle) && isTold(task.path)
    }
  }

  /// True where a note of that path that is no more, or is another by now, may be told of.
  private func isTold(_ path: NotePath) throws -> Bool { try unseen == nil || note(at: path) != nil }

  func taskHandles() throws -> TaskHandleTable {
    let indexed =
      try unseen == nil ? index.taskHandles() : index.taskHandles(except: unseen?.ids ?? IDSet(), vanishedFrom: isTold)
    return indexed.merged(with: texts.universe.ids.flatMap { texts.tasks(of: $0).map(\.handle) })
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

  func notes(withID id: String) throws -> IDSet {
    combined(try index.notes(withID: id), texts.notes(withID: id))
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
    disk: index.directory, texts: texts.directory, paths: paths, unseen: unseen)
}

/// The names of the files on the disk, and of the notes that texts of editors are.
struct OverlaidLinkDirectory: LinkDirectory {
  let disk: any LinkDirectory
  let texts: any LinkDirectory
  /// The paths of the texts: of these notes, only the texts count.
  let paths: Set<NotePath>
  let unseen: HiddenNotes?

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
    disk.notes(with: part) { isLeft($0) && isWanted($0) } + texts.notes(with: part, where: isWanted)
  }

  private func combined(_ found: [NotePath], _ own: [NotePath]) -> [NotePath] {
    let others = found.allSatisfy(isLeft) ? found : found.filter(isLeft)
    return own.isEmpty ? others : (others + own).sorted()
  }

  private func isLeft(_ path: NotePath) -> Bool {
    if paths.contains(path) { return false }
    guard let unseen else { return true }
    return !unseen.notes.contains(path) && !unseen.files.contains(path)
  }
}
