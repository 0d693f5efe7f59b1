import Testing
import VaultCore
import VaultTestSupport

/// The text after a change, all invariants looked at; the error's text where it is refused.
func changed(_ text: String, _ change: FrontMatterChange, removingEmptyBlock: Bool = false) -> String {
  let outcome = FrontMatterEditInvariants.outcome(
    of: change, in: Array(text.utf8), removingEmptyBlock: removingEmptyBlock)
  #expect(outcome.violations.isEmpty)
  return outcome.result.map { String(decoding: $0, as: UTF8.self) } ?? outcome.refusal?.description ?? ""
}

@Suite struct FrontMatterEditorTests {
  @Test(arguments: [
    ("---\na: 1\n---\nbody\n", "---\na: new\n---\nbody\n"),
    ("---\na: old # why\nb: 2\n---\n", "---\na: new # why\nb: 2\n---\n"),
    ("---\na: \"old\"\n---\n", "---\na: \"new\"\n---\n"),
    ("---\na: 'old'   # c\n---\n", "---\na: 'new'   # c\n---\n"),
    ("---\nA:   old\n---\n", "---\nA:   new\n---\n"),
    ("---\na:\nb: 1\n---\n", "---\na: new\nb: 1\n---\n"),
    ("---\na: \nb: 1\n---\n", "---\na: new\nb: 1\n---\n"),
    ("---\na:   # none\nb: 1\n---\n", "---\na: new   # none\nb: 1\n---\n"),
    ("---\na: one\n  two\n\n  three # c\nb: 1\n---\n", "---\na: new # c\nb: 1\n---\n"),
    ("---\na: \"one\n  two\" # c\nb: 1\n---\n", "---\na: \"new\" # c\nb: 1\n---\n"),
    ("---\na: [x,\n  y, # in\n  z] # c\nb: 1\n---\n", "---\na: new # c\nb: 1\n---\n"),
    ("---\na: |  # text\n  one\n\n  # no comment\n# b's\nb: 1\n---\n", "---\na: new  # text\n# b's\nb: 1\n---\n"),
    ("---\na: >-\n  one\n  two\n\n\nb: 1\n---\n", "---\na: new\n\n\nb: 1\n---\n"),
    ("---\na: |+\n  one\n\n\nb: 1\n---\n", "---\na: new\nb: 1\n---\n"),
    ("---\na: # these\n  - x\n  - y # y\n\n# b's\nb: 1\n---\n", "---\na: new # these\n\n# b's\nb: 1\n---\n"),
    ("---\na:\n- x\n- y:\n    z: |\n      q\n      # text\nb: 1\n---\n", "---\na: new\nb: 1\n---\n"),
    ("---\na:\n  b: 1\n  c:\n    d: 2 # d\n# b's\nb: 1\n---\n", "---\na: new\n# b's\nb: 1\n---\n"),
    ("---\na:\n  old # c\nb: 1\n---\n", "---\na:\n  new # c\nb: 1\n---\n"),
    ("---\r\na: old\r\nb: 1\r\n---\r\nbody\r\n", "---\r\na: new\r\nb: 1\r\n---\r\nbody\r\n"),
    ("\u{FEFF}---\na: old\n---", "\u{FEFF}---\na: new\n---"),
    ("---\n  a: old\n  b: 1\n---\n", "---\n  a: new\n  b: 1\n---\n"),
    ("---\n\"a\": old\n---\n", "---\n\"a\": new\n---\n"),
    ("---\na: !!str old\n---\n", "---\na: new\n---\n"),
    ("---\n{\"a\": \"old\", \"b\": [1]}\n---\n", "---\n{\"a\": \"new\", \"b\": [1]}\n---\n"),
    ("---\n{a: {x: [1, 2]}, b: 1}\n---\n", "---\n{a: new, b: 1}\n---\n"),
    ("---\n{ a, b: 1 }\n---\n", "---\n{ a: new, b: 1 }\n---\n"),
  ])
  func aValueIsReplacedWhateverItsShape(before: String, after: String) {
    #expect(changed(before, .set(key: "a", .text("new"))) == after)
  }

