import Foundation
import VaultPlatform

/// The JSON Schemas that `make install` puts beside the program.
enum InstalledSchemas {
  static let usualFolder = "share/vault/schemas, below the PREFIX of `make install`"

  /// Absolute; the usual one where the program has none beside it.
  static var folder: String {
    if let program = OwnProgram.path, let end = program.range(of: "/bin/", options: .backwards) {
      let folder = program[..<end.lowerBound] + "/share/vault/schemas"
      if FileManager.default.fileExists(atPath: String(folder)) { return String(folder) }
    }
    return usualFolder
  }
}
