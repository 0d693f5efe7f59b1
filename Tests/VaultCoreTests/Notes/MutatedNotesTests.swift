import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Notes of the sample vault with bytes flipped, cut, spliced and repeated: nothing traps, and what holds of every
/// note holds of them. `VAULT_SOAK=1` runs twenty times as many.
@Suite struct MutatedNotesTests {
  private static let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 1_000 : 50_000

  @Test(arguments: 1...8) func nothingTraps(_ seed: Int) throws {
    let notes = try Corpus.sampleNotes().map(\.bytes)
    var random = SeededGenerator(seed: UInt64(seed))
    var parser = NoteParser(options: ParsingOptions(taskFilter: seed == 8 ? "#" : nil))
    for run in 0..<Self.runs {
      let note = NoteMutation.mutate(random.pick(notes), with: notes, &random)
      let violations = note.withUnsafeBufferPointer { NoteInvariants.violations(of: $0, parser: &parser) }
      if !violations.isEmpty {
        Issue.record(
          "seed \(seed), run \(run): \(violations) in \(String(decoding: note, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  /// A parser remembers foldings only: what it read before makes no difference.
  @Test func parsingIsPure() throws {
    let notes = try Corpus.sampleNotes()
    var used = NoteParser()
    for note in notes + notes.reversed() {
      var fresh = NoteParser()
      note.bytes.withUnsafeBufferPointer {
        let a = used.parse($0, path: NotePath(note.path), modified: 1)
        let b = fresh.parse($0, path: NotePath(note.path), modified: 1)
        #expect(a.note == b.note && a.text == b.text)
      }
    }
  }
}

private enum NoteMutation {
  static let fragments: [[UInt8]] = [
    "---\n", "\n---\n", "```\n", "~~~\n", "> ", "- [ ] ", "- [x] ", "  ", "\t", "1. ", "[[", "]]", "![[", "|", "\\|",
    "](", "[a]: ",
    "%%\n", "%%", "`", "``", "<!--", "-->", "<", "#", "# ", " ^id\n", "\r\n", "\r", "\n\n", "===\n", "\u{FEFF}",
    "\u{200B}", "📅 ",
    "2026-02-30", "[due:: ", "🔁 every ", "https://", "*", "_", "&amp;", "\0", "漢字", "é", "|---|\n", "(", ")", "\"",
    "tags: [", "+++\n",
    "<div>\n", "<script>", "\\",
  ].map { Array($0.utf8) }

  static func mutate(_ note: [UInt8], with notes: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var note = note
    // Short ones are more often torn where it matters, and quick.
    if random.below(3) > 0, note.count > 400 {
      let start = random.below(note.count - 300)
      note = Array(note[start..<start + 300])
    }
    for _ in 0...random.below(6) {
      let at = random.below(note.count + 1)
      switch random.below(8) {
      case 0 where !note.isEmpty: note[random.below(note.count)] = UInt8(truncatingIfNeeded: random.next())
      case 1 where !note.isEmpty: note[random.below(note.count)] ^= 1 << UInt8(random.below(8))
      case 2: note.removeSubrange(at..<min(note.count, at + random.below(40)))
      case 3: note.removeLast(min(note.count, random.below(60)))
      case 4:
        let other = random.pick(notes)
        let from = random.below(other.count)
        note.insert(contentsOf: other[from..<min(other.count, from + random.below(120))], at: at)
      case 5:
        let fragment = random.pick(fragments)
        for _ in 0...random.below(12) { note.insert(contentsOf: fragment, at: at) }
      case 6:
        let end = min(note.count, at + random.below(60))
        let piece = Array(note[at..<end])
        for _ in 0..<random.below(5) { note.insert(contentsOf: piece, at: end) }
      default: note.insert(contentsOf: random.pick(fragments), at: at)
      }
    }
    return note
  }
}
