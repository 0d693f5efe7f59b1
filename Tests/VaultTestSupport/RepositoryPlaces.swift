import Foundation

/// Folders that tests read and never change.
package enum RepositoryPlaces {
  /// Of the package: three folders above this file.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  package static let sampleVault = root + "/SampleVault"

  /// Real vaults beside the repository, where there are any.
  package static let corpus = URL(fileURLWithPath: root).deletingLastPathComponent()
    .appendingPathComponent("shared/corpus").path

  /// A vault of the corpus; nil where it is not there.
  package static func corpusVault(_ name: String) -> String? {
    var isFolder: ObjCBool = false
    let path = corpus + "/" + name
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue ? path : nil
  }
}
