import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Handles of one note that is edited at random. Each task has a block id, which counts for no handle, so that the test knows
/// which task is which.
struct HandlePropertyTests: HandleTests {
  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  /// What a handle meant when it was listed, or means now.
  private struct Meaning: Equatable {
    let block: String
    let words: String
    let dates: TaskDates
    let rule: String?
    /// How many tasks have the same words, and the same words, dates and rule.
    let twins: Int
    let alike: Int

    init(_ task: TaskItem, among all: [TaskItem]) {
      block = task.blockID ?? ""
      words = Self.words(task, all)
      dates = task.dates.recurring
      rule = task.recurrence
      let twins = all.filter { Self.words($0, all) == Self.words(task, all) }
      self.twins = twins.count
      alike = twins.count { $0.dates.recurring == task.dates.recurring && $0.recurrence == task.recurrence }
    }

    private static func words(_ task: TaskItem, _ all: [TaskItem]) -> String {
      let parent = task.parent.flatMap { handle in all.first { $0.handle == handle } }
      return "\(parent.map { words($0, all) } ?? "")/\(task.description)"
    }

    /// True where two are alike in all that counts for a handle: then one is as good as the other.
    func isAlike(_ other: Meaning) -> Bool {
      guard words == other.words, alike == other.alike, rule == other.rule else { return false }
      let datesCount = [self, other].map { $0.rule != nil || $0.twins > 1 }
      return datesCount[0] == datesCount[1] && (dates == other.dates || !datesCount[0])
    }
  }

  @Test(arguments: 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 12 : 200), [true, false])
  func noHandleLeadsToAnotherTask(_ seed: Int, _ keepsCache: Bool) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var blocks = 0
    func newBlock() -> String {
      blocks += 1
      return " ^b\(blocks)"
    }
    func newLine() -> String {
      let date = ["", " 📅 2026-03-11", " 📅 2026-03-12", " ⏳ 2026-03-11"].randomElement(using: &random) ?? ""
      let rule = Int.random(in: 0..<4, using: &random) == 0 ? " 🔁 every day" : ""
      let indent = Bool.random(using: &random) ? "" : "  "
      return "\(indent)- [ ] \(["a", "b"].randomElement(using: &random) ?? "a")\(rule)\(date)\(newBlock())"
    }
    var lines = (0..<4).map { _ in newLine() }
    var known: [String: [Meaning]] = [:]
    for _ in 0..<12 {
      try write(lines.joined(separator: "\n") + "\n")
      let all = try test.vault().read { reader in try reader.taskNote("a.md") }.items
      #expect(Set(all.map(\.handle)).count == all.count)
      let before = all.map { Meaning($0, among: all) }
      for handle in try listed().values {
        let place = try #require(all.firstIndex { $0.handle == handle })
        known[handle, default: []].append(before[place])
      }
      // One step is one edit of an editor's, or a completion.
      let place = lines.isEmpty ? 0 : Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case _ where lines.isEmpty, 0: lines.insert(newLine(), at: place)
      case 1: lines.remove(at: place)
      case 2: lines.swapAt(place, Int.random(in: 0..<lines.count, using: &random))
      case 3: lines[place].replace("2026-03-11", with: "2026-03-12")
      case 4: lines[place].replace(" 📅 2026-03-12", with: "")
      default:
        _ = try test.vault().editor.completeTasks(["a.md:\(place + 1)"])
        lines = try text().split(separator: "\n").map { $0.contains(" ^") ? String($0) : $0 + newBlock() }
      }
      try write(lines.joined(separator: "\n") + "\n")
      if !keepsCache {
        let folder = URL(fileURLWithPath: try test.indexPath()).deletingLastPathComponent()
        try FileManager.default.removeItem(at: folder)
      }
      let vault = try test.vault()
      let now = try vault.read { reader in try reader.taskNote("a.md") }.items
      let after = now.map { Meaning($0, among: now) }
      // A line that came to stand below another task, or no longer does, has other words.
      let moved = before.filter { task in after.contains { $0.block == task.block && $0.words != task.words } }
      for (handle, meanings) in known {
        do {
          let line = try vault.read { try $0.place(ofTask: handle) }.line
          let reached = after[try #require(now.firstIndex { $0.line == line })]
          #expect(meanings.allSatisfy { $0.block == reached.block || $0.isAlike(reached) }, "\(reached)\n\(lines)")
          // It is the task itself that was listed just now, or one of several that are quite alike.
          guard let shown = meanings.last, before.contains(shown), reached.alike == 1 else { continue }
          let isTold = !moved.contains { [shown.block, reached.block].contains($0.block) }
          #expect(shown.block == reached.block || !isTold, "\(shown) \(reached)\n\(lines)")
        } catch is TaskChangedError {
        } catch TaskNameError.vanished {
          #expect(!keepsCache)
        }
      }
    }
  }
}
