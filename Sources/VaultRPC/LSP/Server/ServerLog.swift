import Foundation
import VaultCore
import VaultPlatform

/// What the server writes down about itself: into a file, and to a client that asks for it (`$/logTrace`). Texts of notes are
/// never written down.
struct ServerLog {
  private let file: OwnedDescriptor?

  /// `path`: the file is made where it is not there, and written on at its end. Throws where it cannot be opened.
  init(_ path: String?) throws {
    guard let path else {
      file = nil
      return
    }
    let descriptor = retrying { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600) }
    guard descriptor >= 0 else { throw ServerLogError(path: path, code: errno) }
    file = OwnedDescriptor(descriptor)
  }

  /// One line. What cannot be written is lost: the client matters more.
  func write(_ text: String, at now: Date) {
    guard let file else { return }
    let time = NoteDate.instant(Int64(now.timeIntervalSince1970 * 1_000)).iso8601 { _ in 0 }
    let line = Array("\(time) \(ControlCharacters.visible(text, .singleLine))\n".utf8)
    _ = line.withUnsafeBytes { writeSome(file.number, $0) }
  }
}

/// The log cannot be written.
struct ServerLogError: Failure {
  let path: String
  let code: CInt

  var kind: FailureKind { .unreadable }
  var message: Message { "the log cannot be written to \(ShownName.path(path)): \(systemMessage(code))" }
}