  @Test(arguments: [
    ("---\na: old # c\nb: 1\n---\n", "---\na: |- # c\n  x\n  y\nb: 1\n---\n"),
    ("---\na: [1,\n  2] # c\n# b's\nb: 1\n---\n", "---\na: |- # c\n  x\n  y\n# b's\nb: 1\n---\n"),
    ("---\na:\n  - 1\n---\n", "---\na: |-\n  x\n  y\n---\n"),
    ("---\na: > # c\n   old\n---\n", "---\na: |- # c\n  x\n  y\n---\n"),
    ("---\na: old\n\n  # would be text\nb: 1\n---\n", "---\na: \"x\\ny\"\n\n  # would be text\nb: 1\n---\n"),
    ("---\na:\n  # above\n  - 1\n---\n", "---\na: \"x\\ny\"\n  # above\n---\n"),
    ("---\na:\n  old # c\n---\n", "---\na:\n  \"x\\ny\" # c\n---\n"),
  ])
  func aTextOfSeveralLinesStandsBelowItsKey(before: String, after: String) {
    #expect(changed(before, .set(key: "a", .text("x\ny"))) == after)
  }

  @Test(arguments: [
    ("---\na: old # c\n---\n", "---\na: # c\n---\n"), ("---\na: 1\n---\n", "---\na:\n---\n"),
    ("---\na: # c\n  # d\n  old # e\n---\n", "---\na: # c\n  # d\n # e\n---\n"),
    ("---\na:\n  old\nb: 1\n---\n", "---\na:\nb: 1\n---\n"),
    ("---\na: # c\n  # d\n  - x\nb: 1\n---\n", "---\na: # c\n  # d\nb: 1\n---\n"),
    ("---\na: | # c\n  x\nb: 1\n---\n", "---\na: # c\nb: 1\n---\n"),
    ("---\na: !!seq # c\n  - x\nb: 1\n---\n", "---\na: # c\nb: 1\n---\n"),
    ("---\n{a: [1], b: 2}\n---\n", "---\n{a: null, b: 2}\n---\n"),
  ])
  func aKeyIsEmptied(before: String, after: String) {
    #expect(changed(before, .set(key: "a", .null)) == after)
  }

  @Test(arguments: [
    ("", "---\nk: v\n---\n"),
    ("text", "---\nk: v\n---\ntext"),
    ("one\r\ntwo\r\n", "---\r\nk: v\r\n---\r\none\r\ntwo\r\n"),
    ("\u{FEFF}text\n", "\u{FEFF}---\nk: v\n---\ntext\n"),
    ("---\nrule\n", "---\nk: v\n---\n---\nrule\n"),
    ("---\n---\nbody", "---\nk: v\n---\nbody"),
    ("---\na: 1\n---", "---\na: 1\nk: v\n---"),
    ("---\r\na: 1\r\n---\r\n", "---\r\na: 1\r\nk: v\r\n---\r\n"),
    ("---\na: |+\n  x\n\n---\n", "---\na: |+\n  x\n\nk: v\n---\n"),
    ("---\na: 'x'\nb: 'y'\n---\n", "---\na: 'x'\nb: 'y'\nk: 'v'\n---\n"),
    ("---\n# only a comment\n---\n", "---\n# only a comment\nk: v\n---\n"),
    ("---\n  a: 1\n---\n", "---\n  a: 1\n  k: v\n---\n"),
    ("---\n{}\n---\n", "---\n{k: v}\n---\n"),
    ("---\n{\"a\": 1}\n---\n", "---\n{\"a\": 1, \"k\": \"v\"}\n---\n"),
    ("---\n{\n  \"a\": 1,\n  \"b\": 2\n}\n---\n", "---\n{\n  \"a\": 1,\n  \"b\": 2,\n  \"k\": \"v\"\n}\n---\n"),
  ])
  func aNewKeyIsMadeAtTheEndAndGoesWithoutATrace(before: String, after: String) {
    #expect(changed(before, .set(key: "k", .text("v"))) == after)
    let back = changed(
      after, .unset(key: "k"), removingEmptyBlock: !before.hasPrefix("---\n") || before.contains("rule"))
    #expect(Array(back.utf8) == Array(before.utf8))
  }

  @Test(arguments: [
    ("---\na: 1 # c\nb: 2\n---\n", "---\nb: 2\n---\n"),
    ("---\n# above\na: 1\n\n# b's\nb: 2\n---\n", "---\n# above\n\n# b's\nb: 2\n---\n"),
    ("---\nb: 2\na:\n  - x\n  - y\n---\n", "---\nb: 2\n---\n"),
    ("---\na:\n- x\n-\n---\nbody", "---\n---\nbody"),
    ("---\nb: 2\n---\n", "---\nb: 2\n---\n"),
    ("text", "text"),
    ("---\n{b: 1, a: 2, c: 3}\n---\n", "---\n{b: 1, c: 3}\n---\n"),
    ("---\n{b: 1, a: 2}\n---\n", "---\n{b: 1}\n---\n"),
    ("---\n{a: 2}\n---\n", "---\n{}\n---\n"),
  ])
  func aKeyGoesWithItsLines(before: String, after: String) {
    #expect(changed(before, .unset(key: "a")) == after)
  }

