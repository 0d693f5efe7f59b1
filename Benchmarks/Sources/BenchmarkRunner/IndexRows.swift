import Foundation

/// Building the index and keeping it up to date.
struct IndexRows {
  let session: Session
  let vault: MeasuredVault

  private var index: [String] { session.vault("index", in: vault.root) }

  /// Leaves an index that is complete; the rows that follow use it.
  func build() -> [Row] {
    let memory = "first index, peak memory"
    let size = "index file, against the notes"
    var rows = [
      Row.measured(memory) {
        try FileManager.default.removeItem(atPath: session.cache)
        try FileManager.default.createDirectory(atPath: session.cache, withIntermediateDirectories: true)
        let peak = try session.resources(of: index).peakBytes
        return Row(what: memory, vault: .init(peak, .bytes), goal: .value(150e6))
      },
      Row.measured(size) {
        let bytes = try Self.size(of: session.cache)
        guard bytes > 0 else { throw Session.Failure(description: "no index under XDG_CACHE_HOME") }
        return Row(
          what: size, vault: .init(Double(bytes), .bytes), peer: .init(Double(vault.facts.bytes), .bytes),
          peerName: "notes", goal: .ratio(0.7))
      },
    ]
    rows.insert(rebuild(), at: 0)
    return rows
  }

  private func rebuild() -> Row {
    let what = "first index (index --rebuild)"
    return .measured(what) {
      let insert = session.peer("fts5", vault.root, session.folder + "/fts5.sqlite")
      try session.expect(vault.facts.notes, numberFrom: insert)
      let rebuild = session.vault("index", "--rebuild", in: vault.root)
      _ = try session.answer(rebuild)
      let times = try session.times([Timed(rebuild), Timed(insert)], slow: true, once: vault.facts.isVast)
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "FTS5 insert",
        goal: .ratio(1.3))
    }
  }

  /// A search that finds no index. Each run waits until the one that the run before has begun is there, and takes it away.
  func unindexed() -> Row {
    let what = "search without an index yet"
    return .measured(what) {
      let words = vault.facts.words.joined(separator: " ")
      let search = session.vault("search", words, "--format", "{path}", in: vault.root)
      let phrase = session.ripgrep("-il", vault.facts.phrase, in: vault)
      let indexed = Session.shown(index)
      let prepare = [
        "sh", "-c",
        "until \(indexed); do sleep 0.2; done >/dev/null 2>&1; rm -rf \(Session.shown([session.cache]))/vault",
      ]
      try session.expect(
        vault.facts.notesWithBothWords, linesFrom: ["sh", "-c", prepare[2] + "; exec \"$@\"", "sh"] + search)
      let times = try session.times(
        [Timed(search, prepare: prepare), Timed(phrase, prepare: prepare)], slow: true, once: vault.facts.isVast)
      _ = try session.answer(["sh", "-c", "until \(indexed); do sleep 0.2; done 2>/dev/null"])
      return Row(what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg phrase", goal: .ratio(1.5))
    }
  }

  /// Nothing has changed. With and without what starting the program takes.
  func refresh(startUp: Double?) -> [Row] {
    let what = "index, nothing changed"
    let alone = "the same, less start-up"
    var aloneRow: Row?
    let row = Row.measured(what) {
      let walk = session.peer("walk", vault.root)
      try session.expect(vault.facts.notes, numberFrom: walk)
      _ = try session.answer(index)
      let times = try session.times([Timed(index), Timed(walk)])
      if let startUp {
        aloneRow = Row(
          what: alone, vault: .init(max(times[0].median - startUp, 0), .seconds), peer: .init(times[1]),
          peerName: "walk in C", goal: .ratio(0.8))
      }
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "walk in C",
        goal: .ratio(0.8), usage: try session.usage(of: index))
    }
    return [row, aloneRow ?? Row(what: alone, vault: nil, failure: "needs the rows `--version` and \(what)")]
  }

  /// Nothing has changed, and a watcher knows it.
  func watchedRefresh() -> Row {
    let what = WatchRows.prefix + "index, nothing changed"
    return .measured(what) {
      _ = try session.answer(index)
      let times = try session.times([Timed(index), Timed(session.peer("walk", vault.root))])
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "walk in C",
        usage: try session.usage(of: index))
    }
  }

  /// A search after one note has changed, against the same search with nothing changed. The note gets its old bytes
  /// back; when that fails, the vault stays marked as incomplete and the next run writes it afresh.
  func changed(isWatched: Bool = false) -> Row {
    let what = (isWatched ? WatchRows.prefix : "") + "one note changed, then search"
    return .measured(what) {
      let note = vault.root + "/" + vault.facts.someNote
      let original = try Data(contentsOf: URL(fileURLWithPath: note))
      let modified = try FileManager.default.attributesOfItem(atPath: note)[.modificationDate]
      try vault.markIncomplete()
      let times = try searches(changing: note)
      // In place, as it was changed; mode and inode stay.
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: note))
      try file.write(contentsOf: original)
      try file.truncate(atOffset: UInt64(original.count))
      try file.close()
      if let modified { try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: note) }
      try vault.markComplete()
      return Row(
        what: what, vault: .init(times[1]), peer: .init(times[0]), peerName: "unchanged",
        goal: isWatched ? nil : .ratio(1.25))
    }
  }

  private func searches(changing note: String) throws -> [Timing] {
    let words = vault.facts.words.joined(separator: " ")
    let search = session.vault("search", words, "--format", "{path}", in: vault.root)
    // The same work before both; only one of the files is a note.
    func append(_ file: String) -> [String] { ["sh", "-c", "echo 'One more line.' >> \"$1\"", "sh", file] }
    _ = try session.answer(search)
    let unchanged = Timed(search, prepare: append(session.folder + "/elsewhere"))
    return try session.times([unchanged, Timed(search, prepare: append(note))]) {
      // The note that was just written is read again by every command for two seconds.
      Thread.sleep(forTimeInterval: 3)
      _ = try session.answer(index)
    }
  }

  private static func size(of folder: String) throws -> Int {
    var sum = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
      if attributes[.type] as? FileAttributeType == .typeRegular { sum += attributes[.size] as? Int ?? 0 }
    }
    return sum
  }
}
