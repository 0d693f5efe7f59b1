import Foundation
import VaultGenerator

/// Generated vaults, written once and kept in the temporary folder.
struct Vaults: Sendable {
  let inputs: InputNotes
  let seed: UInt64
  let note: @Sendable (String) -> Void

  init(_ options: Options, note: @escaping @Sendable (String) -> Void) throws {
    seed = options.seed
    self.note = note
    inputs = try InputNotes(folders: try Self.inputFolders(options))
  }

  /// Where vaults are kept.
  static var parent: String { FileManager.default.temporaryDirectory.standardizedFileURL.path }

  /// - Parameter tasks: exactly so many; nil: a third of the notes.
  func vault(notes: Int, tasks: Int? = nil) async throws -> GeneratedVault {
    let parent = Self.parent
    let folder = GeneratedVault.folder(in: parent, inputs: inputs, notes: notes, tasks: tasks, seed: seed)
    if let vault = try GeneratedVault(existing: folder) {
      note("using \(vault.root)")
      return vault
    }
    note("writing \(notes) notes to \(folder)/vault")
    let plan = VaultPlan(paragraphs: try Paragraphs(inputs), noteCount: notes, taskCount: tasks, seed: seed)
    return try await GeneratedVault(writing: plan, to: folder)
  }

  private static func inputFolders(_ options: Options) throws -> [(label: String, path: String)] {
    if !options.inputs.isEmpty {
      return options.inputs.map { (label: URL(fileURLWithPath: $0).lastPathComponent, path: $0) }
    }
    var folders: [(label: String, path: String)] = []
    for (label, path) in [("SampleVault", "SampleVault"), ("corpus", "../shared/corpus")] {
      let place = options.project + "/" + path
      if FileManager.default.fileExists(atPath: place) { folders.append((label: label, path: place)) }
    }
    guard !folders.isEmpty else {
      throw Options.Usage(description: "no notes to recombine in \(options.project)/SampleVault: use --input FOLDER")
    }
    return folders
  }
}
