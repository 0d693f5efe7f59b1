import Testing

@testable import VaultCore

@Suite struct HeadingNameTests {
  /// `(level, text)`, each on a line of its own from 1.
  private func sites(_ headings: [(Int, String)]) -> [HeadingName.Site] {
    var above: [(level: Int, index: Int)] = []
    return headings.enumerated().map { index, heading in
      above.removeAll { $0.level >= heading.0 }
      defer { above.append((heading.0, index)) }
      return HeadingName.Site(text: heading.1, line: index + 1, parent: above.last?.index)
    }
  }

  @Test(arguments: [
    ("C# notes", 0), ("c#  NOTES", 0), ("C#notes", 2), ("C#", 3), ("C", 1), ("## notes", 2), ("deep", 4), ("C#Deep", 4),
    ("notes#deep", 4),
  ])
  func theWholeTextComesFirst(_ name: String, _ expected: Int) throws {
    let all = sites([(1, "C# notes"), (1, "C"), (2, "Notes"), (3, "C#"), (3, "*Deep*")])
    #expect(try HeadingName(name).find(in: all) == expected)
  }

  @Test func severalAreNamedByTheirLines() throws {
    let all = sites([(1, "A"), (2, "B"), (2, "B"), (1, "C"), (2, "B")])
    #expect(throws: HeadingNameProblem.ambiguous("B", lines: [2, 3, 5])) { try HeadingName("B").find(in: all) }
    #expect(throws: HeadingNameProblem.ambiguous("A#B", lines: [2, 3])) { try HeadingName("A#B").find(in: all) }
    #expect(try HeadingName("C#B").find(in: all) == 4)
    #expect(try HeadingName("B").find(in: all, line: 3) == 2)
    #expect(throws: HeadingNameProblem.otherInLine(3, text: "B", wanted: "C#B")) {
      try HeadingName("C#B").find(in: all, line: 3)
    }
    #expect(throws: HeadingNameProblem.noneInLine(9, lines: [1, 2, 3, 4, 5])) {
      try HeadingName("B").find(in: all, line: 9)
    }
  }

  @Test func thoseInsideCountOnlyWhereTheyMay() throws {
    var all = sites([(1, "Q"), (1, "Q")])
    all[0].isInside = true
    #expect(try HeadingName("Q").find(in: all, outside: true) == 1)
    all[1].isInside = true
    #expect(throws: HeadingNameProblem.inside("Q", line: 1)) { try HeadingName("Q").find(in: all, outside: true) }
    #expect(throws: HeadingNameProblem.ambiguous("Q", lines: [1, 2])) { try HeadingName("Q").find(in: all) }
  }

  @Test(arguments: ["", " ", "#", "none"]) func whatNamesNothingIsNotFound(_ name: String) {
    let all = sites([(1, "A"), (2, "")])
    #expect(throws: HeadingNameProblem.self) { try HeadingName(name).find(in: all) }
  }
}
