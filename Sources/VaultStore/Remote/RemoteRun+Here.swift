import VaultCore
import VaultPlatform

extension RemoteRun {
  /// What has become of a note here.
  private struct Arrived {
    var id: String
    var path: NotePath
    /// Nil for one that was deleted.
    var text: [UInt8]?
    var wasMeant: Bool
    /// True where there is nothing in it that the server does not have.
    var isTheirs = false
    /// True for a note that was not there.
    var isMade = false
  }

  /// Brings what the server has changed into the notes, as one change. Throws `NotesChanged` where a note is not what the plan was
  /// made for.
  func bringIn(_ steps: [SyncPlan.Step]) throws {
    var (arrived, copies, troubles): ([Arrived], [NotePath], [(SyncPlan.Step, String)]) = ([], [], [])
    var changes: [RemoteOutcome.Change] = []
    var change = ChangeOptions()
    change.dryRun = options.dryRun
    let (operation, identity) = (ChangeSession.newID(), try trashIdentity())
    change.request = request + operation
    _ = try editor.change("sync with \(settings.name)", change) { plan in
      (arrived, copies, troubles, changes) = ([], [], [], [])
      var names = NewNames(pattern: try editor.vault.newNotePattern())
      for step in steps {
        do {
          switch step {
          case .merge(let note):
            let base = try state.base(note.there)
            arrived.append(try merge(note.id, note.path, base, note.wasMeant, plan, &copies, &changes))
          case .pair(let id, let path):
            arrived.append(try merge(id, path, nil, false, plan, &copies, &changes))
          case .makeHere(let id):
            guard let there = listing.notes[id] else { continue }
            arrived.append(try make(there, at: nil, plan, &names, &changes))
          case .comeBack(let note):
            guard let there = listing.notes[note.id] else { continue }
            arrived.append(try make(there, at: note.path, plan, &names, &changes))
          case .deleteHere(let note):
            guard let file = note.file, try NoteHash.of(plan.text(note.path)) == file else { throw NotesChanged() }
            let trash = try Trash.folder(
              stamp: editor.stamp, id: operation, identity, home: plan.tree.root)
            try plan.move(note.path, to: trash.appending(note.path.bytes), checkingName: false)
            plan.record(ChangeRecord(.deleted, note.path))
            changes.append(.init(kind: .deleted, path: note.path))
            arrived.append(Arrived(id: note.id, path: note.path, text: nil, wasMeant: note.wasMeant))
          case .send, .makeThere, .makeAgain, .deleteThere: continue
          }
        } catch let error as ChangeError {
          if error.cause == .missing { throw NotesChanged() }
          if error.isOfTheDisk { throw error }
          troubles.append((step, error.reason))
        }
      }
      guard !options.dryRun else { return }
      let new = arrived.filter { state.notes[$0.id] == nil && $0.text != nil }
      try state.intend(
        new.compactMap { note in
          guard note.isMade, let text = note.text else { return nil }
          return listing.notes[note.id].map {
            .arrive(id: note.id, note.path, fields: $0.hash, file: NoteHash.of(text))
          }
        })
    }
    for (step, reason) in troubles {
      leaveOut(step.note?.path, titled(step, reason))
      passedOver.insert(step.name)
    }
    outcome.received += changes
    outcome.copies += copies.filter { !outcome.copies.contains($0) }
    if options.dryRun { return }
    for note in arrived where note.text == nil {
      listing.remove(note.id)
      try state.remove(note.id)
    }
    try state.set(arrived.compactMap(inBoth))
  }

  /// A note that has no place here is known by its title.
  private func titled(_ step: SyncPlan.Step, _ reason: String) -> String {
    guard case .makeHere(let id) = step, let title = listing.notes[id]?.fields.title else { return reason }
    return "the server's note \"\(ShownName.quoted(title.isEmpty ? id : title))\" \(reason)"
  }

  /// Nil for a note that was deleted.
  private func inBoth(_ note: Arrived) -> (note: SyncedNote, fields: SharedFields)? {
    guard let text = note.text, let there = listing.notes[note.id] else { return nil }
    let here = fields(text, note.path)
    let isInStep = note.isTheirs || here == there.fields
    return (
      SyncedNote(
        id: note.id, path: note.path, there: there.hash, here: isInStep ? here.hash : there.hash,
        file: isInStep ? NoteHash.of(text) : nil,
        noteID: NoteParser(options: editor.parsingOptions).structure(of: text, path: note.path).id,
        wasMeant: note.wasMeant), there.fields
    )
  }

