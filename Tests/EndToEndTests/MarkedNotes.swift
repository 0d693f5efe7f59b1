import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

/// A task's line but for where it stands and when it was done.
struct WrittenTask: Hashable {
  /// Nil in a line as vault adds it, and in its next occurrences; these bear the same mark as what they follow.
  var mark: Int?
  /// Everything behind the box and the mark but the day on which it was done.
  var text: String
  var isDone: Bool

  init(mark: Int?, text: String, isDone: Bool) { (self.mark, self.text, self.isDone) = (mark, text, isDone) }

  /// Nil for a line that is no task.
  init?(_ line: String) {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("- [ ] ") || line.hasPrefix("- [x] ") else { return nil }
    let rest = line.dropFirst(6)
    var words = rest.split { $0 == " " || $0 == "\t" }.map(String.init)
    if let done = words.firstIndex(of: "✅") { words.removeSubrange(done..<min(done + 2, words.count)) }
    self.init(
      mark: Self.mark(rest.prefix { $0 == " " || $0 == "\t" }), text: words.joined(separator: " "),
      isDone: line.hasPrefix("- [x] "))
  }

  /// What a line says behind its mark: of few kinds, so that there are many twins.
  static func new(_ random: inout SeededGenerator) -> String {
    "\(random.pick(["a", "b", "c", "d"])) task\(random.pick(["", "", " 🔁 every day"]))"
      + random.pick(["", " 📅 2026-03-11", " 📅 2026-03-12", " ⏳ 2026-03-11"])
  }

  /// Sixteen blanks and tabs.
  static func blanks(_ mark: Int) -> String {
    String((0..<16).map { mark >> (15 - $0) & 1 == 0 ? " " as Character : "\t" })
  }

  private static func mark(_ blanks: Substring) -> Int? {
    blanks.count == 16 ? blanks.reduce(0) { $0 << 1 | ($1 == "\t" ? 1 : 0) } : nil
  }

  /// What is left when it is done and recurs; nil where it does not recur.
  var next: WrittenTask? {
    guard text.contains("🔁 every day") else { return nil }
    let words = text.split(separator: " ").map { word in
      CivilDate(String(word)).map { CivilDate(dayNumber: Int($0.dayNumber) + 1).description } ?? String(word)
    }
    return WrittenTask(mark: mark, text: words.joined(separator: " "), isDone: false)
  }

  var toggled: WrittenTask { WrittenTask(mark: mark, text: text, isDone: !isDone) }
}

/// Two notes whose lines bear marks.
final class MarkedNotes: Sendable {
  private static let names = ["one.md", "two.md"]
  private let folder: String
  private let marks = Mutex(0)

  init(_ sandbox: Sandbox) { folder = sandbox.vault }

  func make(_ tasks: Int, _ random: inout SeededGenerator) throws {
    for name in Self.names {
      var text = ""
      for heading in ["One", "Two"] {
        text += "# \(heading)\n\n"
        for number in 0..<tasks / 4 {
          text += (number > 0 && random.below(3) == 0 ? "  " : "") + "- [ ] \(WrittenTask.blanks(newMark()))"
          text += WrittenTask.new(&random) + "\n"
        }
        text += "\n"
      }
      try write(text, to: name)
    }
  }

  /// How often each line of a task stands in the notes, read without vault.
  func lines() throws -> [WrittenTask: Int] {
    try Self.names.flatMap { try read($0) }.compactMap { WrittenTask($0) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Marks the lines of a note that have no mark and say this, as an editor that waits for the vault's lock. Returns them.
  func mark(_ text: String, in name: String) throws -> [WrittenTask] {
    let state = try PrivateFolder(folder + "/.vault/state", others: .mayRead)
    let lock = try #require(try FileLock.acquire("lock", in: state, .alone, patience: 300))
    defer { lock.release() }
    var marked: [WrittenTask] = []
    let lines = try read(name).map { line in
      guard let task = WrittenTask(line), task.mark == nil, task.text == text else { return line }
      let box = line.firstIndex(of: "]").map { line.index($0, offsetBy: 2) } ?? line.endIndex
      let mark = newMark()
      marked.append(WrittenTask(mark: mark, text: text, isDone: task.isDone))
      return line[..<box] + WrittenTask.blanks(mark) + line[box...]
    }
    if !marked.isEmpty { try write(lines.joined(separator: "\n"), to: name) }
    return marked
  }

  private func newMark() -> Int {
    marks.withLock { mark in
      mark += 1
      return mark
    }
  }

  private func read(_ name: String) throws -> [String] {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8).components(separatedBy: "\n")
  }

  /// By a file that no process which is started meanwhile has open: vault would wait for it.
  private func write(_ text: String, to name: String) throws {
    let new = folder + "/.new"
    do { try Descriptor(opening: new, O_WRONLY | O_CREAT | O_TRUNC).write(text) }
    guard rename(new, folder + "/" + name) == 0 else { throw ShellProcess.Failure(name, errno) }
  }
}
