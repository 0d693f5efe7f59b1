import Foundation
import Testing
import VaultCore
import VaultTestSupport

@Suite struct FrontMatterEditPropertyTests {
  /// Notes, with about ten edits each; many more in the long tests.
  static let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 2_000 : 100_000

  @Test(arguments: 0..<4) func madeUpFrontMatterIsNeverHarmed(part: Int) {
    var made = 0
    for seed in 0..<(Self.runs / 4) {
      var generator = FrontMatterGenerator(seed: UInt64(seed * 4 + part))
      let note = generator.note()
      let changes = generator.changes(for: note, count: 3)
      for violation in FrontMatterEditInvariants.violations(of: note, changes: changes) {
        Issue.record("seed \(seed * 4 + part): \(violation)")
        return
      }
      let isMade = changes.contains {
        FrontMatterEditInvariants.outcome(of: $0, in: note).result.map { $0 != note } ?? false
      }
      if isMade { made += 1 }
    }
    // What is made up must be worth the trouble.
    #expect(made > Self.runs / 4 / 3)
  }

  private static func changes(for note: [UInt8]) -> [FrontMatterChange] {
    let keys = note.withUnsafeBufferPointer { FrontMatterParser.parse($0).properties.map(\.key) }
    return keys.prefix(3).flatMap { key -> [FrontMatterChange] in
      [
        .set(key: key, .text("another text")), .set(key: key, .list([.text("x")])), .set(key: key, .null),
        .unset(key: key),
        .append(key: key, ["x"], comparing: .tag), .rename(key: key, to: key + "-renamed"),
      ]
    } + [.append(key: "tags", ["vault/new"], comparing: .tag), .set(key: "pin", .checkbox(true))]
  }

  @Test func theSampleVaultIsNeverHarmed() throws {
    for note in try Corpus.sampleNotes() {
      let violations = FrontMatterEditInvariants.violations(of: note.bytes, changes: Self.changes(for: note.bytes))
      #expect(violations.isEmpty, "\(note.path)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil)) func noNoteOfTheCorpusIsHarmed() throws {
    let folder = try #require(Corpus.folder)
    let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
    var refused: [String: Int] = [:]
    var count = 0
    for (number, path) in try Corpus.notes(in: folder).enumerated() where isLong || number % 40 == 0 {
      let note = try Corpus.read(path, in: folder)
      count += 1
      let violations = FrontMatterEditInvariants.violations(of: note.bytes, changes: Self.changes(for: note.bytes))
      #expect(violations.isEmpty, "\(path)")
      if let refusal = FrontMatterEditInvariants.outcome(of: .set(key: "pin", .checkbox(true)), in: note.bytes).refusal
      {
        let reason = String(describing: Mirror(reflecting: refusal).children.first?.label ?? "toml")
        refused[reason, default: 0] += 1
      }
    }
    print("front matter of \(count) notes; refused: \(refused)")
    #expect(refused.values.reduce(0, +) * 20 <= count)
  }
}
