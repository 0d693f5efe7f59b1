import VaultCore
import VaultPlatform

extension RemoteRun {
  /// So many notes in a row on which the server breaks, and it is the server.
  private static let mostBroken = 3

  /// Sends what is new here, note by note. What another client has changed meanwhile is left for the next pass. A note on which
  /// the server breaks does not hold up those behind it; what it said is thrown when they have been sent.
  func send(_ steps: [SyncPlan.Step]) throws {
    var (broken, inARow): (RemoteError?, Int) = (nil, 0)
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
        inARow = 0
      } catch RemoteRefusal.refused(let status, let reason) {
        refuse(step.note?.path ?? NotePath(step.name), status, reason)
        passedOver.insert(step.name)
      } catch let error as RemoteError where error.isAnswer {
        inARow += 1
        if inARow == Self.mostBroken { throw error }
        broken = broken ?? error
      }
    }
    if let broken { throw broken }
  }

  /// The text of a note, where it is what the look at the vault has seen: else nobody has asked yet whether it is to be sent.
  private func lookedAt(_ path: NotePath) throws -> (text: [UInt8], hash: [UInt8])? {
    guard let text = try text(path) else { return nil }
    let hash = NoteHash.of(text)
    return locals[path]?.file == hash ? (text, hash) : nil
  }

  private func send(_ note: SyncedNote) throws {
    guard let (text, hash) = try lookedAt(note.path), let listed = listing.notes[note.id] else { return }
    let here = fields(text, note.path)
    var note = note
    note.file = hash
    note.noteID = NoteParser(options: editor.parsingOptions).structure(of: text, path: note.path).id
    // Only what does not travel has changed, or the server has it already.
    if here.hash == note.here { return try state.update(note) }
    if here == listed.fields {
      (note.there, note.here) = (listed.hash, here.hash)
      return try state.set([(note, listed.fields)])
    }
    // Some servers tell states and do not heed them.
    guard let there = try remote.note(note.id) else { return listing.remove(note.id) }
    listing.set(there)
    if there.hash != listed.hash { return }
    try state.intend([.put(id: note.id, fields: here.hash)])
    let answer: RemoteNote?
    do {
      answer = try remote.replace(note.id, with: there.object(with: here), ifIn: there.tag)
    } catch RemoteRefusal.changed {
      return try lookAgain(note.id)
    } catch RemoteRefusal.gone {
      return listing.remove(note.id)
    }
    // What it answers to a change of just that state is the note's; else another client may have written just then.
    let isItsAnswer = there.tag != nil && answer != nil
    guard let now = try isItsAnswer ? answer : remote.note(note.id) else { return listing.remove(note.id) }
    listing.set(now)
    if !isItsAnswer, now.fields != here {
      // First it is merged by what was there before, then both are kept; a server that always makes something else of it is let be.
      let count = returned[note.id, default: 0] + 1
      returned[note.id] = count
      if count < 3 {
        try state.settle(.put(id: note.id, fields: here.hash))
        if count == 1 { return }
        note.there = SyncedNote.unknown
        return try state.update(note)
      }
    }
    (note.there, note.here) = (now.hash, here.hash)
    try state.set([(note, now.fields)])
    outcome.sent.append(.init(kind: .modified, path: note.path))
  }

  private func lookAgain(_ id: String) throws {
    guard let now = try remote.note(id) else { return listing.remove(id) }
    listing.set(now)
  }

  private func make(_ path: NotePath) throws {
    guard let (text, hash) = try lookedAt(path) else { return }
    let here = fields(text, path)
    let note = NoteParser(options: editor.parsingOptions).structure(of: text, path: path)
    var (key, id): (String, String)
    if case .post(let known, let sent, _, here.hash)? = state.intent(ofNewNoteAt: path) {
      (key, id) = (known, sent)
    } else {
      key = Self.newKey()
      id = note.id.flatMap { isFree($0) ? $0 : nil } ?? key
      try state.intend([.post(key: key, id: id, path, fields: here.hash)])
    }
    let offset = editor.environment.offset
    let milliseconds = (created[path] ?? note.created).instant(in: offset)
    let created = countsMilliseconds ? milliseconds : milliseconds / 1_000
    let object = RemoteNote.object(here, id: id, created: created)
    var made: RemoteNote?
    do { made = try remote.make(object, key: key) } catch let refusal as RemoteRefusal {
      // Sent before, and not answered.
      guard case .refused(409, _) = refusal, let there = try remote.note(id), there.hash == here.hash else {
        try state.settle(.post(key: key, id: id, path, fields: here.hash))
        throw refusal.ofNewNote
      }
      made = there
    }
    // The answer does not say under which id it is kept.
    if made == nil { made = try listed(id, here.hash) }
    guard let made else {
      refuse(path, "the server has taken it and does not list it")
      passedOver.insert(path.text)
      return
    }
    if state.notes[made.id] != nil {
      try state.settle(.post(key: key, id: id, path, fields: here.hash))
      refuse(path, "the server has given it the id of another note")
      passedOver.insert(path.text)
      return
    }
    listing.set(made)
    let synced = SyncedNote(
      id: made.id, path: path, there: made.hash, here: here.hash, file: hash, noteID: note.id, wasMeant: true)
    try state.set([(synced, made.fields)])
    outcome.sent.append(.init(kind: .added, path: path))
  }

  private func listed(_ id: String, _ hash: [UInt8]) throws -> RemoteNote? {
    listing = try remote.list()
    let known = Set(state.notes.keys)
    return listing.notes[id] ?? listing.notes.values.first { $0.hash == hash && !known.contains($0.id) }
  }

  private func isFree(_ id: String) -> Bool {
    RemoteNote.isUsable(id: id) && listing.notes[id] == nil && state.notes[id] == nil
  }

  private static func newKey() -> String {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }

  /// An edit beats a deletion: what another client has changed meanwhile comes back.
  private func delete(_ note: SyncedNote) throws {
    if let now = try remote.note(note.id) {
      listing.set(now)
      if now.hash != note.there { return }
      do { try remote.delete(note.id, ifIn: now.tag) } catch RemoteRefusal.changed {
        return try lookAgain(note.id)
      } catch RemoteRefusal.gone {}
    }
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
      case .makeThere(let path):
        guard try text(path) != nil else { continue }
        outcome.sent.append(.init(kind: .added, path: path))
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

extension RemoteRefusal {
  /// What the answer means for a note that is to be made.
  fileprivate var ofNewNote: RemoteRefusal {
    switch self {
    case .changed: .refused(status: 412, "")
    case .gone: .refused(status: 404, "there is no list of notes at that address")
    case .refused: self
    }
  }
}
