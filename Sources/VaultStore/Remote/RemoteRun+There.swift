import VaultCore
import VaultPlatform

extension RemoteRun {
  /// Sends what is new here, note by note. What another client has changed meanwhile is left for the next pass.
  func send(_ steps: [SyncPlan.Step]) throws {
    for step in steps {
      try editor.vault.options.cancellation?.check()
      do {
        switch step {
        case .send(let note): try send(note)
        case .makeThere(let path): try make(path)
        case .makeAgain(let note):
          try state.remove(note.id)
          try make(note.path)
        case .deleteThere(let note): try delete(note)
        case .merge, .pair, .makeHere, .comeBack, .deleteHere: continue
        }
      } catch RemoteRefusal.refused(let status, let reason) {
        refuse(
          step.note?.path ?? NotePath(step.name),
          "the server answers \(status)\(reason.isEmpty ? "" : ": \(reason.last == "." ? String(reason.dropLast()) : reason)")"
        )
        passedOver.insert(step.name)
      }
    }
  }

  private func send(_ note: SyncedNote) throws {
    guard let text = try text(note.path), var there = listing.notes[note.id] else { return }
    let here = fields(text, note.path)
    var note = note
    note.file = NoteHash.of(text)
    note.noteID = NoteParser(options: editor.parsingOptions).structure(of: text, path: note.path).id
    note.wasMeant = note.wasMeant || locals[note.path]?.isMeant == true
    // Only what does not travel has changed, or the server has it already.
    if here.hash == note.here { return try state.update(note) }
    if here == there.fields {
      (note.there, note.here) = (there.hash, here.hash)
      return try state.set([(note, there.fields)])
    }
    if note.tag == nil {
      guard let now = try remote.note(note.id) else { return listing.remove(note.id) }
      listing.set(now)
      if now.hash != there.hash { return }
      there = now
      note.tag = now.tag
    }
    try state.intend([.put(id: note.id, fields: here.hash)])
    let answer: RemoteNote?
    do {
      answer = try remote.replace(note.id, with: there.object(with: here), ifIn: note.tag)
    } catch RemoteRefusal.changed {
      return try lookAgain(note.id)
    } catch RemoteRefusal.gone {
      return listing.remove(note.id)
    }
    // Where nothing tells states apart, another client may have written just then.
    guard let now = try note.tag != nil && answer?.tag != nil ? answer : remote.note(note.id) else {
      return listing.remove(note.id)
    }
    listing.set(now)
    if note.tag == nil, now.fields != here, returned[note.id].map({ $0 != (here.hash, now.hash) }) ?? true {
      returned[note.id] = (here.hash, now.hash)
      return state.settle(.put(id: note.id, fields: here.hash))
    }
    (note.there, note.here, note.tag) = (now.hash, here.hash, now.tag)
    try state.set([(note, now.fields)])
    outcome.sent.append(.init(kind: .modified, path: note.path))
  }

  private func lookAgain(_ id: String) throws {
    if var note = state.notes[id] {
      note.tag = nil
      try state.update(note)
    }
    guard let now = try remote.note(id) else { return listing.remove(id) }
    listing.set(now)
  }

  private func make(_ path: NotePath) throws {
    guard let text = try text(path) else { return }
    let here = fields(text, path)
    let note = NoteParser(options: editor.parsingOptions).structure(of: text, path: path)
    var (key, id): (String, String)
    if case .post(let known, let sent, _, here.hash)? = state.intent(ofNewNoteAt: path) {
      (key, id) = (known, sent)
    } else {
      key = Self.newKey()
      id = note.id.flatMap { $0.isEmpty || listing.notes[$0] != nil || state.notes[$0] != nil ? nil : $0 } ?? key
      try state.intend([.post(key: key, id: id, path, fields: here.hash)])
    }
    let offset = editor.environment.offset
    let milliseconds = (created[path] ?? note.created).instant(in: offset)
    let created = countsMilliseconds ? milliseconds : milliseconds / 1_000
    let object = RemoteNote.object(here, id: id, created: created)
    var made: RemoteNote?
    do { made = try remote.make(object, key: key) } catch RemoteRefusal.refused(409, let reason) {
      // Sent before, and not answered.
      guard let there = try remote.note(id), there.hash == here.hash else {
        throw RemoteRefusal.refused(status: 409, reason)
      }
      made = there
    } catch RemoteRefusal.gone {
      throw RemoteRefusal.refused(status: 404, "there is no list of notes at that address")
    } catch RemoteRefusal.changed {
      throw RemoteRefusal.refused(status: 412, "")
    }
    // The answer does not say under which id it is kept.
    if made == nil { made = try listed(id, here.hash) }
    guard let made else { return }
    listing.set(made)
    let synced = SyncedNote(
      id: made.id, path: path, there: made.hash, here: here.hash, file: NoteHash.of(text), noteID: note.id,
      tag: made.tag, wasMeant: true)
    try state.set([(synced, made.fields)])
    outcome.sent.append(.init(kind: .added, path: path))
  }

  private func listed(_ id: String, _ hash: [UInt8]) throws -> RemoteNote? {
    listing = try remote.list()
    let known = Set(state.notes.keys)
    return listing.notes[id] ?? listing.notes.values.first { $0.hash == hash && !known.contains($0.id) }
  }

  private static func newKey() -> String {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }

  /// An edit beats a deletion: what another client has changed meanwhile comes back.
  private func delete(_ note: SyncedNote) throws {
    var tag = note.tag
    if tag == nil {
      if let now = try remote.note(note.id) {
        listing.set(now)
        if now.hash != note.there { return }
        tag = now.tag
      } else {
        listing.remove(note.id)
        return try state.remove(note.id)
      }
    }
    do { try remote.delete(note.id, ifIn: tag) } catch RemoteRefusal.changed {
      return try lookAgain(note.id)
    } catch RemoteRefusal.gone {}
    listing.remove(note.id)
    try state.remove(note.id)
    outcome.sent.append(.init(kind: .deleted, path: note.path))
  }

  // MARK: Without sending

  /// What would go out.
  func tellSending(_ steps: [SyncPlan.Step]) throws {
    for step in steps {
      switch step {
      case .send(let note):
        guard let text = try text(note.path), fields(text, note.path).hash != note.here else { continue }
        outcome.sent.append(.init(kind: .modified, path: note.path))
      case .makeThere(let path): outcome.sent.append(.init(kind: .added, path: path))
      case .makeAgain(let note): outcome.sent.append(.init(kind: .added, path: note.path))
      case .deleteThere(let note): outcome.sent.append(.init(kind: .deleted, path: note.path))
      case .merge, .pair, .makeHere, .comeBack, .deleteHere: continue
      }
    }
  }

  /// How many notes here have changes that the server does not have, as far as is known without asking it.
  func waiting() throws -> Int {
    try survey()
    var count = 0
    for note in state.notes.values {
      guard let local = locals[note.path] else {
        count += 1
        continue
      }
      guard let file = local.file, file != note.file, local.isMeant || !note.wasMeant, let text = try text(note.path)
      else { continue }
      if fields(text, note.path).hash != note.here { count += 1 }
    }
    let known = Set(state.notes.values.map(\.path))
    return count + locals.values.count { $0.isMeant && $0.file != nil && !known.contains($0.path) }
  }
}
