import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Whatever a note holds, an edit of a task changes its line and nothing else, and can be taken back byte for byte.
@Suite struct TaskEditPropertyTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil

  @Test(arguments: [TaskFieldFormat.emoji, .inline])
  func sampleNotesAreNotHarmed(_ format: TaskFieldFormat) throws {
    var made = 0
    for note in try Corpus.sampleNotes() {
      let outcome = TaskEditInvariants.outcome(of: note.bytes, format: format)
      #expect(outcome.violations == [], "\(note.path)")
      made += outcome.made
    }
    #expect(made > 1_000)
  }

  @Test(.enabled(if: Corpus.folder != nil)) func noNoteOfTheCorpusIsHarmed() throws {
    let folder = try #require(Corpus.folder)
    var made = 0
    var refused: [String: Int] = [:]
    var tasks = 0
    for (number, path) in try Corpus.notes(in: folder).enumerated() {
      guard Self.isLong || number.isMultiple(of: 3) else { continue }
      let bytes = try Corpus.read(path, in: folder).bytes
      guard bytes.contains(0x5D) else { continue }
      let outcome = TaskEditInvariants.outcome(
        of: bytes, format: number.isMultiple(of: 2) ? .emoji : .inline, limit: Self.isLong ? .max : 12)
      #expect(outcome.violations.prefix(3) == [], "\(path)")
      made += outcome.made
      refused.merge(outcome.refused, uniquingKeysWith: +)
      tasks += 1
    }
    print("\(tasks) notes, \(made) edits, refused: \(refused.sorted { $0.key < $1.key })")
    #expect(made > 1_000)
  }
}
