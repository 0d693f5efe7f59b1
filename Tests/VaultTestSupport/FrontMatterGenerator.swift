import VaultCore

/// Makes up front matter that is mostly valid YAML, in all the ways there are of writing it, and changes for it.
package struct FrontMatterGenerator {
  package var random: SeededGenerator
  private var ending = "\n"

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  // MARK: Notes

  package mutating func note() -> [UInt8] {
    ending = random.pick(["\n", "\n", "\n", "\r\n"])
    var text = chance(10) ? "\u{FEFF}" : ""
    switch random.below(20) {
    case 0: text += ""
    case 1: text += "---" + ending
    case 2...4: text += "---" + ending + braces() + ending + "---" + ending
    default:
      text += "---" + ending + block() + random.pick(["---", "---", "---", "..."]) + random.pick([ending, ending, ""])
    }
    if text.hasSuffix("\n") || text.isEmpty || text == "\u{FEFF}" {
      text += random.pick([
        "", "body", "body\(ending)", "---\(ending)rule\(ending)", "---\(ending)x: 1\(ending)---\(ending)",
        "\(ending)# H\(ending)",
      ])
    }
    var bytes = Array(text.utf8)
    if chance(6), !bytes.isEmpty { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(random.pick(Array("\t\r\n :#-'\"[]{},&*!|>\\?%".utf8)), at: place)
    case 2: bytes[place] = UInt8(random.below(256))
    default:
      bytes.insert(
        contentsOf: Array(random.pick(["\u{2028}", "\u{85}", "\u{FEFF}", "é", " #", "\n\n", ": "]).utf8), at: place)
    }
  }

  private mutating func block() -> String {
    var text = between()
    let indent = random.pick([0, 0, 0, 0, 0, 2, 1])
    var used: Set<String> = []
    for _ in 0..<random.below(5) {
      let key = chance(4) ? random.pick(Self.oddKeys) : random.pick(Self.keys)
      guard used.insert(key).inserted || chance(2) else { continue }
      text += String(repeating: " ", count: indent) + key + random.pick([":", ":", ":", ":", " :"])
      text += value(indent: indent, depth: 0) + between()
    }
    return text
  }

  private static let keys = [
    "a", "b", "tags", "tag", "Title", "key with blanks", "\"quoted\"", "'single'", "ключ", "x-y", "1", "true",
    "aliases",
  ]
  private static let oddKeys = [
    "A", "{{t}}", "? c", "<<", "&k d", "*k ", "!!str e", "[f]", "...", "- g", "|", "\"h: i\"",
  ]

  /// Lines between keys.
  private mutating func between() -> String {
    var text = ""
    while chance(20) {
      text += random.pick(["", "  ", "# comment", "  # indented", "    # a: b", "#"]) + ending
    }
    return text
  }

  private mutating func comment() -> String {
    chance(15)
      ? random.pick([" # c", "  # it's", " #", "\t# tab", " # \"x"]) : chance(5) ? random.pick([" ", "  "]) : ""
  }

  // MARK: Values in block style

  /// From the colon on, with the line's end.
  private mutating func value(indent: Int, depth: Int) -> String {
    let properties = chance(4) ? random.pick([" !!str", " &x", " !t", " &k", " !!seq", " !!map"]) : ""
    switch random.below(depth > 2 ? 6 : 13) {
    case 0: return properties + comment() + ending
    case 1...4: return properties + random.pick([" ", " ", " ", "  "]) + scalar(indent: indent) + comment() + ending
    case 5: return properties + " " + flow(depth: 0, indent: indent) + comment() + ending
    case 6: return properties + blockScalar(indent: indent)
    case 7: return " " + random.pick(["*x", "*k"]) + comment() + ending
    case 8...10: return properties + comment() + ending + list(indent: indent, depth: depth)
    case 11: return properties + comment() + ending + map(indent: indent, depth: depth)
    default:
      return comment() + ending + String(repeating: " ", count: indent + 2) + scalar(indent: indent) + comment()
        + ending
    }
  }

  private mutating func list(indent: Int, depth: Int) -> String {
    let column = indent + random.pick([0, 2, 2, 2, 4, 1])
    var text = ""
    for _ in 0...random.below(4) {
      text += between() + String(repeating: " ", count: column) + "-"
      if chance(10), depth < 2 {
        // A map whose first key is on the dash's line.
        text += " m:" + value(indent: column + 2, depth: depth + 1)
        if chance(50) {
          text += String(repeating: " ", count: column + 2) + "n:" + value(indent: column + 2, depth: depth + 1)
        }
      } else if chance(6) {
        text += " - " + scalar(indent: column) + ending
      } else {
        text += value(indent: column, depth: depth + 1)
      }
    }
    return text
  }

  private mutating func map(indent: Int, depth: Int) -> String {
    let column = indent + random.pick([1, 2, 2, 4])
    var text = ""
    for (number, key) in ["p", "q", "\"r\"", "s t"].enumerated() where number == 0 || chance(40) {
      text += between() + String(repeating: " ", count: column) + key + ":" + value(indent: column, depth: depth + 1)
    }
    return text
  }

  private mutating func blockScalar(indent: Int) -> String {
    let width = random.pick([1, 2, 2, 4])
    let blanks = String(repeating: " ", count: indent + width)
    var text =
      random.pick([" |", " >", " |-", " |+", " >-", " >+", " |\(width)", " |\(width)+", " |-\(width)"]) + comment()
      + ending
    for _ in 0..<random.below(4) {
      text += random.pick(["", "", blanks]) + (chance(30) ? "" : blanks)
      text += random.pick(["", "line", "# no comment", "- x", "a: b", "  deeper", "---", "'"]) + ending
    }
    return text
  }

  // MARK: Scalars

  private mutating func scalar(indent: Int) -> String {
    let fold = ending + (chance(30) ? ending : "") + String(repeating: " ", count: indent + 1 + random.below(3))
    return random.pick([
      "word", "two words", "it's", "a, b", "yes", "No", "2026-01-01", "12:30", "1_000", "0777", "12", "1.5", "true",
      "~",
      "null", "'single'", "'it''s'", "\"double\"", "\"a \\\" b\\n\"", "\"\"", "''", "[[Link]]", "\"[[Link]]\"", "x #y",
      "a:b", "http://x/y#z", "-x", "plain\(fold)over lines", "\"double\(fold)over # lines\"", "'single\(fold)it''s'",
      "\"a\\\(fold)b\"", "é ü", "old", "\"#old\"", "'old'", "old, new", "2026-01-01T10:00:00Z", "\"# no\"",
      "a\(fold)# c",
      "{{date}}", "\"old\"", "x\u{2028}y", "\u{A0}z", "?x", ": y",
    ])
  }

  private mutating func flowScalar() -> String {
    random.pick([
      "a", "b", "old", "'old'", "\"old\"", "it's", "\"x, y\"", "'x]'", "two words", "a:b", "12", "true", "~", "x: y",
      "\"k\": v",
      "\"k\":v", "new", "\"#old\"", "é", "*x", "&y z", "!!str 1", "? q", "a#b", "{}", "[]", "''", "http://x", "y:",
      ": z",
    ])
  }

  private mutating func flow(depth: Int, indent: Int) -> String {
    let isMap = chance(20)
    let space = random.pick([
      "", "", " ", ending + String(repeating: " ", count: indent + 1), ending + "  # in\(ending)  ",
    ])
    let comma = random.pick([", ", ", ", ",", " , ", "," + space])
    var items: [String] = []
    for number in 0..<random.below(4) {
      let item = chance(10) && depth < 2 ? flow(depth: depth + 1, indent: indent) : flowScalar()
      items.append(
        isMap
          ? random.pick(["k\(number): ", "\"k\(number)\": ", "k\(number) : "])
            + (item.hasPrefix("?") || item.contains(": ") ? "v" : item) : item)
    }
    let tail = !items.isEmpty && chance(8) ? "," : ""
    return (isMap ? "{" : "[") + space + items.joined(separator: comma) + tail + space + (isMap ? "}" : "]")
  }

  /// The whole block as one pair of braces.
  private mutating func braces() -> String {
    let isJSON = chance(50)
    let space = random.pick(["", " ", ending + "  "])
    var items: [String] = []
    for key in ["a", "b", "tags", "Title"] where chance(60) {
      let value =
        isJSON
        ? random.pick(["1", "\"x\"", "[\"old\", \"b\"]", "{\"k\": null}", "true", "\"a\\nb\"", "[]"])
        : chance(30) ? flow(depth: 1, indent: 2) : random.pick(["1", "x", "'y'", "", "[old, b]", "two words"])
      items.append((isJSON ? "\"\(key)\"" : key) + ": " + value)
    }
    return "{" + space + items.joined(separator: "," + (space.isEmpty ? " " : space)) + space + "}" + comment()
  }

  // MARK: Changes

  /// Changes that fit the note, and some that do not.
  package mutating func changes(for bytes: [UInt8], count: Int) -> [FrontMatterChange] {
    let keys = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0).properties.map(\.key) }
    return (0..<count).map { _ in
      let key = keys.isEmpty || chance(10) ? random.pick(["new", "a", "tags", "TITLE", "odd: key"]) : random.pick(keys)
      let comparison = random.pick([FrontMatterItemComparison.exact, .exact, .tag, .caseInsensitive])
      let texts = (0...random.below(2)).map { _ in text() }
      switch random.below(7) {
      case 0, 1: return .set(key: key, propertyValue(depth: 0))
      case 2: return .unset(key: key)
      case 3: return .append(key: key, texts, comparing: comparison)
      case 4: return .remove(key: key, texts, comparing: comparison)
      case 5:
        return .replace(key: key, ["old": "new"].merging([text(): text()]) { _, new in new }, comparing: comparison)
      default:
        return .rename(key: key, to: random.pick(["renamed", "a", "Two words", "yes", "x: y", key.uppercased()]))
      }
    }
  }

  private mutating func text() -> String {
    random.pick([
      "old", "new", "a", "b", "it's", "x, y", "", "yes", "12", "2026-01-01", "#old", "a: b", "a #b", "two words", "\"",
      "'", "\\",
      "one\ntwo", "one\ntwo\n", "\n", " x", "x\n\ny", "é", "[[Link]]", "{{x}}", "- x", "|", "tab\there", "\r\n", "---",
      "# x\n---",
      "\u{2028}", "null", "Link", "OLD", "a\u{0}b",
    ])
  }

  private mutating func propertyValue(depth: Int) -> PropertyValue {
    switch random.below(depth > 1 ? 6 : 10) {
    case 0: return .null
    case 1: return .checkbox(chance(50))
    case 2:
      return PropertyValue(
        plain: random.pick(["12", "1.50", "-3", "2026-01-01", "2026-01-01T10:00", "2026-01-01 10:00:00+01:00"]))
    case 3...5: return .text(text())
    case 6...8: return .list((0..<random.below(4)).map { _ in propertyValue(depth: depth + 1) })
    default:
      return .map(
        ["k", "l: m"].filter { _ in chance(70) }.map {
          Property(key: $0, value: propertyValue(depth: depth + 1), location: SourceLocation(line: 1, column: 1))
        })
    }
  }
}
