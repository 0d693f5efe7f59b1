import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Tests in which notes change while handles of their tasks are known, with the index. Today is 2026-03-12.
protocol HandleTests {
  /// Lives as long as the test.
  var folder: TemporaryFolder { get }
  var test: VaultUnderTest { get }
}

extension HandleTests {
  func write(_ text: String, _ path: String = "a.md") throws { try folder.write(text, to: path) }
  func text(_ path: String = "a.md") throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }

  /// The handles by line, as a list shows them.
  func listed(short: Bool = false) throws -> [String: String] {
    let tasks = try test.vault().read { try $0.tasks(test.query(""), scope: .all) }.tasks
    return Dictionary(
      uniqueKeysWithValues: tasks.map {
        ("\($0.task.path.text):\($0.task.line)", short ? $0.shortHandle : $0.task.handle)
      })
  }

  /// The index learns of the notes, and nobody is shown anything.
  func refresh() throws { _ = try test.vault().read { try $0.taskCount(test.query(""), scope: .all) } }

  func raw(_ handle: String) throws -> String {
    let place = try test.vault().read { try $0.place(ofTask: handle) }
    return try #require(try test.vault().read { reader in try reader.taskNote(place.path) }.task(inLine: place.line))
      .item.raw
  }

  func refused(_ handle: String) throws -> TaskChangedError {
    let before = try text()
    let error = #expect(throws: TaskChangedError.self) { try test.vault().editor.completeTasks([handle]) }
    #expect(try text() == before)
    return try #require(error)
  }
}
