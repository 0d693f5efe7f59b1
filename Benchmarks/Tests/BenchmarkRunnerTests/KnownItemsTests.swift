import Testing

@testable import BenchmarkRunner

@Suite struct KnownItemsTests {
  private func items(_ notes: [String: String], titles: [String: String] = [:]) -> KnownItems {
    KnownItems(
      notes: notes,
      names: notes.reduce(into: [:]) { names, note in
        names[note.key] = KnownItems.Names(title: titles[note.key] ?? KnownItems.stem(of: note.key))
      })
  }

  @Test func whatALinkCallsANoteIsAskedAndTheLinkGoes() {
    let found = items([
      "a.md": "See [[b|the salt road]] and ![[b|the salt road]].\n", "b.md": "text\n",
      "c.md": "The [Salt, ROAD!](folder/d%20e.md#top) too.\n", "folder/d e.md": "text\n",
    ])
    #expect(
      found.queries == [
        .init(text: "salt road", answer: "folder/d e.md"), .init(text: "the salt road", answer: "b.md"),
      ])
    #expect(found.changed == ["a.md": "See  and ![[b|the salt road]].\n", "c.md": "The  too.\n"])
  }

  @Test(arguments: [
    "[[b|road]]", "[[b|a b c d e f g]]", "[[b|Grey Salt]]", "[[b|other name]]", "[[nowhere|salt road]]",
    "[[a|salt road]]", "[[#top|salt road]]", "[salt road](https://b.md)", "[salt road](b.txt)", "![salt road](b.md)",
  ])
  func otherLinksAskNothing(link: String) {
    let found = items(
      ["a.md": link, "b.md": "text", "other name.md": "text"], titles: ["b.md": "Grey salt", "other name.md": "x"])
    let isNamesake = link == "[[b|other name]]"
    #expect(found.queries.isEmpty != isNamesake)
    #expect(found.changed.isEmpty != isNamesake)
  }

  @Test func whatTwoNotesAreCalledAsksNothing() {
    let found = items(["a.md": "[[b|salt road]] [[c|Salt Road]] [[b|b road]]", "b.md": "", "c.md": ""])
    #expect(found.queries == [.init(text: "b road", answer: "b.md")])
    #expect(found.changed == ["a.md": "[[b|salt road]] [[c|Salt Road]] "])
  }

  @Test(arguments: [
    ("[[x/b|salt road]]", "x/b.md"), ("[[b|salt road]]", "x/b.md"), ("[salt road](x/b.md)", "x/b.md"),
    ("[salt road](../x/b.md)", "x/b.md"), ("[salt road](c.md)", "y/c.md"), ("[[B|salt road]]", "x/b.md"),
  ])
  func linksLeadToPathsAndNames(link: String, target: String) {
    let found = items(["y/a.md": link, "x/b.md": "", "y/c.md": "", "z/long/b.md": ""])
    #expect(found.queries == [.init(text: "salt road", answer: target)])
  }
}

@Suite struct PlainFormulaTests {
  private func note(_ title: String, _ body: String) -> [[String]] {
    [title, body].map(KnownItems.words)
  }

  @Test func rareWordsAndShortNotesComeFirst() {
    let formula = PlainFormula([
      "a.md": note("Salt", "the road the road the road"), "b.md": note("Bread", "the oven"),
      "c.md": note("Road", "the salt of the sea"), "d.md": note("Sea", "the water"),
    ])
    #expect(formula.paths(for: ["salt", "road"], limit: 9).prefix(2).sorted() == ["a.md", "c.md"])
    #expect(formula.paths(for: ["the", "oven"], limit: 1) == ["b.md"])
    #expect(formula.paths(for: ["nothing"], limit: 9) == [])
  }

  @Test func tiesGoByPath() {
    let formula = PlainFormula(["b.md": note("x", "y"), "a.md": note("x", "y")])
    #expect(formula.paths(for: ["y"], limit: 9) == ["a.md", "b.md"])
    #expect(PlainFormula([:]).paths(for: ["y"], limit: 9) == [])
  }
}
