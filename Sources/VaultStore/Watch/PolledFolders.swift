import VaultCore
import VaultPlatform

/// Looks at all names and stamps of a vault, for systems without events, or with fewer than there are folders.
struct PolledFolders: ChangeSource {
  let descriptor: CInt? = nil
  let patience = 1.0

  private let root: String
  private var scanner: Scanner?
  private var last: State?

  private struct State: Equatable {
    var folders: [[UInt8]]
    var fingerprints: [UInt64]
    var configuration: FileStamp?
  }

  init(root: String) { self.root = root }

  mutating func follow(_ scanner: Scanner) throws -> Bool {
    self.scanner = scanner
    if last == nil { last = try state() }
    return true
  }

  mutating func isChanged() throws -> Bool {
    let state = try state()
    defer { last = state }
    return state != last
  }

  private func state() throws -> State? {
    guard let scan = try scanner?.scan() else { return nil }
    var status = stat()
    let hasConfiguration = stat(root + "/" + ConfigurationFile.relativePath, &status) == 0
    return State(
      folders: scan.folders.map(\.pathBytes), fingerprints: scan.folders.map(\.fingerprint),
      configuration: hasConfiguration ? FileStamp(status) : nil)
  }
}
