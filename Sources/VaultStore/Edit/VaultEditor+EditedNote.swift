import VaultCore
import VaultPlatform

/// A note as it is when a person's editor gets it.
package struct NoteToEdit: Sendable {
  package let path: NotePath
  /// The file itself, where `path` is a symbolic link.
  package let file: NotePath
  package let text: [UInt8]
  fileprivate let mode: UInt32
  /// The newest operation of the history; 0 where there is none.
  fileprivate let newest: Int
}

/// What an editor has made of a note.
package struct EditedNote: Sendable {
  package enum Loss: Sendable, Hashable {
    /// There was text, front matter included, and nothing but blanks is left.
    case text
    /// There was front matter, and there is none.
    case frontMatter
    /// There is no such file any more, or something else is in its place.
    case file
    /// Another operation moved or deleted the note meanwhile.
    case place
    /// Another operation moved the note, and another file to where it was: whether the editor saved anything is not known.
    case successor
  }

  package let outcome: ChangeOutcome
  /// Where the note is by now.
  package let path: NotePath
  /// What may be gone by mistake.
  package let loss: Loss?
  /// Why nothing of this program's own can be written into what was saved.
  package let problem: ChangeError?
  /// What others made of the note meanwhile, and what the editor saved, where that is without something of theirs.
  package let conflict: PlannedChange.Text?
}

extension VaultReader {
  /// What an editor is to get. Throws `ChangeError` for what it could not save, or what is never rewritten.
  package func noteToEdit(_ name: String) throws -> NoteToEdit {
    // Before any editor begins: what it saves could not be taken back.
    try vault.checkChangeable()
    let path = try resolve(name)
    // Editors take their arguments as text.
    guard path.undecodable == nil else {
      throw ChangeError(
        path, .refused("has a name that is not UTF-8, by which no editor would find it; rename it first"))
    }
    // First, so that no operation can come between the text and the number without being seen to afterwards.
    let newest = try newestSequence() ?? 0
    let plan = try ChangePlan(self)
    let text = try plan.text(path)
    let place = try plan.tree.resolvedPlace(path)
    guard faccessat(place.folder.number, place.name, W_OK, AT_EACCESS) == 0, let status = try FileImage.status(place)
    else { throw ChangeError(path, .system("written", errno)) }
    return NoteToEdit(
      path: path, file: place.path, text: text, mode: UInt32(status.st_mode & 0o777), newest: newest)
  }
}

extension VaultEditor {
  /// Writes into the history what an editor has saved in a note, and brings `updated` up to date, as one operation.
  ///
  /// What other operations made of the note meanwhile is not the editor's, and stays when the edit is taken back. What was
  /// saved of a note that they moved goes to where it is now.
  package func finishEditing(_ note: NoteToEdit) throws -> EditedNote {
    var (loss, problem, conflict): (EditedNote.Loss?, ChangeError?, PlannedChange.Text?)
    var path = note.path
    let outcome = try change("edit \(note.path)") { plan in
      (loss, problem, conflict, path) = (nil, nil, nil, note.path)
      let others = try operations(since: note)
      if case .unknown? = others.successor {
        path = others.place ?? note.path
        loss = .successor
        return
      }
      let isThere = try isFile(note.file, plan) && !isSuccessor(note.file, others, plan)
      // An editor saved before the note was moved, if at all, and not since.
      let isFollowed = try !isThere && others.place.map { try isFile($0, plan) } ?? false
      let file = isFollowed ? others.place ?? note.file : note.file
      if isFollowed {
        path = file
        plan.notice("\(note.path): was moved to \(file) meanwhile", isWarning: false)
      }
      guard isThere || isFollowed else {
        loss = others.place == note.file ? .file : .place
        guard loss == .file else { return }
        plan.doneByEditor = .delete(note.file, before: others.text, mode: note.mode)
        return plan.record(ChangeRecord(.deleted, note.path))
      }
      let now: [UInt8]
      do { now = try plan.text(file) } catch let error as ChangeError where error.isAboutText {
        problem = error
        now = try FileImage.read(plan.tree.place(file)).bytes
      }
      guard others.place == file else {
        let what: Message = others.place.map { "moved to \($0)" } ?? "deleted"
        if case .text(let successor)? = others.successor {
          plan.notice(
            "\(note.path): was \(what) meanwhile, and the editor saved over the note that is in its place; "
              + "\(command: .history) shows by what")
          plan.doneByEditor = .write(note.file, before: successor, after: now)
          loss = Self.loss(from: successor, to: now)
          return plan.record(ChangeRecord(.updated, note.path))
        }
        plan.doneByEditor = .create(note.file, now, mode: note.mode)
        loss = Self.loss(from: note.text, to: now)
        if problem == nil, let place = try follow(note, others, with: now, isLost: loss != nil, plan) {
          path = place
          return
        }
        plan.notice(
          "\(note.path): was \(what) meanwhile, and the editor saved it anew; \(command: .history) shows by what")
        return plan.record(ChangeRecord(.created, note.path))
      }
      guard now != others.text else { return }
      if !Self.isKept(from: note.text, to: others.text, in: now) {
        plan.notice(
          "\(note.path): was changed meanwhile, and not all of that is in what the editor saved; "
            + "\(command: .history) shows by what")
        conflict = PlannedChange.Text(from: path, to: path, before: others.text, after: now)
      }
      plan.doneByEditor = .write(file, before: others.text, after: now)
      plan.record(ChangeRecord(.updated, path))
      loss = Self.loss(from: others.text, to: now)
      if loss == nil, problem == nil { try touchUnlessEdited(file, from: others.text, to: now, plan) }
    }
    return EditedNote(outcome: outcome, path: path, loss: loss, problem: problem, conflict: conflict)
  }

