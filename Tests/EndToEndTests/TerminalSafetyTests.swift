import Foundation
import Testing

/// Nothing of a note or of a file's name reaches a terminal as a command to it.
@Suite("Terminal safety")
struct TerminalSafetyTests {
  static let lines = [
    "vault list", "vault list --sort path", "vault search glossa", "vault search 'path:Pasted'",
    "vault search blinking",
    "vault search evil", "vault tasks", "vault tasks --all --path Pasted", "vault tasks --all --group path",
    "vault tasks --all --group category", "vault tags", "vault tags --flat", "vault backlinks Glossa",
    "vault links Evil", "vault links --dangling", "vault orphans", "vault unlinked Evil", "vault unlinked Glossa",
    "vault unlinked evil --format '{text} {name}'", "vault related Evil", "vault related Glossa",
    "vault backlinks Evil", "vault doctor", "vault doctor --all", "vault stats", "vault stats --svg",
    "vault graph", "vault graph --note Evil", "vault graph --svg", "vault graph --dot", "vault graph --json",
    "vault config",
    "vault show 'Pasted terminal log'", "vault show 'Pasted terminal log' --html", "vault show Evil",
    "vault show 'Pasted terminal log' --json", "vault show Evil --json", "vault list --json", "vault tasks --jsonl",
    "vault list --format '{path} {title} {snippet} {properties}'", "vault show nope",
    "vault search \"$(printf 'evil\\033[31m:x')\"", "vault show \"$(printf 'evil\\033]0;x\\007\\302\\2331m')\"",
    "vault tasks agenda", "vault tasks next", "vault tasks next --path Hostile --limit 500", "vault tasks run Evil",
    "vault tasks --all --path Evil --group heading,due", "vault tasks --ics --path Evil",
    "vault tasks export --todotxt",
    "vault tasks done \"$(printf 'x\\033[31m')\"", "vault tasks done \"$(printf 'x\\033[31m:3')\"",
    "vault tasks done Evil:1", "vault tasks done Evil:17", "vault tasks rm 'Pasted terminal log:1'",
    "vault tasks repeat \"$(printf 'every \\033[31m')\" Evil:27",
    "vault tasks due \"$(printf 'x\\033[31m')\" Evil:27", "vault tasks edit Evil:27 --id \"$(printf 'x\\033[31m')\"",
    "vault tasks edit Evil:27 --description \"$(printf 'x\\033[31m')\" --dry-run",
    "vault tasks add \"$(printf 'x\\033[31m\\007')\" --dry-run",
    "vault tasks add \"$(printf 'due:\\033[31m')\" --dry-run", "vault tasks add x --note \"$(printf 'x\\033[31m')\"",
    "vault tasks add x --note Evil --heading \"$(printf 'x\\033[31m')\" --dry-run",
    "vault tasks move Evil:27 --heading \"$(printf 'x\\033[31m')\" --dry-run", "vault tasks promote Evil",
    "vault tasks status \"$(printf '\\033')\" Evil:27",
    "printf 'path includes \\033[31m\\n\\033]0;x\\007\\n' | vault tasks --tasks-query -",
    "printf 'x \\033[31m rec:\\033\\n' | vault import --todotxt - --note new --dry-run",
    "vault search hostile", "vault tasks --all --path Hostile", "vault list --path Hostile --sort title",
    "vault show evil", "vault list --path Evil -0", "vault init \"$(printf '../a\\033[31mb')\"",
    "vault show 'Pasted terminal log' --raw", "vault show Evil --raw",
    "vault append 'Pasted terminal log' x --dry-run", "vault set a b Evil --dry-run", "vault get aliases Evil Glossa",
    "vault mv Evil Archive/ --dry-run", "vault rm Evil --dry-run", "vault rename Evil Good --dry-run",
    "vault heading rename Evil \"$(printf 'x\\033[31m')\" y", "vault mv Evil \"$(printf 'x\\033[31m')\"",
    "vault new x --template \"$(printf 'x\\033[31m')\"", "vault trash restore \"$(printf 'x\\033[31m')\"",
    "vault tag rename glossa \"$(printf 'x\\033[31m')\"", "vault set \"$(printf 'x\\033[31m')\" y Evil",
  ]

