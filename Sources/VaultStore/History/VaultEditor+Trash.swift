import VaultCore
import VaultPlatform

/// A name given for something in the trash that names nothing there.
package struct TrashNameError: Failure {
  package let name: String

  package var kind: FailureKind { .notFound }
  package var message: Message {
    "\(ShownName.path(name)): there is no such note in the trash; \(command: .listTrash) shows what is"
  }
}

/// Something in the trash was not deleted here by this user.
package struct ForeignTrashError: Failure {
  let path: NotePath
  let place: NotePath

  package var kind: FailureKind { .foreign }
  package var message: Message {
    "\(ShownName.path(path.text)): was not deleted here by you, so it is not put back; look at it, which is "
      + "\(ShownName.path(place.text)), and move it by hand"
  }
}

/// A file in the trash cannot be deleted. What came before it is gone.
package struct TrashEmptyingError: Failure {
  let path: NotePath
  let code: CInt
  package let gone: Int

  package var kind: FailureKind { .unreadable }
  package var message: Message {
    "\(path): cannot be deleted: \(systemMessage(code)). \(gone == 1 ? "1 file was" : "\(gone) files were") deleted "
      + "before it; check its permissions and the disk"
  }
}

extension VaultEditor {
  /// Moves notes, other files and whole folders into the trash. The listener hears which links lead nowhere then.
  package func delete(named names: [String], _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    let identity = try options.dryRun ? UserIdentity.ofUser(environment.folders) : .made(in: environment.folders)
    let id = ChangeSession.newID()
    return try change("rm \(Self.list(names))", options) { plan in
      let folder = try Trash.folder(stamp: stamp, id: id, identity, home: plan.tree.root)
      var paths = try movable(names, plan)
      let named = Set(paths)
      // What lies in a folder goes with it.
      paths.removeAll { $0.ancestors.contains(where: named.contains) }
      var refused = UnchangeableNotes()
      var gone: Set<NotePath> = []
      for path in paths {
        let files = try plan.tree.files(at: path).map(\.path)
        let place = folder.appending(path.bytes)
        _ = try refused.gather {
          try plan.move(path, to: place, checkingName: false)
          plan.record(ChangeRecord(.deleted, path))
          gone.formUnion(files)
        }
      }
      try plan.leaveOut(refused, of: paths.count, options)
      if let lost = LostLinks(try plan.reader.links(lostWithout: gone)) { plan.notice(lost.message, isWarning: false) }
    }
  }

  /// Puts back what `names` name: a path, the folder of several, a file's name with or without extension, or the id of
  /// an operation. Of several versions of one path the latest. Throws `TrashNameError`, `ForeignTrashError`, and
  /// `ChangeError` where the old place is taken.
  package func restore(_ names: [String], _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    try restore("trash restore \(names.joined(separator: ", "))", options) { trash in
      let items = TrashNames(trash.filter { !$0.isForeign })
      return try Array(
        NamesError.gather(names) { name in
          let found = items.named(name)
          if found.isEmpty, let foreign = TrashNames(trash.filter(\.isForeign)).named(name).first {
            throw ForeignTrashError(path: foreign.path, place: foreign.place)
          }
          guard !found.isEmpty else { throw TrashNameError(name: name) }
          return found
        }.joined())
    }
  }

  /// Puts back just these, each told by its path and by the operation that deleted it.
  package func restore(
    _ chosen: [(path: NotePath, id: String)], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try restore("trash restore \(Self.list(chosen.map(\.path.text)))", options) { trash in
      try chosen.map { path, id in
        guard let item = trash.first(where: { $0.path == path && $0.id == id }) else {
          throw TrashNameError(name: path.text)
        }
        if item.isForeign { throw ForeignTrashError(path: item.path, place: item.place) }
        return item
      }
    }
  }

