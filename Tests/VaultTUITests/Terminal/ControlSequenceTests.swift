import Testing
import VaultTUI

@Suite struct ControlSequenceTests {
  private static let xterm: [(String, String)] = [
    ("␛[A", "Up"), ("␛[B", "Down"), ("␛[C", "Right"), ("␛[D", "Left"), ("␛[H", "Home"), ("␛[F", "End"), ("␛OA", "Up"),
    ("␛OB", "Down"), ("␛OC", "Right"), ("␛OD", "Left"), ("␛OH", "Home"), ("␛OF", "End"), ("␛OP", "F1"), ("␛OQ", "F2"),
    ("␛OR", "F3"), ("␛OS", "F4"), ("␛[15~", "F5"), ("␛[17~", "F6"), ("␛[18~", "F7"), ("␛[19~", "F8"), ("␛[20~", "F9"),
    ("␛[21~", "F10"), ("␛[23~", "F11"), ("␛[24~", "F12"), ("␛[2~", "Ins"), ("␛[3~", "Del"), ("␛[5~", "PgUp"),
    ("␛[6~", "PgDn"), ("␛[Z", "Shift-Tab"), ("␛[1;3Z", "Alt-Shift-Tab"),
  ]

  private static let held: [(String, String)] = [
    ("␛[1;2A", "Shift-Up"), ("␛[1;3A", "Alt-Up"), ("␛[1;4A", "Alt-Shift-Up"), ("␛[1;5C", "Ctrl-Right"),
    ("␛[1;6C", "Ctrl-Shift-Right"), ("␛[1;7C", "Ctrl-Alt-Right"), ("␛[1;8C", "Ctrl-Alt-Shift-Right"),
    ("␛[1;9D", "Alt-Left"), ("␛[1;5H", "Ctrl-Home"), ("␛[1;2P", "Shift-F1"), ("␛[1;2R", "Shift-F3"),
    ("␛[15;5~", "Ctrl-F5"), ("␛[3;2~", "Shift-Del"), ("␛[5;3~", "Alt-PgUp"), ("␛[;5A", "Ctrl-Up"),
  ]

  private static let older: [(String, String)] = [
    ("␛O5A", "Ctrl-Up"), ("␛O1;2P", "Shift-F1"), ("␛[5D", "Ctrl-Left"), ("␛␛[A", "Alt-Up"), ("␛␛OP", "Alt-F1"),
  ]

  private static let keypad: [(String, String)] = [
    ("␛OM", "Enter"), ("␛Oj", "*"), ("␛Ok", "+"), ("␛Om", "-"), ("␛Oo", "/"), ("␛Op", "0"), ("␛Oy", "9"),
  ]

  private static let linux: [(String, String)] = [
    ("␛[1~", "Home"), ("␛[4~", "End"), ("␛[[A", "F1"), ("␛[[B", "F2"), ("␛[[C", "F3"), ("␛[[D", "F4"), ("␛[[E", "F5"),
    ("␛[25~", "F13"), ("␛[26~", "F14"), ("␛[28~", "F15"), ("␛[29~", "F16"), ("␛[31~", "F17"), ("␛[34~", "F20"),
  ]

  private static let rxvt: [(String, String)] = [
    ("␛[7~", "Home"), ("␛[8~", "End"), ("␛[11~", "F1"), ("␛[14~", "F4"), ("␛[a", "Shift-Up"), ("␛[d", "Shift-Left"),
    ("␛Oa", "Ctrl-Up"), ("␛Oc", "Ctrl-Right"), ("␛[3$", "Shift-Del"), ("␛[5^", "Ctrl-PgUp"),
    ("␛[7@", "Ctrl-Shift-Home"), ("␛␛[3~", "Alt-Del"), ("␛␛[11$", "Alt-Shift-F1"),
  ]

  private static let otherKeys: [(String, String)] = [
    ("␛[27;5;112~", "Ctrl-P"), ("␛[27;6;80~", "Ctrl-Shift-P"), ("␛[27;2;13~", "Shift-Enter"), ("␛[27;5;9~", "Ctrl-Tab"),
    ("␛[27;2;9~", "Shift-Tab"), ("␛[27;5;127~", "Ctrl-Backspace"), ("␛[27;3;27~", "Alt-Esc"), ("␛[27;9;120~", "Alt-x"),
  ]

