import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct EmbedInliningTests {
  private func inlined(
    _ host: String, line: Int, _ source: String, from path: String = "Note.md", in hostPath: String = "Host.md",
    _ others: [String] = [], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let read = ReadNote(host, path: hostPath, sourceLocation: sourceLocation)
    let other = ReadNote(source, path: path, sourceLocation: sourceLocation)
    let directory = InMemoryLinkDirectory(paths: ([hostPath, path] + others).map { NotePath($0) })
    let embed = try EmbedInlining.embed(atLine: line, of: read.note, in: read.bytes)
    let edit = try EmbedInlining.edit(
      replacing: embed, of: read.note, in: read.bytes, by: other.note, in: other.bytes, directory: directory)
    let bytes = try [edit].applied(to: read.bytes)
    _ = ReadNote(bytes: bytes, path: hostPath, sourceLocation: sourceLocation)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("a\n\n![[Note]]\n\nb", 3, "---\nx: 1\n---\n\ntext\n\n- c\n\n", "a\n\ntext\n\n- c\n\nb"),
      (
        "# A\r\n![[Note#B|x]]\r\n# C\r\n", 2, "# N\n\n## B\nb\n\n### D\n\n## E\n",
        "# A\r\n\r\n## B\r\nb\r\n\r\n### D\r\n\r\n# C\r\n"
      ),
      ("# A\n## B\n\n ![[Note]] \n", 4, "N\n===\n", ""), ("![[Note]]", 1, "N\n---\n\n### O", "N\n===\n\n## O"),
      ("\u{FEFF}![[Note]]\n", 1, "👩‍👩‍👧 e\u{301}", "\u{FEFF}👩‍👩‍👧 e\u{301}\n"),
      (
        "a\n\n![[Note]]\n", 3, "b[^1] [r]\n\n[r]: x\n\n# C\n[^1]: c [^2]\n[^2]: d e\n",
        "a\n\nb[^1] [r]\n\n[r]: x\n\n# C\n[^1]: c [^2]\n[^2]: d e\n"
      ),
      (
        "a\n\n![[Note#B]]\n", 3, "# B\nb[^1] [r]\n\n# C\n[^1]: c [^2]\n[^2]: d e\n\n[r]: x\n",
        "a\n\n# B\nb[^1] [r]\n\n[^1]: c [^2]\n[^2]: d e\n\n[r]: x\n"
      ),
    ] as [(String, Int, String, String)])
  func texts(host: String, line: Int, source: String, expected: String) throws {
    if expected.isEmpty {
      #expect(throws: EmbedInliningError.levels) { try inlined(host, line: line, source) }
    } else {
      #expect(try inlined(host, line: line, source).utf8.elementsEqual(expected.utf8))
    }
  }

  @Test func linksLeadWhereTheyLed() throws {
    let text = try inlined(
      "[[#A]]\n\n![[Note#A]]\n\n[[Other]]\n", line: 3,
      "# A\n[[#B]] [[#A]] [x](Other.md#o) ![](i.png) [[Note]] [[Host]] [[x/Other]] [y](../Host.md)\n\n# B\n",
      from: "x/Note.md", ["x/Other.md", "x/i.png"])
    #expect(
      text == "[[#A]]\n\n# A\n[[Note#B]] [[Note#A]] [x](x/Other.md#o) ![](x/i.png) [[Note]] [[Host]] [[x/Other]] "
        + "[y](./Host.md)\n\n[[Other]]\n")
  }

  @Test(
    arguments: [
      ("a ![[Note]]", 1, "b", .noEmbed(line: 1)), ("![[Note]]\nb", 1, "b", .noEmbed(line: 1)),
      ("- ![[Note]]", 1, "b", .noEmbed(line: 1)), ("> ![[Note]]", 1, "b", .noEmbed(line: 1)),
      ("[[Note]]", 1, "b", .noEmbed(line: 1)), ("```\n![[Note]]\n```", 2, "b", .noEmbed(line: 2)),
      ("![[Note]]", 7, "b", .noEmbed(line: 7)), ("![[Note]] ![[Note]]", 1, "b", .noEmbed(line: 1)),
      ("![[Note#C]]", 1, "# B", .noText("Note#C")), ("![[Note#^c]]", 1, "b ^c", .noText("Note#^c")),
      ("![[#A]]\n\n# A", 1, "b", .noText("#A")), ("![[Note]]", 1, "---\na: 1\n---\n", .noText("Note")),
      ("###### A\n![[Note]]", 2, "# B", .levels), ("a[^1]\n\n![[Note]]\n", 3, "b[^1]\n\n[^1]: c d\n", .label("1")),
      ("![[Note]]\n\n\n# A\n", 1, "```\nb\n", .changesText(line: 4)),  // It would be front matter.
      ("![[Note]]", 1, "\n---\na\n\n---\n", .changesText(line: 1)),
    ] as [(String, Int, String, EmbedInliningError)])
  func refusals(host: String, line: Int, source: String, error: EmbedInliningError) {
    #expect(throws: error) { try inlined(host, line: line, source) }
    #expect(!error.description.isEmpty)
  }

  /// What was taken out and is put back is what it was, but for the blank lines around it.
  @Test func extractionIsTakenBack() throws {
    let text = "# A\na\n\n## B\n[[#B]] [x](Other.md) b[^1]\n\n### C\nc\n\n## D\n[^1]: d e\n"
    let old = ReadNote(text, path: "Old.md")
    let paths = ["Old.md", "Other.md"].map { NotePath($0) }
    let extraction = try SectionExtraction(
      .section(line: 4), of: old.note, in: old.bytes, to: NotePath("x/New.md"),
      directory: InMemoryLinkDirectory(paths: paths))
    let made = String(decoding: try extraction.text(), as: UTF8.self)
    let left = String(decoding: try extraction.edits(leaving: .embed).applied(to: old.bytes), as: UTF8.self)
    #expect(made == "# B\n[[#B]] [x](../Other.md) b[^1]\n\n## C\nc\n\n[^1]: d e\n")
    let source = "# B\n[[#B]] [x](../Other.md) b\n\n## C\nc\n"
    let again = try inlined(left, line: 4, source, from: "x/New.md", in: "Old.md", ["Other.md"])
    #expect(
      again
        == text.replacing("[[#B]]", with: "[[New#B]]").replacing("](Other", with: "](./Other").replacing(
          " b[^1]", with: " b"))
  }
}
