import VaultCore

/// A folder that files are in, with how many.
package struct FolderCount: Sendable, Hashable {
  package var path: NotePath
  /// In the folder itself.
  package var notes = 0
  package var attachments = 0
  /// Notes and attachments, with those of the folders below it.
  package var total = 0
}

extension VaultReader {
  /// The file that `name` names: a note as `resolve` finds it, else another file by its path or by a name that no other has.
  /// Throws `NoteNameError`.
  package func file(named name: String) throws -> NotePath {
    do { return try resolve(name) } catch let error as NoteNameError {
      guard case .notFound = error else { throw error }
      let directory = try snapshot.directory
      let placed = namesFromWorkingFolder(name).map(\.text) + [name]
      let lookups =
        placed.map { directory.exact(foldedPath: LinkResolver.key($0)) }
        + [directory.named(foldedName: LinkResolver.key(name))]
      for lookup in lookups {
        let found = Set(lookup.filter { !$0.isNote }).sorted()
        if found.count > 1 { throw NoteNameError.ambiguous(name, candidates: found) }
        if let path = found.first { return path }
      }
      throw error
    }
  }

  /// The folder of that path, from the working folder or else from the root; nil for the root itself.
  package func folder(named name: String) throws -> NotePath? {
    let known = Set(try folders().map(\.path))
    let parts = name.pathNames().filter { $0 != "." }
    let fromRoot = NotePath(parts.joined(separator: "/"))
    let placed = namesFromWorkingFolder(name).first ?? fromRoot
    let path = known.contains(placed) || placed.text.isEmpty ? placed : fromRoot
    return path.text.isEmpty ? nil : path
  }

  /// The files that are no notes, by path.
  package func attachments() throws -> [NotePath] { try snapshot.files() }

  /// All files, notes and others, by path.
  package func files() throws -> [NotePath] {
    try (snapshot.heads(of: snapshot.universe).map(\.path) + snapshot.files()).sorted()
  }

  /// The files that are no notes and that no link of a note leads to, by path. What only HTML or a program's own file names
  /// is among them.
  package func unusedAttachments() throws -> [NotePath] {
    let files = try snapshot.files()
    let keys = Set(files.flatMap { LinkKey.all(to: $0, aliases: []) })
    let numbers = Set(keys.map(LinkKey.number))
    var notes = IDSet()
    try snapshot.forEachLinkKey { key, note in
      if numbers.contains(key) { notes.insert(note) }
    }
    let resolver = LinkResolver(try snapshot.directory)
    var used: Set<NotePath> = []
    for head in try snapshot.heads(of: notes) {
      for link in try snapshot.links(of: head.id) where LinkKey.all(of: link).contains(where: keys.contains) {
        if let path = resolver.resolve(target: link.target, kind: link.kind, from: head.path).path { used.insert(path) }
      }
    }
    return files.filter { !used.contains($0) }
  }

  /// The folders that files are in, and those around them, by path; without the root.
  package func folders() throws -> [FolderCount] {
    var counts: [NotePath: FolderCount] = [:]
    for file in try files() {
      var folder = file.parent
      var isOwn = true
      while !folder.bytes.isEmpty {
        var count = counts[folder] ?? FolderCount(path: folder)
        if isOwn, file.isNote { count.notes += 1 } else if isOwn { count.attachments += 1 }
        count.total += 1
        counts[folder] = count
        isOwn = false
        folder = folder.parent
      }
    }
    return counts.values.sorted { $0.path < $1.path }
  }
}
