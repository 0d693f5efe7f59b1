import Foundation
import Testing
import VaultTestSupport

@testable import VaultStore

extension ChangedVault {
  /// Runs `change` while another has the vault's lock, who writes this text before letting go.
  func whileAnotherWrites(_ text: String, to path: String, _ change: (OpenVault) throws -> Void) throws {
    let (root, file, folders) = (folder.path, folder.absolute(path), folders)
    _ = try VaultFolder.create(in: root)
    let isHeld = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        let session = try ChangeSession(root: root, folders) { _ in }
        isHeld.signal()
        // Long enough for the other to look at the notes and to wait for the lock.
        Thread.sleep(forTimeInterval: 0.3)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        withExtendedLifetime(session) {}
      } catch {
        Issue.record(error)
        isHeld.signal()
      }
    }
    isHeld.wait()
    try change(vault())
  }
}
