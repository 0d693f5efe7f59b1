import VaultCore

/// A place that a note or folder cannot be moved to, or a name that names neither.
package enum MoveError: Failure {
  case targetIsNoFolder(String)
  case nothingNamed(String)
  case outside(String)
  case hidden(NotePath)
  case sameTarget(NotePath)
  case movedTwice(NotePath, with: NotePath)
  /// What is no note would get a note's name.
  case namedAsNote(NotePath, name: String)

  package var kind: FailureKind {
    switch self {
    case .nothingNamed: .notFound
    default: .refused
    }
  }

  package var message: Message {
    switch self {
    case .targetIsNoFolder(let target):
      "\"\(target)\" is no folder, and several notes cannot get one name; name a folder, with / at its end to make it"
    case .nothingNamed(let name): "no note, file or folder is called \"\(name)\""
    case .hidden(let path):
      "\(path): is hidden, or in a hidden folder, which vault leaves alone; use the shell's own commands for it"
    case .sameTarget(let path): "\(path): would be the name of several of them; give them names that differ"
    case .movedTwice(let path, let folder):
      "\(path): lies in \(folder)/, which is to be moved as well; name one of the two, and move the other after it"
    case .namedAsNote(let path, let name):
      "\(path): is no note, and \"\(name)\" would make it one; leave the extension out, and it keeps its own"
    case .outside(let path): "\"\(path)\" lies outside the vault; name a place in it, from its root"
    }
  }
}

extension VaultEditor {
  /// What the names name, each once.
  func movable(_ names: [String], _ plan: ChangePlan) throws -> [NotePath] {
    var seen: Set<NotePath> = []
    return try NamesError.gather(names) { try movable($0, plan) }.filter { seen.insert($0).inserted }
  }

  /// A note by any of its names, else a file or folder by its path; the vault's own and other programs' hidden ones are
  /// refused. Throws `NoteNameError` where a name is that of a folder and of a note.
  private func movable(_ name: String, _ plan: ChangePlan) throws -> NotePath {
    if name.hasSuffix("/") {
      let path = try vault.pathInVault(name)
      if path.isHidden { throw MoveError.hidden(path) }
      guard !path.text.isEmpty, try plan.isFolder(path) else { throw MoveError.nothingNamed(name) }
      return path
    }
    let named: NotePath?
    var outside: MoveError?
    do { named = try vault.pathInVault(name) } catch let error as MoveError {
      // It may still be a title or an alias.
      (named, outside) = (nil, error)
    }
    // What is named by its path needs no look at all the others.
    if let named, named.isNote, !named.isHidden, try plan.isFile(named) { return named }
    var folder: NotePath?
    if let named, !named.text.isEmpty, !named.isHidden, try plan.isFolder(named) { folder = named }
    do {
      // A link is moved or deleted itself, not what it leads to.
      let note = try plan.reader.find(name, followingLinks: false).path
      if let folder { throw NoteNameError.ambiguous(name, candidates: [note], folder: folder) }
      return note
    } catch let error as NoteNameError {
      if case .ambiguous(let name, let notes, nil) = error, let folder {
        throw NoteNameError.ambiguous(name, candidates: notes, folder: folder)
      }
      guard case .notFound = error, let named, !named.text.isEmpty, try plan.exists(named) else {
        if case .notFound = error, let outside { throw outside }
        throw error
      }
      if named.isHidden { throw MoveError.hidden(named) }
      return named
    }
  }
}

extension ChangePlan {
  /// A new path for a note or file, with the extension of the old one where the new one has none (for notes: none of a
  /// note), or `always`. Folders have no extension. Throws `MoveError` for a note's name of what is none.
  func withExtension(_ new: NotePath, of from: NotePath, always: Bool = false) throws -> NotePath {
    if try isFolder(from) { return new }
    if from.isNote { return new.isNote ? new : NotePath(new.text + from.fileExtension) }
    let path = always || new.stem == new.name ? NotePath(new.text + from.fileExtension) : new
    if path.isNote { throw MoveError.namedAsNote(from, name: path.name) }
    return path
  }
}

extension NotePath {
  /// The name with its extension, as found on disk.
  var nameBytes: ArraySlice<UInt8> {
    let bytes = bytes
    return bytes[(bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...]
  }

  /// With the dot, as it is written; empty where there is none.
  var fileExtension: String { String(name.dropFirst(stem.count)) }

  /// The folders above, the nearest first, without the root.
  package var ancestors: [NotePath] {
    Array(sequence(first: parent) { $0.text.isEmpty ? nil : $0.parent }.prefix { !$0.text.isEmpty })
  }
}
