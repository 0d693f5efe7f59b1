import VaultCore

/// Answers from the files themselves: every note read and parsed, nothing kept but what may be asked about.
///
/// Words should be named beforehand, since of each note's text only their counts are kept: for others all notes are read
/// once more.
final class FileSnapshot: VaultSnapshot {
  /// How often a pattern occurs in a note, and where, for how near it stands to others.
  private typealias Words = (counts: PatternCounts?, places: [WordPlace])

  private struct Entry: Sendable {
    var record: NoteRecord
    var tasks: [TaskItem]
    var links: [Link]
    /// By pattern.
    var words: [Words]
    var isRead: Bool
  }

  /// By path; a note's number is its place, from 1.
  private var entries: [Entry] = []
  /// Which of an entry's counts is a pattern's.
  private var patterns: [WordPattern: Int]
  private let jobs: [NoteJob]
  private let pipeline: NotePipeline
  /// What is known of the notes that a filter has left out.
  private var leftOut = (notes: 0, bytes: 0, withPattern: [WordPattern: Int]())
  private let otherFiles: [NotePath]
  private lazy var pathIDs: [NotePath: Int] = Dictionary(
    uniqueKeysWithValues: entries.enumerated().map { ($1.record.path, $0 + 1) })
  private lazy var byLinkKey: [String: IDSet] = {
    var sets: [String: IDSet] = [:]
    for (index, entry) in entries.enumerated() {
      for link in entry.links {
        for key in LinkKey.all(of: link) { sets[key, default: IDSet(capacity: entries.count)].insert(index + 1) }
      }
    }
    return sets
  }()
  private(set) lazy var directory: any LinkDirectory = InMemoryLinkDirectory(
    paths: entries.map(\.record.path) + otherFiles,
    aliases: entries.flatMap { entry in entry.record.aliases.map { ($0, entry.record.path) } },
    findsParts: pipeline.options.notebook != nil)

  /// `known`: which notes alone may match the one query that is to be asked, and in how many notes patterns occur.
  init(
    scan: ScanResult, pipeline: NotePipeline, patterns: [WordPattern],
    only known: (notes: PrefilteredNotes, patterns: [WordPattern])? = nil,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    self.patterns = Dictionary(uniqueKeysWithValues: Array(Set(patterns)).enumerated().map { ($1, $0) })
    let ordered = self.patterns.sorted { $0.value < $1.value }.map(\.key)
    otherFiles = Array(Set(scan.folders.flatMap { folder in folder.files.map { folder.path(of: $0) } })).sorted()
    let jobs = scan.noteJobs(only: known?.notes.candidates, and: pipeline.overlays.keys)
    self.jobs = jobs
    if let known {
      leftOut.notes = known.notes.leftOut.notes
      leftOut.bytes = known.notes.leftOut.bytes
      leftOut.withPattern = Dictionary(uniqueKeysWithValues: zip(known.patterns, known.notes.counts))
    }
    self.pipeline = pipeline
    entries.reserveCapacity(jobs.count)
    let linked = Set(known == nil ? [] : jobs.lazy.filter { $0.isLink == true }.map(\.path))
    var done = 0
    try pipeline.run(
      jobs,
      transform: { note, parser -> Entry? in
        if note.isGone { return nil }
        let parsed = note.parsed(with: &parser)
        return Entry(
          record: parsed.map { NoteRecord($0.note, hash: note.hash()) } ?? note.unreadRecord,
          tasks: parsed?.note.tasks ?? [], links: (parsed?.note.links ?? []).filter { !$0.isExternal },
          words: Self.words(ordered, parsed?.text ?? note.withoutContent().text), isRead: note.isRead)
      },
      take: { entry in
        done += 1
        progress(done, jobs.count)
        guard let entry else { return }
        entries.append(entry)
        if linked.contains(entry.record.path) { countPatterns(of: entry) }
      })
  }

