import VaultCore

/// A note in full, as `show` gives it.
package struct ShownNote: Sendable {
  package var record: NoteRecord
  package var note: Note
  /// The file as it is.
  package var bytes: [UInt8]
  package var lines: [BodyLine]
  /// By the note's links, in order: the file each leads to, nil for none and for external ones.
  package var resolved: [NotePath?]
  package var tasks: [TaskView]
}

/// A name given for a note that names none, or several.
package enum NoteNameError: Error {
  /// `nearest`: notes with a similar name; `other`: what has that name instead.
  case notFound(String, nearest: [NotePath], other: Other? = nil)
  /// `folder`: one that has just that path.
  case ambiguous(String, candidates: [NotePath], folder: NotePath? = nil)
  /// `code`: the `errno` value, EFBIG for a note that is larger than it may be.
  case unreadable(NotePath, reason: String, code: CInt? = nil)

  /// What is no note and has a name all the same.
  package enum Other: Sendable, Hashable {
    /// `notes`: how many are below it.
    case folder(NotePath, notes: Int)
    case file(NotePath)
    /// A day, and the path that its note would have.
    case day(CivilDate, NotePath)
    /// What so many links name, and is not there.
    case missing(links: Int)
  }
}

/// An address that was given for a note and is none of a note.
package struct AddressNameError: Failure {
  let reason: String

  package var kind: FailureKind { .badArgument }
  package var message: Message { "\(reason). A note's begins with \(VaultURL.scheme)note/, and its path follows" }
}

extension NoteNameError: SystemError {
  package var systemCode: CInt? { if case .unreadable(_, _, let code) = self { code } else { nil } }
}

extension NoteNameError: Failure {
  package var kind: FailureKind {
    switch self {
    case .notFound: .notFound
    case .ambiguous: .ambiguous
    case .unreadable: .unreadable
    }
  }

  package var message: Message {
    switch self {
    case .notFound(_, _, .folder(let path, let notes)?):
      let folder = ShownName.path(path.text)
      let count = notes == 1 ? "1 note" : "\(notes) notes"
      return "\(folder)/ is a folder with \(count), and no note; \(command: .listNotes) shows them with path:\(folder)/"
    case .notFound(_, _, .file(let path)?):
      return
        "\(ShownName.path(path.text)) is no note but another file; name a note, or open it with a program for such files"
    case .notFound(_, _, .day(let day, let path)?):
      return
        "there is no daily note of \(day) yet; it would be \(ShownName.path(path.text)), and \(command: .makeDailyNote) makes it"
    case .notFound(let name, _, .missing(let links)?):
      let count = links == 1 ? "1 link names" : "\(links) links name"
      return
        "no note is called \"\(ShownName.quoted(name))\", but \(count) one; \(command: .linksToMissing) shows where"
    case .notFound(let name, let nearest, nil):
      let hint: Message =
        nearest.isEmpty
        ? "Give a path, a file name, a title, an alias or an id; \(command: .listNotes) shows all notes"
        : "Did you mean \(nearest.map { "\"\(ShownName.quoted($0.text))\"" }.joined(separator: " or "))?"
      return "no note is called \"\(ShownName.quoted(name))\". \(hint)"
    case .ambiguous(let name, let candidates, let folder):
      let remedy = folder == nil ? "give the path" : "give the path, which for the folder ends with /"
      let paths = (folder.map { [ShownName.path($0.text) + "/"] } ?? []) + candidates.map { ShownName.path($0.text) }
      return
        "\"\(ShownName.quoted(name))\" could be any of these; \(remedy):\n\(paths.map { "  \($0)" }.joined(separator: "\n"))"
    case .unreadable(let path, let reason, _):
      return "\(ShownName.path(path.text)): \(reason)"
    }
  }
}

extension VaultReader {
  /// Notes for lists. Order: pinned first, then newest first; or as `sort` says.
  package func list(
    _ query: Query, sort: [Query.SortKey] = [], limit: Int? = nil
  ) throws -> (records: [NoteRecord], total: Int) {
    let page = try list(query, sort: sort, limit: limit, after: nil)
    return (page.entries, page.total)
  }

