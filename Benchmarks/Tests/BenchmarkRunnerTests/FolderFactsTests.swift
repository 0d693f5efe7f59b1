import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct FolderFactsTests {
  @Test func wordsAreThoseOfWhichThereIsNoDoubt() throws {
    try NoteFolder.with(NoteFolder.chosen) { root in
      let facts = try FolderFacts(of: root).facts
      #expect(facts.notes == 201 && facts.folders == 7 && !facts.hasOtherFiles && !facts.isGenerated)
      #expect(facts.words == ["heron", "willow"])
      #expect(facts.notesWithWord == [6, 5] && facts.notesWithBothWords == 2)
      #expect(facts.lead == "the")
      #expect(facts.piece == "ero")
      #expect(facts.phrase == "amber lantern" && facts.notesWithPhrase == 2)
      #expect(facts.right(3).contains(4) && !facts.right(3).contains(2))
      // A search that finds every note is wrong.
      #expect((2..<facts.notes).contains(facts.mostNotesWithBothWords))
      #expect((2..<facts.notes).contains(facts.mostNotesWithPhrase))
      #expect(facts.rightOfRare(3).contains(3) && !facts.rightOfRare(3).contains(facts.notes))
    }
  }

  @Test func unclearWordsAreNeverCandidates() throws {
    var census = WordCensus()
    for (path, text) in NoteFolder.chosen.sorted(by: { $0.key < $1.key }) {
      census.add(NoteWords(Array(text.utf8)), path: path)
    }
    let words = Set(census.candidates(in: 3...10, ideal: 6).map(\.word))
    #expect(words.isSuperset(of: ["heron", "willow", "amber", "lantern"]))
    #expect(words.isDisjoint(with: ["brook", "cedar", "dune", "ember", "nothing", "part"]))
  }

  /// Who looks for `salt` may find `salty`, and be right.
  @Test(arguments: [
    ("saltier", ["saltier"]), ("salt_1", []), ("saltpétre", []), ("saltandpepperandvinegar", []),
    ("SaltAndPepperAndVinegar", []),
    ("basalt", ["basalt", "salt"]), ("sale", ["sale", "salt"]),
  ])
  func whatAnotherWordBeginsWithIsNoCandidate(_ other: String, _ expected: [String]) {
    var census = WordCensus()
    for text in ["salt", "of salt", "salt, \(other)", other, other] {
      census.add(NoteWords(Array(text.utf8)), path: "x.md")
    }
    #expect(census.candidates(in: 3...5, ideal: 3).map(\.word).sorted() == expected)
  }

  @Test func phrasesInMoreThanOneFormAreNone() {
    var meetings = WordMeetings(of: [("amber", 3), ("lantern", 3)], notes: 3)
    for text in ["amber lantern", "Amber lantern.", "amber\nlantern"] { meetings.add(NoteWords(Array(text.utf8))) }
    #expect(meetings.phrases(most: 9).isEmpty)
    var others = WordMeetings(of: [("amber", 3), ("lantern", 3)], notes: 3)
    for text in ["amber lantern", "lantern, amber lantern", "amber 🧂 lanterns"] {
      others.add(NoteWords(Array(text.utf8)))
    }
    #expect(others.phrases(most: 9) == [.init(text: "amber lantern", notes: 2)])
  }

  @Test func lettersInPartsOfWordsMakeNoPhrase() throws {
    var files = NoteFolder.chosen
    files["parts.md"] = "bamber lanterns\n"
    try NoteFolder.with(files) { root in
      #expect(throws: FolderFacts.Failure.self) { try FolderFacts(of: root) }
    }
  }

  @Test func fewNotesAreRefused() throws {
    try NoteFolder.with(["a.md": "One note.\n"]) { root in
      let failure = #expect(throws: FolderFacts.Failure.self) { try FolderFacts(of: root) }
      #expect(failure?.description.contains("1 notes are too few") == true)
    }
    try NoteFolder.with(["a.txt": "No note.\n"]) { root in
      #expect(throws: FolderFacts.Failure.self) { try FolderFacts(of: root) }
    }
  }

  @Test func settingsDecideWhatIsATask() throws {
    var files = NoteFolder.chosen
    files["tasks.md"] = "- [ ] one\n- [ ] two\n"
    files["picture.png"] = "no note"
    try NoteFolder.with(files) { root in
      let facts = try FolderFacts(of: root).facts
      #expect(facts.openTasks == 2 && facts.hasOtherFiles && facts.plainNotes?.contains("tasks.md") == true)
      try NoteFolder.write([".obsidian/app.json": "{}"], to: root)
      #expect(try FolderFacts(of: root).facts.openTasks == 0)
    }
  }
}