  /// Without a base nothing tells who changed what: then both are kept, unless they are equal.
  private func merge(
    _ id: String, _ path: NotePath, _ base: SharedFields?, _ wasMeant: Bool, _ plan: ChangePlan,
    _ copies: inout [NotePath], _ changes: inout [RemoteOutcome.Change]
  ) throws -> Arrived {
    guard let there = listing.notes[id]?.fields else { throw NotesChanged() }
    let now = try plan.text(path)
    let options = editor.parsingOptions
    func applying(_ fields: SharedFields, to text: [UInt8]) throws -> [UInt8] {
      do { return try fields.applied(to: text, path: path, options) } catch {
        throw ChangeError(path, .refused(error.message))
      }
    }
    var result = Arrived(id: id, path: path, text: now, wasMeant: wasMeant)
    if fields(now, path) == there { return result }
    let ground = try base.map { try applying($0, to: now) }
    let theirs = try applying(there, to: ground ?? now)
    let merged = ground.map { editor.vault.merge(base: $0, ours: now, theirs: theirs) }
    if let text = merged?.text {
      guard text != now else { return result }
      try plan.changingAllOrNothing(path) {
        _ = try plan.replace(path, with: text)
        try editor.touch(path, ifChangedFrom: now, plan)
        plan.record(ChangeRecord(.updated, path))
        try plan.checkWritable(path)
      }
      result.text = try plan.text(path)
      result.isTheirs = ground == now
      changes.append(.init(kind: .modified, path: path))
      return result
    }
    let copy = try copy(of: theirs, beside: path, plan)
    copies.append(copy)
    return result
  }

  /// The server's version as a note beside ours; where it is there already, nothing is made.
  private func copy(of text: [UInt8], beside path: NotePath, _ plan: ChangePlan) throws -> NotePath {
    // Two notes with one id would be taken for each other.
    var text = text
    do { text = try FrontMatterEditor.applying([.unset(key: "id")], to: text) } catch {
      throw ChangeError(path, .refused(error.message))
    }
    let copy = try ConflictCopy.path(of: path, .theirs, holding: text) { place in
      try plan.exists(place) ? try plan.text(place) == text : nil
    }
    if try !plan.exists(copy) {
      try plan.create(copy, text)
      plan.record(ChangeRecord(.created, copy))
    }
    return copy
  }

  /// A new note from the server: at its former place, where that is free, else by its title in the folder for new ones.
  private func make(
    _ there: RemoteNote, at former: NotePath?, _ plan: ChangePlan, _ names: inout NewNames,
    _ changes: inout [RemoteOutcome.Change]
  ) throws -> Arrived {
    var former = former
    let title = there.fields.title.isEmpty ? Self.firstLine(of: there.fields.body) : there.fields.title
    // As large a text would be read whole, each time.
    guard there.fields.body.count <= editor.configuration.maximumFileSize else {
      throw ChangeError(
        former ?? NotePath(""),
        .tooLarge(size: there.fields.body.count, limit: editor.configuration.maximumFileSize))
    }
    while true {
      let path = try former ?? place(named: title, there.id, &names)
      former = nil
      guard names.taken.insert(LinkResolver.key(path.text)).inserted, try !plan.exists(path) else { continue }
      do {
        let text = try text(of: there, at: path)
        try plan.create(path, text)
        plan.record(ChangeRecord(.created, path))
        changes.append(.init(kind: .added, path: path))
        return Arrived(id: there.id, path: path, text: text, wasMeant: false, isTheirs: true, isMade: true)
      } catch let error as ChangeError {
        switch error.cause {
        case .exists, .existsInOtherCase: continue
        default: throw error
        }
      }
    }
  }

  /// The names of the files that one change makes.
  private struct NewNames {
    let pattern: String
    var taken: Set<String> = []
    /// How many notes have been given each name.
    var counts: [String: Int] = [:]
  }

  /// The title as the name of a file, with 2 and so on behind it each time that it is asked for again.
  private func place(named title: String, _ id: String, _ names: inout NewNames) throws -> NotePath {
    func name(_ title: String) throws -> String {
      try NoteFileName.make(pattern: names.pattern, title: title, id: id, time: editor.environment.civilTime)
    }
    var found: String
    do { found = try name(title) } catch { found = try name("Untitled") }
    let number = names.counts[LinkResolver.key(found), default: 0] + 1
    names.counts[LinkResolver.key(found)] = number
    if number > 1 { found = "\(NotePath(found).stem) \(number).md" }
    let folder = settings.folder.text
    return NotePath(folder.isEmpty ? found : folder + "/" + found)
  }

  private static func firstLine(of body: [UInt8]) -> String {
    let line = body.split(separator: 0x0A).lazy.map { String(decoding: $0, as: UTF8.self).trimmingWhitespace }
      .first { !$0.isEmpty }
    return String((line ?? "Untitled").drop { $0 == "#" || $0 == " " }.prefix(80))
  }

  private func text(of there: RemoteNote, at path: NotePath) throws -> [UInt8] {
    let configuration = editor.configuration
    do {
      let text = try there.fields.applied(to: [], path: path, editor.parsingOptions)
      var changes: [FrontMatterChange] = []
      if configuration.newNoteID != .none { changes.append(.set(key: "id", .text(editor.newNoteID()))) }
      if configuration.writesCreated, configuration.timestamps != .never, let created = there.created {
        changes.append(.set(key: "created", .dateTime(created.iso8601(in: editor.environment.offset))))
      }
      return try FrontMatterEditor.applying(changes, to: text)
    } catch {
      throw ChangeError(path, .refused(error.message))
    }
  }

  private func trashIdentity() throws -> UserIdentity? {
    let folders = editor.environment.folders
    return try options.dryRun ? UserIdentity.ofUser(folders) : .made(in: folders)
  }
}
