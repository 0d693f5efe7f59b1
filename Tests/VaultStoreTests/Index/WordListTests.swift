import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct WordListTests {
  private static func list(_ words: String...) -> WordList {
    WordList(nextID: 1, words: [0x20] + words.flatMap { Array($0.utf8) + [0x20] })
  }

  @Test(
    arguments: [
      ("ol", false, false, ["collection", "cool", "old"]), ("ol", true, false, ["old"]), ("ol", false, true, ["cool"]),
      ("old", true, true, ["old"]), ("col", true, true, []), ("x", false, false, []), ("aa", false, false, ["aaaa"]),
      ("本", false, false, ["日本"]), ("aaaa", true, true, ["aaaa"]),
    ] as [(String, Bool, Bool, [String])])
  func wordsThatHoldAPiece(_ text: String, _ starts: Bool, _ ends: Bool, _ expected: [String]) {
    let list = Self.list("aaaa", "collection", "cool", "old", "日本")
    let part = WordPart(Array(text.utf8), startsWord: starts, endsWord: ends)
    #expect(list.words(holding: part).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func eachWordIsVisited() {
    var words: [String] = []
    let add: (UnsafeRawBufferPointer) -> Void = { words.append(String(decoding: $0, as: UTF8.self)) }
    Self.list("a", "bc", "日").forEach(add)
    Self.list().forEach(add)
    #expect(words == ["a", "bc", "日"])
  }

  private static let pieces = [
    "~zeb", "~ebr", "sub:quagg", "~kudu", "~\"ra and\"", "~oka", "~本語", "line:(~ebra ~kap)", "/[a-z]ebra/", "-~ebr",
  ]

  private func compare(_ test: VaultUnderTest, _ moment: String) throws {
    for text in Self.pieces {
      #expect(try test.paths(text) == test.paths(text, noIndex: true), "\(text) \(moment)")
    }
  }

  /// The list is kept for the next search; what comes and goes meanwhile is found all the same.
  @Test func notesThatAreNewerThanTheList() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for number in 0..<20 { try folder.write("note \(number): a zebra and an okapi, 日本語\n", to: "old/\(number).md") }
    #expect(try test.paths("~ebr").count == 20)
    try compare(test, "at first")

    try folder.write("# Quagga\nAnother zebrafish and a kudu\n", to: "new.md")
    try folder.write("no longer\n", to: "old/0.md")
    try folder.remove("old/1.md")
    try compare(test, "after some changes")
    #expect(try test.paths("~quag") == ["new.md"])
    #expect(try test.paths("~ebr").count == 19)

    // More than are read beside the list.
    for number in 0..<130 { try folder.write("zebu \(number) kudus\(number)x, 本語\n", to: "many/\(number).md") }
    try compare(test, "after many new notes")
    #expect(try test.paths("~zeb").count == 149)
    #expect(try test.paths("~udus7").count == 11)

    for number in 0..<110 { try folder.remove("many/\(number).md") }
    for number in 2..<20 { try folder.write("nothing\n", to: "old/\(number).md") }
    try compare(test, "after many are gone")
    #expect(try test.paths("~zeb").count == 21)
  }

  /// An index keeps the beginning of a long word only.
  @Test(arguments: [false, true]) func endsOfLongWordsAreFound(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "к", count: 60)
    try folder.write("intro \(long)ёжик tail\n", to: "long.md")
    try folder.write("ёжик\n", to: "short.md")
    let test = try VaultUnderTest(folder)
    for text in ["~ёжик", "line:~ёжик", "sub:ежи", "/ёжик/"] {
      #expect(try Set(test.paths(text, noIndex: noIndex)) == ["long.md", "short.md"], "\(text)")
    }
    #expect(try test.paths("~\(long)ё", noIndex: noIndex) == ["long.md"])
    #expect(try test.paths("~ёжикк", noIndex: noIndex) == [])
  }
}
