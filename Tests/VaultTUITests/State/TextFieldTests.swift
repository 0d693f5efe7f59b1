import Testing

@testable import VaultTUI

@Suite struct TextFieldTests {
  private static func typed(_ keys: [String], from text: String = "one two") -> String {
    var field = TextField(text)
    for name in keys {
      if let key = Key(named: name) { _ = field.take(key) }
    }
    return field.before + "|" + field.after
  }

  @Test(arguments: [
    (["x"], "one twox|"), (["Left", "x"], "one twx|o"), (["Home", "x"], "x|one two"), (["Ctrl-A", "Del"], "|ne two"),
    (["Ctrl-W"], "one |"), (["Ctrl-W", "Ctrl-W"], "|"), (["Ctrl-U"], "|"), (["Home", "Ctrl-K"], "|"),
    (["Backspace", "Backspace"], "one t|"), (["Ctrl-Left"], "one |two"), (["Alt-b", "Alt-b"], "|one two"),
    (["Home", "Ctrl-Right"], "one| two"), (["Home", "Left", "Right"], "o|ne two"), (["End", "Right"], "one two|"),
    (["Ctrl-E", "Space", "é"], "one two é|"),
  ])
  func keysEdit(_ keys: [String], _ result: String) { #expect(Self.typed(keys) == result) }

  @Test func scalarsBecomeClusters() {
    var field = TextField()
    for scalar in "👩‍👩‍👧e\u{301}".unicodeScalars { _ = field.take(Key(.character(Character(scalar)))) }
    #expect(field.text == "👩‍👩‍👧e\u{301}")
    _ = field.take(Key(.backspace))
    #expect(field.text == "👩‍👩‍👧")
    _ = field.take(Key(.backspace))
    #expect(field.text == "")
  }

  @Test func aPasteIsOneLine() {
    var field = TextField()
    field.insert("one\r\ntwo\n\n\tthree\u{1B}[31m\u{7}")
    #expect(field.text == "one two three[31m")
  }

  @Test func otherKeysAreNotItsOwn() {
    var field = TextField("x")
    for name in ["Up", "Enter", "Esc", "F2", "Ctrl-X", "Alt-x", "Tab", "PgUp"] {
      let isTaken = field.take(Key(named: name) ?? Key(.up))
      #expect(!isTaken, "\(name)")
    }
    #expect(field.text == "x")
  }
}
