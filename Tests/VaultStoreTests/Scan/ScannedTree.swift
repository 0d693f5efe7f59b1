import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What a scan of a test's folder found, as texts that can be compared.
struct ScannedTree {
  let result: ScanResult

  init(_ folder: TemporaryFolder, _ options: ScanOptions = ScanOptions(threads: 2), at root: String = "") throws {
    result = try Scanner(root: folder.absolute(root), options: options).scan()
  }

  var notes: [String] {
    result.folders.flatMap { folder in folder.notes.map { folder.path(of: $0.name).text } }.sorted()
  }

  var files: [String] {
    result.folders.flatMap { folder in folder.files.map { folder.path(of: $0).text } }.sorted()
  }

  var folders: [String] { result.folders.map(\.path.text) }

  var problems: [String] { result.problems.map { "\($0.kind.rawValue) \($0.path)" } }

  func folder(_ path: String) -> ScannedFolder? {
    result.index(ofFolder: path.utf8).map { result.folders[$0] }
  }
}
