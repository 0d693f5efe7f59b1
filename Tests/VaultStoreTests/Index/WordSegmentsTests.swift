import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The words of a build and of each change are segments of their own, which are merged bit by bit.
@Suite struct WordSegmentsTests {
  /// Returns how many segments the full-text table has: the second number of its structure, behind the cookie and, in its
  /// newer form, a mark of four bytes. Neither number is above 127 here, so that each is one byte.
  private func segments(_ path: String) throws -> Int {
    try IndexDump.opened(path).read { db in
      let statement = try IndexStatement(db, "SELECT block FROM words_data WHERE id = 10")
      #expect(try statement.step())
      let structure = Array(statement.bytes(0))
      let start = structure.dropFirst(4).starts(with: [0xFF, 0, 0, 1]) ? 8 : 4
      return Int(structure[start + 1])
    }
  }

  @Test func segmentsOfChangesStayFew() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("alpha\n", to: "a.md")
    var most = 0
    for number in 0..<60 {
      try folder.write("beta\(number) gamma\n", to: "b.md")
      #expect(try test.paths("gamma") == ["b.md"])
      most = max(most, try segments(test.indexPath()))
    }
    #expect(try test.paths("beta59") == ["b.md"])
    #expect(try test.paths("beta58").isEmpty)
    #expect(most < 16)
  }

  /// A change merges little of the large segments that a build leaves, and some dozen merge all of them.
  @Test func largeSegmentsAreMergedBitByBit() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for note in 0..<60 {
      try folder.write((0..<4_000).map { "word\(note)x\($0 * 7919 % 4_000) " }.joined(), to: "\(note).md")
    }
    // Makes the folder of the index, whose place the build takes.
    #expect(try test.paths("word0x0") == ["0.md"])
    let vault = try test.vault()
    let pending = PendingScan(vault.scanner)
    let refresh = IndexRefresh(scan: try pending.wait(), checkedAt: pending.startedAt, pipeline: vault.pipeline)
    var build = try IndexBuild(
      path: test.indexPath(), root: vault.location.root, parsing: vault.parsingFingerprint)
    // What is kept is a segment.
    build.keepEvery = 2
    _ = try build.run(refresh, continues: false)
    #expect(try segments(test.indexPath()) == 30)

    var counts: [Int] = []
    for number in 0..<60 {
      try folder.write("beta\(number)\n", to: "b.md")
      #expect(try test.paths("beta\(number)") == ["b.md"])
      counts.append(try segments(test.indexPath()))
    }
    #expect(counts[0] > 30)
    #expect(counts[59] < 16)
    #expect(try test.paths("word59x17") == ["59.md"])
    #expect(try test.paths("word0*") == ["0.md"])
  }
}
