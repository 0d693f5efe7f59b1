import Foundation
import Testing

/// What is twice as large takes twice the work, and not four times: instructions are counted, not time.
///
/// `VAULT_SOAK=1` runs all kinds, all commands instead of each kind's first, and makes everything eight times as large.
@Suite("Work", .enabled(if: WorkCount.isPossible)) struct WorkTests {
  private static let scale = KillTests.isSoak ? 8 : 1
  /// What grows with the logarithm of the size besides, sorting and the index's trees, stays below it.
  private static let most = 2.5

  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    /// The smallest of three sizes.
    var size: Int
    var commands = [
      "vault index --rebuild", "vault search 'number or word' --format '{path}'", "vault tasks --all --count",
    ]
    /// The notes by their paths.
    var notes: @Sendable (Int) -> [(path: String, text: String)]
    /// A shell line that changes what was indexed.
    var change: String?
    /// Whether it takes part in the short form, where `AdversarialNotesTests` do not see the same.
    var isShort = true

    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "a long note", size: 250) { lines in
      [
        (
          "long.md",
          (0..<lines).map {
            $0 % 40 == 0 ? "\n## Heading \($0)\n\n" : "Some words, a [[link]] and **more** of it, number \($0)\n"
          }.joined()
        )
      ]
    },
    Kind(
      name: "a note with many tasks", size: 60,
      commands: [
        "vault tasks --all --no-index", "vault index --rebuild", "vault tasks --all", "vault search number",
        "vault tasks done tasks.md:7",
      ],
      notes: { count in
        [("tasks.md", (0..<count).map { "- [ ] task \($0), number word 📅 2026-03-\(10 + $0 % 20)\n" }.joined())]
      }),
    Kind(name: "a note with many links", size: 150) { count in
      [("links.md", (0..<count).map { "[[Number word \($0)]] and [text](other/\($0).md)\n" }.joined())]
    },
    Kind(
      name: "one long line", size: 200,
      notes: { [("line.md", String(repeating: "number word [x](y) *z* `c` ", count: $0))] }, isShort: false),
    Kind(
      name: "tasks below each other", size: 60,
      notes: { count in
        let tasks = (0..<count).map { String(repeating: "  ", count: $0 % 30) + "- [ ] number word \($0)\n" }
        return [("nested.md", tasks.joined())]
      }, isShort: false),
    Kind(name: "a folder of many notes", size: 60) { count in
      (0..<count).map { ("\($0).md", "number word \($0)\n") }
    },
    Kind(
      name: "one of many notes changes", size: 400,
      commands: ["vault search changed --format '{path}'"],
      notes: { count in (0..<count).map { ("\($0).md", "number word \($0)\n") } }, change: "echo changed >> 7.md"),
    // What is twice as deep has four times as much text in its paths.
    Kind(name: "folders in folders", size: 225) { text in
      (1...Int(Double(text).squareRoot())).map { (String(repeating: "d/", count: $0) + "note.md", "number word\n") }
    },
    // With fewer, what the threads cost that read them differs from run to run by a tenth of the whole.
    Kind(
      name: "many notes renamed at once", size: 200,
      commands: [
        "vault rename --prefix 'P ' - --yes < ../list", "vault undo", "vault redo", "vault undo --quiet",
        "vault rm - --yes < ../list", "vault trash",
      ],
      notes: { count in (0..<count).map { ("\($0).md", "[[\($0 + 1)]]\n") } },
      change: "vault list -0 > ../list"),
    Kind(
      name: "many notes of one name", size: 40,
      commands: [
        "vault links --dangling", "vault orphans", "vault backlinks d5/Same", "vault related d5/Same",
        "vault mv d5/Same.md d5/Other.md --yes",
      ],
      notes: { count in
        (0..<count).map { ("d\($0)/Same.md", "[[Same]], [[d\($0 / 2)/Same]], [x](../d\($0 + 1)/Same.md)\n") }
      }),
    Kind(
      name: "links to many headings of a note", size: 40,
      commands: ["vault heading rename Note 'Heading 3' Other --yes"],
      notes: { count in
        [("Note.md", (0..<count).map { "## Heading \($0)\n\nSee [[#Heading \($0)]].\n\n" }.joined())]
      }),
    Kind(
      name: "a note that many link to", size: 130,
      commands: ["vault mv Target.md Moved.md --yes", "vault backlinks Moved", "vault index --rebuild"],
      notes: { count in
        [("Target.md", "x\n")] + (0..<count).map { ("\($0).md", "See [[Target]], number word.\n") }
      }),
  ]

  @Test(arguments: kinds.filter { $0.isShort || KillTests.isSoak }) func growsInProportion(_ kind: Kind) throws {
    let commands = KillTests.isSoak ? kind.commands : Array(kind.commands.prefix(1))
    let counts = try [1, 2, 4].map { factor in
      let count = try WorkCount()
      for (path, text) in kind.notes(kind.size * factor * Self.scale) {
        let url = URL(fileURLWithPath: count.sandbox.vault + "/" + path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      return count
    }
    // What was written just now would be read again.
    Thread.sleep(forTimeInterval: 2.2)
    var works: [String: [Double]] = [:]
    for count in counts {
      let line = "vault index" + (kind.change.map { "; " + $0 } ?? "")
      guard try count.sandbox.run(line).status == 0 else { throw WorkCount.Failure(description: line) }
      for command in commands { works[command, default: []].append(try count.work(of: command, orNothing: 1)) }
    }
    for command in commands {
      let work = try #require(works[command])
      #expect(WorkCount.growth(work) < Self.most, "\(command): \(work) million instructions")
    }
  }

  /// Else the tests above could not fail.
  @Test func whatIsWithTheSquareIsSeen() throws {
    let count = try WorkCount()
    let work = try [100, 200, 400].map { size in
      try count.work(of: "awk 'BEGIN { for (a = 0; a < \(size); a++) for (b = 0; b < \(size); b++) sum += b }'")
    }
    #expect(WorkCount.growth(work) > 3.5, "\(work)")
  }
}
