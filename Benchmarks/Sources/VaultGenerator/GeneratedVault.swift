import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `write(2)`, which a method of the same name would hide.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }

/// A generated vault on disk.
package struct GeneratedVault: Sendable {
  package struct Statistics: Codable, Sendable, Equatable {
    package var notes = 0
    package var folders = 0
    package var bytes = 0
    package var withFrontMatter = 0
    package var wikilinks = 0
    package var notesWithTasks = 0
    package var tasks = 0
    package var openTasks = 0
    /// Two words, and in how many notes each is and both are.
    package var words: [String] = []
    package var notesWithWord = 0
    package var notesWithBothWords = 0
    package var phrase = ""
    package var notesWithPhrase = 0
    /// Relative path of a note in the middle of the vault, for changing.
    package var someNote = ""
    /// Of all paths and contents.
    package var fingerprint = ""
  }

  package enum Failure: Error, CustomStringConvertible {
    case cannotWrite(path: String, reason: String)

    package var description: String {
      switch self {
      case .cannotWrite(let path, let reason):
        "cannot write \(path): \(reason); set TMPDIR to a folder with room for the generated vault"
      }
    }
  }

  /// Part of the folder's name: raise it when the same inputs give other bytes than before.
  package static let formatVersion = 1

  /// Holds `vault/` and, once it is complete, `statistics.json`.
  package let folder: String
  package let statistics: Statistics

  package var root: String { folder + "/vault" }
  private var marker: String { Self.marker(in: folder) }

  private static func marker(in folder: String) -> String { folder + "/statistics.json" }

  /// `parent`/vault-bench-seed-notes-hash; the hash is of inputs, number of tasks and format.
  package static func folder(in parent: String, inputs: InputNotes, notes: Int, tasks: Int?, seed: UInt64) -> String {
    var hash = inputs.fingerprint
    hash.combine(number: UInt64(formatVersion))
    hash.combine(number: UInt64(bitPattern: Int64(tasks ?? -1)))
    return "\(parent)/vault-bench-\(seed)-\(notes)-\(hash.text)"
  }

  /// The vault left by an earlier run, if it was finished.
  package init?(existing folder: String) throws {
    guard let data = FileManager.default.contents(atPath: Self.marker(in: folder)) else { return nil }
    statistics = try JSONDecoder().decode(Statistics.self, from: data)
    self.folder = folder
  }

  /// Writes the vault afresh, replacing what an interrupted run has left.
  package init(writing plan: VaultPlan, to folder: String) async throws {
    self.folder = folder
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    let root = folder + "/vault"
    for index in plan.folders.all.indices {
      let path = root + "/" + String(decoding: plan.folders.path(ofFolder: index), as: UTF8.self)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    statistics = try await Self.write(plan, to: root)
    try markComplete()
  }

  /// While the vault is being changed it counts as incomplete.
  package func markIncomplete() throws {
    try FileManager.default.removeItem(atPath: marker)
  }

  package func markComplete() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(statistics).write(to: URL(fileURLWithPath: marker))
  }

  /// When the last note was written: an index built within two seconds of it would rightly mistrust the files.
  package func completionTime() throws -> Date {
    let attributes = try FileManager.default.attributesOfItem(atPath: marker)
    return attributes[.modificationDate] as? Date ?? Date()
  }

  // MARK: Writing

  private struct Part: Sendable {
    var bytes = 0
    var withFrontMatter = 0
    var wikilinks = 0
    var notesWithTasks = 0
    var fingerprint: UInt64 = 0
  }

  private static func write(_ plan: VaultPlan, to root: String) async throws -> Statistics {
    let parts = try await withThrowingTaskGroup(of: Part.self) { group in
      let step = 500
      for first in stride(from: 0, to: plan.noteCount, by: step) {
        group.addTask { try write(plan, notes: first..<min(first + step, plan.noteCount), to: root) }
      }
      return try await group.reduce(into: [Part]()) { $0.append($1) }
    }
    var statistics = Statistics()
    statistics.notes = plan.noteCount
    statistics.folders = plan.folders.all.count
    statistics.bytes = parts.reduce(0) { $0 + $1.bytes }
    statistics.withFrontMatter = parts.reduce(0) { $0 + $1.withFrontMatter }
    statistics.wikilinks = parts.reduce(0) { $0 + $1.wikilinks }
    statistics.notesWithTasks = parts.reduce(0) { $0 + $1.notesWithTasks }
    statistics.tasks = plan.taskCount
    statistics.openTasks = plan.openTaskCount
    statistics.words = plan.planted.pair
    statistics.notesWithWord = plan.planted.notesWithEach
    statistics.notesWithBothWords = plan.planted.notesWithBoth
    statistics.phrase = plan.planted.phrase.joined(separator: " ")
    statistics.notesWithPhrase = plan.planted.notesWithPhrase
    statistics.someNote = String(decoding: plan.path(of: plan.noteCount / 2), as: UTF8.self)
    var sum = Fingerprint()
    // A sum, because the parts end in any order.
    sum.combine(number: parts.reduce(0) { $0 &+ $1.fingerprint })
    statistics.fingerprint = sum.text
    return statistics
  }

  private static func write(_ plan: VaultPlan, notes: Range<Int>, to root: String) throws -> Part {
    var part = Part()
    for index in notes {
      let path = plan.path(of: index)
      let note = plan.text(of: index)
      try store(note.bytes, at: root + "/" + String(decoding: path, as: UTF8.self))
      part.bytes += note.bytes.count
      part.withFrontMatter += note.hasFrontMatter ? 1 : 0
      part.wikilinks += note.wikilinks
      part.notesWithTasks += plan.tasks(of: index).isEmpty ? 0 : 1
      var hash = Fingerprint()
      hash.combine(field: path)
      hash.combine(field: note.bytes)
      part.fingerprint &+= hash.value
    }
    return part
  }

  /// Creates the file, modified an hour ago.
  private static func store(_ bytes: [UInt8], at path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure(path) }
      done += count
    }
    let hourAgo = timespec(tv_sec: time(nil) - 3_600, tv_nsec: 0)
    guard futimens(file, [hourAgo, hourAgo]) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> Failure {
    .cannotWrite(path: path, reason: String(cString: strerror(errno)))
  }
}
