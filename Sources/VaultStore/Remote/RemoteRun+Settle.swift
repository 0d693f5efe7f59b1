import VaultCore

extension RemoteRun {
  /// What the history calls the changes that bring in what this server has.
  var request: String { "sync with \(settings.name) " }

  /// Finds out what became of what was on its way when a round was broken off.
  func settle() throws {
    if options.dryRun || state.intents.isEmpty { return }
    var byFields: [[UInt8]: String] = [:]
    for note in listing.notes.values where state.notes[note.id] == nil { byFields[note.hash] = note.id }
    var arrivals: [NotePath: [UInt8]]?
    for intent in state.intents {
      switch intent {
      case .post(_, let id, let path, let fields):
        // By its fields alone it may be another client's: then it is this note only while that is here.
        let other = try tree.exists(path) ? byFields[fields] : nil
        guard let found = listing.notes[id] ?? other.flatMap({ listing.notes[$0] }), state.notes[found.id] == nil else {
          if listing.isWhole, try !tree.exists(path) { try state.settle(intent) }
          continue
        }
        // What another client has made of it since is merged, as one note without a base where that is not kept.
        let note = SyncedNote(
          id: found.id, path: path, there: fields, here: fields, file: nil, noteID: nil, wasMeant: true)
        if found.hash == fields { try state.set([(note, found.fields)]) } else { try state.update(note) }
      case .put, .arrive:
        // Writing down what was found closes the intent, so that a kill leaves either all of it known or the intent open.
        if let found = try found(intent, &arrivals) { try state.set([found]) } else { try state.settle(intent) }
      }
    }
  }

  /// The note that arrived, and what the server has of it; nil where it did not arrive, or is another one by now.
  private func found(
    _ intent: SyncState.Intent, _ arrivals: inout [NotePath: [UInt8]]?
  ) throws -> (note: SyncedNote, fields: SharedFields)? {
    switch intent {
    case .post: return nil
    case .put(let id, let fields):
      guard var note = state.notes[id], let found = listing.notes[id], found.hash == fields else { return nil }
      (note.there, note.here, note.file) = (fields, fields, nil)
      return (note, found.fields)
    case .arrive(let id, let path, let fields, let file):
      // A file that was there before is another note until the two are paired.
      guard let found = listing.notes[id], found.hash == fields, state.notes[id] == nil, state.note(at: path) == nil,
        let text = try text(path)
      else { return nil }
      let isAsMade = NoteHash.of(text) == file
      if !isAsMade, arrivals == nil { arrivals = try lastArrivals() }
      guard let made = isAsMade ? text : arrivals?[path], NoteHash.of(made) == file else { return nil }
      let note = SyncedNote(
        id: id, path: path, there: fields, here: self.fields(made, path).hash, file: isAsMade ? file : nil, noteID: nil,
        wasMeant: false)
      return (note, found.fields)
    }
  }

  /// The notes that the last change made that brought something in from this server, as it left them. Somebody may have edited
  /// them since.
  private func lastArrivals() throws -> [NotePath: [UInt8]] {
    try editor.read { reader in
      guard let change = try reader.change(requestedAs: request), let made = change.made,
        try reader.history().first(where: { $0.sequence == change.sequence })?.isUndone == false
      else { return [:] }
      let new = made.texts.lazy.filter { $0.from == nil }
      return Dictionary(new.compactMap { text in text.to.map { ($0, text.after) } }) { _, last in last }
    }
  }
}