  /// The same list in pages: what comes behind a place in it. `folder`: only notes that lie in just this one.
  /// `among`: only these.
  package func list(
    _ query: Query, sort: [Query.SortKey] = [], limit: Int?, after place: ListPlace?, inFolder folder: NotePath? = nil,
    among paths: [NotePath]? = nil
  ) throws -> ListPage<NoteRecord> {
    var notes = try select(texts(of: query)).notes
    if let folder {
      notes = IDSet(try snapshot.heads(of: notes).filter { $0.path.parent == folder }.map(\.id))
    }
    if let paths { notes.formIntersection(IDSet(try paths.compactMap { try snapshot.note(at: $0) })) }
    return try page(notes, query, sort: sort, limit: limit, after: place)
  }

  /// `notes` in the order of `list`; `query` only says what order and how many it asks for.
  func listed(
    _ notes: IDSet, _ query: Query, sort: [Query.SortKey] = [], limit: Int?
  ) throws -> (records: [NoteRecord], total: Int) {
    let page = try page(notes, query, sort: sort, limit: limit, after: nil)
    return (page.entries, page.total)
  }

  private func page(
    _ notes: IDSet, _ query: Query, sort: [Query.SortKey], limit: Int?, after place: ListPlace?
  ) throws -> ListPage<NoteRecord> {
    let heads = try snapshot.heads(of: notes)
    let asked = sort.isEmpty ? query.sort : sort
    let keys = asked.isEmpty ? [Query.SortKey(.updated, isReversed: true)] : asked
    let scores = [Double](repeating: 0, count: heads.count)
    let limit = [limit, query.limit].compactMap { $0 }.min()
    var order = try listOrder(
      heads, scores, by: keys, isPinnedFirst: asked.isEmpty, first: place == nil ? limit : nil)
    var total = heads.count
    if let place {
      // Pinned ones and the others are a list each.
      let others = asked.isEmpty ? order.partitioningIndex { !heads[$0].pinned } : 0
      order =
        try place.isPinned
        ? after(place, in: Array(order[..<others]), heads, scores, by: keys) + order[others...]
        : after(place, in: Array(order[others...]), heads, scores, by: keys)
      total = order.count
    }
    let chosen = limit.map { Array(order.prefix(max($0, 0))) } ?? order
    let last = chosen.count < total ? chosen.last : nil
    return ListPage(
      entries: try snapshot.records(of: chosen.map { heads[$0].id }), total: heads.count,
      next: try last.map { try self.place(of: $0, heads, scores, by: keys, isPinnedFirst: asked.isEmpty) })
  }

  /// What `ordered` gives, or more; of many notes by the order of all that the session keeps.
  func listOrder(
    _ heads: [NoteHead], _ scores: [Double], by keys: [Query.SortKey], isPinnedFirst: Bool = false, first: Int? = nil
  ) throws -> [Int] {
    // What an assistant was shown changes without the notes.
    guard !keys.contains(where: { $0.field == .referenced }), heads.count * 3 > (try snapshot.noteCount),
      let index = try snapshot as? IndexSnapshot,
      let numbers = try index.keptOrder(
        .init(keys: keys, timeZone: environment.timeZone),
        make: {
          let all = try index.heads(of: index.universe)
          return try ordered(all, [Double](repeating: 0, count: all.count), by: keys).map { all[$0].id }
        })
    else { return try ordered(heads, scores, by: keys, isPinnedFirst: isPinnedFirst, first: first) }
    var places = [Int](repeating: -1, count: try index.nextID)
    for (place, head) in heads.enumerated() { places[head.id] = place }
    let order = numbers.map { places[$0] }.filter { $0 >= 0 }
    guard isPinnedFirst else { return order }
    return order.filter { heads[$0].pinned } + order.filter { !heads[$0].pinned }
  }

  /// The one note that `name` names: an address, a path from the working folder or from the root, with or without
  /// extension, a unique file name, title or alias, or an id; where there is none, the daily note of a day (`yesterday`).
  /// Where two notes are called so, the one from the working folder is meant.
  package func resolve(_ name: String) throws -> NotePath { try find(name).path }

