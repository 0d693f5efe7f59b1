import VaultCore

/// Vaults made up of chance, with links of every kind and form, and moves of their files.
package struct RandomVault {
  package private(set) var files: [MovedVault.File] = []
  private var random: SeededGenerator
  private let stems: [String]

  private static let folders = ["", "", "a", "a/b", "B c", "a/b/d (e)", "x%20y", "caf\u{E9}", "[z]"]
  private static let stems = [
    "Note", "note", "Old name", "100%", "a%20b", "it's", "p(q", "p(q)", "v1.2", "caf\u{E9}", "cafe\u{301}",
    "\u{6F22}\u{5B57}",
    "x & y", "x&amp;", "q\"r", "b[c", "d]", "e^f", "A", "B", "C", "README", "note: x", "t`u", "l<m", "n>o", "s\\t",
    "h#i", "j|k", "w?", "#", ".hid", "y ", " z", "g  h", "=\"", "%%k", "a,b;c", "-", "~", "\u{A0}n",
  ]
  private static let extensions = [".md", ".md", ".md", ".md", ".markdown", ".png", ".txt", "", ".MD"]

  package init(seed: UInt64, risky: Bool = true) {
    random = SeededGenerator(seed: seed)
    var paths: Set<NotePath> = []
    var keys: Set<String> = []
    stems = risky ? Self.stems : Array(Self.stems.prefix(13)) + ["A", "B", "C", "README"]
    for _ in 0..<10 + random.below(20) {
      let path = Self.path(stems, &random)
      // Names that differ in case or accents alone are told apart by nothing but luck.
      if keys.insert(LinkResolver.key(path.text)).inserted || random.below(8) == 0 && risky { paths.insert(path) }
    }
    let all = paths.sorted()
    for path in all {
      let text = path.isNote ? Self.text(from: path, all, &random) : ""
      files.append((path, Array(text.utf8)))
    }
  }

  /// A vault of its own choice: only the moves are made up.
  package init(_ files: [MovedVault.File], seed: UInt64) {
    self.files = files
    stems = Self.stems
    random = SeededGenerator(seed: seed)
  }

  private static func path(_ stems: [String], _ random: inout SeededGenerator) -> NotePath {
    let folder = random.pick(folders)
    let name = random.pick(stems) + random.pick(extensions)
    return NotePath(folder.isEmpty ? name : folder + "/" + name)
  }

  // MARK: Texts

  private static func text(from note: NotePath, _ all: [NotePath], _ random: inout SeededGenerator) -> String {
    var text = random.below(6) == 0 ? "\u{FEFF}" : ""
    let end = random.below(4) == 0 ? "\r\n" : "\n"
    if random.below(2) == 0 {
      text += "---" + end
      if random.below(3) == 0 { text += "aliases: [Nick, \(random.pick(["A", "Other"]))]" + end }
      for key in 0..<random.below(3) { text += property(key, note, all, &random) + end }
      text += "---" + end
    }
    for _ in 0..<1 + random.below(6) {
      text += random.pick(["", "", "- ", "> ", "# ", "| x | ", "- [ ] "])
      for _ in 0..<1 + random.below(3) {
        text += link(note, all, &random) + random.pick([" ", ", ", " ` ", " < ", " **b** ", " #tag ", " #tag/ ", ""])
      }
      text += end
      if random.below(5) == 0 {
        text += end + "[r]: " + destination(note, all, &random) + random.pick(["", " 'T'"]) + end + end
      }
    }
    return text
  }

  private static func property(_ key: Int, _ note: NotePath, _ all: [NotePath], _ random: inout SeededGenerator)
    -> String
  {
    let link = "[[" + wikiTarget(note, all, &random) + random.pick(["", "|x"]) + "]]"
    switch random.below(4) {
    case 0: return "p\(key): '\(link.replacing("'", with: "''"))'"
    case 1: return "p\(key): see \(link)"
    case 2: return "p\(key): [x, \"\(link.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"]"
    default: return "p\(key):\n  - \"\(link.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"\n  - y"
    }
  }

  private static func link(_ note: NotePath, _ all: [NotePath], _ random: inout SeededGenerator) -> String {
    switch random.below(8) {
    case 0, 1: "[[" + wikiTarget(note, all, &random) + "]]"
    case 2: "[[" + wikiTarget(note, all, &random) + random.pick(["|alias", "\\|b", "|"]) + "]]"
    case 3: "![[" + wikiTarget(note, all, &random) + random.pick(["", "|200"]) + "]]"
    case 4, 5: "[t](" + destination(note, all, &random) + random.pick(["", " \"T\""]) + ")"
    case 6: "![t](" + destination(note, all, &random) + ")"
    default: random.pick(["[r]", "[t][r]", "![r]", "https://a.b/c", "<x@y.z>"])
    }
  }

  private static func wikiTarget(_ note: NotePath, _ all: [NotePath], _ random: inout SeededGenerator) -> String {
    reference(note, all, &random) + random.pick(["", "", "#H", "#A#b c", "#^id", " #h"])
  }

  private static func destination(_ note: NotePath, _ all: [NotePath], _ random: inout SeededGenerator) -> String {
    let path = reference(note, all, &random)
    let anchor = random.pick(["", "", "#h", "#a%20b"])
    if random.below(4) == 0 { return "<" + path + anchor + ">" }
    var text = ""
    let encodesAll = random.below(4) == 0
    for c in path.utf8 {
      let isPlain = c == 0x2F || c == 0x2E || (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7A
      if c <= 0x20 || c == 0x25 || c == 0x23 || (c == 0x28 || c == 0x29) && random.below(2) == 0
        || encodesAll && !isPlain
      {
        text += "%" + String(c >> 4, radix: 16, uppercase: true) + String(c & 15, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(c < 0x80 ? c : 0x78))
      }
    }
    return text + anchor
  }

  /// A path in any of the forms that people write.
  private static func reference(_ note: NotePath, _ all: [NotePath], _ random: inout SeededGenerator) -> String {
    let file = random.pick(all)
    let path = random.below(2) == 0 ? file.text : file.withoutNoteExtension
    switch random.below(10) {
    case 0: return random.pick(["Nick", "nowhere", "A", "Other", "a/nowhere.md"])
    case 1, 2: return path
    case 3: return "/" + path
    case 4: return path.uppercased()
    case 5, 6:
      let up = String(repeating: "../", count: note.folder.isEmpty ? 0 : note.folder.split(separator: "/").count)
      return up.isEmpty ? "./" + path : up + path
    case 7:
      let prefix = note.folder + "/"
      return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    default: return random.below(2) == 0 ? file.name : file.stem
    }
  }

  // MARK: Moves

  /// Renames, moves to another folder, moves of whole folders and exchanges.
  package mutating func moves() -> [NotePath: NotePath] {
    var paths = files.map(\.path)
    let origin = paths
    for _ in 0..<1 + random.below(3) { step(&paths) }
    var moves: [NotePath: NotePath] = [:]
    for (from, to) in zip(origin, paths) where from != to { moves[from] = to }
    return moves
  }

  private mutating func step(_ paths: inout [NotePath]) {
    let taken = Set(paths.map { LinkResolver.key($0.text) })
    let index = random.below(paths.count)
    let path = paths[index]
    func place(_ folder: String, _ name: String) -> NotePath { NotePath(folder.isEmpty ? name : folder + "/" + name) }
    switch random.below(5) {
    case 0:
      let folder = random.pick(Self.folders)
      let new = place(folder, path.name)
      if !taken.contains(LinkResolver.key(new.text)) { paths[index] = new }
    case 1, 2:
      let dot = path.name.utf8.count - path.stem.utf8.count
      let new = place(
        path.folder, random.pick(stems) + path.name.utf8.suffix(dot).map { String(UnicodeScalar($0)) }.joined())
      if !taken.contains(LinkResolver.key(new.text)) { paths[index] = new }
    case 3:
      guard !path.folder.isEmpty else { return }
      let folder = random.pick(["moved", "a/moved", "A2"])
      guard !paths.contains(where: { ($0.folder + "/").hasPrefix(folder + "/") }) else { return }
      for i in paths.indices where paths[i].text.hasPrefix(path.folder + "/") {
        paths[i] = NotePath(folder + paths[i].text.dropFirst(path.folder.count))
      }
    default:
      let other = random.below(paths.count)
      if paths[other].isNote == path.isNote { paths.swapAt(index, other) }
    }
  }
}
