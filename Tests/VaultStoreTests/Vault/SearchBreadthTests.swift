import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// How many of the words a note needs, with the index and without.
@Suite struct SearchBreadthTests {
  private let folder: TemporaryFolder

  /// Words in ever fewer notes: `common` in all forty, `half` in twenty, `rare` in four, `unique` in one.
  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<40 {
      var words = ["common"]
      if number % 2 == 0 { words.append("half") }
      if number % 10 == 0 { words.append("rare") }
      if number == 11 { words.append("unique") }
      try folder.write(words.joined(separator: " ") + "\n", to: "\(number).md")
    }
  }

  private func search(_ text: String, _ options: SearchOptions, noIndex: Bool) throws -> SearchResult {
    let test = try VaultUnderTest(folder)
    return try test.vault(noIndex: noIndex).read { try $0.search(test.query(text), options: options) }
  }

  private func paths(_ result: SearchResult) -> [String] { result.hits.map(\.record.path.text) }

  @Test(arguments: [false, true]) func allAreNeededUnlessAskedOtherwise(noIndex: Bool) throws {
    let strict = try search("rare unique", SearchOptions(linesPerHit: 0), noIndex: noIndex)
    #expect(strict.hits.isEmpty && strict.widening == nil)
    let complete = try search("rare half", SearchOptions(linesPerHit: 0), noIndex: noIndex)
    #expect(complete.total == 4 && complete.completeTotal == 4)
    #expect(complete.hits.allSatisfy { $0.missing.isEmpty })
  }

  @Test(arguments: [false, true]) func someOfTheWeightIsEnough(noIndex: Bool) throws {
    let found = try search("rare unique", SearchOptions(breadth: .any, linesPerHit: 0), noIndex: noIndex)
    #expect(paths(found).sorted() == ["0.md", "10.md", "11.md", "20.md", "30.md"])
    #expect(found.widening == .someWords && found.completeTotal == 0)
    #expect(paths(found).first == "11.md", "the rarer word weighs more")
    #expect(found.hits.map(\.missing) == [["rare"]] + Array(repeating: ["unique"], count: 4))
    // What every note has weighs next to nothing, and alone is not enough.
    let common = try search("common unique", SearchOptions(breadth: .any, linesPerHit: 0), noIndex: noIndex)
    #expect(paths(common) == ["11.md"])
  }

  @Test(arguments: [false, true]) func wordsThatNoNoteHasWeighNothing(noIndex: Bool) throws {
    let found = try search("unique xqzzyqx wqzzyqw", SearchOptions(breadth: .any, linesPerHit: 0), noIndex: noIndex)
    #expect(paths(found) == ["11.md"])
    #expect(found.hits.first?.missing == ["xqzzyqx", "wqzzyqw"])
    #expect(try search("xqzzyqx wqzzyqw", SearchOptions(breadth: .any), noIndex: noIndex).hits.isEmpty)
  }

  @Test(arguments: [false, true]) func othersComeBehindWhereFewHaveAll(noIndex: Bool) throws {
    func search(_ text: String, below page: Int) throws -> SearchResult {
      try self.search(text, SearchOptions(breadth: .all(orSomeBelow: page), linesPerHit: 0), noIndex: noIndex)
    }
    let page = try search("half rare", below: 5)
    #expect(page.completeTotal == 4 && page.total == 20 && page.widening == nil)
    #expect(page.hits.prefix(4).allSatisfy { $0.missing.isEmpty })
    #expect(page.hits.dropFirst(4).allSatisfy { $0.missing == ["rare"] })
    #expect(try search("half rare", below: 4).total == 4)
    // The order of those that have all is that of the strict search.
    let strict = try search("half rare", below: 1)
    #expect(paths(page).prefix(4) == paths(strict)[...])
  }

  @Test(arguments: [false, true]) func whatIsNoPlainWordIsNeededAllTheSame(noIndex: Bool) throws {
    let some = SearchOptions(breadth: .any, linesPerHit: 0)
    #expect(try search("rare unique -half", some, noIndex: noIndex).total == 1)
    #expect(try search("rare unique path:2", some, noIndex: noIndex).total == 1)
    #expect(try search("rare unique \"common half\"", some, noIndex: noIndex).total == 4)
    #expect(try search("rare OR unique", some, noIndex: noIndex).total == 5)
    #expect(try search("rare", some, noIndex: noIndex).total == 4)
    #expect(try search("rare -rare unique", some, noIndex: noIndex).total == 0)
    #expect(try search("rare unique content:half", some, noIndex: noIndex).total == 4)
    #expect(try search("unique match-case:rare match-case:half", some, noIndex: noIndex).total == 0)
    #expect(try search("rare unique match-case:half", some, noIndex: noIndex).total == 4)
  }

  @Test(arguments: [false, true]) func countsAgree(noIndex: Bool) throws {
    let test = try VaultUnderTest(folder)
    for breadth in [SearchBreadth.all(orSomeBelow: nil), .all(orSomeBelow: 5), .any] {
      for text in ["half rare", "rare unique", "common rare", "xqzzyqx rare", "ommo are"] {
        let options = SearchOptions(breadth: breadth, linesPerHit: 0)
        try test.vault(noIndex: noIndex).read { reader in
          let query = try test.query(text)
          let found = try reader.search(query, options: options)
          let counted = try reader.searchCount(query, options: options)
          #expect(counted.notes == found.total && counted.widening == found.widening, "\(text), \(breadth)")
        }
      }
    }
  }

  // MARK: Inside of words

  @Test(arguments: [false, true]) func onlyWordsThatNoNoteHasAreLookedForInsideOfOthers(noIndex: Bool) throws {
    let strict = SearchOptions(linesPerHit: 0)
    // Both stand in notes, and "are" inside of "rare", but none has both as they are.
    #expect(try search("rare unique", strict, noIndex: noIndex).hits.isEmpty)
    let one = try search("niqu common", strict, noIndex: noIndex)
    #expect(paths(one) == ["11.md"] && one.widening == .substrings(["niqu"]))
    let both = try search("niqu ommo", strict, noIndex: noIndex)
    #expect(paths(both) == ["11.md"] && both.widening == .substrings(["niqu", "ommo"]))
    let alone = try search("niqu path:11", strict, noIndex: noIndex)
    #expect(paths(alone) == ["11.md"] && alone.widening == .substrings(["niqu"]))
    #expect(try search("niqu rare", strict, noIndex: noIndex).hits.isEmpty)
    let sign = try search("niqu +", strict, noIndex: noIndex)
    #expect(paths(sign) == ["11.md"], "a sign is left out")
    let either = try search("niqu OR xqzzyqx", strict, noIndex: noIndex)
    #expect(either.widening == .substrings(["niqu"]), "the other stands nowhere")
    #expect(try search("Niqu niqu", strict, noIndex: noIndex).widening == .substrings(["Niqu"]))
    #expect(try search("rare path:11", strict, noIndex: noIndex).widening == nil, "a word that notes have")
  }

  @Test(arguments: [false, true]) func aWordOfSeveralPartsIsNoPieceOfAnother(noIndex: Bool) throws {
    try folder.write("special, they don\u{2019}t\n", to: "x.md")
    let found = try search("pecia don't", SearchOptions(linesPerHit: 0), noIndex: noIndex)
    #expect(paths(found) == ["x.md"])
  }

  /// A word that no note has tells nothing, and the others tell as much as without it.
  @Test(arguments: [false, true]) func linesAreChosenByTheWordsThatNotesHave(noIndex: Bool) throws {
    try folder.write("unique\n\n# common\n\nhalf\n", to: "y.md")
    for text in ["common unique", "common unique xqzzyqx"] {
      let found = try search(text, SearchOptions(breadth: .any, linesPerHit: 1), noIndex: noIndex)
      #expect(found.hits.first { $0.record.path.text == "y.md" }?.matches.map(\.line) == [1], "\(text)")
    }
  }

  @Test(arguments: [false, true]) func notesWithSomeComeBehindThoseThatHaveAWordInsideOfAnother(noIndex: Bool) throws {
    for breadth in [SearchBreadth.any, .all(orSomeBelow: 20)] {
      let found = try search("arr half", SearchOptions(breadth: breadth, linesPerHit: 0), noIndex: noIndex)
      #expect(found.hits.isEmpty == false && found.widening == .someWords && found.hits[0].missing == ["arr"])
      let inside = try search("alf rare", SearchOptions(breadth: breadth, linesPerHit: 0), noIndex: noIndex)
      #expect(inside.widening == .substrings(["alf"]) && inside.completeTotal == 4 && inside.total == 20)
      #expect(inside.hits.prefix(4).allSatisfy { $0.missing.isEmpty })
      #expect(inside.hits.dropFirst(4).allSatisfy { $0.missing == ["rare"] })
    }
  }

  // MARK: Spelling

  @Test(arguments: [false, true]) func aWordThatNoNoteHasIsTakenForOneThatIsLikeIt(noIndex: Bool) throws {
    let respelling = SearchOptions(breadth: .all(orSomeBelow: 20), respells: true, linesPerHit: 0)
    let found = try search("uniuqe half", respelling, noIndex: noIndex)
    #expect(found.respellings == [Respelling(word: "uniuqe", shown: "unique")], "though no note has both")
    #expect(found.widening == .someWords && paths(found).first == "11.md" && found.hits.first?.missing == ["half"])
    let unlike = try search("uniuqe rare xqzzyqx", respelling, noIndex: noIndex)
    #expect(unlike.respellings.map(\.shown) == ["unique"] && unlike.hits.first?.missing == ["rare", "xqzzyqx"])
    var any = respelling
    any.breadth = .any
    #expect(try search("uniuqe rare", any, noIndex: noIndex).respellings.map(\.shown) == ["unique"])
    let both = try search("comomn unique", respelling, noIndex: noIndex)
    #expect(both.respellings == [Respelling(word: "comomn", shown: "common")])
    #expect(paths(both) == ["11.md"])
    let strict = try search("comomn unique", SearchOptions(linesPerHit: 0), noIndex: noIndex)
    #expect(strict.respellings.isEmpty && strict.hits.isEmpty)
    let known = try search("commo unique", respelling, noIndex: noIndex)
    #expect(known.respellings.isEmpty && paths(known) == ["11.md"], "the beginning of a word is no mistake")
  }

  @Test(arguments: [false, true]) func aWordThatIsLessLikeIsOnlySuggested(noIndex: Bool) throws {
    let found = try search("commmnn unique", SearchOptions(respells: true, suggests: true), noIndex: noIndex)
    #expect(found.hits.isEmpty)
    #expect(found.suggestions.map(\.words) == [["common"]])
    let several = try search("commmnn uniqqee", SearchOptions(suggests: true), noIndex: noIndex)
    #expect(several.suggestions.map(\.words) == [["common"], ["unique"]])
    let phrase = try search("\"comomn haalf\"", SearchOptions(suggests: true), noIndex: noIndex)
    #expect(phrase.suggestions.map(\.words) == [["common"], ["half"]])
    let apart = try search("raree uniqqee", SearchOptions(suggests: true), noIndex: noIndex)
    #expect(apart.suggestions.isEmpty, "no note has rare and unique")
  }

  /// Numbers, short words and what contradicts itself are left as they are; accents are no difference.
  @Test(arguments: [false, true]) func notEveryWordIsRespelled(noIndex: Bool) throws {
    try folder.write("years 2019 2020, a fly, a p\u{e2}tisserie\n", to: "x.md")
    func respelled(_ text: String) throws -> [String] {
      try search(text, SearchOptions(breadth: .all(orSomeBelow: 20), respells: true), noIndex: noIndex).respellings
        .map(\.shown)
    }
    #expect(try respelled("years 2021") == [])
    #expect(try respelled("fry years") == [])
    #expect(try respelled("p\u{e2}tissreie years") == ["patisserie"])
    #expect(try respelled("comomn -comomn") == [])
    #expect(try respelled("comomn") == ["common"])
  }

  // MARK: Before there is an index

  /// What the files say alone is not all that is asked for.
  @Test(arguments: [SearchBreadth.any, .all(orSomeBelow: 20)])
  func theFirstSearchOfALargeVaultFindsTheOthersToo(breadth: SearchBreadth) throws {
    let folder = try TemporaryFolder()
    for number in 0..<2_100 {
      try folder.write(number < 10 ? "zebra\n" : number == 10 ? "zebra giraffe\n" : "other\n", to: "\(number).md")
    }
    let test = try VaultUnderTest(folder)
    let result = try test.vault().vault.search(
      test.query("zebra giraffe"), options: SearchOptions(breadth: breadth, linesPerHit: 0, mayPrecedeIndex: true))
    #expect(result.total == 11 && !result.precedesIndex)
  }

  // MARK: While a query is typed

  @Test(arguments: [false, true]) func oneOrTwoLettersAreLookedForInNames(noIndex: Bool) throws {
    try folder.write("# Harbour\n\nsalt\n", to: "port.md")
    try folder.write("---\naliases: [Haven]\ntags: [harvest]\nby: Hannah\n---\nsalt hasty\n", to: "x.md")
    func typed(_ text: String) throws -> [String] {
      try paths(search(text, SearchOptions(asTyped: true, linesPerHit: 0), noIndex: noIndex)).sorted()
    }
    #expect(try typed("h") == ["port.md", "x.md"])
    #expect(try typed("ha") == ["port.md", "x.md"])
    #expect(try typed("p") == ["port.md"], "the file's name")
    #expect(try typed("po") == ["port.md"])
    #expect(try typed("salt hav") == ["x.md"])
    #expect(try typed("salt ha") == ["port.md", "x.md"])
    #expect(try typed("hal").count == 20, "three letters are asked as ever")
    #expect(try typed("omm").isEmpty, "nothing widens")
    #expect(try typed("").count == 42)
    #expect(try typed("\u{65e5}\u{672c}").isEmpty)
    try folder.write("\u{65e5}\u{672c}\n", to: "y.md")
    #expect(try typed("\u{65e5}\u{672c}") == ["y.md"], "two letters of this script are a word")
  }

  @Test(arguments: ["„Haus“ am See", "foo—haus", "📌Haus", "Le Haus", "x/haus-boot"])
  func aWordBeginsBehindWhateverIsNoLetter(title: String) throws {
    try folder.write("---\ntitle: \"\(title)\"\n---\n", to: "1.md")
    let options = SearchOptions(asTyped: true, linesPerHit: 0)
    #expect(try search("h", options, noIndex: false).hits.map(\.record.path).contains("1.md"))
    #expect(try search("au", options, noIndex: false).hits.map(\.record.path).contains("1.md") == false)
    #expect(try search("h limit:1", options, noIndex: false).hits.count == 1)
  }

  @Test(arguments: [false, true]) func begunTitlesComeFirst(noIndex: Bool) throws {
    try folder.write("---\ntags: [zebra]\n---\n", to: "a.md")
    try folder.write("---\naliases: [A zoo]\n---\n", to: "b.md")
    try folder.write("# The zoo\n", to: "c.md")
    try folder.write("# Zoo\n", to: "d.md")
    try folder.write("---\ntags: [animals/zebra]\n---\nzoo\n", to: "e.md")
    try folder.write("# Abzug\n", to: "f.md")
    let options = SearchOptions(asTyped: true, limit: 3, linesPerHit: 0)
    let result = try search("z", options, noIndex: noIndex)
    #expect(result.hits.map(\.record.path) == ["d.md", "c.md", "b.md"] && result.total == 5)
  }
}
