import Testing

@testable import VaultCore

struct SynonymTests {
  @Test func onlyWhatThereIsIsNamed() {
    #expect(Synonym.names(for: "Delete", among: ["rm", "list"]) == ["rm"])
    #expect(Synonym.names(for: "delete", among: ["add", "remove"]) == ["remove"])
    #expect(Synonym.names(for: "delete", among: ["list"]).isEmpty)
    #expect(Synonym.names(for: "zzz", among: ["rm"]).isEmpty)
  }

  @Test func namesOfOtherProgramsGoBeforeNearOnes() {
    #expect(Suggestion.meant(by: "open", among: ["done", "todo"]) == ["todo"])
    #expect(Suggestion.meant(by: "tood", among: ["done", "todo"]) == ["todo"])
  }

  @Test(arguments: [
    ("salt or road", "or is searched as a word: OR in capitals asks for either."),
    ("not salt", "not is searched as a word: NOT in capitals leaves out what follows."),
    ("!salt", "! negates nothing and is left out; write NOT salt."),
    ("created>2026", "This is searched as text; to compare, write created:>2026."),
    ("tag=work", "This is searched as text; to compare, write tag:work."),
    ("rating>=3", "This is searched as text; to compare, write [rating>=3]."),
    ("a | b", "| joins nothing here: OR asks for either."),
    ("rye OR (oat or wheat)", "or is searched as a word: OR in capitals asks for either."),
  ])
  func oddWordsAreTold(_ query: String, _ warning: String) throws {
    let parser = QueryParser(context: QueryContext(today: try #require(CivilDate("2026-03-14"))))
    #expect(try parser.parse(query).warnings.map(\.message) == [warning])
  }

  @Test(arguments: [
    "or", "salt or", "or salt", "not", "\"salt or road\"", "a=b", "x->y", "a=>b", "List<Int>", "wow!", "!", "=5",
  ])
  func plainWordsAreNot(_ query: String) throws {
    let parser = QueryParser(context: QueryContext(today: try #require(CivilDate("2026-03-14"))))
    #expect(try parser.parse(query).warnings.isEmpty)
  }

  @Test(arguments: [
    ("[rating=>3]", "[rating>=3]"), ("[rating=<3]", "[rating<=3]"), ("[status==draft]", "[status:draft]"),
    ("[status<>draft]", "-[status:draft]"),
  ])
  func comparisonsOfOtherLanguagesAreRefused(_ query: String, _ meant: String) throws {
    let parser = QueryParser(context: QueryContext(today: try #require(CivilDate("2026-03-14"))))
    let error = #expect(throws: QueryError.self) { try parser.parse(query) }
    #expect(error?.candidates == [meant])
  }

  @Test(arguments: [
    ("- [ ] x", "x"), ("* [ ]   a b", "a b"), ("- [ ]", ""), ("- x", "- x"), ("[ ] x", "[ ] x"),
    ("- [a](b)", "- [a](b)"),
    ("- [ ]x", "- [ ]x"), ("", ""),
  ])
  func marksOfTasksAreTakenAway(_ text: String, _ rest: String) throws {
    #expect(try TaskMark.removed(from: text) == rest)
  }

  @Test func marksOfDoneTasksAreRefused() {
    #expect(throws: MarkedTaskError.self) { try TaskMark.removed(from: "- [x] done") }
  }
}
