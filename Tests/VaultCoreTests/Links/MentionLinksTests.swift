import Testing

@testable import VaultCore

struct MentionLinksTests {
  private func linked(_ text: String, to target: String = "sub/Rye bread.md", aliases: [String] = ["Loaf"]) throws
    -> String
  {
    let (bytes, path) = (Array(text.utf8), NotePath(target))
    let directory = InMemoryLinkDirectory(paths: [NotePath("Day.md"), path])
    let names = MentionNames(title: path.stem, path: path, aliases: aliases)
    var parser = NoteParser()
    let mentions = bytes.withUnsafeBufferPointer { parser.mentions(of: names, in: $0) }
    let links = MentionLinks(to: path, named: path.stem, LinkResolver(directory), ParsingOptions())
    return String(
      decoding: try links.edits(of: mentions, in: NotePath("Day.md"), bytes).applied(to: bytes), as: UTF8.self)
  }

  @Test(arguments: [
    ("a rye bread, Rye bread\n", "a [[rye bread]], [[Rye bread]]\n"), ("the loaf\n", "the [[Rye bread|loaf]]\n"),
    (
      "| loaf | b |\n|---|---|\n| c | loaf |\n",
      "| [[Rye bread\\|loaf]] | b |\n|---|---|\n| c | [[Rye bread\\|loaf]] |\n"
    ),
    ("a rye **bread**\n", "a rye **bread**\n"), ("**rye bread**\n", "**[[rye bread]]**\n"),
    ("`rye bread`\n", "`rye bread`\n"),
    ("- [ ] rye bread 📅 2026-01-01\r\n", "- [ ] [[rye bread]] 📅 2026-01-01\r\n"),
    ("rye-bread\n", "[[Rye bread|rye-bread]]\n"),
    ("[[rye bread]]\n", "[[rye bread]]\n"), ("nothing\n", "nothing\n"),
  ])
  func mentionsBecomeLinks(_ text: String, _ after: String) throws { #expect(try linked(text) == after) }
}
