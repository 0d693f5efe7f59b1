import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// An index brought up to date says what one built from nothing does.
@Suite struct IndexRefreshTests {
  @Test(arguments: 0..<5) func randomChanges(_ seed: Int) throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    var changes = RandomChanges(folder, seed: UInt64(1_000 + seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<8 { _ = try changes.next() }
    for round in 0..<100 {
      let done = try (0..<Int.random(in: 1...8, using: &random)).map { _ in try changes.next() }
      let vault = try test.vault()
      try vault.withSnapshot { #expect($0 is IndexSnapshot) }
      let updated = try IndexDump.lines(of: IndexDump.opened(test.indexPath()))
      let fresh = try IndexDump.ofFreshIndex(vault, at: test.cache.absolute("fresh.sqlite"))
      if let difference = VaultAnswers.difference(updated, fresh) {
        Issue.record("seed \(seed), round \(round): \(done.joined(separator: "; "))\n\(difference)")
        return
      }
      guard round % 20 == 0 else { continue }
      let answers = try vault.read { try VaultAnswers.overview($0) }
      let expected = try test.vault(noIndex: true).read { try VaultAnswers.overview($0) }
      if let difference = VaultAnswers.difference(answers, expected) {
        Issue.record("seed \(seed), round \(round), files: \(done.joined(separator: "; "))\n\(difference)")
        return
      }
    }
  }

  /// While a file's stamp proves nothing, no answer can count before the folder has been looked at.
  @Test func anIndexThatCannotBeFreshIsAskedOnce() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("x", to: "note.md")
    try folder.setModificationTime(4_000_000_000_000_000_000, of: "note.md")
    for _ in 0..<3 {
      var asked = 0
      try test.vault().withSnapshot { _ in asked += 1 }
      #expect(asked == 1)
    }
  }

  /// Whoever is told of changes would hear of some where there are none.
  @Test func aLookThatFindsNothingLeavesTheStateAsItIs() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("x", to: "note.md")
    try folder.setModificationTime(4_000_000_000_000_000_000, of: "note.md")
    func generation() throws -> Int? {
      try test.vault().withSnapshot { _ in }
      return try IndexDump.opened(test.indexPath()).read { try IndexMetaReader($0).int(.generation) }
    }
    let first = try #require(try generation())
    #expect(try generation() == first)
    try folder.write("y", to: "other.md")
    #expect(try generation() == first + 1)
    // A file that is no note may be what a link leads to.
    try folder.write("z", to: "picture.png")
    #expect(try generation() == first + 2)
  }

  /// Whoever opens the index reads the whole log before anything else.
  @Test func aLongLogIsEmptied() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    func write(_ text: String) throws {
      for number in 0..<60 {
        let words = (0..<3_000).map { "\(text)\(number)x\($0)" }.joined(separator: " ")
        try folder.write(words, to: "\(number).md")
      }
    }
    try write("old")
    _ = try test.paths("old1x1")
    try write("new")
    #expect(try test.paths("new1x1") == ["1.md"])
    #expect(try fileSize(test.indexPath() + "-wal") == 0)
    try folder.write("short", to: "1.md")
    #expect(try test.paths("short") == ["1.md"])
    #expect(try fileSize(test.indexPath() + "-wal") > 0)
  }

  /// A change of these numbers makes all indexes wrong that hold the old ones.
  @Test func numbersOfLinkKeysBelongToTheVersion() {
    #expect(IndexSchema.version == 24 && LinkKey.number("home") == 59_477_810_432_715)
  }
}
