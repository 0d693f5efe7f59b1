import Foundation
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Changes a vault at random, as people, editors and synchronizers do.
struct RandomChanges {
  private let folder: TemporaryFolder
  private var random: SeededGenerator
  private var notes: [String] = []
  private var others: [String] = []
  private var names = 0

  init(_ folder: TemporaryFolder, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  /// Says what was done.
  mutating func next() throws -> String {
    switch below(26) {
    case 0...4: return try create()
    case 5...8: return try edit()
    case 9, 10: return try editUnseen()
    case 11, 12: return try rename()
    case 13, 14: return try delete()
    case 15: return try moveFolder()
    case 16: return try changeMode()
    case 17: return try touch()
    case 18: return try addOther()
    case 19: return try removeOther()
    case 20: return try ignore()
    case 21: return try configure()
    case 22: return try link()
    case 23: return try createOddly()
    case 24: return try linkFolder()
    default: return try saveByRename()
    }
  }

  private mutating func create() throws -> String {
    names += 1
    let name =
      any(["note", "Note", "Überblick", "日記", "a b", "x"]) + " \(names)"
      + any([".md", ".md", ".md", ".markdown", ".MD"])
    let path = any(["", "", "a/", "a/b/", "B/", "Ünter/"]) + name
    try folder.write(text(), to: path)
    notes.append(path)
    return "create \(path)"
  }

  /// A name that programs trip over; now and then one that is no UTF-8.
  private mutating func createOddly() throws -> String {
    names += 1
    let bytes = [0x66, 0xC3, 0x28] + Array("\(names).md".utf8)
    if below(4) == 0 {
      try folder.write(Array(text().utf8), to: bytes)
      return "create \(bytes)"
    }
    let path =
      any(["", "odd/", "o'd \"d/"])
      + any([
        "a\nb", "-r", "--vault=x", " a", "a ", "a.", "$(x)", "e\u{301}", "\u{E9}", "\u{202E}a", "\u{200B}", "%41",
        "[a]", "a#b",
        "a|b", "a^b", "CON", "\u{1F600}", "a\u{1}b", "\\", "*", "~", "..a", "@a",
      ]) + "\(names).md"
    try folder.write(text(), to: path)
    notes.append(path)
    return "create \(path.debugDescription)"
  }

  /// One that leads around in the vault, out of it, or nowhere.
  private mutating func linkFolder() throws -> String {
    names += 1
    let target = any([".", "..", "a", "a/b", "B", "nowhere", "/dev"])
    try folder.link("folder \(names)", to: target)
    others.append("folder \(names)")
    return "link folder \(names) to \(target)"
  }

  private mutating func edit() throws -> String {
    guard let path = notes.randomElement(using: &random) else { return try create() }
    try folder.write(text(), to: path)
    return "edit \(path)"
  }

  /// Same size, same modification time.
  private mutating func editUnseen() throws -> String {
    guard let path = notes.randomElement(using: &random) else { return try create() }
    var bytes = try folder.bytes(of: path)
    let letters = bytes.indices.filter { bytes[$0] >= 0x61 && bytes[$0] <= 0x79 }
    guard let place = letters.randomElement(using: &random) else { return try edit() }
    bytes[place] += 1
    let time = try modificationTime(path)
    try folder.write(bytes, to: path)
    try folder.setModificationTime(time, of: path)
    return "edit unseen \(path)"
  }

  private mutating func rename() throws -> String {
    guard let index = notes.indices.randomElement(using: &random) else { return try create() }
    names += 1
    let old = notes[index]
    notes[index] = any(["", "a/", "c/"]) + "renamed \(names).md"
    try folder.move(old, to: notes[index])
    return "rename \(old) to \(notes[index])"
  }

  private mutating func delete() throws -> String {
    guard notes.count > 3, let index = notes.indices.randomElement(using: &random) else { return try create() }
    let path = notes.remove(at: index)
    try folder.remove(path)
    return "delete \(path)"
  }

  private mutating func moveFolder() throws -> String {
    let old = any(["a", "a/b", "B", "c"])
    names += 1
    let new = any(["moved \(names)", "B/deep \(names)"])
    guard folder.exists(old), !(old == "B" && new.hasPrefix("B/")) else { return try create() }
    try folder.move(old, to: new)
    notes = notes.map { $0.hasPrefix(old + "/") ? new + $0.dropFirst(old.count) : $0 }
    others = others.map { $0.hasPrefix(old + "/") ? new + $0.dropFirst(old.count) : $0 }
    return "move \(old) to \(new)"
  }

  private mutating func changeMode() throws -> String {
    guard let path = notes.randomElement(using: &random) else { return try create() }
    try folder.setMode(below(2) == 0 ? 0o600 : 0o644, of: path)
    return "mode of \(path)"
  }

  private mutating func touch() throws -> String {
    guard let path = notes.randomElement(using: &random) else { return try create() }
    // Now and then in the future.
    let time = Int64(1_700_000_000 + below(200_000_000) * (below(5) == 0 ? 10 : 1)) * 1_000_000_000
    try folder.setModificationTime(time, of: path)
    return "touch \(path)"
  }

  private mutating func addOther() throws -> String {
    names += 1
    let path = any(["", "a/", "Files/"]) + "file \(names)" + any([".png", ".pdf", ""])
    try folder.write("x", to: path)
    others.append(path)
    return "add \(path)"
  }

  private mutating func removeOther() throws -> String {
    guard let index = others.indices.randomElement(using: &random) else { return try addOther() }
    let path = others.remove(at: index)
    try folder.remove(path)
    return "remove \(path)"
  }

  private mutating func ignore() throws -> String {
    let text = any(["", "a/\n", "*.markdown\n", "B/\n!B/x*\n", "renamed*\n", "*.png\n"])
    try folder.write(text, to: any([".gitignore", "a/.gitignore"]))
    return "ignore \(text.debugDescription)"
  }

  private mutating func configure() throws -> String {
    let text = any([
      "", "tasks:\n  filter: \"#task\"\n",
      "tasks:\n  statuses:\n    - {symbol: \"?\", name: Asked, type: done, next: \" \"}\n",
      "max_file_size: 300\n", "ignore:\n  - c\n", "respect_gitignore: false\n",
    ])
    try folder.write(text, to: ".vault/config.yaml")
    return "configure \(text.debugDescription)"
  }

  private mutating func link() throws -> String {
    guard let target = notes.randomElement(using: &random) else { return try create() }
    names += 1
    let path = "link \(names).md"
    try folder.link(path, to: below(4) == 0 ? "nowhere.md" : target)
    others.append(path)
    return "link \(path) to \(target)"
  }

  private mutating func saveByRename() throws -> String {
    guard let path = notes.randomElement(using: &random) else { return try create() }
    try folder.write(text(), to: path + ".tmp")
    try folder.move(path + ".tmp", to: path)
    return "save \(path)"
  }

  private mutating func text() -> String {
    var text = ""
    if below(2) == 0 {
      text += "---\n"
      if below(2) == 0 { text += "title: " + any(["One", "two words", "日本", "ONE"]) + "\n" }
      if below(2) == 0 { text += "tags: [" + any(["work", "Work/deep", "WORK", "work/", "x/y/z", "X/"]) + "]\n" }
      if below(3) == 0 { text += "aliases: [" + any(["other", "Other name", "a/b", "x.md"]) + "]\n" }
      if below(3) == 0 { text += "category: " + any(["idea", "Idea", "task"]) + "\n" }
      if below(3) == 0 { text += "created: " + any(["2026-01-02", "2025-05-05T10:00:00Z", "1700000000"]) + "\n" }
      if below(4) == 0 { text += "pin: true\n" }
      if below(9) == 0 { text += ": [broken\n" }
      text += "---\n"
    }
    for _ in 0..<below(8) {
      text += any([
        "# Heading one\n", "Some words of the body and fooBar_baz.\n", "- [ ] A task 📅 2026-03-01 #task\n",
        "- [x] Done one ✅ 2026-02-02\n", "- [?] Asked (A) @home\n", "[[note 1]] and [[renamed 3|x]] and [[other]]\n",
        "![[file 2.png]] [t](a/note%202.md)\n", "#inline #Work text\n", "#inline/ #Work/#x/y/ text\n",
        "- [ ] Tagged #work/\n", "日本語の文章です。\n", "\n",
        "- [ ] waits ⛔ abc\n- [ ] first 🆔 abc\n", "word\(below(30)) word\(below(30))\n", "bytes \u{FFFD} é e\u{301}\n",
      ])
    }
    return text
  }

  private func modificationTime(_ path: String) throws -> Int64 {
    var status = stat()
    guard stat(folder.absolute(path), &status) == 0 else { return 0 }
    return FileStamp(status).mtimeNS
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func any(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
}