  /// Returns true when `name` names one note.
  package func isNote(_ name: String) throws -> Bool {
    do {
      _ = try find(name)
      return true
    } catch is NoteNameError {
      return false
    }
  }

  /// The notes that the names name, in that order, each once. Throws `NoteNameError` or `NamesError`.
  func notes(named names: [String]) throws -> [NotePath] {
    var seen: Set<NotePath> = []
    return try NamesError.gather(names, resolve).filter { seen.insert($0).inserted }
  }

  /// What `resolve` gives, with the note's number in this look. `followingLinks`: also what a symbolic link of that path
  /// leads to.
  func find(_ name: String, followingLinks: Bool = true) throws -> (path: NotePath, id: Int) {
    if let path = try addressed(name) {
      for path in [path] + (try snapshot.directory).exact(foldedPath: LinkResolver.key(path.text)) {
        if let id = try snapshot.note(at: path) { return (path, id) }
      }
      throw NoteNameError.notFound(name, nearest: try nearest(to: path.text))
    }
    let paths = paths(named: name)
    for path in paths {
      if let id = try snapshot.note(at: path) { return (path, id) }
    }
    let key = LinkResolver.key(name)
    let directory = try snapshot.directory
    let suffixes = [""] + NotePath.noteExtensions
    let exact = paths.map { path in { directory.exact(foldedPath: LinkResolver.key(path.text)) } }
    let lookups: [() throws -> [NotePath]] =
      exact + [
        { suffixes.flatMap { directory.named(foldedName: key + $0) } },
        { try self.notes(titled: key) },
        { directory.aliased(foldedAlias: key) },
        { try self.notes(withID: name).map(\.path) },
      ]
    for lookup in lookups {
      let found = Array(Set(try lookup().filter(\.isNote))).sorted()
      let chosen = found.count > 1 ? vault.options.chosen[name] : nil
      if found.count > 1, chosen == nil { throw NoteNameError.ambiguous(name, candidates: found) }
      if let path = chosen ?? found.first, let id = try snapshot.note(at: path) { return (path, id) }
    }
    if followingLinks, let path = try linkedNote(named: name), let id = try snapshot.note(at: path) {
      return (path, id)
    }
    if let daily = try dailyNote(named: name) {
      guard let id = try snapshot.note(at: daily.path) else {
        throw NoteNameError.notFound(name, nearest: [], other: .day(daily.day, daily.path))
      }
      return (daily.path, id)
    }
    throw NoteNameError.notFound(name, nearest: try nearest(to: name), other: try other(named: name, directory))
  }

  /// The file in the vault that a symbolic link of that path leads to; nil where there is no such link. Throws
  /// `NoteNameError` for a link out of the vault and `ChangeError` for one to nothing.
  private func linkedNote(named name: String) throws -> NotePath? {
    let tree = try VaultTree(root: location.root)
    for path in paths(named: name)
    where try VaultTree.staysInside(path.bytes) && isVisible(path) && tree.exists(path) {
      let target: NotePath
      do { target = try tree.resolvedPlace(path).path } catch let error as ChangeError where error.cause == .linkOutside
      {
        throw NoteNameError.unreadable(
          path,
          reason: "is a link out of the vault, and such links are not followed; see to the file itself, where it is")
      }
      if target != path { return target }
    }
    return nil
  }

  /// The note of a `vault://note/…` address; nil for what is none. Throws `AddressNameError` for other places' addresses.
  private func addressed(_ name: String) throws -> NotePath? {
    guard name.utf8.starts(with: VaultURL.scheme.utf8) else { return nil }
    let address: VaultURL
    do { address = try VaultURL(name) } catch { throw AddressNameError(reason: error.description) }
    guard case .note(let path) = address.place else {
      throw AddressNameError(reason: "\"\(ShownName.quoted(name))\" is not the address of a note")
    }
    return path
  }

  private func notes(titled key: String) throws -> [NotePath] {
    try snapshot.heads(of: snapshot.universe).filter { LinkResolver.key($0.title) == key }.map(\.path)
  }

