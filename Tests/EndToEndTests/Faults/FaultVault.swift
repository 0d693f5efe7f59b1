import Foundation
import VaultTestSupport

/// A small vault in which one command after another is made to fail, and a look at all that it holds.
final class FaultVault {
  let sandbox: Sandbox

  static let notes: [String: String] = [
    "a.md": "---\ntags: [work, x]  # mine\nupdated: 2026-01-01\n---\n# A\n\n[[b]] and [b](dir/b.md#sub) #work/sub\n",
    "dir/b.md": "# B\r\n\r\n## Sub\r\n\r\n[[a#A]] ![[c]]\r\n",
    "dir/c.md": "no newline at the end, [[dir/b#Sub|alias]] #work",
    "dir/deep/d.md": "---\nrelated: \"[[b]]\"\n---\n",
    "hard.md": "---\ntags: [work]\n---\nhas another name, [[b]]\n",
    "Inbox.md": "- first\n",
    "old.md": "---\nupdated: 2020-01-01\n---\nold, [[a]]\n",
    "tasks.md": "---\naction_items: [call, write]\n---\n# T\r\n- [ ] again 🔁 every day 📅 2026-03-01\r\n"
      + "- [ ] parent\r\n  - [ ] child ⏫ 🆔 kid\r\n- [x] done ✅ 2026-03-02\r\n# Other\r\n- [ ] once 🏁 delete",
  ]

  init() throws {
    sandbox = try Sandbox(notes: false)
    for (path, text) in Self.notes {
      let url = URL(fileURLWithPath: sandbox.vault + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try FileManager.default.linkItem(atPath: sandbox.vault + "/hard.md", toPath: sandbox.vault + "/twin.md")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: sandbox.vault + "/a.md")
    _ = try sandbox.run("vault init")
  }

  /// Every file with its mode and text, in the trash too, whose folders have no names of their own here.
  func tree() throws -> [String: String] {
    var tree: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.vault) {
      if path.hasPrefix(".vault/state") || path.hasPrefix(".vault/journal") { continue }
      var name = path
      if path.hasPrefix(".vault/trash/") {
        name = ".vault/trash/*/" + path.split(separator: "/").dropFirst(3).joined(separator: "/")
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.vault + "/" + path)
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        // Whose folders come and go is no note's harm.
        if !path.hasPrefix(".vault") { tree[name] = "(folder)" }
        continue
      }
      let mode = (attributes[.posixPermissions] as? Int).map { String($0, radix: 8) } ?? "?"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: sandbox.vault + "/" + path))
      tree[name] = mode + " " + String(decoding: bytes, as: UTF8.self)
    }
    return tree
  }

  /// What no finished and no recovered command may leave behind.
  func leftovers() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.vault).filter {
      $0.contains(".vault-tmp-") || $0 == ".vault/journal/pending"
    }
  }
}

/// A command that changes files, with what has to be done before it.
struct ChangingCommand: CustomStringConvertible, Sendable {
  var line: String
  var before: [String] = []
  /// The note that it opens in an editor, which writes into the file itself.
  var edited: String?

  var description: String { line }

  var variables: [String: String] { edited == nil ? [:] : ["EDITOR": "f() { echo more >> \"$1\"; }; f"] }

  /// What may be found when it has not come to its end: the tree as it was, or as the editor has left it, which nothing
  /// takes back.
  func unfinished(_ before: [String: String]) -> [[String: String]] {
    guard let edited, let text = before[edited] else { return [before] }
    return [before, before.merging([edited: text + "more\n"]) { $1 }]
  }

  static let all: [ChangingCommand] = [
    .init(line: "set status done a hard"),
    .init(line: "unset tags a hard"),
    .init(line: "tag add new/tag a dir/c"),
    .init(line: "tag remove work a"),
    .init(line: "tag rename work job --yes"),
    .init(line: "pin a dir/b"),
    .init(line: "unpin a", before: ["pin a"]),
    .init(line: "favorite a"),
    .init(line: "append a more"),
    .init(line: "prepend dir/b --under Sub more"),
    .init(line: "add thought"),
    .init(line: "new Title --tag q --folder new/sub"),
    .init(line: "journal 2026-03-01 --print"),
    .init(line: "mv dir/b.md moved/b2.md --yes"),
    .init(line: "mv dir/ other/place --yes"),
    .init(line: "rename --prefix p- a dir/b --yes"),
    .init(line: "heading rename a A Alpha --yes"),
    .init(line: "rm a dir/ --yes"),
    .init(line: "trash restore a", before: ["rm a --yes"]),
    .init(line: "undo", before: ["mv dir/b.md moved/b2.md --yes"]),
    .init(line: "undo", before: ["new T --folder f", "rm a --yes", "undo"]),
    .init(line: "redo", before: ["tag rename work job --yes", "undo"]),
    .init(line: "archive --older-than 1y --yes"),
    .init(line: "import ../results/notes.json --into in/here --yes", before: ["export --json > ../results/notes.json"]),
    .init(line: "edit a", edited: "a.md"),
    .init(line: "tasks done tasks:5 tasks:6 kid tasks:10"),
    .init(line: "tasks undo tasks:6 tasks:8", before: ["tasks done tasks:5"]),
    .init(line: "tasks undo tasks:8"),
    .init(line: "tasks start kid"),
    .init(line: "tasks cancel tasks:6"),
    .init(line: "tasks status x tasks:5 --no-repeat"),
    .init(line: "tasks edit tasks:6 --description other --due 2026-04-01"),
    .init(line: "tasks edit tasks:6", edited: "tasks.md"),
    .init(line: "tasks due 2026-04-01 tasks:5 kid"),
    .init(line: "tasks schedule 2026-04-02 tasks:5"),
    .init(line: "tasks priority low kid"),
    .init(line: "tasks repeat 'every week' tasks:6 kid"),
    .init(line: "tasks move tasks:6 --note dir/b --heading Sub"),
    .init(line: "tasks move kid --heading Other"),
    .init(line: "tasks rm tasks:6 tasks:10 --nested"),
    .init(line: "tasks promote tasks --heading Todo"),
    .init(line: "tasks add 'buy milk !high due:2026-04-01 every week'"),
    .init(line: "tasks add 'buy milk' --note dir/c --heading New"),
    .init(
      line: "import --todotxt ../results/todo.txt --note in/todo --yes",
      before: ["tasks export --todotxt > ../results/todo.txt"]),
  ]

  /// All, or those that begin as `VAULT_FAULTS` says.
  static let chosen: [ChangingCommand] = {
    guard let beginning = ProcessInfo.processInfo.environment["VAULT_FAULTS"] else { return all }
    return all.filter { $0.line.hasPrefix(beginning) }
  }()

  /// Those that between them take every kind of step.
  static let few: [ChangingCommand] = all.filter {
    ["tag rename work job --yes", "mv dir/b.md moved/b2.md --yes"].contains($0.line)
  }
}
