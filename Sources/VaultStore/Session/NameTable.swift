import VaultCore

/// The paths, titles and aliases of all notes, folded as `NameMatcher` compares them: a picker ranks all of them anew at
/// every key.
package struct NameTable: Sendable, Equatable {
  package struct Note: Sendable, Equatable {
    package var path: NotePath
    package var title: String
    package var aliases: [String]
  }

  package enum Name: Sendable, Equatable {
    case path, title
    case alias(String)
  }

  /// A note that was found by one of its names.
  package struct Match: Sendable, Equatable {
    package var note: Note
    /// The one that matches best; of names that match alike the path, then the title.
    package var name: Name
    package var score: Int
  }

  /// By path.
  package private(set) var notes: [Note] = []
  /// For each note, when it was changed, in milliseconds since 1970; 0 where that is not known.
  private var changed: [Int64] = []
  /// For each note, the number of its first name: its path without the extension. Its title and its aliases follow.
  private var firstNames: [Int32] = []
  /// The folded names, one after the other.
  private var bytes: [UInt8] = []
  /// For each name, where it ends.
  private var ends: [Int32] = []
  /// For each name, `NameMatcher.letters(of:)`.
  private var letters: [UInt64] = []

  private init() {}

  /// Asks for the names of all notes.
  package init(_ reader: VaultReader) throws {
    var folding = NameFolding()
    for (note, changed) in try Self.notes(reader.snapshot.universe, reader) { append(note, changed, &folding) }
  }

  /// The names of notes of which nothing but the paths is known; those have to be in order.
  package init(paths: [NotePath]) {
    self.init(notes: paths.map { Note(path: $0, title: $0.stem, aliases: []) })
  }

  init(notes: [Note]) {
    var folding = NameFolding()
    for note in notes { append(note, 0, &folding) }
  }

  package var nameCount: Int { ends.count }

  // MARK: Asking

  /// The note of that path, which is exact.
  package func note(at path: NotePath) -> Note? { place(of: path).map { notes[$0] } }

  private func place(of path: NotePath) -> Int? {
    let place = notes.partitioningIndex { $0.path >= path }
    return place < notes.count && notes[place].path == path ? place : nil
  }

  /// The notes with a name that what was typed matches, the best first; by path where they are equally good. All notes
  /// match where nothing was typed.
  package func matches(_ typed: String, limit: Int) -> [Match] {
    guard limit > 0 else { return [] }
    let matcher = NameMatcher(typed)
    var best: [(score: Int, note: Int, name: Int)] = []
    bytes.withUnsafeBufferPointer { bytes in
      for note in notes.indices {
        // Notes come behind earlier ones of their score.
        let least = best.count == limit ? best.last?.score ?? .min : .min
        guard let found = match(matcher, note, bytes, above: least) else { continue }
        best.insert((found.score, note, found.name), at: best.partitioningIndex { $0.score < found.score })
        if best.count > limit { best.removeLast() }
      }
    }
    return best.map { Match(note: notes[$0.note], name: name($0.name, of: $0.note), score: $0.score) }
  }

  /// The notes that bear one of the names, those of the first name first.
  func notes(calledBy names: WordWindows) -> [NotePath] {
    guard let longest = names.texts.map(\.count).max() else { return [] }
    let places = Dictionary(names.texts.enumerated().map { ($1, $0) }) { first, _ in first }
    // Nearly all names are told by their last byte or their length not to be meant.
    var isLast = [Bool](repeating: false, count: 256)
    var isLength = [Bool](repeating: false, count: longest + 1)
    for text in names.texts {
      isLength[text.count] = true
      if let last = text.last { isLast[Int(last)] = true }
    }
    var found: [(place: Int, note: NotePath)] = []
    bytes.withUnsafeBufferPointer { bytes in
      for note in notes.indices {
        for name in self.names(of: note) {
          let start = name == 0 ? 0 : Int(ends[name - 1])
          let end = Int(ends[name])
          guard end > start, isLast[Int(bytes[end - 1])] else { continue }
          // A path is called by its last part, too.
          let last = bytes[max(start, end - longest - 1)..<end].lastIndex(of: 0x2F).map { $0 + 1 } ?? start
          guard end - last <= longest, isLength[end - last], let place = places[Array(bytes[last..<end])] else {
            continue
          }
          found.append((place, notes[note].path))
          break
        }
      }
    }
    return found.sorted { ($0.place, $0.note) < ($1.place, $1.note) }.map(\.note)
  }

  /// The notes whose file names or titles are nearly `name`, the nearest first.
  package func nearest(to name: String, limit: Int) -> [NotePath] {
    let stems = Suggestion.nearest(to: name, among: notes.lazy.map(\.path.stem), limit: limit)
    let titles = Suggestion.nearest(to: name, among: notes.lazy.map(\.title), limit: limit)
    let names = Suggestion.nearest(to: name, among: stems + titles, limit: limit)
    return names.compactMap { name in notes.first { $0.path.stem == name || $0.title == name }?.path }
      .uniqued(by: \.self)
  }

  /// Those of the notes with a name that what was typed matches, in the order given.
  package func matches(_ typed: String, among paths: [NotePath]) -> [Match] {
    let matcher = NameMatcher(typed)
    return bytes.withUnsafeBufferPointer { bytes in
      paths.compactMap { path in
        guard let note = place(of: path), let found = match(matcher, note, bytes, above: .min) else { return nil }
        return Match(note: notes[note], name: name(found.name, of: note), score: found.score)
      }
    }
  }

  /// The best name of a note, by its number; nil where none scores more than `least`.
  private func match(
    _ matcher: NameMatcher, _ note: Int, _ bytes: UnsafeBufferPointer<UInt8>, above least: Int
  ) -> (score: Int, name: Int)? {
    var best: (score: Int, name: Int)?
    for name in names(of: note) where letters[name] & matcher.letters == matcher.letters {
      let start = name == 0 ? 0 : Int(ends[name - 1])
      let folded = UnsafeBufferPointer(rebasing: bytes[start..<Int(ends[name])])
      let least = best?.score ?? least
      if let score = matcher.score(folded, above: least), score > least { best = (score, name) }
    }
    return best
  }

  private func names(of note: Int) -> Range<Int> {
    Int(firstNames[note])..<(note + 1 < notes.count ? Int(firstNames[note + 1]) : ends.count)
  }

  private func name(_ name: Int, of note: Int) -> Name {
    switch name - Int(firstNames[note]) {
    case 0: .path
    case 1: .title
    case let place: .alias(notes[note].aliases[place - 2])
    }
  }

  /// The notes that were changed last, the latest first, at most so many.
  package func recent(_ limit: Int) -> [NotePath] {
    notes.indices.least(limit) { changed[$0] > changed[$1] }.map { notes[$0].path }
  }

  // MARK: Mending

  /// Brings the table to what `reader` says of the notes that changed. It does not matter how they changed, or whether
  /// they did.
  package mutating func mend(_ changes: NoteChanges, _ reader: VaultReader) throws {
    guard case .some(let paths) = changes else {
      self = try NameTable(reader)
      return
    }
    let touched = Set(
      paths.added + paths.changed + paths.removed + paths.moved.map(\.from) + paths.moved.map(\.to))
    guard !touched.isEmpty else { return }
    let ids = IDSet(try touched.compactMap { try reader.snapshot.note(at: $0) })
    let new = Dictionary(try Self.notes(ids, reader).map { ($0.note.path, $0) }) { first, _ in first }
    var mended = NameTable()
    var folding = NameFolding()
    var copied = 0
    for path in touched.sorted() {
      let place = notes.partitioningIndex { $0.path >= path }
      mended.append(copied..<place, of: self)
      copied = place < notes.count && notes[place].path == path ? place + 1 : place
      if let (note, changed) = new[path] { mended.append(note, changed, &folding) }
    }
    mended.append(copied..<notes.count, of: self)
    self = mended
  }

  /// Up to this many notes are read in full; of more, only those that have an alias.
  private static let fewNotes = 1_000

  /// By path.
  private static func notes(_ ids: IDSet, _ reader: VaultReader) throws -> [(note: Note, changed: Int64)] {
    let snapshot = try reader.snapshot
    var withAlias = ids
    if ids.count > fewNotes {
      withAlias = try snapshot.notes(where: .has(.alias), dayOf: reader.day)
      withAlias.formIntersection(ids)
    }
    var aliases: [NotePath: [String]] = [:]
    for record in try snapshot.records(of: withAlias.ids) { aliases[record.path] = record.aliases }
    return try snapshot.heads(of: ids).map { head in
      (
        Note(path: head.path, title: head.title, aliases: aliases[head.path] ?? []), reader.instant(of: head.updated)
      )
    }.sorted { $0.0.path < $1.0.path }
  }

  private mutating func append(_ note: Note, _ time: Int64, _ folding: inout NameFolding) {
    firstNames.append(Int32(ends.count))
    notes.append(note)
    changed.append(time)
    for name in [note.path.withoutNoteExtension, note.title] + note.aliases {
      let folded = folding.folded(name)
      bytes += folded
      ends.append(Int32(bytes.count))
      letters.append(NameMatcher.letters(of: folded))
    }
  }

  /// Adds some notes of another table, with their names.
  private mutating func append(_ range: Range<Int>, of other: NameTable) {
    guard let last = range.last else { return }
    let names = Int(other.firstNames[range.lowerBound])..<other.names(of: last).upperBound
    let start = names.lowerBound == 0 ? 0 : Int(other.ends[names.lowerBound - 1])
    let (moreNames, moreBytes) = (Int32(ends.count - names.lowerBound), Int32(bytes.count - start))
    notes += other.notes[range]
    changed += other.changed[range]
    firstNames += other.firstNames[range].lazy.map { $0 + moreNames }
    bytes += other.bytes[start..<Int(other.ends[names.upperBound - 1])]
    ends += other.ends[names].lazy.map { $0 + moreBytes }
    letters += other.letters[names]
  }
}
