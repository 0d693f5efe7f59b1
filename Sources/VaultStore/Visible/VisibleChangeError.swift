import VaultCore

/// A change that somebody may not make who sees and changes only a part of the vault. Nothing was changed.
///
/// It says no more of what is hidden than how much of it is in the way.
package enum VisibleChangeError: Failure, Hashable {
  case readOnly
  /// It lies outside of what may be changed, or something hidden has the name.
  case place(NotePath)
  /// So many hidden notes and files lie in a folder that would be moved.
  case filesInside(NotePath, Int)
  /// The note would not show any more.
  case hides(NotePath)
  /// So many links would have to be rewritten where nothing may be changed.
  case links(Int)

  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .readOnly: "this vault may be read only, so nothing is changed; ask whoever gave it to you"
    case .place(let path):
      "\(ShownName.path(path.text)): nothing may be made or changed at this place; take another name or folder"
    case .filesInside(let path, let count):
      "\(ShownName.path(path.text)): holds \(count == 1 ? "1 file" : "\(count) files") that may not be changed here; name "
        + "the notes in it that you mean"
    case .hides(let path):
      "\(ShownName.path(path.text)): would be hidden from you by this, and you could neither read nor mend it, so nothing was "
        + "changed; leave that to whoever gave you the vault"
    case .links(let count):
      "\(count == 1 ? "1 link" : "\(count) links") would have to be rewritten in notes that may not be changed here, so nothing "
        + "was; leave the name and the place as they are"
    }
  }
}

extension ChangePlan {
  private var visible: VisibleVault? { reader.vault.options.visible }

  /// Throws where nothing may be made or changed at a path.
  func checkPlace(_ path: NotePath) throws {
    // The way into the trash is nobody's choice. The settings, which may say what is hidden, are.
    guard let visible, !Trash.holds(path), path != NotePath(".vault") else { return }
    guard visible.writes(path), try reader.isVisible(path) else { throw VisibleChangeError.place(path) }
  }

  /// Throws where the planned steps would change what may not be changed, whatever planned them.
  func checkVisible() throws {
    guard visible != nil else { return }
    for step in steps where step.path != doneByEditor?.path && step.path != leftByEditor {
      try checkPlace(step.path)
      guard case .move(let from, let target) = step else { continue }
      try checkPlace(target)
      if let count = try reader.hidden?.count(at: from), count > 0 { throw VisibleChangeError.filesInside(from, count) }
    }
    if visible?.hide != nil, let past = try VisiblePast(self.reader), let path = try past.hidden(by: texts()).min() {
      throw VisibleChangeError.hides(path)
    }
  }

  /// The texts of the notes that are written or moved, as they will be.
  private func texts() throws -> [NotePath: [UInt8]] {
    let planned = try PlannedChange(inFull: self)
    var texts: [NotePath: [UInt8]] = [:]
    for text in planned.texts { text.to.map { texts[$0] = text.after } }
    for case .some((let from, let to)) in planned.moves.map({ move in
      move.from.flatMap { from in move.to.map { (from, $0) } }
    })
    where to.isNote {
      texts[to] = try reader.bytes(ofNoteAt: from)
    }
    return texts
  }

  /// Throws where `edits` of links, which the visible notes ask for, are not all that the change takes. `find`: those that
  /// all notes ask for, and what is wrong with one of them.
  func checkLinks(
    _ edits: [(path: NotePath, edits: [TextEdit])],
    _ find: (VaultReader, _ refused: (ChangeError) throws -> Void) throws -> [(path: NotePath, edits: [TextEdit])]
  ) throws {
    if let visible {
      let outside = edits.filter { !visible.writes($0.path) }.reduce(0) { $0 + $1.edits.count }
      if outside > 0 { throw VisibleChangeError.links(outside) }
    }
    guard try reader.hidden != nil else { return }
    let own = Dictionary(edits.map { ($0.path, Set($0.edits)) }) { first, _ in first }
    // What is wrong with those that visible notes ask for has been told.
    var refused = UnchangeableNotes()
    var count = 0
    for (path, all) in try find(reader.whole, { try refused.add($0) }) {
      count += all.count { own[path]?.contains($0) != true }
    }
    // A link that cannot be rewritten would have to be all the same.
    count += refused.errors.count { error in
      if case .refused = error.cause { own[error.path] == nil } else { false }
    }
    if count > 0 { throw VisibleChangeError.links(count) }
  }
}