  private static let kitty: [(String, String)] = [
    ("␛[27u", "Esc"), ("␛[13u", "Enter"), ("␛[13;5u", "Ctrl-Enter"), ("␛[9u", "Tab"), ("␛[9;2u", "Shift-Tab"),
    ("␛[9;6u", "Ctrl-Shift-Tab"), ("␛[127u", "Backspace"), ("␛[127;3u", "Alt-Backspace"), ("␛[112;5u", "Ctrl-P"),
    ("␛[112;6u", "Ctrl-Shift-P"), ("␛[105;5u", "Ctrl-I"), ("␛[97;2u", "A"), ("␛[49:33;2u", "!"), ("␛[32;2u", "Space"),
    ("␛[32;5u", "Ctrl-Space"), ("␛[120;3u", "Alt-x"), ("␛[120:88;4u", "Alt-X"), ("␛[233;2u", "É"), ("␛[97;65u", "a"),
    ("␛[97;133u", "Ctrl-A"), ("␛[97;1:1u", "a"), ("␛[97;1:2u", "a"), ("␛[97;33u", "Alt-a"), ("␛[1;1:2A", "Up"),
    ("␛[1;129B", "Down"), ("␛[3;5:1~", "Ctrl-Del"), ("␛[13~", "F3"), ("␛[P", "F1"), ("␛[S", "F4"), ("␛[R", "F3"),
    ("␛[97;;229u", "å"), ("␛[97;2;65u", "A"), ("␛[0;;128512u", "😀"), ("␛[128512;5u", "Ctrl-😀"),
    ("␛[1089::99;5u", "Ctrl-C"), ("␛[1089:1057:99;6u", "Ctrl-Shift-C"), ("␛[1089::99;3u", "Alt-с"), ("␛[57399u", "0"),
    ("␛[57408u", "9"), ("␛[57409u", "."), ("␛[57413u", "+"), ("␛[57414u", "Enter"), ("␛[57415u", "="),
    ("␛[57417;5u", "Ctrl-Left"), ("␛[57420u", "Down"), ("␛[57421u", "PgUp"), ("␛[57423u", "Home"), ("␛[57425u", "Ins"),
    ("␛[57426u", "Del"), ("␛[57376u", "F13"), ("␛[57398u", "F35"), ("␛[57344u", "Esc"), ("␛[57352u", "Up"),
    ("␛[57364u", "F1"),
  ]

  private static let bytes: [(String, String)] = [
    ("\u{0}", "Ctrl-Space"), ("\u{1}", "Ctrl-A"), ("\u{3}", "Ctrl-C"), ("\u{8}", "Backspace"), ("\u{9}", "Tab"),
    ("\u{A}", "Enter"), ("\u{D}", "Enter"), ("\u{1A}", "Ctrl-Z"), ("\u{1C}", "Ctrl-\\"), ("\u{1D}", "Ctrl-]"),
    ("\u{1E}", "Ctrl-^"), ("\u{1F}", "Ctrl-_"), ("\u{7F}", "Backspace"), (" ", "Space"), ("q", "q"), ("~", "~"),
    ("é", "é"), ("漢", "漢"), ("😀", "😀"), ("\u{301}", "\u{301}"),
  ]

  private static let afterEscape: [(String, String)] = [
    ("␛x", "Alt-x"), ("␛\\", "Alt-\\"), ("␛é", "Alt-é"), ("␛😀", "Alt-😀"), ("␛\u{10}", "Ctrl-Alt-P"),
    ("␛\u{0}", "Ctrl-Alt-Space"), ("␛\u{D}", "Alt-Enter"), ("␛\u{7F}", "Alt-Backspace"), ("␛ ", "Alt-Space"),
    ("␛\u{9}", "Alt-Tab"),
  ]

  @Test(arguments: xterm + held + older + keypad)
  func xtermKeys(sent: String, name: String) { expect(sent, name) }

  @Test(arguments: linux + rxvt)
  func linuxAndRxvtKeys(sent: String, name: String) { expect(sent, name) }

  @Test(arguments: otherKeys + kitty)
  func kittyKeys(sent: String, name: String) { expect(sent, name) }

  @Test(arguments: bytes + afterEscape)
  func plainBytes(sent: String, name: String) { expect(sent, name) }

