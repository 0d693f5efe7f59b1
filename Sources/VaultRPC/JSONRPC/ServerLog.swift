import Foundation
import VaultCore
import VaultPlatform

/// What a server writes down about itself: into a file, and to a client that asks for it (`$/logTrace`). Texts of notes are
/// never written down.
package struct ServerLog: Sendable {
  private let file: OwnedDescriptor?

  /// `path`: the file is made where it is not there, and written on at its end. Throws where it cannot be opened.
  package init(_ path: String?) throws {
    guard let path else {
      file = nil
      return
    }
    let descriptor = retrying { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600) }
    guard descriptor >= 0 else { throw ServerLogError(path: path, code: errno) }
    file = OwnedDescriptor(descriptor)
  }

  /// True where there is a file.
  package var isKept: Bool { file != nil }

  /// One line. What cannot be written is lost: the client matters more.
  func write(_ text: String, at now: Date) {
    writeLine(Array("\(Self.time(now)) \(ControlCharacters.visible(text, .singleLine))".utf8))
  }

  /// One line of JSON, which begins with the time.
  package func writeObject(_ json: JSONValue) {
    writeLine(JSONValue.object([.init("time", .text(Self.time(Date())))] + (json.members ?? [])).bytes)
  }

  private static func time(_ now: Date) -> String {
    NoteDate.instant(Int64(now.timeIntervalSince1970 * 1_000)).iso8601 { _ in 0 }
  }

  private func writeLine(_ line: [UInt8]) {
    guard let file else { return }
    _ = (line + [0x0A]).withUnsafeBytes { writeSome(file.number, $0) }
  }
}

/// The log cannot be written.
struct ServerLogError: Failure {
  let path: String
  let code: CInt

  var kind: FailureKind { .unreadable }
  var message: Message { "the log cannot be written to \(ShownName.path(path)): \(systemMessage(code))" }
}
