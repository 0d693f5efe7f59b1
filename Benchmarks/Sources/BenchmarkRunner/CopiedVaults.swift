import Foundation
import VaultGenerator

/// Somebody's notes, to be measured as copies, so that they themselves are only read.
struct CopiedVaults {
  let session: Session
  let note: @Sendable (String) -> Void

  /// The copy is private, and goes with the session's folder: who knows what is in it.
  func vault(of folder: String) throws -> MeasuredVault {
    let source = URL(fileURLWithPath: folder).standardizedFileURL
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw Options.Usage(description: "--folder \(folder): there is no such folder")
    }
    note("copying \(source.path), and reading the copy")
    var leftOut = 0
    let copy = try CopiedVault(copying: source.path, to: session.folder + "/copied") { root in
      leftOut = try leaveOut(in: root)
    }
    var vault = MeasuredVault(copy, title: "\(source.lastPathComponent), \(copy.facts.notes) notes")
    if leftOut > 0 {
      vault.remarks.append("\(leftOut) notes that the folder's own settings leave out are not measured.")
    }
    return vault
  }

  /// Where the vault's settings leave notes out, they are left out of the copy, so that all who are compared read the
  /// same. Only then is vault asked which notes there are.
  private func leaveOut(in root: String) throws -> Int {
    let settings = [".vault", ".obsidian"].map { root + "/" + $0 }
    guard settings.contains(where: FileManager.default.fileExists) else { return 0 }
    let listed = Set(
      try session.answer(session.vault("list", "--format", "{path}", in: root), orNothing: 1).split(separator: "\n"))
    var count = 0
    for path in try FolderListing(of: root).notes where !listed.contains(Substring(path)) {
      try FileManager.default.removeItem(atPath: root + "/" + path)
      count += 1
    }
    return count
  }

  /// nil where there is no corpus.
  func corpus(notes: Int) throws -> MeasuredVault? {
    let place = URL(fileURLWithPath: session.options.project + "/../shared/corpus").standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: place) else { return nil }
    let folders = try FileManager.default.contentsOfDirectory(atPath: place).filter { !$0.hasPrefix(".") }.sorted()
      .map { (name: $0, path: place + "/" + $0) }.filter { folder in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
      }
    var hash = try InputNotes(folders: folders.map { (label: $0.name, path: $0.path) }).fingerprint
    hash.combine(number: UInt64(CopiedVault.formatVersion))
    let folder = "\(Vaults.parent)/vault-bench-corpus-\(notes)-\(hash.text)"
    let title = "the corpus, copied up to \(notes) notes"
    if let copy = try CopiedVault(existing: folder) {
      note("using \(copy.root)")
      return MeasuredVault(copy, title: title)
    }
    note("copying the corpus up to \(notes) notes to \(folder)/vault, and reading them")
    return MeasuredVault(try CopiedVault(repeating: folders, notes: notes, to: folder), title: title)
  }
}
