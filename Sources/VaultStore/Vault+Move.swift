import VaultCore
import VaultPlatform

extension Vault {
  /// Moves notes, other files and whole folders, and rewrites every link to them, and theirs. A target that is a folder,
  /// or ends with `/`, takes them in; any other is the new path of the one that is moved. Relative targets count from the
  /// working folder where that lies in the vault.
  package func move(
    _ names: [String], to target: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("mv \(Self.list(names)) \(target)", options) { plan in
      let path = try pathInVault(target)
      let isFolder = try target.hasSuffix("/") || path.text.isEmpty || plan.isFolder(path)
      let sources = try movable(names, plan)
      if sources.count > 1, !isFolder { throw MoveError.targetIsNoFolder(target) }
      let moves = try sources.map { from -> (NotePath, NotePath) in
        if isFolder {
          return (
            from, path.appending(from.bytes.dropFirst(from.parent.text.isEmpty ? 0 : from.parent.bytes.count + 1))
          )
        }
        return (from, try plan.withExtension(path, of: from))
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
      for file in try plan.files(at: from) {
        let new = file == from ? to : NotePath(bytes: to.bytes + file.bytes.dropFirst(from.bytes.count))
        if let reason = plan.ignored.reason(new), plan.ignored.reason(file) == nil {
          throw ChangeError(new, .refused("\(reason)"))
        }
        files[file] = new
      }
    }
    guard !files.isEmpty else { return }
    try rewriteLinks(files, plan)
    try tellBrokenLinks(files, others: symbolicLinks, plan)
  }

  private func rewriteLinks(_ files: [NotePath: NotePath], _ plan: ChangePlan) throws {
    // Whatever is asked may be asked twice, so the plan changes only when all is known.
    let (edits, partlyRead) = try withSnapshot { snapshot in
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
      var found: [(path: NotePath, edits: [TextEdit])] = []
      try forEachNote(
        snapshot.heads(of: notes).map(\.path).sorted(), in: plan,
        refused: { error in
          switch error.cause {
          case .notUTF8: notice(VaultNotice("\(error.path): is not UTF-8, so its links stay as they are"))
          // Told with the others that cannot be read.
          case .tooLarge: break
          default: throw error
          }
        }
      ) { path, note in
        do {
          found.append((path, try rewriter.edits(for: note, in: plan.text(path))))
        } catch let error as LinkRewriteError {
          throw ChangeError(path, .refused("\(error)"))
        }
      }
      return (found, try self.partlyRead(.link(names), in: snapshot))
    }
    for note in partlyRead { notice(note.notice("links in it stay as they are")) }
    for path in try plan.apply(edits) where files[path] == nil {
      plan.record(ChangeRecord(.updated, path))
    }
  }

  /// What a path given by a person means: from the working folder if that lies in the vault, else from its root. Without
  /// `/` at the end; empty for the root.
  func pathInVault(_ text: String) throws -> NotePath {
    var parts: [Substring] = []
    var path = text[...]
    if path.hasPrefix(location.root + "/") || text == location.root {
      path = path.dropFirst(location.root.count)
    } else if path.hasPrefix("/") {
      throw MoveError.outside(text)
    } else if let folder = environment.workingFolder, folder.hasPrefix(location.root + "/") {
      parts = folder.dropFirst(location.root.count).split(separator: "/")
    }
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        guard !parts.isEmpty else { throw MoveError.outside(text) }
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return NotePath(parts.joined(separator: "/"))
  }
}

extension ChangePlan {
  /// The folder itself, not a link to one.
  func isFolder(_ path: NotePath) throws -> Bool {
    if path.text.isEmpty { return true }
    return try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
  }

  /// A file, or all files in a folder, dot folders left out.
  func files(at path: NotePath) throws -> [NotePath] {
    guard try isFolder(path) else { return [path] }
    var found: [NotePath] = []
    for name in try FolderNames.readBytes(tree.folder(path.bytes, for: path), path) where name.first != 0x2E {
      found += try files(at: NotePath(bytes: path.bytes + [0x2F] + name))
    }
    return found
  }
}
