import Testing

@testable import VaultCore

/// The line of a note that an anchor names.
@Suite struct AnchorLinesTests {
  private func lines(_ text: String) -> AnchorLines {
    AnchorLines(NoteParser().structure(of: Array(text.utf8), path: NotePath("n.md")))
  }

  private static let text = """
    # The first
    ## Again
    # C# notes ^id
    ## Again
    ### Deep
    ## the *again* [[Link]]
    a text ^Block

    another ^block
    """

  @Test(arguments: [
    (["The first"], 1), (["the FIRST"], 1), (["Again"], 2), (["C notes"], 3), (["C# notes"], 3), (["C", " notes"], 3),
    (["C# notes", "Again"], 4), (["The first", "Again"], 2), (["Again", "Deep"], 5), (["C# notes", "Deep"], 5),
    (["C# notes", "Again", "Deep"], 5), (["the again Link"], 6), (["the-again-link"], 6),
  ]) func headings(_ path: [String], line: Int) {
    #expect(lines(Self.text).line(of: .heading(path)) == line)
  }

  @Test(arguments: [
    ["Nowhere"], ["The first", "Deep"], ["Again", "The first"], ["Deep", "Again"], ["Again", "Again"], [""], [],
    ["Nowhere", "Again"], ["The first", "C# notes"],
  ]) func headingsThatAreNotThere(_ path: [String]) {
    #expect(lines(Self.text).line(of: .heading(path)) == nil)
  }

  @Test func theFirstOfTwoBlocksIsMeant() {
    let lines = lines(Self.text)
    for _ in 1...2 {
      #expect(lines.line(of: .block("block")) == 7)
      #expect(lines.line(of: .block("BLOCK")) == 7)
      #expect(lines.line(of: .block("id")) == 3)
      #expect(lines.line(of: .block("none")) == nil)
      #expect(lines.line(of: .none) == nil)
    }
  }

  /// Looking up an anchor takes nearly no time; with a look at the texts of all headings for each, this takes minutes.
  @Test func manyAnchorsOfManyHeadings() {
    let names = 1...2_000
    let lines = lines(names.map { "# h\($0)\n## a\n" }.joined())
    #expect(names.allSatisfy { lines.line(of: .heading(["h\($0)", "a"])) == 2 * $0 })
    #expect(names.allSatisfy { lines.line(of: .heading(["no\($0)", "a"])) == nil })
    #expect(names.allSatisfy { lines.line(of: .heading(["h1", "h\($0)", "a"])) == nil })
  }

  /// The names of one link are as hostile as the headings.
  @Test func manyNamesOfOneLink() {
    let count = 20_000
    let lines = lines(String(repeating: "# a b\n# a-b\n", count: count))
    #expect(lines.line(of: .heading(Array(repeating: "a-b", count: count))) == nil)
  }
}
