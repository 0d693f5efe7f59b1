import Foundation
import Synchronization
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct CheckedNotesTests {
  /// How many notes are read for each term, in the order in which they are asked.
  private func readings(_ text: String, noIndex: Bool) throws -> (found: Int, read: [Int?]) {
    let folder = try TemporaryFolder()
    for number in 0..<8 { try folder.write("alpha beta \(number)\n", to: "beta \(number).md") }
    for number in 0..<4 { try folder.write("alpha gamma beta\n", to: "both \(number).md") }
    for number in 0..<2 { try folder.write("gamma\n", to: "gamma \(number).md") }
    let test = try VaultUnderTest(folder)
    let result = try test.vault(noIndex: noIndex).read {
      try $0.search(
        test.query(text), options: SearchOptions(linesPerHit: 0, explains: 3))
    }
    return (result.total, try #require(result.explanation).steps.map(\.read))
  }

  /// What an editor saves between two readings would else pass with a text of each.
  @Test(arguments: ["/bet+a/ /ga.ma/", "/bet+a/ -/zeta/ /ga.ma/", "line:(beta) match-case:gamma"])
  func aNoteIsReadOnceForAllThatIsAskedOfIt(_ query: String) throws {
    for noIndex in [false, true] {
      let (found, read) = try readings(query, noIndex: noIndex)
      #expect(found == 4)
      #expect(read.count >= 2 && (read[0] ?? 0) >= 4 && read.dropFirst().allSatisfy { $0 == 0 }, "\(query): \(read)")
    }
  }

  /// Those that do not pass what is negated are hits.
  @Test func anyNoteIsReadOnceWhereACheckIsNegated() throws {
    let (found, read) = try readings("-/alp.?ha/ -/zet.?a/ /ga.ma/", noIndex: true)
    #expect(found == 2 && read == [14, 0, 0])
  }

  @Test func whatDidNotPassIsReadAgainOnlyWhereItMatters() throws {
    let (found, read) = try readings("/bet+a/ OR /ga.ma/", noIndex: true)
    #expect(found == 14 && read == [14, 2])
  }

  /// In the index, pieces of words are looked for in the newest notes by reading them.
  @Test(arguments: ["~bet ~amm", "/bet+a/ /ga.ma/", "beta gamma", "-/bet+a/ -/ga.ma/ -alpha"])
  func noNoteIsFoundForTextsThatItHadOneAfterTheOther(_ text: String) throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for number in 0..<40 { try folder.write("alpha\n", to: "\(number).md") }
    try folder.write("beta\n", to: "changing.md")
    let query = try test.query(text)
    // Makes the list of words, than which the note will be newer.
    #expect(try test.vault().read { try $0.count(query) } == 0)
    let isDone = Atomic(false)
    let editor = Thread {
      var round = 0
      while !isDone.load(ordering: .relaxed) {
        round += 1
        do {
          try folder.write(round % 2 == 0 ? "beta\n" : "gamma\n", to: "changing.tmp")
          try folder.move("changing.tmp", to: "changing.md")
        } catch { Issue.record(error) }
      }
    }
    editor.start()
    for round in 0..<60 {
      let found = try test.vault(noIndex: round % 3 == 0).read { try $0.searchCount(query) }.notes
      #expect(found == 0)
    }
    isDone.store(true, ordering: .relaxed)
    while !editor.isFinished { usleep(1_000) }
  }
}