  private static let hostile = Result { try hostileSandbox() }

  @Test(arguments: lines)
  func noControlCharacterReachesTheTerminal(_ line: String) throws {
    let sandbox = try Self.hostile.get()
    for columns: UInt16 in [40, 140] {
      let bytes = try sandbox.runOnTerminal(line, columns: columns)
      #expect(!bytes.isEmpty)
      // What -0 is for.
      let shown = line.hasSuffix(" -0") ? bytes.filter { $0 != 0 } : bytes
      #expect(Self.dangers(shown) == [], "\(line) at \(columns) columns")
    }
  }

  /// Questions, lists of what was deleted and done, and what was taken back.
  @Test func changesOfHostileNotesAreShownSafely() throws {
    let sandbox = try Self.hostileSandbox()
    for line in [
      "vault rm Evil", "vault pin Evil", "vault unpin Evil", "vault rm Evil --yes", "vault trash", "vault history",
      "vault undo", "vault redo", "vault trash restore Evil*", "vault undo 3", "vault history",
      "vault tasks done Evil:28", "vault tasks undo Evil:28",
      "vault tasks start Evil:28", "vault tasks due today Evil:28",
      "vault tasks move Evil:28 --heading New", "vault tasks rm 'Hostile 7*:6'", "vault history",
    ] {
      let bytes = try sandbox.runOnTerminal(line, typing: "n\n").bytes
      #expect(!bytes.isEmpty)
      #expect(Self.dangers(bytes) == [], "\(line)")
    }
  }

  @Test(arguments: ["vault show Evil", "vault tasks --all --path Pasted", "vault search evil", "vault list"])
  func sequencesOfOursAreSeen(_ line: String) throws {
    let bytes = try Self.hostile.get().runOnTerminal(line)
    #expect(bytes.contains(0x1B), "nothing was coloured: the test above would prove nothing")
  }

