import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A vault on the disk of which only a part may be seen.
struct FilteredVault {
  let folder: TemporaryFolder
  let test: VaultUnderTest
  let visible: VisibleVault

  /// Long before anything is changed, in nanoseconds since 1970.
  static let savedAt: Int64 = 1_772_000_000_000_000_000

  init(
    _ files: [String: [UInt8]], readIn: [String] = [], hide: String? = nil, writeIn: [String] = [],
    isReadOnly: Bool = false
  ) throws {
    folder = try TemporaryFolder()
    for (path, bytes) in files {
      try folder.write(bytes, to: path)
      try folder.setModificationTime(Self.savedAt, of: path)
    }
    test = try VaultUnderTest(folder)
    visible = try VisibleVault(
      in: test.vault().vault, readIn: readIn, hide: hide, writeIn: writeIn, isReadOnly: isReadOnly)
  }

  init(
    _ files: [String: String], readIn: [String] = [], hide: String? = nil, writeIn: [String] = [],
    isReadOnly: Bool = false
  ) throws {
    try self.init(
      files.mapValues { Array($0.utf8) }, readIn: readIn, hide: hide, writeIn: writeIn, isReadOnly: isReadOnly)
  }

  /// For whoever sees a part.
  func vault(noIndex: Bool = false) throws -> OpenVault {
    let vault = try test.vault(noIndex: noIndex)
    return OpenVault(vault: vault.vault.visible(as: visible), listener: vault.listener)
  }

  func editor() throws -> VaultEditor { try vault().editor }

  /// For whoever sees everything.
  func whole(noIndex: Bool = false) throws -> OpenVault { try test.vault(noIndex: noIndex) }

  /// Asks over the index and over the files, which have to answer alike.
  func read<Answer: Equatable>(
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: (VaultReader) throws -> Answer
  ) throws -> Answer {
    let overIndex = try vault().read(body)
    let overFiles = try vault(noIndex: true).read(body)
    #expect(overIndex == overFiles, sourceLocation: sourceLocation)
    return overIndex
  }

  /// What somebody hears who asks for what is not there.
  func message(sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: (VaultReader) throws -> Any) throws
    -> String
  {
    try read(sourceLocation: sourceLocation) { reader in
      do { return "found: \(try body(reader))" } catch { return "\(error)" }
    }
  }
}