  /// True where a file is the one that came to the note's old place, as it came there.
  private func isSuccessor(_ path: NotePath, _ others: Meanwhile, _ plan: ChangePlan) throws -> Bool {
    guard case .text(let text)? = others.successor else { return false }
    return try FileImage.read(plan.tree.place(path)).bytes == text
  }

  private func isFile(_ path: NotePath, _ plan: ChangePlan) throws -> Bool {
    let status = try plan.tree.placeIfThere(path).flatMap { try FileImage.status($0) }
    return status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// Takes what the editor saved, `now`, to where the note was moved meanwhile, so that it does not become two, and returns
  /// that. Nil where the note is not there either, or the two texts do not go together. `isLost`: it seems to have gone by
  /// mistake.
  private func follow(
    _ note: NoteToEdit, _ others: Meanwhile, with now: [UInt8], isLost: Bool, _ plan: ChangePlan
  ) throws -> NotePath? {
    guard let place = others.place, try isFile(place, plan) else { return nil }
    let there: [UInt8]
    do { there = try plan.text(place) } catch let error as ChangeError where error.isAboutText { return nil }
    let options = NoteMerge.Options(statuses: parsingOptions.statuses)
    guard let merged = NoteMerge.merge(base: note.text, ours: there, theirs: now, options).text else { return nil }
    plan.notice("\(note.path): was moved to \(place) meanwhile; what the editor saved is there")
    try plan.delete(note.file)
    // An operation of the history has something to be taken back.
    if merged != others.text {
      plan.leftByEditor = note.file
      // What the editor had saved before the note was moved is there already.
      plan.doneByEditor = there == others.text ? nil : .write(place, before: others.text, after: there)
    }
    plan.record(ChangeRecord(.updated, place))
    if try plan.replace(place, with: merged), !isLost { try touchUnlessEdited(place, from: there, to: merged, plan) }
    return place
  }

  /// Takes back the operation of this number, an edit or the undo of one, whatever came after it. Throws
  /// `UndoConflictError` where the same lines were changed since.
  package func takeBack(_ sequence: Int, titled title: String) throws -> ChangeOutcome {
    try change(title, undoes: sequence) { plan in try plan.takeBack(sequence) { throw $0 } }
  }

  /// What other operations made of a note while an editor had it.
  fileprivate struct Meanwhile {
    /// Where it would be, had the editor saved nothing, in the trash perhaps; nil where it was deleted for good.
    var anyPlace: NotePath?
    /// With what text.
    var text: [UInt8]
    /// What came to where the note had been, once it was not there any more; nil for nothing.
    var successor: Successor?

    /// Nil where it was deleted.
    var place: NotePath? { anyPlace.flatMap { Trash.holds($0) ? nil : $0 } }

    enum Successor {
      case text([UInt8])
      /// A file that was moved there, of which the history has no text.
      case unknown
    }
  }

  private func operations(since note: NoteToEdit) throws -> Meanwhile {
    var meanwhile = Meanwhile(anyPlace: note.file, text: note.text)
    guard let journal = try vault.journal() else { return meanwhile }
    let options = NoteMerge.Options(statuses: parsingOptions.statuses)
    for sequence in try journal.sequences() where sequence > note.newest {
      let entry: JournalEntry
      // One that nobody could undo was not made here.
      do { entry = try journal.entry(sequence) } catch is ChangeError { continue }
      for step in entry.steps { meanwhile.take(step, of: note, options) }
    }
    return meanwhile
  }

  /// True when a text has the lines that a change added, and none of those that it took away.
  private static func isKept(from old: [UInt8], to new: [UInt8], in text: [UInt8]) -> Bool {
    func lines(_ bytes: [UInt8]) -> Set<ArraySlice<UInt8>> { Set(bytes.split(separator: 0x0A)) }
    guard old != new else { return true }
    let (before, after, there) = (lines(old), lines(new), lines(text))
    return after.subtracting(before).isSubset(of: there) && before.subtracting(after).isDisjoint(with: there)
  }

  /// What nobody is likely to have wanted. Text without front matter may go as a person likes, and so may the text below
  /// front matter that stays.
  private static func loss(from before: [UInt8], to now: [UInt8]) -> EditedNote.Loss? {
    if now.isBlank { return before.isBlank ? nil : .text }
    func hasFrontMatter(_ bytes: [UInt8]) -> Bool {
      !Array(bytes[bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).contentRange }]).isBlank
    }
    return hasFrontMatter(before) && !hasFrontMatter(now) ? .frontMatter : nil
  }

  /// A date that the person wrote is not written over.
  func touchUnlessEdited(_ path: NotePath, from before: [UInt8], to now: [UInt8], _ plan: ChangePlan) throws {
    func updated(_ bytes: [UInt8]) -> [PropertyValue] {
      let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
      return TimestampStyle.updatedKeys.compactMap { frontMatter[$0]?.value }
    }
    guard updated(before) == updated(now), before.withoutFrontMatter != now.withoutFrontMatter else { return }
    try touch(path, ifChangedFrom: before, plan)
  }
}