  private func expect(_ sent: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(InputDecoder.names(sent) == [name], sourceLocation: sourceLocation)
    #expect(InputDecoder.names("a" + sent + "b") == ["a", name, "b"], sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      "", "␛[97;1:3u", "␛[1;1:3A", "␛[3;1:3~", "␛[97;1:3;97u", "␛[97;9u", "␛[97;17;97u", "␛[57358u", "␛[57441;2u",
      "␛[57427u", "␛[57428u", "␛[60000u", "␛[u", "␛[0u", "␛[1;5u", "␛[128u", "␛[55296u", "␛[9999999999999999999999u",
      "␛[E", "␛[1;5E", "␛[201~", "␛[99~", "␛[~", "␛[?62;22c", "␛[>41;354;0c", "␛[0n", "␛[12;40R", "␛[1;1R", "␛[1;200R",
      "␛[?1;2R", "␛[?2026;2$y", "␛[4;2$y", "␛[8;24;80t", "␛[?997;1n", "␛[=0u", "␛[[a", "␛[1;2", "␛[1 A", "␛[1?A", "␛OZ",
      "␛Oz", "␛P>|xterm(390)␛\\", "␛P1$r0m␛\\", "␛_Gi=1;OK␛\\", "␛^x␛\\", "␛Xx␛\\", "␛]4;1;rgb:0/0/0\u{7}",
      "␛]52;c;eA==␛\\", "␛]␛\\", "␛]x\u{18}", "␛Px\u{1A}", "␛[1\u{18}", "\u{80}\u{9F}", "␛[<64;1M", "␛[<0M",
      "␛[<66;1;1M", "␛[<67;1;1M", "␛[<35;4;4M", "␛[<128;1;1M", "␛[<64;1;1m", "␛[<99999999999;1;1M",
    ])
  func nothing(sent: String) {
    #expect(InputDecoder.inputs(sent) == [])
    if sent != "␛[1;2" { #expect(InputDecoder.names(sent + "z") == ["z"]) }
  }

  // MARK: - Mouse

  @Test(
    arguments: [
      ("␛[<0;1;1M", MouseEvent(.press, column: 0, row: 0)), ("␛[<0;1;1m", MouseEvent(.release, column: 0, row: 0)),
      ("␛[<1;3;2M", MouseEvent(.press, button: 1, column: 2, row: 1)),
      ("␛[<2;300;200M", MouseEvent(.press, button: 2, column: 299, row: 199)),
      ("␛[<32;5;6M", MouseEvent(.drag, column: 4, row: 5)),
      ("␛[<34;5;6m", MouseEvent(.release, button: 2, column: 4, row: 5)),
      ("␛[<4;5;6M", MouseEvent(.press, column: 4, row: 5, shift: true)),
      ("␛[<8;5;6M", MouseEvent(.press, column: 4, row: 5, alt: true)),
      ("␛[<48;5;6M", MouseEvent(.drag, column: 4, row: 5, control: true)),
      ("␛[<0;0;0M", MouseEvent(.press, column: 0, row: 0)), ("␛[<;;M", MouseEvent(.press, column: 0, row: 0)),
      ("␛[<0;99999;999999999999999999999M", MouseEvent(.press, column: 32_766, row: 32_766)),
    ])
  func mouse(sent: String, event: MouseEvent) {
    #expect(InputDecoder.inputs(sent) == [.mouse(event)])
  }

  @Test func theOldMouseTypesNothing() {
    #expect(InputDecoder.names("␛[M !!a␛[Mqqqb␛[M\u{0}\u{3}\u{D}c") == ["a", "b", "c"])
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0x80, 0x71]).names == ["q"])
    #expect(InputDecoder.names("␛[32;5;6Mq") == ["q"])
  }

  // MARK: - Replies

  @Test(
    arguments: [
      ("rgb:0000/0000/0000", true), ("rgb:ffff/ffff/ffff", false), ("rgb:1e1e/1e1e/2e2e", true),
      ("rgb:fd/f6/e3", false), ("rgb:0/0/0", true), ("rgb:F/F/F", false), ("rgb:fff/FFF/fff", false),
      ("rgba:0000/0000/0000/ffff", true), ("rgba:ff/ff/ff/00", false), ("rgb:00/00/ff", true), ("rgb:00/ff/00", false),
      ("rgb:7f/7f/7f", true), ("rgb:80/80/80", false),
    ])
  func background(color: String, isDark: Bool) {
    for end in ["\u{7}", "␛\\"] {
      #expect(InputDecoder.inputs("␛]11;" + color + end) == [.background(isDark: isDark)])
    }
  }

  @Test(
    arguments: [
      "11;rgb:ff/ff", "11;rgb:ff/ff/ff/ff", "11;rgba:ff/ff/ff", "11;rgb:fffff/0/0", "11;rgb://", "11;rgb:g/0/0",
      "11;rgb:+f/0/0", "11;rgb:-f/0/0", "10;rgb:0/0/0", "11;?", "11", "", "11;rgb:0/0/0:", "11;red", "11;rgb:é/0/0",
    ])
  func noBackground(reply: String) {
    for end in ["\u{7}", "␛\\"] { #expect(InputDecoder.names("␛]" + reply + end + "q") == ["q"]) }
  }

  @Test func otherReplies() {
    #expect(InputDecoder.inputs("␛[I␛[O") == [.focus(true), .focus(false)])
    #expect(InputDecoder.inputs("␛[?0u␛[?31u␛[?u") == [.keyboardProtocol, .keyboardProtocol, .keyboardProtocol])
  }
}