  /// `choose`: from all that the trash holds, the latest first.
  private func restore(
    _ title: String, _ options: ChangeOptions, choosing choose: ([TrashItem]) throws -> [TrashItem]
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      var chosen: [TrashItem] = []
      var seen: Set<NotePath> = []
      for item in try choose(plan.reader.trash()) where seen.insert(item.path).inserted { chosen.append(item) }
      var folders: Set<NotePath> = []
      for item in chosen {
        try Self.check(item, plan)
        try plan.tree.checkComingBack(item.place, as: item.path, mayHide: true)
        try plan.move(item.place, to: item.path, checkingName: false)
        plan.record(ChangeRecord(.restored, item.path))
        folders.formUnion(item.place.ancestors.prefix { $0 != Trash.path })
      }
      for folder in folders.sorted(by: { $0.bytes.count > $1.bytes.count }) { plan.removeFolderIfEmpty(folder) }
    }
  }

  /// Throws where it would come into a hidden place that is there. What was hidden in a folder that was deleted comes back
  /// with it.
  private static func check(_ item: TrashItem, _ plan: ChangePlan) throws {
    guard let hidden = item.path.hiddenPart else { return }
    if try hidden.parent.text.isEmpty || plan.tree.exists(hidden) {
      throw ChangeError(
        item.path, .refused("is hidden, or in a hidden folder, and nothing is put there; it stays as \(item.place)"))
    }
  }

  /// Deletes for good what `trash` listed; what has come back from there meanwhile stays. Not undone by anything. The
  /// result is what is gone.
  package func emptyTrash(_ items: [TrashItem]) throws -> [TrashItem] {
    guard !items.isEmpty else { return [] }
    try vault.checkChangeable()
    let session = try ChangeSession(
      root: location.root, environment.folders, cancellation: vault.options.cancellation,
      tell: vault.listener(ofAll: listener).notice)
    defer { withExtendedLifetime(session) {} }
    let there = Set(try read { try $0.trash() })
    let tree = try VaultTree(root: location.root)
    var gone: [TrashItem] = []
    // From here on files are lost for good: nobody is told that nothing was changed.
    try vault.options.cancellation?.commit()
    for item in items where there.contains(item) {
      guard vault.options.visible?.writes(item.path) != false else { throw VisibleChangeError.place(item.path) }
      let place = try tree.place(item.place)
      guard unlinkat(place.folder.number, place.name, 0) == 0 else {
        throw TrashEmptyingError(path: item.place, code: errno, gone: gone.count)
      }
      gone.append(item)
      for folder in item.place.ancestors.prefix(while: { $0 != Trash.path }) {
        let place = try tree.place(folder)
        guard unlinkat(place.folder.number, place.name, AT_REMOVEDIR) == 0 else { break }
        tree.forgetFolders()
      }
    }
    return gone
  }

  /// The time at hand as the trash's folders have it, in UTC: `20260131T093000Z`.
  var stamp: String {
    NoteDate.instant(JournalEntry.time(environment.now)).iso8601(in: { _ in 0 }).filter { $0 != "-" && $0 != ":" }
  }
}

/// What people call the things in the trash.
struct TrashNames {
  private let items: [TrashItem]
  private let byID: [String: [TrashItem]]
  /// The first by its path, and by its name, with and without the extension of a note.
  private let byPath: [String: TrashItem]
  private let byName: [String: TrashItem]

  /// `items`: the newest first.
  init(_ items: [TrashItem]) {
    self.items = items
    byID = Dictionary(grouping: items, by: \.id)
    func newest(by names: (NotePath) -> [String]) -> [String: TrashItem] {
      Dictionary(items.flatMap { item in names(item.path).map { (LinkResolver.key($0), item) } }) { first, _ in first }
    }
    byPath = newest { [$0.text, $0.withoutNoteExtension] }
    byName = newest { [$0.name, $0.stem] }
  }

  /// What a name stands for: all that an operation of this id deleted, else the latest item of that path, all below that
  /// folder, or the latest of that name.
  func named(_ name: String) -> [TrashItem] {
    if let found = byID[name] { return found }
    let key = LinkResolver.key(name.hasSuffix("/") ? String(name.dropLast()) : name)
    if let exact = byPath[key] { return [exact] }
    let below = items.filter { LinkResolver.key($0.path.text).hasPrefix(key + "/") }
    if !below.isEmpty { return below }
    return byName[key].map { [$0] } ?? []
  }
}

extension VaultTree {
  /// Throws where a file comes back from the trash, by itself or in a folder, that would run with the rights of another; and
  /// unless it `mayHide`, where one would lie in a hidden place, from which other programs may run it.
  func checkComingBack(_ place: NotePath, as path: NotePath, mayHide: Bool) throws {
    for (inner, status) in try files(at: place) {
      if status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o7000 != 0 {
        throw ChangeError(
          path, .refused("would run with the rights of another user; look at \(inner), and move it by hand"))
      }
      let hidden = NotePath(bytes: path.bytes + inner.bytes.dropFirst(place.bytes.count)).hiddenPart
      if !mayHide, hidden != nil {
        throw ChangeError(path, .refused("would come with what is hidden in it; look at \(inner), and move it by hand"))
      }
    }
  }
}