  init(_ other: FileSnapshot, without hidden: HiddenNotes) {
    patterns = other.patterns
    pipeline = other.pipeline
    leftOut = other.leftOut
    jobs = other.jobs.filter { !hidden.notes.contains($0.path) }
    otherFiles = other.otherFiles.filter { !hidden.files.contains($0) }
    entries = other.entries.filter { !hidden.notes.contains($0.record.path) }
  }

  var state: IndexState? { nil }

  func without(_ hidden: HiddenNotes) -> any VaultSnapshot { FileSnapshot(self, without: hidden) }

  /// Counts a note that was not among those whose patterns were counted.
  private func countPatterns(of entry: Entry) {
    for (pattern, count) in leftOut.withPattern {
      if let index = patterns[pattern], entry.words[index].counts != nil { leftOut.withPattern[pattern] = count + 1 }
    }
  }

  func knownCount(of pattern: WordPattern) -> Int? { leftOut.withPattern[pattern] }

  var universe: IDSet { IDSet(1..<entries.count + 1) }
  var noteCount: Int { entries.count + leftOut.notes }
  var bodyBytes: Int { entries.reduce(leftOut.bytes) { $0 + $1.record.bodyBytes } }

  func notes(with pattern: WordPattern) throws -> IDSet { try notes(withAny: [pattern]) }

  func notes(withAny patterns: [WordPattern]) throws -> IDSet {
    try prepare(patterns)
    let indices = patterns.compactMap { self.patterns[$0] }
    return select { entry in indices.contains { entry.words[$0].counts != nil } }
  }

  /// Reads all notes once more for the patterns among these that nobody asked for before. A note that went meanwhile has
  /// none of them.
  func prepare(_ asked: [WordPattern]) throws {
    let unknown = Array(Set(asked.filter { patterns[$0] == nil }))
    guard !unknown.isEmpty else { return }
    var read: [Int: [Words]] = [:]
    try forEachText({ Self.words(unknown, $0) }, { id, found in read[id] = found })
    let first = patterns.count
    for index in entries.indices {
      entries[index].words += read[index + 1] ?? Array(repeating: (nil, []), count: unknown.count)
    }
    for (offset, pattern) in unknown.enumerated() { patterns[pattern] = first + offset }
  }

  private static func words(_ patterns: [WordPattern], _ text: SearchableText) -> [Words] {
    patterns.map { ($0.counts(in: text), $0.places(in: text)) }
  }

  /// Reads all notes once more, and hands over what `transform` makes of their words, by number.
  private func forEachText<Found: Sendable>(
    _ transform: @escaping @Sendable (SearchableText) -> Found, _ take: (Int, Found) -> Void
  ) throws {
    try pipeline.run(
      jobs,
      transform: { note, parser -> (NotePath, Found)? in
        if note.isGone { return nil }
        return (note.job.path, transform(note.parsed(with: &parser)?.text ?? note.withoutContent().text))
      },
      take: {
        if let (path, found) = $0, let id = pathIDs[path] { take(id, found) }
      })
  }

  func counts(of patterns: [WordPattern], in candidates: IDSet) -> CountedNotes {
    var counts = CountedNotes(patternCount: patterns.count)
    let indices = patterns.map { self.patterns[$0] }
    let isProximityAsked = patterns.count > 1 && !patterns.contains(where: \.isInside)
    for id in candidates.ids {
      let entry = entries[id - 1]
      counts.append(
        id, indices.map { $0.flatMap { entry.words[$0].counts } ?? PatternCounts() },
        proximity: isProximityAsked
          ? Proximity(indices.map { $0.map { entry.words[$0].places } ?? [] }, lengths: patterns.map(\.wordCount)) : nil
      )
    }
    return counts
  }

  /// Nothing is known of the words that were not asked for beforehand.
  func candidates(_ requirement: IndexRequirement, among notes: IDSet) -> IDSet { notes }

