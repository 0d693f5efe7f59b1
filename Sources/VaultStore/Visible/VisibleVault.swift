import VaultCore
import VaultPlatform

/// What of a vault somebody may see and change: a family on the page of a vault, or an assistant.
///
/// A vault or a session that is opened with one (`Vault.visible(as:)`, `VaultSession.Options.visible`) answers every question
/// as if the hidden notes and files were not there. What hides them, and what follows for the rest:
///
/// - A note shows when it lies in one of the folders to read in, if there are any, and the query does not find it. A note
///   that could not be read in full is hidden as well, unless the query asks for nothing but paths: what would hide it may
///   stand in the part that nobody could read.
/// - A file that is no note shows when it lies in one of the folders to read in. Where there is a query, a file for which
///   nothing but hidden notes speaks is hidden as well: no visible note leads to it, and a hidden note does, or it lies in
///   a folder whose notes are all hidden. So a scan lies as safe as the note that holds it, and a library of files that no
///   note names shows. What only HTML or another program's file names counts as named by nobody.
/// - A folder shows when something visible is in it, or nothing hidden. Symbolic links and other things that are neither
///   notes nor files count as what lies at their own place.
/// - A link to a hidden note leads nowhere. Its name is answered as one that nobody bears.
/// - A change is refused where it would make, change or move what lies outside, or would have to rewrite links in hidden notes.
///   The names of hidden notes stay taken: that a name is refused is the one thing that a hidden note shows of itself.
/// - Where the query can no longer be read or asked, since a saved search in it is gone, or a note that it names,
///   nothing shows and every question throws `UnknownVisibilityError`.
package struct VisibleVault: Sendable, Hashable {
  /// The folders whose notes and files show; all do where there are none.
  package let readIn: [NotePath]
  /// The folders in which may be changed what shows; everywhere where there are none.
  let writeIn: [NotePath]
  /// Folders of which nothing shows, whatever else is said.
  let leftOut: [NotePath]
  /// True where nothing shows of what is hidden on every system, nor by a symbolic link.
  private let isStrict: Bool
  /// The text of the query that finds the notes to be hidden. It is parsed for each look: what it means depends on
  /// the day and the saved searches.
  let hide: String?
  package let isReadOnly: Bool

  /// Reads what a person gave; folders are meant as paths everywhere, from the working folder or from the root. Throws
  /// `VisibleVaultError`, and `MoveError` for a folder outside of the vault. `leavesTemplates`: templates show nowhere, and neither does what
  /// lies in folders that are hidden on every system, by a symbolic link.
  package init(
    in vault: Vault, readIn: [String] = [], hide: String? = nil, writeIn: [String] = [], isReadOnly: Bool = false,
    leavesTemplates: Bool = false
  ) throws {
    self.readIn = try readIn.map { try Self.folder($0, in: vault) }
    self.writeIn = try writeIn.map { try Self.folder($0, in: vault) }
    self.hide = hide
    self.isReadOnly = isReadOnly
    isStrict = leavesTemplates
    leftOut = leavesTemplates ? try vault.templateFolders().map { NotePath($0) }.filter { !$0.isHidden } : []
    do { _ = try hidingTexts(in: vault) } catch let error as UnknownVisibilityError {
      throw VisibleVaultError.query(hide ?? "", reason: error.reason)
    }
  }

  private static func folder(_ name: String, in vault: Vault) throws -> NotePath {
    let path = try vault.pathInVault(name)
    if path.text.isEmpty { return path }
    let place = try VaultTree(root: vault.location.root).placeIfThere(path)
    guard !path.isHidden, try place.flatMap({ try VaultTree.kind($0) }) == S_IFDIR else {
      throw VisibleVaultError.folder(name)
    }
    return path
  }

  /// True where some of the notes or files may be hidden.
  var hidesNotes: Bool { hide != nil || !readIn.isEmpty || isStrict }

  /// True when a path lies in a folder to read in, or is one of them.
  func reads(_ path: NotePath) -> Bool { Self.isIn(readIn, path) && !leavesOut(path) }

  func leavesOut(_ path: NotePath) -> Bool { leftOut.contains { $0 == path || path.isBelow($0) } }

  /// True when a path lies where something may be changed.
  func writes(_ path: NotePath) -> Bool {
    !isReadOnly && reads(path)
      && [readIn, writeIn].allSatisfy { folders in Self.isIn(folders, path) && !folders.contains(path) }
  }

  private static func isIn(_ folders: [NotePath], _ path: NotePath) -> Bool {
    folders.isEmpty || folders.contains { $0.text.isEmpty || $0 == path || path.isBelow($0) }
  }

  /// What is told in place of a number of notes, from 0 to 100.
  static func percent(_ done: Int, of total: Int) -> Int { total > 0 ? min(max(done, 0), total) * 100 / total : 0 }

  /// The query that hides notes; nil where there is none. Throws `UnknownVisibilityError` for one of which a part would
  /// count for nothing, so that less would be hidden than was meant.
  func hidingTexts(in vault: Vault) throws -> QueryTexts? {
    guard let hide else { return nil }
    let query: Query
    do { query = try QueryParser(context: vault.queryContext).parse(hide) } catch {
      throw UnknownVisibilityError(reason: error.description)
    }
    // A saved search that is not there would be searched as a word.
    if let warning = query.warnings.first { throw UnknownVisibilityError(reason: warning.message) }
    let texts = QueryTexts(query.root)
    if let text = texts.unsearchable.first {
      throw UnknownVisibilityError(reason: "\"\(text)\" holds no letter, digit or symbol that is indexed.")
    }
    guard texts.root != nil else {
      throw UnknownVisibilityError(reason: "It asks for nothing, so it would hide every note.")
    }
    return texts
  }
}

extension Vault {
  /// The same vault for somebody who may see and change only that.
  package func visible(as visible: VisibleVault) -> Vault {
    var vault = self
    vault.options.visible = visible
    return vault
  }

  /// True where somebody looks through it who may not see all notes.
  package var hidesNotes: Bool { options.visible?.hidesNotes == true }

  /// The same vault with all that is in it.
  var whole: Vault {
    var vault = self
    vault.options.visible = nil
    return vault
  }

  /// Whom work on all notes may tell: where some are hidden, nobody hears of a note, or of how many there are.
  func listener(ofAll listener: VaultListener) -> VaultListener {
    guard options.visible?.hidesNotes == true else { return listener }
    var discreet = VaultListener()
    discreet.progress = { listener.progress(VisibleVault.percent($0, of: $1), 100) }
    return discreet
  }
}

/// What is to be seen of a vault was named wrongly. Nothing shows.
package enum VisibleVaultError: Failure {
  case folder(String)
  case query(String, reason: String)

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    switch self {
    case .folder(let name):
      "\(ShownName.path(name)): is no folder of the vault in which notes are; name one that is there, from its root"
    case .query(let query, let reason):
      "what is to be hidden cannot be told by the query \"\(ShownName.quoted(query))\", so nothing shows: \(reason) Mend the "
        + "query"
    }
  }
}

/// What is hidden cannot be told any more, so nothing shows.
///
/// The message names neither the query nor a note: whoever reads it may see neither.
package struct UnknownVisibilityError: Failure {
  /// For whoever set the filter, not for whoever looks through it.
  package let reason: String

  package var kind: FailureKind { .damaged }
  package var message: Message {
    "what may be seen of this vault cannot be told just now, so nothing shows; whoever set what is hidden has to mend it"
  }
}
