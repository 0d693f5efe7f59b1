import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A place that a note or folder cannot be moved to, or a name that names neither.
package enum MoveError: Error, CustomStringConvertible {
  case targetIsNoFolder(String)
  case nothingNamed(String)
  case outside(String)
  case hidden(NotePath)
  case sameTarget(NotePath)

  package var description: String {
    switch self {
    case .targetIsNoFolder(let target):
      "“\(target)” is no folder, and several notes cannot get one name; name a folder, with / at its end to make it"
    case .nothingNamed(let name): "no note, file or folder is called “\(name)”"
    case .hidden(let path):
      "\(path): is hidden, or in a hidden folder, which vault leaves alone; use the shell's own commands for it"
    case .sameTarget(let path): "\(path): would be the name of several of them; give them names that differ"
    case .outside(let path): "“\(path)” lies outside the vault; name a place in it, from its root"
    }
  }
}

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
      if names.count > 1, !isFolder { throw MoveError.targetIsNoFolder(target) }
      let moves = try names.map { name -> (NotePath, NotePath) in
        let from = try movable(name, plan)
        if isFolder {
          return (
            from, path.appending(from.bytes.dropFirst(from.parent.text.isEmpty ? 0 : from.parent.bytes.count + 1))
          )
        }
        return (
          from,
          try from.isNote && !path.isNote && !plan.isFolder(from) ? NotePath(path.text + from.noteExtension) : path
        )
      }
      try move(moves, plan)
    }
  }

  /// Gives notes, files or folders other names in their folders. `newName` gets the name without a note's extension, and
  /// its number from 0 on.
  package func rename(
    _ names: [String], title: String, _ options: ChangeOptions = ChangeOptions(), _ newName: (String, Int) -> String
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      let moves = try names.enumerated().map { index, name in
        let from = try movable(name, plan)
        let isNote = try from.isNote && !plan.isFolder(from)
        var new = newName(isNote ? NotePath(from.withoutNoteExtension).name : from.name, index)
        if new.isEmpty { throw ChangeError(from, .refused("nothing would be left of its name; leave a letter of it")) }
        if isNote, !NotePath(new).isNote { new += from.noteExtension }
        if new.contains("/") {
          throw ChangeError(NotePath(new), .refused("is no name within a folder; use `vault mv` to move it to another"))
        }
        return (from, NotePath(from.folder.isEmpty ? new : from.folder + "/" + new))
      }
      try move(moves, plan)
    }
  }

  /// Plans moves with the links that they ask for.
  func move(_ moves: [(from: NotePath, to: NotePath)], _ plan: ChangePlan) throws {
    var files: [NotePath: NotePath] = [:]
    var targets: [String: NotePath] = [:]
    for (from, to) in moves where from != to {
      if let other = targets.updateValue(from, forKey: LinkResolver.key(to.text)), other != from {
        throw MoveError.sameTarget(to)
      }
      try plan.move(from, to: to)
      plan.record(ChangeRecord(.updated, to, from: from))
      for file in try plan.files(at: from) {
        files[file] = file == from ? to : NotePath(bytes: to.bytes + file.bytes.dropFirst(from.bytes.count))
      }
    }
    guard !files.isEmpty else { return }
    try rewriteLinks(files, plan)
  }

  private func rewriteLinks(_ files: [NotePath: NotePath], _ plan: ChangePlan) throws {
    // Whatever is asked may be asked twice, so the plan changes only when all is known.
    let edits = try withSnapshot { snapshot in
      var notes = IDSet()
      for (old, new) in files {
        var aliases: [String] = []
        if let id = try snapshot.note(at: old) {
          notes.insert(id)
          aliases = try snapshot.records(of: [id]).first?.aliases ?? []
        }
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
          guard error.cause == .notUTF8 else { throw error }
          notice(VaultNotice("\(error.path): is not UTF-8, so its links stay as they are"))
        }
      ) { path, note in
        do {
          found.append((path, try rewriter.edits(for: note, in: plan.text(path))))
        } catch let error as LinkRewriteError {
          throw ChangeError(path, .refused("\(error)"))
        }
      }
      return found
    }
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

  /// A note by any of its names, else a file or folder by its path; the vault's own and other programs' hidden ones are
  /// refused.
  func movable(_ name: String, _ plan: ChangePlan) throws -> NotePath {
    if name.hasSuffix("/") {
      let path = try pathInVault(name)
      if path.isHidden { throw MoveError.hidden(path) }
      guard !path.text.isEmpty, try plan.isFolder(path) else { throw MoveError.nothingNamed(name) }
      return path
    }
    // What is named by its path needs no look at all the others.
    if let path = try? pathInVault(name), path.isNote, !path.isHidden, try plan.isFile(path) { return path }
    do {
      // A link is moved or deleted itself, not what it leads to.
      return try resolve(name, followingLinks: false)
    } catch let error as NoteNameError {
      guard case .notFound = error, let path = try? pathInVault(name), !path.text.isEmpty, try plan.exists(path) else {
        throw error
      }
      if path.isHidden { throw MoveError.hidden(path) }
      return path
    }
  }
}

extension NotePath {
  fileprivate var isHidden: Bool { bytes.split(separator: 0x2F).contains { $0.first == 0x2E } }

  /// `.md` or `.markdown`, as it is written; empty for what is no note.
  fileprivate var noteExtension: String { String(text.dropFirst(withoutNoteExtension.count)) }
}

extension ChangePlan {
  /// The folder itself, not a link to one.
  func isFolder(_ path: NotePath) throws -> Bool {
    if path.text.isEmpty { return true }
    return try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
  }

  /// The file itself, not a link to one, and of that very name where the system does not mind the case.
  func isFile(_ path: NotePath) throws -> Bool {
    guard let place = try tree.placeIfThere(path), try VaultTree.kind(place) == S_IFREG else { return false }
    return try FolderNames.read(place.folder, path.parent).contains(path.name)
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
