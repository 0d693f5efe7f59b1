import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Random histories of a vault and a server that other clients write to as well, where each question and each step may fail.
struct RemoteHistoriesTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let histories = isLong ? 10_000 : 60

  @Test func nothingIsLostOrDoubledAndBothComeToTheSame() throws {
    let seed = TestSeed(fixed: 1)
    var tally = RemoteHistory.Tally()
    for number in 0..<Self.histories {
      var history = try RemoteHistory(SeededGenerator(seed: seed.value &+ UInt64(number)))
      try history.run("history \(number), \(seed)", &tally)
      if history.hasFailed { return }
    }
    print("\(Self.histories) histories with a server of notes: \(tally)")
  }
}

struct RemoteHistory {
  struct Tally: CustomStringConvertible {
    var (rounds, brokenOff, copies, edits) = (0, 0, 0, 0)

    var description: String { "\(rounds) rounds, \(brokenOff) broken off, \(edits) edits, \(copies) copies" }
  }

  /// A fault of the test's own in a step of this machine.
  private struct Killed: Error {}

  private var random: SeededGenerator
  private let vault: ServedVault
  /// Words that stand in a note and that nobody has taken out.
  private var words: Set<String> = []
  private var nextWord = 0
  private(set) var hasFailed = false

  init(_ random: SeededGenerator) throws {
    self.random = random
    var random = random
    vault = try ServedVault()
    vault.server.tellsStates = random.below(3) > 0
    vault.server.givesIDs = random.below(2) == 0
    vault.server.knowsKeys = random.below(2) == 0
    vault.server.pageSize = [1, 3, 1_000][random.below(3)]
  }

  mutating func run(_ context: String, _ tally: inout Tally) throws {
    for _ in 0..<random.below(6) { try editHere() }
    for _ in 0..<random.below(6) { editThere() }
    for _ in 0..<(1 + random.below(5)) {
      try round(failing: random.below(3) > 0, &tally)
      for _ in 0..<random.below(4) {
        tally.edits += 1
        if random.below(2) == 0 { try editHere() } else { editThere() }
      }
    }
    try round(failing: false, &tally)
    try round(failing: false, &tally)
    let writes = vault.server.writes
    let before = try vault.notes()
    let last = try vault.sync { $0.deletesMany = true }
    func check(_ holds: Bool, _ what: String) {
      if !holds { hasFailed = true }
      #expect(holds, "\(what): \(context)\nhere: \(before)\nthere: \(vault.server.notes.mapValues(\.object))")
    }
    check(last.isIdle && vault.server.writes == writes, "the next round writes nothing")
    check(try vault.notes() == before, "the next round changes no note")
    let (here, there) = (try vault.fields(), try vault.server.fields)
    check(here.sorted() == there.sorted(), "both are equal")
    let text = before.values.joined(separator: "\n")
    for word in words.sorted() { check(text.contains(word), "\(word) is lost") }
    let own = before.filter { !ConflictCopy.isName(NotePath($0.key).name) }
    check(own.count == Set(own.values).count, "no note is doubled")
    tally.copies += before.count - own.count
  }

  private mutating func round(failing: Bool, _ tally: inout Tally) throws {
    tally.rounds += 1
    var random = random
    let rate = 2 + random.below(12)
    vault.server.fault = {
      guard failing, random.below(rate) == 0 else { return nil }
      return random.below(2) == 0 ? .before : .after
    }
    defer {
      vault.server.fault = { nil }
      self.random = random
    }
    do { try vault.sync { $0.deletesMany = true } } catch is RemoteError { tally.brokenOff += 1 }
  }

  // MARK: Edits

  private mutating func word() -> String {
    nextWord += 1
    let word = "word\(nextWord)x"
    words.insert(word)
    return word
  }

  private mutating func name() -> String {
    nextWord += 1
    return "name\(nextWord)"
  }

  /// Words of a text that goes for good.
  private mutating func forget(_ text: String) {
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) { words.remove(String(word)) }
  }

  private mutating func changed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.first == "---" ? (lines.dropFirst().firstIndex(of: "---") ?? 0) + 1 : 0
    switch random.below(4) {
    case 0: lines.insert(word(), at: start + random.below(max(1, lines.count - start)))
    case 1: return text + "\n" + word() + "\n"
    case 2:
      let index = start + random.below(max(1, lines.count - start))
      if index < lines.count, !lines[index].isEmpty { lines[index] += " " + word() }
    default:
      let index = start + random.below(max(1, lines.count - start))
      guard index < lines.count else { return text }
      forget(lines[index])
      lines[index] = word()
    }
    return lines.joined(separator: "\n")
  }

  private mutating func editHere() throws {
    let paths = try vault.notes().keys.sorted()
    switch random.below(paths.isEmpty ? 1 : 8) {
    case 0:
      let name = random.below(3) == 0 && !paths.contains("Shared.md") ? "Shared" : "Note \(name())"
      try vault.folder.write("---\ntags: [t]\n---\n\(word())\n\n\(word())\n", to: name + ".md")
    case 1:
      let path = random.pick(paths)
      forget(try vault.text(path))
      try vault.remove(path)
    case 2:
      let path = random.pick(paths)
      let text = try vault.text(path)
      try vault.remove(path)
      try vault.folder.write(text, to: "Moved \(name())/\(NotePath(path).name)")
    default:
      let path = random.pick(paths)
      try vault.folder.write(changed(try vault.text(path)), to: path)
    }
  }

  private mutating func editThere() {
    let ids = vault.server.notes.keys.sorted()
    switch random.below(ids.isEmpty ? 1 : 7) {
    case 0:
      let id = "client-\(nextWord)"
      let name = random.below(3) == 0 && vault.server.id(of: "Shared") == nil ? "Shared" : "There \(name())"
      vault.server.put(id, name, "\(word())\n\n\(word())\n", tags: ["u"])
    case 1:
      let id = random.pick(ids)
      forget(vault.server.notes[id]?.object["details"]?.text ?? "")
      vault.server.notes[id] = nil
    default:
      let id = random.pick(ids)
      let text = changed(vault.server.notes[id]?.object["details"]?.text ?? "")
      vault.server.edit(id) { _ in text }
    }
  }
}

extension [SharedFields] {
  fileprivate func sorted() -> [SharedFields] { sorted { $0.json.lexicographicallyPrecedes($1.json) } }
}
