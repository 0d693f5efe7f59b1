import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct MentionTests {
  private func mentions(
    _ body: String, _ title: String, aliases: [String] = [], file: String = "x/zz.md", limit: Int = .max
  ) -> [Mention] {
    var parser = NoteParser()
    let names = MentionNames(title: title, path: NotePath(file), aliases: aliases)
    return Array(body.utf8).withUnsafeBufferPointer { parser.mentions(of: names, in: $0, limit: limit) }
  }

  /// What stands there, line by line: `LINE:COLUMN TEXT`.
  private func places(_ body: String, _ title: String, aliases: [String] = [], file: String = "x/zz.md") -> [String] {
    mentions(body, title, aliases: aliases, file: file).map { mention in
      let text = Array(mention.text.utf8)
      let parts = mention.ranges.map { String(decoding: text[$0], as: UTF8.self) }
      return "\(mention.location.line):\(mention.location.column) \(parts.joined(separator: "…"))"
    }
  }

  @Test(arguments: [
    ("the rye sourdough here", ["1:5 rye sourdough"]), ("Rye-Sourdough!", ["1:1 Rye-Sourdough"]),
    ("rýe **sourdough**", ["1:1 rýe **sourdough"]), ("rye sourdoughs, rye or sourdough rye", []),
    ("as a phrase of a search does: rye, sourdough", ["1:31 rye, sourdough"]),
    ("> a rye\n> sourdough", ["1:5 rye"]), ("# Rye sourdough #\n", ["1:3 Rye sourdough"]),
    ("- [ ] bake rye sourdough 📅 2026-01-01", ["1:12 rye sourdough"]),
    ("rye sourdough and rye sourdough", ["1:1 rye sourdough", "1:19 rye sourdough"]),
    ("---\ntitle: rye sourdough\n---\nA\nrye sourdough", ["5:1 rye sourdough"]),
    ("| rye sourdough | rye |\n|---|---|\n| sourdough | rye |\nsourdough |", ["1:3 rye sourdough"]),
    ("Rye\n\nsourdough", []), ("- rye\n- sourdough", []), ("1. rye\r\n   sourdough", ["1:4 rye"]),
  ])
  func wordsInText(_ body: String, _ found: [String]) {
    #expect(places(body, "Rye sourdough") == found)
  }

  /// Where a link cannot stand, or stands.
  @Test(arguments: [
    "[[Rye sourdough]]", "[[x|about rye sourdough here]]", "![[rye sourdough]]", "[about rye sourdough](x.md)",
    "[x](Rye%20sourdough.md \"rye sourdough\")", "![a rye sourdough](x.png)", "[a rye sourdough][b]\n\n[b]: x.md",
    "[rye sourdough]\n\n[Rye sourdough]: x.md 'rye sourdough'", "`rye sourdough`", "```\nrye sourdough\n```",
    "    rye sourdough", "https://example.org/rye/sourdough", "<https://example.org/rye/sourdough>",
    "<b title=\"rye sourdough\">", "<div>\nrye sourdough\n</div>", "<!-- rye sourdough -->", "#rye-sourdough",
    "Text ^rye-sourdough", "%%\nrye sourdough\n%%", "rye [[x]] sourdough", "rye `x` sourdough",
    "> [rye\n> sourdough](x.md)", "[![rye](x.png) sourdough](y.md)", "rye\n%%\nhidden\n%%\nsourdough",
  ])
  func noPlaceForALink(_ body: String) {
    #expect(places(body, "Rye sourdough") == [])
  }

  @Test func anyOfTheNames() {
    let body = "The bread is rye sourdough, my rye. See Loaf."
    let found = mentions(body, "Rye sourdough", aliases: ["Rye", "the  bread", "RYE"], file: "a/loaf.md")
    #expect(found.map(\.name) == ["the  bread", "Rye sourdough", "Rye", "loaf"], "the longest at a place")
    #expect(found.map(\.location.column) == [1, 14, 32, 41])
    #expect(mentions(body, "Rye sourdough", aliases: ["Rye"], limit: 1).map(\.name) == ["Rye sourdough"])
  }

  /// Names that would stand everywhere are none.
  @Test(arguments: [
    ("a", false), ("Go", false), ("gym", true), ("42", false), ("2026", false), ("3.14", false), ("1,000", false),
    ("2026-03-12", true), ("B52", true), ("📚", false), ("東", false), ("東京", true), ("김치", true), ("!!!", false),
    ("", false),
  ])
  func names(_ name: String, _ counts: Bool) {
    #expect(!MentionNames(title: name, path: NotePath("zz.md"), aliases: []).all.isEmpty == counts)
    let text = "x \(name) y"
    #expect(!mentions(text, name).isEmpty == counts)
  }

  @Test func scriptsWithoutBlanks() {
    #expect(places("今日は東京都です", "東京") == ["1:10 東京"])
    #expect(places("先生はトモコさん", "Wei", aliases: ["トモコ"]) == ["1:10 トモコ"])
  }

  @Test func bytesThatAreNoText() {
    var parser = NoteParser()
    let names = MentionNames(title: "Bike", path: NotePath("b.md"), aliases: [])
    let bytes: [UInt8] = [0xFF, 0x20] + Array("bike".utf8)
    let found = bytes.withUnsafeBufferPointer { parser.mentions(of: names, in: $0) }
    #expect(found.map(\.place) == [2..<6] && found.map(\.location.column) == [3])
    #expect(found.map(\.ranges) == [[4..<8]] && found.map(\.text) == ["\u{FFFD} bike"])
  }

  /// A parser goes on reading notes as before.
  @Test func leavesTheParserAsItWas() throws {
    var parser = NoteParser()
    let bytes = Array("# Bike\n\nA bike, fooBar.\n".utf8)
    let before = bytes.withUnsafeBufferPointer { parser.parse($0, path: NotePath("a.md"), modified: 0).text }
    let names = MentionNames(title: "Bike", path: NotePath("b.md"), aliases: [])
    #expect(bytes.withUnsafeBufferPointer { parser.mentions(of: names, in: $0) }.count == 2)
    #expect(bytes.withUnsafeBufferPointer { parser.parse($0, path: NotePath("a.md"), modified: 0).text } == before)
  }

  /// In made-up notes full of links, and in real ones, no place lies in a link, and each is what it says.
  @Test func neverInsideALink() throws {
    var files = try Corpus.sampleNotes().map { $0.bytes }
    for seed in 0..<200 { files += RandomVault(seed: UInt64(seed), risky: seed % 2 == 0).files.map(\.bytes) }
    let names = MentionNames(
      title: "Note", path: NotePath("old name.md"),
      aliases: ["README", "nowhere", "other", "100", "the", "and", "tag", "link", "alias", "nick", "caf\u{E9}"])
    var parser = NoteParser()
    var count = 0
    for bytes in files {
      let note = parser.structure(of: bytes, path: NotePath("n.md"))
      let table = bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }
      let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let links = note.links.filter { $0.kind != .property }.map { link in
        let start =
          table.starts[link.location.line - 1] + link.location.column - 1 + (link.location.line == 1 ? mark : 0)
        // A reference's target stands in its definition.
        let before = bytes[..<link.targetRange.lowerBound].last { $0 > 0x20 && $0 != 0x3C }
        let isHere =
          link.targetRange.lowerBound >= start
          && (link.targetRange.lowerBound <= start + 1 || before == 0x28 || before == 0x5B)
        return start..<(isHere ? link.targetRange.upperBound : start + 1)
      }
      for mention in bytes.withUnsafeBufferPointer({ parser.mentions(of: names, in: $0) }) {
        count += 1
        #expect(!links.contains { $0.overlaps(mention.place) }, "\(mention)")
        #expect(!mention.place.isEmpty && mention.place.lowerBound >= note.bodyRange.lowerBound)
        let text = Array(mention.text.utf8)[mention.ranges[0]]
        #expect(bytes[mention.place].starts(with: text) || String(validating: bytes, as: UTF8.self) == nil)
      }
    }
    #expect(count > 100)
  }
}
