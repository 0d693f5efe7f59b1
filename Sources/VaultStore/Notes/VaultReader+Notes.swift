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
  /// `nearest`: notes with a similar name.
  case notFound(String, nearest: [NotePath])
  /// `folder`: one that has just that path.
  case ambiguous(String, candidates: [NotePath], folder: NotePath? = nil)
  case unreadable(NotePath, reason: String)
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
    case .notFound(let name, let nearest):
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
    case .unreadable(let path, let reason):
      return "\(ShownName.path(path.text)): \(reason)"
    }
  }
}

extension VaultReader {
  /// Notes for lists. Order: pinned first, then newest first; or as `sort` says.
  package func list(
    _ query: Query, sort: [Query.SortKey] = [], limit: Int? = nil
  ) throws -> (records: [NoteRecord], total: Int) {
    let texts = texts(of: query)
    return try listed(select(texts).notes, query, sort: sort, limit: limit)
  }

  /// `notes` in the order of `list`; `query` only says what order and how many it asks for.
  func listed(
    _ notes: IDSet, _ query: Query, sort: [Query.SortKey] = [], limit: Int?
  ) throws -> (records: [NoteRecord], total: Int) {
    let heads = try snapshot.heads(of: notes)
    let keys = sort.isEmpty ? query.sort : sort
    var order = try ordered(
      heads, [Double](repeating: 0, count: heads.count),
      by: keys.isEmpty ? [Query.SortKey(.updated, isReversed: true)] : keys)
    if keys.isEmpty { order = order.filter { heads[$0].pinned } + order.filter { !heads[$0].pinned } }
    let limit = [limit, query.limit].compactMap { $0 }.min()
    let chosen = limit.map { Array(order.prefix(max($0, 0))) } ?? order
    return (try snapshot.records(of: chosen.map { heads[$0].id }), heads.count)
  }

  /// The one note that `name` names: a path, a path without extension, a unique file name, title or alias, or an id.
  package func resolve(_ name: String) throws -> NotePath { try find(name).path }

  /// The notes that the names name, in that order, each once. Throws `NoteNameError` or `NamesError`.
  func notes(named names: [String]) throws -> [NotePath] {
    var seen: Set<NotePath> = []
    return try NamesError.gather(names, resolve).filter { seen.insert($0).inserted }
  }

  /// What `resolve` gives, with the note's number in this look. `followingLinks`: also what a symbolic link of that path
  /// leads to.
  func find(_ name: String, followingLinks: Bool = true) throws -> (path: NotePath, id: Int) {
    var name = name
    for path in namesFromWorkingFolder(name) {
      if let id = try snapshot.note(at: path) { return (path, id) }
    }
    while name.hasPrefix("./") { name.removeFirst(2) }
    if name.hasPrefix(location.root + "/") { name.removeFirst(location.root.count + 1) }
    for path in [NotePath(name), NotePath(name + ".md"), NotePath(name + ".markdown")] {
      if let id = try snapshot.note(at: path) { return (path, id) }
    }
    let key = LinkResolver.key(name)
    let directory = try snapshot.directory
    let suffixes = ["", ".md", ".markdown"]
    let lookups: [() throws -> [NotePath]] = [
      { suffixes.flatMap { directory.exact(foldedPath: key + $0) } },
      { suffixes.flatMap { directory.named(foldedName: key + $0) } },
      { try self.notes(titled: key) },
      { directory.aliased(foldedAlias: key) },
      { try self.notes(withID: name) },
    ]
    for lookup in lookups {
      let found = Array(Set(try lookup().filter(\.isNote))).sorted()
      if found.count > 1 { throw NoteNameError.ambiguous(name, candidates: found) }
      if let path = found.first, let id = try snapshot.note(at: path) { return (path, id) }
    }
    if followingLinks, let path = try linkedNote(named: name), let id = try snapshot.note(at: path) {
      return (path, id)
    }
    throw NoteNameError.notFound(name, nearest: try nearest(to: name))
  }

  /// The file in the vault that a symbolic link of that path leads to; nil where there is no such link. Throws
  /// `ChangeError` for a link out of the vault or to nothing.
  private func linkedNote(named name: String) throws -> NotePath? {
    let tree = try VaultTree(root: location.root)
    for path in namesFromWorkingFolder(name) + [NotePath(name), NotePath(name + ".md")]
    where try VaultTree.staysInside(path.bytes) && tree.exists(path) {
      let target = try tree.resolvedPlace(path).path
      if target != path { return target }
    }
    return nil
  }

  /// What a relative path means from the working folder, where that lies in the vault: with and without extension.
  func namesFromWorkingFolder(_ name: String) -> [NotePath] {
    guard let folder = environment.workingFolder, !name.isAbsolutePath else { return [] }
    guard folder == location.root || folder.hasPrefix(location.root + "/") else { return [] }
    var parts = folder.dropFirst(location.root.count).pathNames()
    for part in name.pathNames() where part != "." {
      if part == ".." {
        guard !parts.isEmpty else { return [] }
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let path = parts.joined(separator: "/")
    return [path, path + ".md", path + ".markdown"].map { NotePath($0) }
  }

  private func notes(titled key: String) throws -> [NotePath] {
    try snapshot.heads(of: snapshot.universe).filter { LinkResolver.key($0.title) == key }.map(\.path)
  }

  private func notes(withID id: String) throws -> [NotePath] {
    try snapshot.records(of: snapshot.universe.ids).filter { $0.id == id }.map(\.path)
  }

  private func nearest(to name: String) throws -> [NotePath] {
    let heads = try snapshot.heads(of: snapshot.universe).sorted { $0.path < $1.path }
    let wanted = NotePath(name).stem
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
    let bytes = try read.bytes()
    var parser = NoteParser(options: parsingOptions)
    let (note, lines) = bytes.withUnsafeBufferPointer { bytes in
      let note = parser.parse(bytes, path: path, modified: read.modified).note
      return (note, MarkdownDocument(bytes).bodyLines(bytes))
    }
    let resolver = LinkResolver(try snapshot.directory)
    let resolved = note.links.map {
      $0.isExternal ? nil : resolver.resolve(target: $0.target, kind: $0.kind, from: path).path
    }
    return ShownNote(
      record: NoteRecord(note, hash: read.hash()), note: note, bytes: bytes, lines: lines, resolved: resolved,
      tasks: try views(of: note.tasks))
  }

  /// The text of some lines of a note, counted from 1, without blanks at either end. Lines that are no longer there,
  /// and all of a note that has become unreadable, are left out.
  package func text(ofLines numbers: Set<Int>, in path: NotePath) throws -> [Int: String] {
    guard case .bytes(let bytes) = try NoteReader(pipeline).read(path).content else { return [:] }
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
