import Foundation

/// Folders of notes to test with: the sample vault, and a corpus of public vaults where a machine has one.
package enum Corpus {
  package struct File: Sendable {
    /// Relative to the folder it was found in.
    package var path: String
    package var bytes: [UInt8]
  }

  /// The folder that holds `Package.swift`.
  package static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  package static let sampleVault = repository.appendingPathComponent("SampleVault")
  /// Beside the repository; nil where there is none.
  package static let folder: URL? = {
    let folder = repository.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
      ? folder : nil
  }()

  /// The paths of all notes in a folder, dot folders left out, relative to it, in the order of their bytes.
  package static func notes(in folder: URL) throws -> [String] {
    var found: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard path.hasSuffix(".md") || path.hasSuffix(".markdown") else { continue }
      // Templates and what Obsidian keeps for itself are no notes.
      if path.hasPrefix(".") || path.contains("/.") { continue }
      var isFolder: ObjCBool = false
      let absolute = folder.appendingPathComponent(path).path
      guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      found.append(path)
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package static func read(_ path: String, in folder: URL) throws -> File {
    File(path: path, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(path))))
  }

  /// The sample vault's notes.
  package static func sampleNotes() throws -> [File] {
    try notes(in: sampleVault).map { try read($0, in: sampleVault) }
  }
}
