import VaultCore
import VaultPlatform

/// A folder for files that a program is to read, gone with its last owner.
final class MomentaryFolder {
  private let path: String
  private var files: [String] = []

  init(variables: [String: String]) throws {
    let parent = variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(parent)/vault-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw MomentaryFolderError(folder: parent, code: errno) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// The path of a file that a program may make.
  func place(of name: String) -> String {
    let file = path + "/" + name
    files.append(file)
    return file
  }

  /// Returns the file's path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = place(of: name)
    try AtomicFile.replace(file, bytes, mode: 0o600, isLasting: false)
    return file
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(path)
  }
}

struct MomentaryFolderError: Failure {
  let folder: String
  /// An `errno` value.
  let code: CInt

  var kind: FailureKind { .unreadable }
  var message: Message {
    "\(folder): no folder can be made there (\(systemMessage(code))); set TMPDIR to one that can be written to"
  }
}
