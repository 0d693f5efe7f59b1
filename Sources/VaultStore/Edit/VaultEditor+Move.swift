import VaultCore
import VaultPlatform

extension VaultEditor {
  /// Moves notes, other files and whole folders, and rewrites every link to them, and theirs. A target that is a folder,
  /// or ends with `/`, takes them in; any other is the new path of the one that is moved. Relative targets count from the
  /// working folder where that lies in the vault.
  package func move(
    _ names: [String], to target: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("mv \(Self.list(names)) \(target)", options) { plan in
      let path = try vault.pathInVault(target)
      let isFolder = try target.hasSuffix("/") || path.text.isEmpty || plan.isFolder(path)
      let sources = try movable(names, plan)
      if sources.count > 1, !isFolder { throw MoveError.targetIsNoFolder(target) }
      let moves = try sources.map { from in
        (from, isFolder ? path.appending(from.nameBytes) : try plan.withExtension(path, of: from))
      }
      try move(moves, plan)
    }
  }

  /// Gives notes, files or folders other names in their folders. `newName` gets the name without a note's extension, and
  /// its number from 0 on. What it gives gets the old extension, always or where it has none.
  package func rename(
    _ names: [String], title: String, _ options: ChangeOptions = ChangeOptions(), keepingExtensions: Bool = false,
    _ newName: (String, Int) -> String
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      let moves = try movable(names, plan).enumerated().map { index, from in
        let old = try plan.isFolder(from) ? from.name : String(from.name.dropLast(from.fileExtension.count))
        let new = newName(old, index)
        if new.isEmpty { throw ChangeError(from, .refused("nothing would be left of its name; leave a letter of it")) }
        if new.contains("/") {
          throw ChangeError(
            NotePath(new), .refused("is no name within a folder; use \(command: .move) to move it to another"))
        }
        let path = NotePath(from.folder.isEmpty ? new : from.folder + "/" + new)
        return (from, try plan.withExtension(path, of: from, always: keepingExtensions))
      }
      try move(moves, plan)
    }
  }

  /// Plans moves with the links that they ask for.
  func move(_ moves: [(from: NotePath, to: NotePath)], _ plan: ChangePlan) throws {
    var files: [NotePath: NotePath] = [:]
    var targets: [String: NotePath] = [:]
    let sources = Set(moves.filter { $0.from != $0.to }.map(\.from))
    for (from, to) in moves where from != to {
      if let folder = from.ancestors.first(where: sources.contains) { throw MoveError.movedTwice(from, with: folder) }
      if let other = targets.updateValue(from, forKey: LinkResolver.key(to.text)), other != from {
        throw MoveError.sameTarget(to)
      }
      try plan.move(from, to: to)
      plan.record(ChangeRecord(.updated, to, from: from))
      // What is hidden is other programs' own, and goes along.
      for (file, _) in try plan.tree.files(at: from, where: { $0.first != 0x2E }) {
        let new = file.moved(from: from, to: to)
        if let reason = plan.ignored.reason(new), plan.ignored.reason(file) == nil {
          throw ChangeError(new, .refused("\(reason)"))
        }
        files[file] = new
      }
    }
    guard !files.isEmpty else { return }
    try rewriteLinks(files, plan)
    try tellBrokenLinks(files, others: plan.reader.symbolicLinks(), plan)
  }

  private func rewriteLinks(_ files: [NotePath: NotePath], _ plan: ChangePlan) throws {
    let snapshot = try plan.reader.snapshot
    var notes = IDSet()
    var names: [String] = []
    for (old, new) in files {
      var aliases: [String] = []
      if let id = try snapshot.note(at: old) {
        notes.insert(id)
        aliases = try snapshot.records(of: [id]).first?.aliases ?? []
      }
      names += [old.stem] + aliases
      for key in LinkKey.all(to: old, aliases: aliases).union(LinkKey.all(to: new, aliases: [])) {
        notes.formUnion(try snapshot.notes(linkingTo: key))
      }
    }
    let directory = snapshot.directory
    let rewriter = LinkRewriter(
      before: directory, after: MovedLinkDirectory(before: directory, moves: files), moves: files)
    // All edits are made for the texts as they are, so the plan changes only when all are known.
    var edits: [(path: NotePath, edits: [TextEdit])] = []
    func refuse(_ error: ChangeError) throws {
      switch error.cause {
      case .notUTF8: plan.notice("\(error.path): is not UTF-8, so its links stay as they are")
      // Told with the others that cannot be read.
      case .tooLarge: break
      default: throw error
      }
    }
    try plan.forEachNote(snapshot.heads(of: notes).map(\.path).sorted(), refused: refuse) { path, note in
      do {
        edits.append((path, try rewriter.edits(for: note, in: plan.text(path))))
      } catch let error as LinkRewriteError {
        throw ChangeError(path, .refused("\(error)"))
      }
    }
    for note in try plan.reader.partlyRead(.link(names)) { plan.notice(note.notice("links in it stay as they are")) }
    for path in try plan.apply(edits) where files[path] == nil {
      plan.record(ChangeRecord(.updated, path))
    }
  }
}

extension ChangePlan {
  /// The folder itself, not a link to one.
  func isFolder(_ path: NotePath) throws -> Bool {
    if path.text.isEmpty { return true }
    return try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
  }
}
