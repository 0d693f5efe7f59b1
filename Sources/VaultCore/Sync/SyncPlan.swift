/// What brings a vault and a server of notes in step, by what both have and what both had when they last were. No clock is
/// asked.
package struct SyncPlan: Sendable {
  /// A note of the vault.
  package struct Local: Sendable, Hashable {
    package var path: NotePath
    /// Front matter `id`.
    package var noteID: String?
    /// SHA-256 of the file; nil for one that cannot be read.
    package var file: [UInt8]?
    /// True where it is for the server to have.
    package var isMeant: Bool
    package var title: String
    /// The hash of what travels of it; asked for only of a note that is not known to be on the server.
    package var fields: [UInt8]?

    package init(path: NotePath, noteID: String?, file: [UInt8]?, isMeant: Bool, title: String) {
      (self.path, self.noteID, self.file, self.isMeant, self.title) = (path, noteID, file, isMeant, title)
    }
  }

  package enum Step: Sendable, Hashable {
    /// What the server has changed comes into the note, and what the note has besides goes out.
    case merge(SyncedNote)
    /// The same of two that were not known to be one.
    case pair(id: String, NotePath)
    /// The note's changes go out.
    case send(SyncedNote)
    case makeHere(id: String)
    /// Deleted here and changed there: it comes back to its place.
    case comeBack(SyncedNote)
    case makeThere(NotePath)
    /// Deleted there and changed here: it is made there once more.
    case makeAgain(SyncedNote)
    /// Deleted there, and unchanged here.
    case deleteHere(SyncedNote)
    /// Deleted here, and unchanged there.
    case deleteThere(SyncedNote)
  }

  package private(set) var steps: [Step] = []
  /// All that is in both, with new places and without what has gone from both.
  package private(set) var notes: [SyncedNote] = []
  /// Notes that were for the server and are not any more: neither sent nor changed.
  package private(set) var paused: [NotePath] = []
  /// How many notes are deleted, here and there, of how many that are in both.
  package private(set) var (deletions, known): (Int, Int) = (0, 0)

  private let locals: [NotePath: Local]
  private let listing: RemoteListing

  package init(_ known: [SyncedNote], _ locals: [Local], _ listing: RemoteListing) {
    self.listing = listing
    self.locals = Dictionary(locals.map { ($0.path, $0) }) { first, _ in first }
    notes = known
    self.known = known.count
    findMovedHere(locals)
    findMovedThere()
    for index in notes.indices where local(of: notes[index])?.isMeant == true { notes[index].wasMeant = true }
    for note in notes { plan(note) }
    let paths = Set(notes.map(\.path))
    let ids = Set(notes.map(\.id))
    planUnknown(
      locals.filter { !paths.contains($0.path) && $0.isMeant && $0.file != nil },
      listing.notes.values.filter { !ids.contains($0.id) }.sorted { $0.id < $1.id })
    if listing.isWhole { notes = notes.filter { local(of: $0) != nil || listing.notes[$0.id] != nil } }
  }

  /// Deletions that nobody may have meant: a folder that is not mounted, a server that has lost its notes.
  package var deletesMany: Bool {
    deletions > 10 && deletions * 4 > known || deletions >= 3 && deletions == known
  }

  private func local(of note: SyncedNote) -> Local? { locals[note.path] }

  // MARK: Known notes

  /// One that is not in its place is where its `id`, or else its very text, is now.
  private mutating func findMovedHere(_ locals: [Local]) {
    let missing = notes.indices.filter { self.locals[notes[$0].path] == nil }
    if missing.isEmpty { return }
    let paths = Set(notes.map(\.path))
    let others = locals.filter { !paths.contains($0.path) }
    let byID = Self.unique(others, by: \.noteID)
    let byFile = Self.unique(others, by: \.file)
    var taken: Set<NotePath> = []
    for index in missing {
      let found = notes[index].noteID.flatMap { byID[$0] } ?? notes[index].file.flatMap { byFile[$0] }
      guard let found, taken.insert(found.path).inserted else { continue }
      notes[index].path = found.path
    }
  }

  /// A server may give a note another id: then one that is not known has the very fields of the one that is missing.
  private mutating func findMovedThere() {
    guard listing.isWhole else { return }
    let missing = notes.indices.filter { listing.notes[notes[$0].id] == nil }
    if missing.isEmpty { return }
    let ids = Set(notes.map(\.id))
    let byFields = Self.unique(listing.notes.values.filter { !ids.contains($0.id) }, by: \.hash)
    var taken: Set<String> = []
    for index in missing {
      let note = notes[index]
      guard let found = byFields[note.there], taken.insert(found.id).inserted else { continue }
      notes[index] = SyncedNote(
        id: found.id, path: note.path, there: note.there, here: note.here, file: note.file, noteID: note.noteID,
        wasMeant: note.wasMeant)
    }
  }

  private static func unique<Element, Key: Hashable>(
    _ elements: [Element], by key: (Element) -> Key?
  ) -> [Key: Element] {
    var found: [Key: Element?] = [:]
    for element in elements {
      guard let key = key(element) else { continue }
      found[key] = found[key] == nil ? element : .some(nil)
    }
    return found.compactMapValues { $0 }
  }

  private mutating func plan(_ note: SyncedNote) {
    if listing.doubled.contains(note.id) { return }
    let there = listing.notes[note.id]
    guard let here = local(of: note) else {
      guard let there else { return }
      if there.hash != note.there { return steps.append(.comeBack(note)) }
      deletions += 1
      return steps.append(.deleteThere(note))
    }
    if note.wasMeant, !here.isMeant { return paused.append(note.path) }
    // What cannot be read stays, and is told elsewhere.
    guard let file = here.file else { return }
    let isChanged = file != note.file
    guard let there else {
      // A list that is odd says nothing of what is missing.
      guard listing.isWhole else { return }
      if isChanged { return steps.append(.makeAgain(note)) }
      deletions += 1
      return steps.append(.deleteHere(note))
    }
    if there.hash != note.there {
      steps.append(.merge(note))
    } else if isChanged {
      steps.append(.send(note))
    }
  }

  // MARK: Unknown notes

  /// Pairs notes whose fields are equal; where several are alike, each with one of the others, in the order of their paths and ids.
  private mutating func pairEqual(_ here: inout [Local], _ there: inout [RemoteNote]) {
    var known = Dictionary(grouping: here.sorted { $0.path > $1.path }) { $0.fields ?? [] }
    var (paths, ids): (Set<NotePath>, Set<String>) = ([], [])
    for note in there {
      guard let local = known[note.hash]?.popLast() else { continue }
      steps.append(.pair(id: note.id, local.path))
      paths.insert(local.path)
      ids.insert(note.id)
    }
    here.removeAll { paths.contains($0.path) }
    there.removeAll { ids.contains($0.id) }
  }

  /// Notes that are equal, have one id, or are the only ones of a title are one.
  private mutating func planUnknown(_ here: [Local], _ there: [RemoteNote]) {
    var (here, there) = (here, there)
    func pair(_ key: (Local) -> String?, _ other: (RemoteNote) -> String?) {
      let (ours, theirs) = (Self.unique(here, by: key), Self.unique(there, by: other))
      var (paths, ids): (Set<NotePath>, Set<String>) = ([], [])
      for (name, note) in theirs.sorted(by: { $0.value.id < $1.value.id }) {
        guard let local = ours[name] else { continue }
        steps.append(.pair(id: note.id, local.path))
        paths.insert(local.path)
        ids.insert(note.id)
      }
      here.removeAll { paths.contains($0.path) }
      there.removeAll { ids.contains($0.id) }
    }
    if !here.isEmpty, !there.isEmpty {
      pair(\.noteID, \.id)
      pairEqual(&here, &there)
      pair({ LinkResolver.key($0.title) }, { $0.fields.title.isEmpty ? nil : LinkResolver.key($0.fields.title) })
    }
    steps += there.map { .makeHere(id: $0.id) }
    steps += here.sorted { $0.path < $1.path }.map { .makeThere($0.path) }
  }
}
