import Testing
import VaultCore

@Suite struct PropertyValueTests {
  private func value(_ yaml: String) -> PropertyValue? {
    frontMatter("---\nk: \(yaml)\n---\n")["k"]?.value
  }

  @Test(arguments: [
    "yes", "no", "on", "Off", "True", "FALSE", "Null", "NULL", "0777", "00", "12:30", "1_000", "0x1F", "0o17", ".inf",
    ".nan",
    "1e999", "2026-13-45", "2026-02-30", "2026-01-03T25:00", "2026-1-3", "+", ".", "1.2.3", "1e", "v1",
    "2026-01-03x",
  ])
  func staysText(yaml: String) {
    #expect(value(yaml) == .text(yaml))
  }

  @Test(arguments: [
    ("0", 0.0), ("12", 12), ("-3", -3), ("+4", 4), ("1.50", 1.5), (".5", 0.5), ("5.", 5), ("-0.25", -0.25),
    ("1e3", 1000),
    ("1.5E-2", 0.015), ("12345678901234567890", 12_345_678_901_234_567_168),
  ])
  func isANumber(yaml: String, number: Double) {
    #expect(value(yaml) == .number(number, text: yaml))
  }

  @Test(arguments: ["null", "~", "", "# comment"])
  func isNull(yaml: String) {
    #expect(value(yaml) == .null)
  }

  @Test func booleansAndDates() {
    #expect(value("true") == .checkbox(true))
    #expect(value("false") == .checkbox(false))
    #expect(value("2026-01-03") == CivilDate("2026-01-03").map { .date($0) })
    for time in ["2026-01-03T10:00", "2026-01-03 10:00:00+01:00", "2026-01-03T10:00:00.123Z", "2026-01-03 10:00 -0530"]
    {
      #expect(value(time) == .dateTime(time))
    }
  }

  @Test(arguments: ["\"true\"", "'5'", "\"2026-01-03\"", "'null'", "!!str 5", "!!int abc", "!!int \"x\"", "''"])
  func quotedIsText(yaml: String) {
    #expect(value(yaml)?.typeName == "text")
  }

  @Test func tagsName() {
    #expect(value("!!int \"5\"") == .number(5, text: "5"))
    #expect(value("!!bool 'true'") == .checkbox(true))
    #expect(value("!!null ''") == .null)
    #expect(value("!own 5") == .text("5"))
  }

  @Test func blockScalarsAreText() {
    #expect(value("|\n  5\n") == .text("5\n"))
    #expect(value(">-\n  a\n  b\n") == .text("a b"))
  }

  @Test func texts() {
    #expect(value("1.50")?.text == "1.50")
    #expect(value("2026-01-03")?.text == "2026-01-03")
    #expect(value("true")?.text == "true")
    #expect(value("[a]")?.text == nil)
    #expect(value("[a, 2, [b], {c: d}, ~, 2026-01-03]")?.stringList == ["a", "2", "2026-01-03"])
    #expect(value("one")?.stringList == ["one"])
    #expect(value("{a: b}")?.stringList == nil)
    #expect(value("~")?.stringList == nil)
  }

  @Test(arguments: [
    ("yes", true), ("No", false), ("on", true), ("off", false), ("\"TRUE\"", true), ("1", true), ("0", false),
    ("true", true), ("2", nil), ("maybe", nil), ("[true]", nil), ("~", nil),
  ])
  func checkboxes(yaml: String, expected: Bool?) {
    #expect(value(yaml)?.checkbox == expected)
  }

  @Test func json() {
    let text = """
      ---
      t: "a\\"b\\\\c\\n\\x01é"
      n: [1.50, +4, .5, 5., -1E+3, 12345678901234567890]
      d: 2026-01-03
      dt: 2026-01-03 10:00
      m: {x: true, y: ~}
      e: []
      ---
      """
    var json: [UInt8] = []
    frontMatter(text).properties.appendJSON(to: &json)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"t":"a\"b\\c\n\u0001é","n":[1.50,4,0.5,5,-1e+3,12345678901234567890],"d":"2026-01-03","#
        + #""dt":"2026-01-03 10:00","m":{"x":true,"y":null},"e":[]}"#)
  }

  @Test func jsonKeepsTheFirstOfEqualKeys() {
    let place = SourceLocation(line: 1, column: 1)
    let twice = [
      Property(key: "a", value: .text("1"), location: place), Property(key: "a", value: .text("2"), location: place),
      Property(key: "A", value: .null, location: place),
    ]
    var json: [UInt8] = []
    PropertyValue.map(twice).appendJSON(to: &json)
    #expect(String(decoding: json, as: UTF8.self) == #"{"a":"1","A":null}"#)
  }
}
