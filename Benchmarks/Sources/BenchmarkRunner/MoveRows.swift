import Foundation
import VaultGenerator

/// Moving a note that a thousand others link to, on a copy of the vault.
struct MoveRows {
  let session: Session
  let vault: GeneratedVault

  private static let links = 1_000
  private static let name = "Much linked"

  func rows() -> [Row] {
    let what = "mv of a note with \(Self.links) backlinks"
    return [
      .measured(what) {
        let root = session.folder + "/moving"
        if FileManager.default.fileExists(atPath: root) { try FileManager.default.removeItem(atPath: root) }
        _ = try session.answer(["cp", "-r", vault.root, root])
        defer {
          // What is left in the working folder is removed with it.
          do { try FileManager.default.removeItem(atPath: root) } catch {}
        }
        try link(in: root)
        _ = try session.answer(session.vault("init", in: root))
        let move = session.vault("mv", "\(Self.name).md", "Moved here/Renamed.md", "--yes", in: root)
        let ripgrep = session.ripgrep("-l", Self.name, in: root)
        try session.expect(Self.links, linesFrom: ripgrep)
        // Notes that were written just now would be read again for two seconds.
        let back =
          "\(Session.shown([options.vault])) undo -q -C \(Session.shown([root])) 2>/dev/null; sleep 2.2; "
          + "\(Session.shown([options.vault])) index -q -C \(Session.shown([root])) >/dev/null"
        try session.expect(Self.links + 1, linesFrom: ["sh", "-c", back + "; exec \"$@\"", "sh"] + move)
        let times = try session.times([Timed(move, prepare: ["sh", "-c", back]), Timed(ripgrep)], slow: true)
        return Row(what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg -l", goal: .ratio(3))
      }
    ]
  }

  private var options: Options { session.options }

  private func link(in root: String) throws {
    var left = Self.links
    for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() where path.hasSuffix(".md") {
      guard left > 0 else { break }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: root + "/" + path))
      try file.seekToEnd()
      try file.write(contentsOf: Data("\n\nSee [[\(Self.name)]] for more.\n".utf8))
      try file.close()
      left -= 1
    }
    guard left == 0 else { throw Session.Failure(description: "the vault has fewer than \(Self.links) notes") }
    try Data("# The target\n".utf8).write(to: URL(fileURLWithPath: root + "/\(Self.name).md"))
  }
}
