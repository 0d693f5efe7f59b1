import VaultTestSupport

/// Notes whose words are numbered, so that each that was ever written is found again, and what people do to them.
struct SyncedNotes {
  var random: SeededGenerator
  private var count = 0

  init(_ random: SeededGenerator) { self.random = random }

  /// In the words that are counted, no two are alike.
  mutating func word() -> String {
    count += 1
    return "word\(count)"
  }

  /// The numbers of the words in a text.
  static func words(_ text: [UInt8]) -> Set<Int> {
    let name = Array("word".utf8)
    var (found, place): (Set<Int>, Int) = ([], 0)
    while let start = text[place...].firstIndex(of: name[0]) {
      place = start + 1
      guard text[start...].starts(with: name) else { continue }
      let digits = text[(start + name.count)...].prefix { (0x30...0x39).contains($0) }
      place = digits.endIndex
      if let number = Int(String(decoding: digits, as: UTF8.self)) { found.insert(number) }
    }
    return found
  }

  mutating func note(_ name: String) -> String {
    """
    ---
    tags: [base]
    updated: 2026-01-01T00:00:00
    ---

    # \(name)

    - [ ] Task \(word())
    - [ ] Task \(word())
    - [ ] Task \(word())

    Paragraph \(word()) begins here. A second sentence has \(word()).

    Paragraph \(word()) stands alone.

    """
  }

  // MARK: Edits

  /// One edit of a machine's files, by path: what is written, and nil for what is deleted.
  mutating func edit(_ files: [String: [UInt8]]) -> [String: [UInt8]?] {
    let notes = files.keys.filter { $0.hasSuffix(".md") }.sorted()
    guard notes.count > 5 else { return added() }
    let path = random.pick(notes)
    let bytes = files[path] ?? []
    // A file that a note names stays named: else it would not be committed.
    let holdsFile = String(decoding: bytes, as: UTF8.self).contains("![[")
    switch random.below(20) {
    case 0: return added()
    case 1 where notes.count < 60:
      let name = word()
      return [
        "files/\(name).txt": Array("A file with \(word()).\n".utf8),
        path: bytes + Array("\n![[\(name).txt]]\n".utf8),
      ]
    case 2 where !holdsFile: return [path: nil]
    case 3, 4: return [path: nil, (random.below(3) == 0 ? "Moved/" : "") + "Name \(word()).md": bytes]
    default: return [path: Array(changed(String(decoding: bytes, as: UTF8.self)).utf8)]
    }
  }

  private mutating func added() -> [String: [UInt8]?] {
    let name = "New \(word())"
    return ["\(name).md": Array(note(name).utf8)]
  }

  /// The same text with a new line, task or tag, a task completed, or another paragraph.
  private mutating func changed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func places(_ isWanted: (String) -> Bool) -> [Int] { lines.indices.filter { isWanted(lines[$0]) } }
    if let updated = places({ $0.hasPrefix("updated: ") }).first {
      lines[updated] = "updated: 2026-02-\(10 + count / 3600 % 18)T\(10 + count / 60 % 14):00:\(10 + count % 50)"
    }
    let open = places { $0.hasPrefix("- [ ] ") }
    let paragraphs = places { $0.hasPrefix("Paragraph ") }
    switch random.below(6) {
    case 0:
      if let tags = places({ $0.hasPrefix("tags: [") && $0.hasSuffix("]") }).first {
        lines[tags] = lines[tags].dropLast() + ", \(word())]"
      }
    case 1 where !open.isEmpty: lines.insert("- [ ] Task \(word())", at: random.pick(open))
    case 2 where !open.isEmpty:
      let place = random.pick(open)
      lines[place] = lines[place].replacing("- [ ] ", with: "- [x] ") + " ✅ 2026-03-14"
    case 3 where !paragraphs.isEmpty: lines[random.pick(paragraphs)] = "Paragraph \(word()) was changed."
    case 4 where !paragraphs.isEmpty: lines.insert("Line \(word()).", at: random.pick(paragraphs))
    default: return lines.joined(separator: "\n") + "\nLine \(word()).\n"
    }
    return lines.joined(separator: "\n")
  }

  /// What somebody makes of a note in an editor.
  mutating func saved(_ text: [UInt8]) -> [UInt8] { text + Array("\nSaved \(word()).\n".utf8) }
}