  /// The notes whose front matter has just that id, by path.
  package func notes(withID id: String) throws -> [NoteRecord] {
    try snapshot.records(of: snapshot.notes(withID: id).ids).sorted { $0.path < $1.path }
  }

  /// The folder with notes, or else the file, that has the name.
  private func other(named name: String, _ directory: any LinkDirectory) throws -> NoteNameError.Other? {
    let paths = paths(named: name)
    for path in paths {
      let count = try noteCount(below: path)
      if count > 0 { return .folder(path, notes: count) }
    }
    for path in paths {
      if let file = directory.exact(foldedPath: LinkResolver.key(path.text)).first { return .file(file) }
    }
    let named = directory.named(foldedName: LinkResolver.key(name))
    if named.count == 1 { return .file(named[0]) }
    let links = try danglingLinks(to: name).count
    return links > 0 ? .missing(links: links) : nil
  }

  /// A link's target without the brackets, heading and alias of `[[Note#Heading|alias]]`.
  private static func withoutLink(_ name: String) -> String {
    var text = Substring(name)
    if text.hasPrefix("!") { text.removeFirst() }
    if text.hasPrefix("[["), text.hasSuffix("]]") { text = text.dropFirst(2).dropLast(2) }
    return String(text.prefix { $0 != "|" && $0 != "#" })
  }

  private func nearest(to name: String) throws -> [NotePath] {
    let heads = try snapshot.heads(of: snapshot.universe).sorted { $0.path < $1.path }
    let wanted = NotePath(Self.withoutLink(name)).stem
    let names = Suggestion.nearest(to: wanted, among: heads.map(\.path.stem) + heads.map(\.title), limit: 3)
    var found: [NotePath] = []
    for name in names {
      if let head = heads.first(where: { ($0.path.stem == name || $0.title == name) && !found.contains($0.path) }) {
        found.append(head.path)
      }
    }
    return found
  }

  /// A note in full.
  package func show(_ name: String) throws -> ShownNote {
    let path = try resolve(name)
    let read = try NoteReader(pipeline).read(path)
    let dates = read.dates
    return try show(read.bytes(), as: path, modified: dates.updated, created: dates.created)
  }

  /// True for a note of just that path that can be asked for.
  func isNote(_ path: NotePath) throws -> Bool { try snapshot.note(at: path) != nil }

  /// What a text would be as the note of a path, by what the vault holds now. `modified` and `created`: as
  /// `NoteParser` takes them.
  package func show(
    _ bytes: [UInt8], as path: NotePath, modified: Int64 = 0, created: Int64? = nil
  ) throws -> ShownNote {
    var parser = NoteParser(options: parsingOptions)
    let (note, lines) = bytes.withUnsafeBufferPointer { bytes in
      let note = parser.parse(bytes, path: path, modified: modified, created: created).note
      return (note, MarkdownDocument(bytes).bodyLines(bytes))
    }
    let resolver = LinkResolver(try snapshot.directory)
    let resolved = note.links.map {
      $0.isExternal ? nil : resolver.resolve(target: $0.target, kind: $0.kind, from: path).path
    }
    return ShownNote(
      record: NoteRecord(note, hash: NoteHash.of(bytes)), note: note, bytes: bytes, lines: lines, resolved: resolved,
      tasks: try views(of: note.tasks))
  }

  /// The text of some lines of a note, counted from 1, without blanks at either end. Lines that are no longer there,
  /// and all of a note that has become unreadable or may not be seen, are left out.
  package func text(ofLines numbers: Set<Int>, in path: NotePath) throws -> [Int: String] {
    guard try isVisible(path), case .bytes(let bytes) = try NoteReader(pipeline).read(path).content else { return [:] }
    var texts: [Int: String] = [:]
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard numbers.contains(number) else { continue }
      let text = line.trimming { $0.isSpaceOrTab || $0 == 0x0D }
      texts[number] = String(decoding: text, as: UTF8.self)
      if texts.count == numbers.count { break }
    }
    return texts
  }
}
