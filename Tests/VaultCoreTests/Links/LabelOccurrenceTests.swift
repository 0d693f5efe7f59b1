import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct LabelOccurrenceTests {
  /// `^` before a footnote's label, `:` behind a definition's, and the label as it is written.
  private func labels(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { LabelOccurrence.all(in: $0) }.map { found in
      (found.kind == .footnote ? "^" : "") + String(decoding: bytes[found.range], as: UTF8.self)
        + (found.isDefinition ? ":" : "")
    }
  }

  @Test(
    arguments: [
      ("a[^1] b[^x-y][^1]\n\n[^1]: text\n[^x-y]: https://e.org\n  - no\n", ["^1", "^x-y", "^1", "^1:", "^x-y:"]),
      ("[^1]: one two\n[^2]: three\n\n> [^3]: four\n\n- [^4]: five\n", ["^1:", "^2:", "^3:", "^4:"]),
      ("[^1] is used: [^2]: too\n# [^3]: x\n- [ ] [^4]: x", ["^1", "^2", "^3", "^4"]),
      ("[text][a] [a][] [a] [A] ![i][a] [other]\n\n[a]: x 'T'\n", ["a", "a", "a", "A", "a", "a:"]),
      ("[a]\n\n[b]: y", ["b:"]), ("[^ x] [^] [^a b] [^a[b]\n", []), ("^[inline] \\[^1]\n", []),
      ("`[^1]` [^2]\n\n```\n[^3]\n```\n\n<div>\n[^4]\n</div>\n", ["^2"]),
      ("%%\n[^1] [a]\n\n[a]: x\n%%\n\n%% [^2] %% [^3] $[^4]$\n", ["^3"]),
      ("| [^1] | b |\n|---|---|\n| [a][] | `[^2]` |\n\n[a]: x", ["^1", "a", "a:"]),
      ("---\na: '[^1]'\n---\n[^2]\n", ["^2"]), ("\u{FEFF}[^👩‍👩‍👧]\r\n\r\n[^👩‍👩‍👧]: x y\r\n", ["^👩‍👩‍👧", "^👩‍👩‍👧:"]),
      ("[^1](x.md) [a [^2] b](y.md) [[Note#^id]] [[^3]]\n", ["^2"]), ("[a]: x\n[a]: y\n\n[a]\n", ["a:", "a:", "a"]),
      ("[Some  label]\n\n[some label]: x", ["Some  label", "some label:"]),
    ] as [(String, [String])])
  func places(text: String, expected: [String]) { #expect(labels(text) == expected) }

  /// Ranges lie in the file, in order, and what is in them says what the label is.
  @Test func placesOfMadeUpNotes() throws {
    var texts = try Corpus.sampleNotes().map(\.bytes)
    var notes = MadeUpNotes(seed: 1)
    for _ in 0..<500 { texts.append(notes.note() + Array("[^1] [l] [^l]: x [l][m]\n[^n]: x y\n".utf8)) }
    for bytes in texts {
      let found = bytes.withUnsafeBufferPointer { LabelOccurrence.all(in: $0) }
      for (one, next) in zip(found, found.dropFirst()) { #expect(one.range.upperBound < next.range.lowerBound) }
      for each in found {
        #expect(bytes.indices.contains(each.range.lowerBound - 1) && bytes[each.range.upperBound] == 0x5D)
        #expect(bytes[each.range.lowerBound - 1] == (each.kind == .footnote ? 0x5E : 0x5B))
        if !bytes[each.range].contains(0x3E) {
          #expect(bytes.withUnsafeBufferPointer { LinkDefinition.label($0, each.range) } == each.label)
        }
      }
    }
  }
}
