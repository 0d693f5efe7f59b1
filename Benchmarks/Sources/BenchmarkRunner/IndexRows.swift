import Foundation

/// Keeping the index up to date.
struct IndexRows {
  let session: Session
  let vault: MeasuredVault
  /// The process of the watcher that runs; nil for none.
  var watcher: Int?

  private var index: [String] { session.vault("index", in: vault.root) }

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
    aloneRow?.otherCores = row.otherCores
    return [row, aloneRow ?? Row(what: alone, vault: nil, failure: "needs the rows `--version` and \(what)")]
  }

  /// Nothing has changed, and a watcher knows it.
  func watchedRefresh() -> Row {
    let what = WatchRows.prefix + "index, nothing changed"
    return .measured(what, beside: watcher) {
      _ = try session.answer(index)
      let times = try session.times([Timed(index), Timed(session.peer("walk", vault.root))])
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "walk in C",
        usage: try session.usage(of: index))
    }
  }

  /// A search after one note has changed, against the same search with nothing changed. The note gets its old bytes
  /// back; when that fails, the vault stays marked as incomplete and the next run writes it afresh.
  func changed() -> Row {
    let what = (watcher == nil ? "" : WatchRows.prefix) + "one note changed, then search"
    return .measured(what, beside: watcher) {
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
        goal: watcher == nil ? .ratio(1.25) : nil)
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
}
