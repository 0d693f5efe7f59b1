import Foundation
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Clones of one repository, each a vault of its own, and the bare repository that they sync with.
final class SyncMachines {
  let folder: TemporaryFolder
  let hub: TestRepository
  private(set) var machines: [SyncMachine] = []

  /// `notes`: what all of them have at the beginning.
  init(_ count: Int = 2, _ notes: [String: String] = ["A.md": "# A\n\none\n\ntwo\n\nthree\n"]) throws {
    folder = try TemporaryFolder()
    hub = try TestRepository(in: folder, at: "hub.git", initialized: false)
    try hub.git("init", "--quiet", "--bare", "--initial-branch=main")
    let first = try TestRepository(in: folder, at: "0")
    for (path, text) in notes { try first.write(text, to: path) }
    _ = try VaultFolder.create(in: first.path)
    try first.commit("Start")
    try first.git("remote", "add", "origin", hub.path)
    try first.git("push", "--quiet", "--set-upstream", "origin", "main")
    for number in 0..<count {
      if number > 0 { try hub.git("clone", "--quiet", hub.path, folder.absolute("\(number)")) }
      machines.append(
        try SyncMachine(number == 0 ? first : TestRepository(in: folder, at: "\(number)", initialized: false)))
    }
  }

  subscript(number: Int) -> SyncMachine { machines[number] }
}

/// A clone, and the vault in it.
final class SyncMachine {
  let repository: TestRepository
  private let cache = Result { try TemporaryFolder() }

  init(_ repository: TestRepository) throws { self.repository = repository }

  func editor() throws -> VaultEditor {
    var test = try VaultUnderTest(root: repository.path, cache: cache.get())
    test.environment.variables.merge(repository.variables) { $1 }
    return try test.vault().editor
  }

  @discardableResult
  func sync(_ conflicts: SyncOptions.Conflicts = .stop, _ change: (inout SyncOptions) -> Void = { _ in }) throws
    -> SyncOutcome
  {
    var options = SyncOptions()
    options.conflicts = conflicts
    change(&options)
    var outcome = SyncOutcome()
    try editor().sync(options, &outcome)
    return outcome
  }

  /// Fetches and goes as far as a sync that is killed right behind the notes.
  @discardableResult
  func bringNotesAndEnd() throws -> SyncArrival {
    try repository.git("fetch", "--quiet")
    let (head, theirs) = try (repository.git("rev-parse", "HEAD"), repository.git("rev-parse", "origin/main"))
    try repository.git("update-ref", "refs/vault/sync/1", head)
    try repository.git("update-ref", "refs/vault/arriving", theirs)
    let git = try GitRepository(of: repository.path, variables: repository.variables)
    let arrival = try SyncArrival(
      git, GitActions(git.git, usesTerminal: false), editor(), from: head, to: theirs)
    try arrival.bringNotes()
    return arrival
  }

  func write(_ text: String, to path: String) throws { try repository.write(text, to: path) }
  func text(_ path: String) throws -> String { try repository.text(of: path) }
  func edit(_ path: String, _ old: String, _ new: String) throws {
    try write(text(path).replacing(old, with: new), to: path)
  }
  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: repository.path + "/" + path) }

  /// The files with their texts, without git's and the vault's own.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: repository.path)
    where !path.hasPrefix(".git/") && path != ".git" && !path.hasPrefix(".vault") {
      if let data = FileManager.default.contents(atPath: repository.path + "/" + path), !path.hasSuffix("/") {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: repository.path + "/" + path, isDirectory: &isFolder)
        if !isFolder.boolValue { files[path] = data }
      }
    }
    return files
  }

  func status() throws -> String { try repository.git("status", "--porcelain") }
}

extension SyncOutcome {
  var committedPaths: [String] { committed.map { "\($0.kind.rawValue) \($0.path)" } }
  var receivedPaths: [String] { received.map { "\($0.kind.rawValue) \($0.path)" } }
}

extension SyncOutcome {
  /// Without the versions of the notes, which are numbers.
  var plainConflicts: [Conflict] { conflicts.map { Conflict(path: $0.path, kind: $0.kind) } }
}
