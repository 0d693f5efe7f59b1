import Testing

@testable import BenchmarkRunner

@Suite struct NoteWordsTests {
  private func pieces(_ text: String) -> [NoteWords.Piece] {
    var pieces: [NoteWords.Piece] = []
    NoteWords(Array(text.utf8)).scan { pieces.append($0.piece) }
    return pieces
  }

  @Test func wordsOfLettersAreFolded() {
    #expect(pieces("Salt, salty (SALTED)") == [.plain("salt"), .plain("salty"), .plain("salted")])
    #expect(pieces("“Salt”—salt’s") == [.plain("salt"), .unclear("salt"), .other])
    #expect(pieces("Of it") == [.short("of"), .short("it")])
    #expect(pieces("42, anticonstitutionally") == [.other, .unclear("anticonstitution"), .other])
  }

  @Test(arguments: [
    ("fooBarBazz", ["barbazz", "bazz", "foobar", "foobarbazz"]), ("note_1", ["note"]),
    ("anticonstitutionally1", ["anticonstitution"]), ("HTMLPage", ["html", "htmlpage", "page"]),
    ("café", ["cafe"]), ("résumés", ["resumes"]), ("\u{212A}elvin", ["kelvin", "elvin"]),
  ])
  func whatProgramsMaySeeInAWord(_ text: String, _ expected: [String]) {
    let found = pieces(text).compactMap { piece in
      if case .unclear(let word) = piece { word } else { nil }
    }
    #expect(Set(found) == Set(expected))
    #expect(pieces(text).last == .other)
  }

  @Test func whatSomeProgramsSkipIsAGap() {
    #expect(pieces("salt 🧂 road") == [.plain("salt"), .gap, .plain("road")])
    #expect(pieces("salt _ 塩") == [.plain("salt"), .gap, .gap])
  }

  @Test func onlyOneBlankJoins() {
    var joined: [Bool] = []
    NoteWords(Array("salt road  salt\nroad, salt road".utf8)).scan { joined.append($0.followsBlank) }
    #expect(joined == [false, true, false, false, false, true])
  }

  @Test(arguments: [
    ("---\na: b\n---\nc", 12), ("---\n--- a\n--- \r\nc", 15), ("---\na: b\n", nil), ("+++\n+++\n", 7), ("a\n---\n", 0),
    ("", 0), ("\u{FEFF}a", 3), ("---", nil),
  ])
  func frontMatterEnds(_ text: String, _ start: Int?) {
    #expect(NoteWords.bodyStart(Array(text.utf8)) == start)
  }

  @Test func bytesThatAreNoTextAreOdd() {
    #expect(NoteWords([0x61, 0]).isOdd && NoteWords([0x61, 0xFF]).isOdd && !NoteWords(Array("é".utf8)).isOdd)
  }
}
