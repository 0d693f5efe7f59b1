import Testing
import VaultTUI

@Suite struct KeyTests {
  @Test(
    arguments: [
      ("q", Key(.character("q"))), ("G", Key(.character("G"))), ("-", Key(.character("-"))),
      ("é", Key(.character("é"))), ("Space", Key(.character(" "))), ("Ctrl-P", Key(.character("p"), control: true)),
      ("Ctrl-Shift-P", Key(.character("P"), control: true)), ("Ctrl--", Key(.character("-"), control: true)),
      ("Ctrl-\u{301}", Key(.character("\u{301}"), control: true)), ("Ctrl-É", Key(.character("é"), control: true)),
      ("Ctrl-Space", Key(.character(" "), control: true)), ("Alt-x", Key(.character("x"), alt: true)),
      ("Alt-X", Key(.character("X"), alt: true)), ("Alt--", Key(.character("-"), alt: true)),
      ("Ctrl-Alt-P", Key(.character("p"), control: true, alt: true)), ("Enter", Key(.enter)),
      ("Alt-Enter", Key(.enter, alt: true)), ("Shift-Enter", Key(.enter, shift: true)), ("Tab", Key(.tab)),
      ("Shift-Tab", Key(.backTab)), ("Ctrl-Shift-Tab", Key(.backTab, control: true)), ("Esc", Key(.escape)),
      ("Backspace", Key(.backspace)), ("Del", Key(.delete)), ("Ins", Key(.insert)), ("Up", Key(.up)),
      ("Down", Key(.down)), ("Left", Key(.left)), ("Right", Key(.right)), ("PgUp", Key(.pageUp)),
      ("PgDn", Key(.pageDown)), ("Home", Key(.home)), ("End", Key(.end)), ("F1", Key(.function(1))),
      ("Shift-F12", Key(.function(12), shift: true)), ("F", Key(.character("F"))),
      ("Ctrl-Alt-Shift-Up", Key(.up, control: true, alt: true, shift: true)),
    ])
  func names(name: String, key: Key) {
    #expect(key.name == name)
    #expect(Key(named: name) == key)
  }

  @Test(
    arguments: [
      ("ctrl-p", "Ctrl-P"), ("CTRL-SHIFT-p", "Ctrl-Shift-P"), ("shift-alt-TAB", "Alt-Shift-Tab"), ("pGuP", "PgUp"),
      ("PageDown", "PgDn"), ("escape", "Esc"), ("delete", "Del"), ("return", "Enter"), ("f35", "F35"),
      ("Shift-g", "G"), ("Shift-G", "G"), (" ", "Space"), ("alt-ctrl- ", "Ctrl-Alt-Space"), ("ins", "Ins"),
    ])
  func otherNames(name: String, usual: String) {
    #expect(Key(named: name)?.name == usual)
  }

  @Test(
    arguments: [
      "", "qq", "Ctrl-", "-a", "Ctrl-Ctrl-P", "Shift-1", "Shift-Space", "Hyper-x", "F0", "F64", "F01", "F-1", "F+1",
      "\u{1B}", "\n", "\r\n", "Alt-\u{9}", "F99999999999999999999", "Ctrl-Alt-Shift-",
    ])
  func noKeys(name: String) {
    #expect(Key(named: name) == nil)
  }

  @Test func everyKeyHasAName() {
    let scalars = [0x21...0x7E, 0xA0...0x2_FFF, 0x1E00...0x1FFF, 0x1_F600...0x1_F64F].joined()
    let characters = scalars.compactMap { Unicode.Scalar($0) }.map { Key.Code.character(Character($0)) }
    let others: [Key.Code] = [
      .character(" "), .enter, .tab, .backTab, .backspace, .delete, .insert, .escape, .up, .down, .left, .right, .home,
      .end, .pageUp, .pageDown,
    ]
    var wrong: [Key] = []
    for code in characters + others + (1...63).map(Key.Code.function) {
      for held in 0..<8 {
        let key = Key(code, control: held & 1 != 0, alt: held & 2 != 0, shift: held & 4 != 0)
        if Key(named: key.name) != key { wrong.append(key) }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func shiftIsInTheCharacter() {
    #expect(Key(.character("a"), shift: true) == Key(.character("a")))
    #expect(Key(.tab, shift: true) == Key(.backTab))
    #expect(Key(.backTab, shift: true) == Key(.backTab))
  }
}
