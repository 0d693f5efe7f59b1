import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// What holds of every merge, over texts that are made up.
@Suite struct NoteMergeLawTests {
  private static let seed = TestSeed(fixed: 2_211)

  @Test func mergesOfMadeUpNotesKeepTheLaws() {
    var texts = MadeUpNotes(seed: Self.seed.value)
    var counts = (clean: 0, settled: 0, open: 0)
    for run in 0..<1_500 * MadeUpNotes.times {
      let base = texts.note()
      let (ours, theirs) = (texts.changed(base), texts.changed(base))
      let options = NoteMerge.Options(appends: run % 4 == 0, prose: run % 3 == 0 ? .words : .sentences)
      if let problem = brokenLaw(base, ours, theirs, options) {
        Issue.record("\(Self.seed), run \(run): \(problem)")
        return
      }
      let result = NoteMerge.merge(base: base, ours: ours, theirs: theirs, options)
      keepsAddedLines(result, base, ours, theirs, "\(Self.seed), run \(run)")
      if case .open = result { counts.open += 1 }
      if result.text != nil { counts.clean += 1 }
      if result.text != nil, ThreeWayMerge.merge(base: base, ours: ours, theirs: theirs) == nil { counts.settled += 1 }
    }
    #expect(counts.clean > 0 && counts.settled > 0 && counts.open > 0)
  }

  @Test func randomBytesMergeWithoutHarm() {
    var random = SeededGenerator(seed: Self.seed.value &+ 1)
    let pieces = [
      "---\n", "a: ", "- [", "] ", "\r\n", "\n", "\r", "$$", "```", "|", "\u{FEFF}", "📅 2026-13-01", "[a]: ", "  ",
      "\t", "&x ", "*x",
    ]
    func text() -> [UInt8] {
      (0..<random.below(20)).flatMap { _ in
        random.below(4) == 0 ? [UInt8(random.below(256))] : Array(random.pick(pieces).utf8)
      }
    }
    for _ in 0..<1_000 * MadeUpNotes.times {
      let base = text()
      let (ours, theirs) = (
        random.below(3) == 0 ? base + text() : text(), random.below(3) == 0 ? text() + base : text()
      )
      let problem = brokenLaw(base, ours, theirs)
      #expect(problem == nil)
      if problem != nil { return }
    }
  }

  /// Every line that one side added is in the result or in what is open: as it is, but for blanks at its ends, or its words.
  private func keepsAddedLines(
    _ result: NoteMerge.Result, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ run: String
  ) {
    let parts: [[UInt8]] =
      switch result {
      case .merged(let text): [text]
      case .open(let regions):
        regions.flatMap { region in
          switch region {
          case .settled(let text): [text]
          case .open(let place): [place.ours.bytes, place.theirs.bytes]
          }
        }
      }
    let found = Set(parts.flatMap(words))
    for side in [ours, theirs] {
      // The earlier of two days goes, and so does a word that the other side took away where it stood before.
      let other = side == ours ? theirs : ours
      let gone = Set(words(base)).subtracting(words(other)).union(["2026", "01", "02", "05"])
      let lost = Set(words(side)).subtracting(words(base)).subtracting(found).subtracting(gone)
      #expect(lost.isEmpty, "\(run): \(lost) of \(String(decoding: side, as: UTF8.self))")
    }
  }

  private func words(_ text: [UInt8]) -> [String] {
    text.filter { ![0xEF, 0xBB, 0xBF].contains($0) }.split { !$0.isASCIILetterOrDigit && $0 < 0x80 }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
