import Foundation

/// Moving a note that a thousand others link to, on a copy of the vault.
struct MoveRows {
  let session: Session
  let vault: MeasuredVault

  static let mostLinks = 1_000
  private static let name = "Much linked"

  func rows() -> [Row] {
    let what = "mv of a note with \(links) backlinks"
    return [
      .measured(what) {
        let root = session.folder + "/moving"
        // Each run has a copy of its own that waits for it: ext4 does not hand out inodes again that were freed a minute
        // ago, and looks at all of them for each new file, so what the run before had deleted would count for this one.
        let copies = (0...Session.slowRuns).map { "\(root)-\($0)" }
        for place in [root] + copies where FileManager.default.fileExists(atPath: place) {
          try FileManager.default.removeItem(atPath: place)
        }
        for copy in copies {
          _ = try session.answer(["cp", "-r", vault.root, copy])
          try link(in: copy)
        }
        defer {
          // What is left in the working folder is removed with it.
          for place in [root] + copies { do { try FileManager.default.removeItem(atPath: place) } catch {} }
        }
        let move = session.vault("mv", "\(Self.name).md", "Moved here/\(Self.name) elsewhere.md", "--yes", in: root)
        let ripgrep = session.ripgrep("-l", Self.name, in: vault, at: root)
        // The first copy that is left; the one before goes out of the way. Notes that were written just now would be
        // read again for two seconds.
        let next = """
          cd \(Session.shown([session.folder])); if [ -e moving ]; then mv moving done-$$; fi; \
          for copy in moving-*; do mv "$copy" moving; break; done; \
          \(Session.shown(session.vault("index", in: root))) >/dev/null; sync; sleep 2.2; \
          \(Session.shown(session.vault("index", in: root))) >/dev/null
          """
        let prepare = ["sh", "-c", next]
        try session.expect(links + 1, linesFrom: ["sh", "-c", next + "; exec \"$@\"", "sh"] + move)
        // Finds as many before and after.
        try session.expect(links, linesFrom: ripgrep)
        let times = try session.times([Timed(move, prepare: prepare), Timed(ripgrep)], slow: true)
        return Row(what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg -l", goal: .ratio(3))
      }
    ]
  }

  private var links: Int { min(Self.mostLinks, vault.facts.plainNotes?.count ?? vault.facts.notes) }

  private func link(in root: String) throws {
    let paths = try vault.facts.plainNotes ?? anyNotes(in: root)
    guard paths.count >= links else { throw Session.Failure(description: "\(root) has fewer than \(links) notes") }
    for path in paths.prefix(links) {
      let file = URL(fileURLWithPath: root + "/" + path)
      let note = PlainNote(Array(try Data(contentsOf: file)))
      guard let linked = note.adding(paragraph: "See [[\(Self.name)]] for more.") else {
        throw Session.Failure(description: "\(file.path): front matter without an end")
      }
      // In place, so that the file's inode stays the copy's.
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data(linked))
      try handle.close()
    }
    try Data("# The target\n".utf8).write(to: URL(fileURLWithPath: root + "/\(Self.name).md"))
  }

  private func anyNotes(in root: String) throws -> [String] {
    guard let entries = FileManager.default.enumerator(atPath: root) else {
      throw Session.Failure(description: "\(root) cannot be listed")
    }
    return Array(entries.lazy.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.prefix(links))
  }
}