  @Test func everySequenceIsSeenIfShown() {
    #expect(Self.sequences.count >= 200)
    for sequence in Self.sequences {
      // What is allowed is what the program writes itself, and it writes that, too.
      #expect(
        ["\u{1B}[3;4m", "\t", "\u{1B}]8;;http://x\u{1B}\\", "\r"].contains(sequence)
          || Self.dangers(Array((sequence + "x").utf8)) != [], "\(sequence.debugDescription)")
    }
  }

  @Test func theCheckSeesWhatItIsFor() {
    for text in [
      "\u{1B}[2J", "\u{1B}]0;title\u{07}", "\u{07}", "\u{08}", "\u{9B}31m", "\u{202E}", "\u{2066}", "\u{1B}c", "\u{7F}",
      "\u{1B}[31", "\rx",
    ] {
      #expect(Self.dangers(Array(text.utf8)) != [], "\(text.debugDescription)")
    }
    #expect(
      Self.dangers(Array("\u{1B}[1;38;2;1;2;3mä\u{1B}[0m\t漢\r\n\u{1B}]8;;file:///x\u{1B}\\x\u{1B}]8;;\u{1B}\\".utf8))
        == [])
  }

  /// The sample vault with a note whose every part is hostile.
  private static func hostileSandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let bad = "evil\u{1B}[31m\u{1B}]0;t\u{07}\u{9B}5m\u{202E}\u{2066}\u{08}\u{7F}\u{1B}]8;;http://x\u{1B}\\"
    let yaml = "evil\\e[31m\\e]0;t\\a\\u202e\\x9b5m\\b"
    let note = """
      ---
      title: "\(yaml)"
      id: "\(yaml)"
      category: "\(yaml)"
      source: "\(yaml)"
      aliases: ["Evil", "\(yaml)"]
      tags: ["x\(yaml)", "y\u{9B}31m"]
      summary: "\(yaml)"
      "\(yaml)": "\(yaml)"
      created: "\(yaml)"
      pin: true
      ---
      # \(bad)

      \(bad) [[\(bad)]] ![\(bad)](\(bad)) <\(bad)> `\(bad)` #tag\(bad) [[Glossa|\(bad)]] [x](http://a/\(bad) "\(bad)")

      > [!\(bad)] \(bad)

      ```\(bad)
      \(bad)
      ```

      | \(bad) | b |
      | --- | --- |
      | \(bad) | \(bad) |

      - [ ] \(bad) 📅 2026-03-14 🔁 \(bad) 🆔 \(bad) @\(bad)
      - [\u{07}] \(bad)
      - [ ] [due:: \(bad)]

      """
    let path = sandbox.vault + "/Evil\u{1B}[31m\u{07}\u{202E}\n.md"
    try Data(note.utf8).write(to: URL(fileURLWithPath: path))
    for (number, sequence) in sequences.enumerated() {
      let bad = "evil \(number) \(sequence)x"
      let yaml = bad.unicodeScalars.map { "\\U" + String(repeating: "0", count: 8 - hex($0).count) + hex($0) }.joined()
      let text = """
        ---
        title: "\(yaml)"
        tags: ["\(yaml)"]
        summary: \(bad)
        ---
        # \(bad)

        - [ ] \(bad) #\(sequence)x [[Glossa|\(bad)]] `\(bad)`

        """
      let name = "Hostile \(number) \(sequence.filter { $0 != "/" }).md"
      try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.vault + "/" + name))
    }
    return sandbox
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }

  /// One of each kind that terminals know: what follows ESC (ECMA-48, xterm), with and without parameters, the eight-bit
  /// forms, strings that end in either way or in none, lone control characters, and marks of writing direction.
  static let sequences: [String] = {
    func characters(_ values: ClosedRange<UInt32>) -> [String] {
      values.compactMap { UnicodeScalar($0) }.map { String($0) }
    }
    var all = characters(0x20...0x7E).map { "\u{1B}" + $0 }
    all += characters(0x40...0x7E).map { "\u{1B}[3;4" + $0 }
    all += ["\u{1B}[?1049h", "\u{1B}[>c", "\u{1B}[!p", "\u{9B}2J", "\u{9B}31m"]
    for text in ["]0;t", "]52;c;eA==", "]8;;http://x", "]1337;File=:", "P+q544e", "_x", "^x", "Xx"] {
      all += ["\u{1B}" + text + "\u{07}", "\u{1B}" + text + "\u{1B}\\", "\u{1B}" + text]
    }
    all += characters(0x01...0x1F).filter { $0 != "\n" }
    for range: ClosedRange<UInt32> in [0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069] { all += characters(range) }
    return all
  }()

  /// What is not text, line end, tab, or one of the two sequences that the program writes: SGR and links.
  private static func dangers(_ bytes: [UInt8]) -> [String] {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var found: [String] = []
    var place = 0
    while place < scalars.count {
      if let end = endOfSequence(scalars, place) {
        place = end
        continue
      }
      if isDangerous(scalars[place]) {
        var context = String.UnicodeScalarView()
        context.append(contentsOf: scalars[place...].prefix(20))
        found.append("U+\(String(scalars[place].value, radix: 16)) in \(String(context).debugDescription)")
      }
      place += 1
    }
    return found
  }

  /// Behind a sequence that is allowed at `place`: `ESC [ … m`, `ESC ] 8 ; … ESC \`, a terminal's line end, or what erases
  /// the line of a progress bar, which a slow machine shows.
  private static func endOfSequence(_ scalars: [Unicode.Scalar], _ place: Int) -> Int? {
    let rest = scalars[place...]
    if rest.starts(with: ["\r", "\u{1B}", "[", "K"]) { return place + 4 }
    if rest.starts(with: ["\u{1B}", "["]) {
      let end = rest.dropFirst(2).firstIndex { !("0"..."9" ~= $0 || $0 == ";" || $0 == ":") }
      return end.flatMap { scalars[$0] == "m" ? $0 + 1 : nil }
    }
    if rest.starts(with: ["\u{1B}", "]", "8", ";"]) {
      let end = rest.dropFirst(4).firstIndex { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
      return end.flatMap { scalars[$0...].starts(with: ["\u{1B}", "\\"]) ? $0 + 2 : nil }
    }
    if rest.first == "\t" { return place + 1 }
    let end = rest.firstIndex { $0 != "\r" }
    return end.flatMap { $0 > place && scalars[$0] == "\n" ? $0 + 1 : nil }
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