  func newestWordList() throws -> WordList {
    var words: Set<[UInt8]> = []
    try forEachText(
      { text in
        Set(
          SearchableText.Field.allCases.flatMap { field in text[field: field].split(separator: 0x20).map(Array.init) })
      },
      { _, found in words.formUnion(found) })
    let ordered = words.sorted { $0.lexicographicallyPrecedes($1) }
    return WordList(nextID: entries.count + 1, words: [0x20] + ordered.flatMap { $0 + [0x20] })
  }

  private func select(_ holds: (Entry) throws -> Bool) rethrows -> IDSet {
    var found = IDSet(capacity: entries.count)
    for (index, entry) in entries.enumerated() where try holds(entry) { found.insert(index + 1) }
    return found
  }

  func notes(where predicate: Query.Predicate, dayOf: (NoteDate) -> CivilDate) throws -> IDSet {
    var finder = TextFinder()
    switch predicate {
    case .named(.path, let match):
      return try select { try NotePredicate.contains($0.record.path.text, match, &finder) }
    case .named(.file, let match):
      return try select { try NotePredicate.contains($0.record.path.name, match, &finder) }
    case .tag(let name, let childrenOnly):
      let key = TagKey.of(name)
      return select {
        $0.record.tags.contains { NotePredicate.tag(TagKey.of($0), isIn: key, childrenOnly: childrenOnly) }
      }
    case .tagLike(let pattern):
      return try select { try $0.record.tags.contains { try finder.finds(.expression(pattern), in: $0) } }
    case .named(.category, let match):
      return try select {
        try NotePredicate.equals(LinkResolver.key($0.record.category ?? Note.defaultCategory), match, &finder)
      }
    case .named(.source, let match):
      return try select {
        try NotePredicate.equals(LinkResolver.key($0.record.source ?? Note.defaultSource), match, &finder)
      }
    case .property(let test):
      return try select { try test.holds(properties: $0.record.properties, &finder) }
    case .created(let range): return select { range.contains(dayOf($0.record.created)) }
    case .updated(let range): return select { range.contains(dayOf($0.record.updated)) }
    case .isNote(.pinned): return select(\.record.pinned)
    case .isNote(.favorite): return select(\.record.favorite)
    case .isNote(.empty): return select { $0.record.words == 0 }
    case .isNote(.conflict): return select { ConflictCopy.isName($0.record.path.name) }
    case .has(let presence): return select { has(presence, $0) }
    case .lacks(let presence): return select { !has(presence, $0) }
    case .words, .text, .begunName, .within, .taskText, .taskDate, .priority, .status, .isTask, .isNote(.orphan), .link,
      .git, .referenced:
      return IDSet()
    }
  }

  private func has(_ presence: Query.Presence, _ entry: Entry) -> Bool {
    let flags = entry.record.flags(isRead: entry.isRead)
    return presence.noteFlag.map { flags & $0 != 0 } ?? false
  }

  func heads(of notes: IDSet) -> [NoteHead] {
    notes.ids.map { id in
      let record = entries[id - 1].record
      return NoteHead(
        id: id, path: record.path, title: record.title, bodyBytes: record.bodyBytes, pinned: record.pinned,
        category: LinkResolver.key(record.category ?? Note.defaultCategory),
        source: LinkResolver.key(record.source ?? Note.defaultSource), created: record.created,
        updated: record.updated)
    }
  }

  func records(of notes: [Int]) -> [NoteRecord] { notes.map { entries[$0 - 1].record } }

  func forEachTask(openOnly: Bool, _ body: (Int, consuming TaskItem) throws -> Void) rethrows {
    for (index, entry) in entries.enumerated() {
      for task in entry.tasks where !openOnly || task.status.type.isOpen { try body(index + 1, task) }
    }
  }

  func tasks(handlePrefix: String) -> [TaskItem] {
    entries.flatMap { $0.tasks.filter { $0.handle.hasPrefix(handlePrefix) } }
  }

