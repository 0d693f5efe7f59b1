import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct LabelRenameTests {
  private func renamed(
    _ text: String, _ kind: LabelOccurrence.Kind, _ label: String, _ new: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let bytes = Array(text.utf8)
    let edits = try LabelRename.edits(of: label, kind, to: new, in: bytes)
    let changed = try edits.applied(to: bytes)
    #expect(try edits.inverted(for: bytes).applied(to: changed) == bytes, sourceLocation: sourceLocation)
    return String(decoding: changed, as: UTF8.self)
  }

  @Test(
    arguments: [
      (
        "a[^1] b[^2][^1]\r\n\r\n[^1]: text[^2]\r\n[^2]: x y\r\n", .footnote, "1", " note ",
        "a[^note] b[^2][^note]\r\n\r\n[^note]: text[^2]\r\n[^2]: x y\r\n"
      ),
      ("[^a]: https://e.org\n\n[^a] `[^a]`", .footnote, "A", "b", "[^b]: https://e.org\n\n[^b] `[^a]`"),
      (
        "[t][a] [A][] [a] ![a]\n\n[a]: x 'T'\n", .reference, "a", "b c",
        "[t][b c] [b c][] [b c] ![b c]\n\n[b c]: x 'T'\n"
      ),
      ("[a] [^a]\n\n[a]: x\n[^a]: y z", .reference, "a", "é", "[é] [^a]\n\n[é]: x\n[^a]: y z"),
      ("[a]\n\n[a]: x\n[a]: y", .reference, "a", "A", "[A]\n\n[A]: x\n[A]: y"),
      ("> [a\n> b] c\n\n[a b]: x", .reference, "a b", "d", "> [d] c\n\n[d]: x"),
      ("[^1] %% [^1] %%", .footnote, "1", "2", "[^2] %% [^1] %%"), ("[^1]", .footnote, "1", "1", "[^1]"),
      ("| [^1] | a |\n|---|---|\n| b | [^1] |", .footnote, "1", "x", "| [^x] | a |\n|---|---|\n| b | [^x] |"),
    ] as [(String, LabelOccurrence.Kind, String, String, String)])
  func allPlacesFollow(text: String, kind: LabelOccurrence.Kind, label: String, new: String, expected: String) throws {
    #expect(try renamed(text, kind, label, new).utf8.elementsEqual(expected.utf8))
  }

  @Test(
    arguments: [
      ("[^1]", .reference, "1", "x", .noLabel("1")), ("[^1]", .footnote, "1", " ", .emptyLabel),
      ("[^1]", .footnote, "1", "a\nb", .lineBreak), ("[^1]", .footnote, "1", "a]", .bracket("a]")),
      ("[^1]", .footnote, "1", "^a", .caret("^a")), ("[^1]", .footnote, "1", "a b", .blank("a b")),
      ("[^1]\n[^B]", .footnote, "1", "b", .taken("b", line: 2)),
      ("[a]\n\n[a]: x\n[b]: y", .reference, "a", "B", .taken("B", line: 4)),
      // The brackets of the second line would become a link.
      ("[a]\n[b]\n\n[a]: x", .reference, "a", "b", .changesText("b", line: 4)),
      ("[a]\n\n[a]: x", .reference, "a", "b\\", .changesText("b\\", line: 1)),
      ("[a]\n\n[a]: x", .reference, "a", "`b", .none),
      ("[a] `\n\n[a]: x", .reference, "a", "`b", .changesText("`b", line: 1)),
      ("- [ab] c\n\n[ab]: x", .reference, "ab", "x", .changesText("x", line: 1)),
      ("[^1]", .footnote, "1", "#tag", .none),
    ] as [(String, LabelOccurrence.Kind, String, String, LabelRenameError?)])
  func refusals(
    text: String, kind: LabelOccurrence.Kind, label: String, new: String, error: LabelRenameError?
  ) throws {
    guard let error else {
      _ = try renamed(text, kind, label, new)
      return
    }
    #expect(throws: error) { try renamed(text, kind, label, new) }
    #expect(!error.description.isEmpty)
  }
}
