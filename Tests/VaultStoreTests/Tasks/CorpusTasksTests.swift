import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Every open task of every vault of the corpus is completed and opened again, and then once more with `undo`.
@Suite(.enabled(if: Corpus.folder != nil)) struct CorpusTasksTests {
  @Test func completingAndTakingBackLeavesEveryByte() throws {
    let corpus = try #require(Corpus.folder)
    var completed = 0
    var refused = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted() {
      let source = corpus.appendingPathComponent(name)
      let notes = try Self.notesWithOpenTasks(in: source)
      guard !notes.isEmpty else { continue }
      let test = try ChangedVault()
      for note in notes { try test.folder.write(String(decoding: note.bytes, as: UTF8.self), to: note.path) }
      let before = try test.tree()
      let vault = try test.vault()
      let open = try vault.read { try $0.tasks(Query(), scope: .open) }.tasks
      // A rule that is not understood, and the like, is refused by itself.
      let possible = try open.filter { try Self.canBeCompleted($0.task, in: vault) }
      refused += open.count - possible.count
      completed += possible.count
      let handles = possible.map(\.task.handle)
      guard !handles.isEmpty else { continue }

      let done = try vault.editor.completeTasks(handles)
      #expect(done.tasks.filter { $0.state == .updated || $0.state == .deleted }.count == handles.count, "\(name)")
      #expect(
        try vault.read { try $0.tasks(Query(), scope: .open) }.tasks.count == open.count - handles.count + done.created)
      let kept = done.tasks.filter { $0.state == .updated }.map(\.view.task.handle)
      if kept.count == handles.count {
        _ = try vault.editor.reopenTasks(kept)
        #expect(try test.tree() == before, "\(name)")
        _ = try vault.editor.undo()
      }
      _ = try vault.editor.undo()
      #expect(try test.tree() == before, "\(name)")
      #expect(try test.leftovers() == [])
    }
    print("\(completed) tasks completed and taken back, \(refused) refused")
    #expect(completed > 100)
  }

  private static func notesWithOpenTasks(in folder: URL) throws -> [Corpus.File] {
    var found: [Corpus.File] = []
    for path in try Corpus.notes(in: folder) {
      let note = try Corpus.read(path, in: folder)
      guard String(validating: note.bytes, as: UTF8.self) != nil, note.bytes.contains(UInt8(ascii: "]")) else {
        continue
      }
      let tasks = TaskNote(note.bytes, path: NotePath(path), options: ParsingOptions()).tasks
      if tasks.contains(where: { $0.item.status.type.isOpen }) { found.append(note) }
    }
    return found
  }

  private static func canBeCompleted(_ task: TaskItem, in vault: OpenVault) throws -> Bool {
    let note = try vault.read { reader in try reader.taskNote(task.path) }
    let line = try #require(note.task(handle: task.handle))
    do {
      let change = vault.editor.statusChange
      // One that recurs undated and is deleted on completion leaves just its own line.
      return try !change.entering(change.completed(from: task.status.symbol), line, in: note).isEmpty
    } catch {
      return false
    }
  }
}

extension TaskChangeOutcome {
  fileprivate var created: Int { tasks.count { $0.state == .created } }
}
