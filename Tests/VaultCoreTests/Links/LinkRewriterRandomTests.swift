import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Made-up vaults with made-up moves: every link leads where it led, and so it does when all move back.
/// `VAULT_SOAK=1` runs a hundred times as many.
@Suite struct LinkRewriterRandomTests {
  private static let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 60 : 10_000

  @Test(arguments: 1...4) func everyLinkLeadsWhereItLed(_ seed: Int) {
    var refused = 0
    var parser = NoteParser()
    for run in 0..<Self.runs {
      switch MovedVaultInvariants.check(seed: UInt64(seed << 32 + run), risky: seed > 2, parser: &parser) {
      case .holds: continue
      case .refused: refused += 1
      case .violated(let violations):
        Issue.record("seed \(seed), run \(run): \(violations)")
        return
      }
    }
    // Names that no link can hold are refused; most are not such.
    #expect(refused < Self.runs / (seed > 2 ? 2 : 20), "\(refused) of \(Self.runs) refused")
  }

  /// As the fuzzer does: the sample vault's notes, and made-up moves.
  @Test func linksOfRealNotes() throws {
    var parser = NoteParser()
    for (index, note) in try Corpus.sampleNotes().enumerated() {
      for seed in 0..<8 {
        let bytes = note.bytes + [0, 0, UInt8(truncatingIfNeeded: index), UInt8(seed)]
        if case .violated(let violations) = bytes.withUnsafeBufferPointer({
          MovedVaultInvariants.check(fuzzed: $0, parser: &parser)
        }) {
          Issue.record("\(note.path), seed \(seed): \(violations)")
        }
      }
    }
  }
}
