import Testing

@testable import VaultCore

@Suite struct SentenceMergeTests {
  private func merged(_ base: String, _ ours: String, _ theirs: String, byWords: Bool = false) -> String? {
    let texts = ThreeSides(base, ours, theirs).map { Array($0.utf8)[...] }
    let result = SentenceMerge(byWords: byWords).merged(texts)
    let other = SentenceMerge(byWords: byWords).merged(texts.swapped())
    #expect(result == other)
    return result.map { String(decoding: $0, as: UTF8.self) }
  }

  private func sentences(_ text: String) -> [String] {
    SentenceMerge.sentences(Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func differentSentences() {
    #expect(merged("One. Two. Three.", "One! Two. Three.", "One. Two. Four.") == "One! Two. Four.")
    #expect(merged("One. Two.", "1. 1. One. Two.", "One. Two. Three.") == "1. 1. One. Two. Three.")
    #expect(merged("One. Two.", "One. Too.", "Won. Two.") == "Won. Too.")
    #expect(
      merged("One.\nTwo. Three\nlines.", "One.\nTwo. Three new\nlines.", "One x.\nTwo. Three\nlines.")
        == "One x.\nTwo. Three new\nlines.")
  }

  @Test func oneSentenceStaysOpen() {
    #expect(merged("One two three.", "One 2 three.", "One two 3.") == nil)
    #expect(merged("One. Two.", "One. 2.", "One. Zwei.") == nil)
    #expect(merged("One.", "One. Two.", "One. Three.") == nil)
    #expect(merged("One. Two.", "Two.", "1. Two.") == nil)
  }

  @Test func whereSentencesEnd() {
    #expect(sentences("A b. C d? \"E!\" F") == ["A b. ", "C d? ", "\"E!\" ", "F"])
    #expect(sentences("See e.g. this. Version 1.2 is out… Yes.") == ["See e.g. this. ", "Version 1.2 is out… Yes."])
    #expect(sentences("(One.) *Two.* Three.") == ["(One.) ", "*Two.* ", "Three."])
    #expect(sentences("一。二！三？四") == ["一。", "二！", "三？", "四"])
    #expect(sentences("One  \ntwo\\\nthree\nfour") == ["One  \n", "two\\\n", "three\nfour"])
    #expect(sentences("") == [])
    #expect(sentences(". . .") == [". ", ". ", "."])
  }

  @Test func wordsFarFromEachOther() {
    let base = "a b c d e f g h i j"
    #expect(merged(base, "A b c d e f g h i j", "a b c d e f g H i j") == nil)
    #expect(merged(base, "A b c d e f g h i j", "a b c d e f g H i j", byWords: true) == "A b c d e f g H i j")
    #expect(merged(base, "A b c d e f g h i j", "a b c d e f G h i j", byWords: true) == nil)
    #expect(merged(base, "A b C d e f g h i j", "a b c d e f g h i J", byWords: true) == "A b C d e f g h i J")
    #expect(merged(base, "x a b c d e f g h i j", "a b c d e f g h i j y", byWords: true) == "x a b c d e f g h i j y")
  }

  @Test func paragraphsAndItemsOfNotes() {
    let base = "# A\n\nOne is here. Two is there.\n\n- Item one. Item two.\n- [ ] Task one. Task two.\n"
    let ours = base.replacing("One is", with: "One was").replacing("Item one", with: "Item first")
    let theirs = base.replacing("Two is", with: "Two was").replacing("Item two", with: "Item second")
    #expect(
      VaultCoreTests.merged(base, ours, theirs)
        == .text("# A\n\nOne was here. Two was there.\n\n- Item first. Item second.\n- [ ] Task one. Task two.\n"))
    let words = "One two three four five six seven eight nine ten\n"
    let (first, last) = (words.replacing("One", with: "1"), words.replacing("ten", with: "10"))
    #expect(VaultCoreTests.merged(words, first, last).open.count == 1)
    #expect(
      VaultCoreTests.merged(words, first, last, NoteMerge.Options(prose: .words))
        == .text("1 two three four five six seven eight nine 10\n"))
  }

  @Test func whatIsNoProseStaysOpen() {
    let task = "- [ ] Call Ada. Write to Bob.\n"
    #expect(
      VaultCoreTests.merged(task, task.replacing("Ada", with: "Eve"), task.replacing("Bob", with: "Dan")).open.count
        == 1)
    let heading = "# One thing. Another thing.\n"
    #expect(
      VaultCoreTests.merged(heading, heading.replacing("One", with: "A"), heading.replacing("Another", with: "B")).open
        .count == 1)
    let code = "```\nOne. Two.\n```\n"
    #expect(
      VaultCoreTests.merged(code, code.replacing("One", with: "1"), code.replacing("Two", with: "2")).open.count == 1)
  }
}
