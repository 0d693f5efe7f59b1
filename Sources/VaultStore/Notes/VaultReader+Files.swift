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
  package func file(named name: String) throws -> NotePath { try linkTarget(name).path }

  /// The folder of that path, from the working folder or else from the root; nil for the root itself.
  package func folder(named name: String) throws -> NotePath? {
    let known = Set(try folders().map(\.path))
    let near = GivenPaths(root: location.root, workingFolder: environment.workingFolder).path(name)
    if let near, known.contains(near) || near.text.isEmpty { return near.text.isEmpty ? nil : near }
    let far = GivenPaths(root: location.root, workingFolder: nil).path(name) ?? NotePath(name)
    return far.text.isEmpty ? nil : far
  }

  /// The files that are no notes, by path.
  package func attachments() throws -> [NotePath] { try snapshot.files() }

  /// All files, notes and others, by path.
  package func files() throws -> [NotePath] {
    try (snapshot.heads(of: snapshot.universe).map(\.path) + snapshot.files()).sorted()
  }

  /// The files that are no notes, that no link of a note leads to, and that nothing else in the vault names either, by
  /// path.
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
    let unused = files.filter { !used.contains($0) }
    let named = try filesNamedOutsideOfLinks(among: unused)
    return unused.filter { !named.contains($0) }
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