  @Test(arguments: [
    ("---\na: 1\n---\nbody\n", "body\n"),
    ("\u{FEFF}---\na: 1\n\n---\nbody\n", "\u{FEFF}body\n"),
    ("---\na: 1\n# kept\n---\nbody\n", "---\n# kept\n---\nbody\n"),
    ("---\na: 1\n---\n---\nb: 1\n---\n", "---\n---\n---\nb: 1\n---\n"),
    ("---\na: 1\n---\n---\nrule\n", "---\nrule\n"),
    ("---\n{a: 1}\n---\nbody", "body"),
    ("---\na: 1\n---", ""),
  ])
  func theBlockGoesWithItsLastKey(before: String, after: String) {
    #expect(changed(before, .unset(key: "a"), removingEmptyBlock: true) == after)
  }

  @Test(arguments: [
    ("---\na: 1 # c\nb: 2\n---\n", "---\nnew: 1 # c\nb: 2\n---\n"),
    ("---\n\"A\" : 1\n---\n", "---\n\"new\" : 1\n---\n"),
    ("---\na:\n  - x\n---\n", "---\nnew:\n  - x\n---\n"),
    ("---\n{a: 1}\n---\n", "---\n{new: 1}\n---\n"),
    ("---\nb: 1\n---\n", "---\nb: 1\n---\n"),
    (
      "---\na: 1\nNew: 2\n---\n",
      "line 3: there is a key \"New\" already; choose another name, or remove that one first"
    ),
  ])
  func aKeyIsRenamed(before: String, after: String) {
    #expect(changed(before, .rename(key: "a", to: "new")) == after)
  }

  @Test(arguments: [
    (PropertyValue(plain: "2026-01-01"), "\"2026-01-01\""),
    (PropertyValue(plain: "2026-01-01T10:00:00+01:00"), "\"2026-01-01T10:00:00+01:00\""),
    (PropertyValue(plain: ".5"), "\".5\""), (PropertyValue(plain: "+5"), "\"+5\""),
    (PropertyValue(plain: "1."), "\"1.\""), (PropertyValue(plain: "-1.50e3"), "-1.50e3"), (.checkbox(true), "true"),
    (.null, "null"),
    (
      .list([PropertyValue(plain: "2026-01-01"), PropertyValue(plain: "7"), .text("x")]),
      "[\"2026-01-01\", 7, \"x\"]"
    ),
  ])
  func jsonStaysJSON(_ value: PropertyValue, _ written: String) throws {
    let note = "---\n{\"title\": \"T\", \"old\": [1]}\n---\n"
    let added = changed(note, .set(key: "k", value))
    #expect(added == "---\n{\"title\": \"T\", \"old\": [1], \"k\": \(written)}\n---\n")
    #expect(changed(added, .set(key: "k", value)) == added)
    #expect(
      changed(note, .set(key: "old", value)) == "---\n{\"title\": \"T\", \"old\": \(written)}\n---\n")
  }

  @Test func renamingMayChangeTheCaseAlone() {
    #expect(changed("---\nTags: [x]\n---\n", .rename(key: "tags", to: "tags")) == "---\ntags: [x]\n---\n")
  }

  @Test func aWholeBlockIsWritten() {
    let block = FrontMatterEditor.block(
      [
        ("title", .text("A: b")), ("tags", .list([.text("x"), .text("2026")])), ("pin", .checkbox(true)),
        ("created", .dateTime("2026-01-03T10:00:00+01:00")), ("empty", .null), ("text", .text("one\ntwo")),
      ], lineEnding: [0x0D, 0x0A])
    #expect(
      String(decoding: block, as: UTF8.self)
        == [
          "---", "title: \"A: b\"", "tags: [x, \"2026\"]", "pin: true", "created: 2026-01-03T10:00:00+01:00", "empty:",
          "text: |-", "  one", "  two", "---", "",
        ].joined(separator: "\r\n"))
  }

  @Test func severalChangesBuildOnEachOther() throws {
    let changes: [FrontMatterChange] = [
      .set(key: "pin", .checkbox(true)), .append(key: "tags", ["a", "b"]), .remove(key: "tags", ["a"]),
      .rename(key: "pin", to: "pinned"), .unset(key: "tags"), .unset(key: "pinned"),
    ]
    let bytes = Array("text\n".utf8)
    let half = try FrontMatterEditor.applying(Array(changes.prefix(4)), to: bytes)
    #expect(String(decoding: half, as: UTF8.self) == "---\npinned: true\ntags: [b]\n---\ntext\n")
    #expect(try FrontMatterEditor.applying(changes, to: bytes, removingEmptyBlock: true) == bytes)
  }
}
