import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A vault on the disk, and texts that an editor has of some of its notes.
struct OverlaidVault {
  let folder: TemporaryFolder
  let test: VaultUnderTest
  private(set) var overlays: [Overlay] = []

  /// Seconds since 1970, long before the texts of the editor were written.
  private static let savedAt: Int64 = 1_772_000_000

  init(_ files: [String: [UInt8]], _ texts: [String: [UInt8]]) throws {
    folder = try TemporaryFolder()
    for (path, bytes) in files {
      try folder.write(bytes, to: path)
      try folder.setModificationTime(Self.savedAt * 1_000_000_000, of: path)
    }
    test = try VaultUnderTest(folder)
    for (number, (path, bytes)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
      overlays.append(
        Overlay(
          path: NotePath(path), bytes: bytes, version: number,
          modified: (Self.savedAt + 86_400 * Int64(1 + number % 20)) * 1_000))
    }
  }

  init(_ files: [String: String], _ texts: [String: String]) throws {
    try self.init(files.mapValues { Array($0.utf8) }, texts.mapValues { Array($0.utf8) })
  }

  func vault(noIndex: Bool = false) throws -> OpenVault {
    let vault = try test.vault(noIndex: noIndex)
    return OpenVault(vault: vault.vault.overlaid(by: overlays), listener: vault.listener)
  }

  /// Saves what the editor has.
  func save() throws {
    for overlay in overlays {
      try folder.write(overlay.bytes, to: overlay.path.text)
      try folder.setModificationTime(overlay.modified * 1_000_000, of: overlay.path.text)
    }
  }

  /// About the notes as they are saved and as the editor has them.
  func questions(queries: Int, names: Int, seed: UInt64) throws -> EveryAnswer {
    try EveryAnswer(
      about: [test.vault(noIndex: true), vault(noIndex: true)], test, queries: queries, names: names, seed: seed)
  }

  /// Says where the answers over the saved notes and the editor's texts differ from those after saving.
  func expectAnswersAsSaved(
    queries: Int, names: Int, seed: UInt64, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let questions = try questions(queries: queries, names: names, seed: seed)
    let overIndex = try vault().read { reader throws in
      #expect(try reader.snapshot is OverlaidSnapshot, sourceLocation: sourceLocation)
      return questions.asked(of: reader)
    }
    let overFiles = try vault(noIndex: true).read { questions.asked(of: $0) }
    try save()
    let saved = try test.vault(noIndex: true).read { reader throws in
      #expect(try reader.snapshot is FileSnapshot, sourceLocation: sourceLocation)
      return questions.asked(of: reader)
    }
    for (way, answers) in [("index", overIndex), ("files", overFiles)] {
      if let difference = EveryAnswer.difference(answers, saved) {
        Issue.record("seed \(seed), over the \(way)\n\(difference)", sourceLocation: sourceLocation)
      }
    }
    let count = saved.count { $0.lines.count > 1 }
    #expect(count > saved.count / 15, "few questions have an answer", sourceLocation: sourceLocation)
  }
}

func expectChangeError(
  _ path: NotePath, _ cause: ChangeError.Cause, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> Any
) {
  let error = #expect(throws: ChangeError.self, sourceLocation: sourceLocation) { _ = try body() }
  #expect(error?.path == path && error?.cause == cause, sourceLocation: sourceLocation)
}