extension VaultEditor.Meanwhile {
  fileprivate mutating func take(_ step: ChangeStep, of note: NoteToEdit, _ options: NoteMerge.Options) {
    switch step {
    case .write(let path, let old, let new) where path == anyPlace:
      // Where both changed a place in ways that do not go together, the operation's text is the later.
      text = text == old ? new : NoteMerge.merge(base: old, ours: text, theirs: new, options).text ?? new
    case .write(let path, _, let new) where path == note.file: successor = .text(new)
    case .move(let from, let target):
      func moved(_ path: NotePath) -> NotePath? {
        path == from || path.isBelow(from) ? path.moved(from: from, to: target) : nil
      }
      if let new = anyPlace.flatMap(moved) {
        anyPlace = new
        if new == note.file { successor = nil }
      } else if note.file == target || note.file.isBelow(target) {
        successor = .unknown
      } else if moved(note.file) != nil {
        successor = nil
      }
    case .delete(let path, _, _) where path == anyPlace: anyPlace = nil
    case .delete(let path, _, _) where path == note.file: successor = nil
    case .create(let path, let bytes, _) where path == note.file:
      if anyPlace == nil { (anyPlace, text) = (path, bytes) } else { successor = .text(bytes) }
    default: break
    }
  }
}

extension [UInt8] {
  var withoutFrontMatter: ArraySlice<UInt8> {
    self[withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }...]
  }

  /// Nothing but blanks and control characters, behind a byte order mark or not.
  var isBlank: Bool {
    let mark = withUnsafeBufferPointer { FrontMatterFence.startsWithByteOrderMark($0) } ? 3 : 0
    return self[mark...].allSatisfy { $0 <= 0x20 || $0 == 0x7F }
  }
}
