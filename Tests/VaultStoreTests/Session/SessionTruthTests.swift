#if canImport(Glibc)
  import Foundation
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  /// What a session has proven is what the files say at a moment between question and answer. `VAULT_SOAK=1` makes 10,000
  /// changes.
  @Suite(.enabled(if: WatcherUnderTest.isPossible)) struct SessionTruthTests {
    private static let rounds = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 250 : 10_000

    /// Each change is one that the file system makes at once, so that there is no state in between.
    private struct Changes {
      let folder: TemporaryFolder
      let stage: TemporaryFolder
      var random: SeededGenerator
      var notes: Set<String> = []
      var count = 0

      mutating func put() throws {
        count += 1
        let path = "\(below(4))/note \(below(40)).md"
        try stage.write(
          "---\ntags: [t\(below(5))]\n---\n# T \(count)\n\nword\(below(6)) [[note \(below(40))]]\n", to: "x")
        if !folder.exists(path) { try folder.makeFolder(String(path.prefix(1))) }
        guard rename(stage.absolute("x"), folder.absolute(path)) == 0 else {
          throw SessionUnderTest.TestFailure(description: "rename: \(systemMessage(errno))")
        }
        notes.insert(path)
      }

      mutating func remove() throws {
        guard notes.count > 5, let path = notes.sorted().randomElement(using: &random) else { return try put() }
        try folder.remove(path)
        notes.remove(path)
      }

      /// Not beside a question: a scan that lists the old name may find nothing there any more.
      mutating func move() throws {
        guard let path = notes.sorted().randomElement(using: &random) else { return try put() }
        count += 1
        let new = "\(below(4))/moved \(count).md"
        try folder.makeFolder(String(new.prefix(1)))
        try folder.move(path, to: new)
        notes.remove(path)
        notes.insert(new)
      }

      mutating func one() throws { below(4) == 0 ? try remove() : try put() }
      mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    }

    private static func state(_ reader: VaultReader, _ query: Query) throws -> [String] {
      try VaultAnswers.list(reader, Query()) + VaultAnswers.tags(reader)
        + reader.search(query, options: SearchOptions(linesPerHit: 0)).hits.map(\.record.path.text).sorted()
    }

    @Test(arguments: [Question<[String]>.Freshness.proven, .recent])
    func answersAreThoseOfTheFiles(_ freshness: Question<[String]>.Freshness) throws {
      let folder = try TemporaryFolder()
      var changes = Changes(folder: folder, stage: try TemporaryFolder(), random: SeededGenerator(seed: 11))
      for _ in 0..<20 { try changes.put() }
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      let query = try under.test.query("word1")
      let files = try under.test.vault(noIndex: true)
      var last: SnapshotStamp?
      var proven = 0
      for round in 0..<Self.rounds {
        for _ in 0..<changes.below(3) { changes.below(3) == 0 ? try changes.move() : try changes.one() }
        let before = try files.read { try Self.state($0, query) }
        let answer = Waiting<Answer<[String]>>()
        under.session.ask(Question(freshness: freshness) { try Self.state($0, query) }) { answer.put($0) }
        if changes.below(2) == 0 {
          usleep(UInt32(changes.below(3_000)))
          try changes.one()
        }
        let given = try answer.value()
        let after = try files.read { try Self.state($0, query) }
        if let last { #expect(given.stamp >= last, "round \(round)") }
        last = given.stamp
        guard given.isProven else { continue }
        proven += 1
        if given.value != before, given.value != after {
          let difference = VaultAnswers.difference(given.value, after) ?? ""
          Issue.record("round \(round): \(difference)")
          return
        }
      }
      #expect(proven > 0)
    }
  }
#endif