  func tasks(id: String) -> [TaskItem] {
    entries.flatMap { $0.tasks.filter { $0.id == id } }
  }

  func tasks(of note: Int) -> [TaskItem] { entries[note - 1].tasks }

  /// Files say nothing of what was.
  func vanishedTasks(handlePrefix: String) -> [TaskItem] { [] }

  func taskCount(openOnly: Bool) -> Int {
    entries.reduce(0) { $0 + (openOnly ? $1.tasks.count { $0.status.type.isOpen } : $1.tasks.count) }
  }

  func taskHandles() -> TaskHandleTable {
    var table = TaskHandleTable()
    for handle in entries.flatMap({ $0.tasks.map(\.handle) }).sorted() { table.append(Array(handle.utf8)) }
    return table
  }

  func links(of note: Int) -> [Link] { entries[note - 1].links }
  func notes(linkingTo key: String) -> IDSet { byLinkKey[key] ?? IDSet() }
  func note(at path: NotePath) -> Int? { pathIDs[path] }

  func forEachLinkKey(_ body: (_ key: Int64, _ note: Int) throws -> Void) rethrows {
    for (key, notes) in byLinkKey {
      let number = LinkKey.number(key)
      for note in notes.ids { try body(number, note) }
    }
  }

  func forEachAlias(_ body: (_ key: String, _ note: Int) throws -> Void) rethrows {
    for (index, entry) in entries.enumerated() {
      for alias in entry.record.aliases { try body(LinkResolver.key(alias), index + 1) }
    }
  }

  func notes(tagged key: String) -> IDSet { select { $0.record.tags.contains { TagKey.of($0) == key } } }

  func notes(withID id: String) -> IDSet { select { $0.record.id == id } }

  func tags() -> [NotesOfTag] {
    var found: [String: NotesOfTag] = [:]
    for (index, entry) in entries.enumerated() {
      for tag in entry.record.tags {
        let key = TagKey.of(tag)
        found[
          key,
          default: NotesOfTag(key: key, name: tag, first: entry.record.path, notes: IDSet(capacity: entries.count))
        ].notes.insert(index + 1)
      }
    }
    return found.values.sorted { $0.key < $1.key }
  }

  func unread() -> [NotePath] { entries.filter { !$0.isRead }.map(\.record.path) }
  func partlyRead() -> [NotePath] { entries.filter(\.record.isPartlyRead).map(\.record.path) }
  func fileCount() -> Int { otherFiles.count }
  func files() -> [NotePath] { otherFiles }
}

extension Query.Presence {
  /// The bit of `note.flags` that says it; nil where none does.
  var noteFlag: Int64? {
    switch self {
    case .task: NoteFlags.hasTask
    case .tag: NoteFlags.hasTag
    case .link: NoteFlags.hasLink
    case .alias: NoteFlags.hasAlias
    case .attachment: NoteFlags.hasAttachment
    case .warning: NoteFlags.hasWarning
    case .category: NoteFlags.hasCategory
    case .source: NoteFlags.hasSource
    default: nil
    }
  }
}

extension ScanResult {
  /// All notes to be read, sorted by path.
  ///
  /// `candidates`: of those that are no symbolic links, only these. `others`: notes that need not be on the disk.
  func noteJobs(
    only candidates: [(path: NotePath, stamp: FileStamp)]? = nil, and others: some Sequence<NotePath> = []
  ) -> [NoteJob] {
    var jobs =
      (candidates ?? []).map { NoteJob(path: $0.path, stamp: $0.stamp, isLink: false) }
      + others.map { NoteJob(path: $0) }
    for (index, folder) in folders.enumerated() where candidates == nil || !links.isEmpty {
      for note in folder.notes where candidates == nil || note.isLink {
        jobs.append(NoteJob(path: folder.path(of: note.name), folder: index, stamp: note.stamp, isLink: note.isLink))
      }
    }
    return jobs.sortedByPath
  }
}
