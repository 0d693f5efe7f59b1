import VaultCore
import VaultPlatform

/// One thing that an operation does to the files. Paths are relative to the vault's root, as they are when the step's
/// turn comes.
enum ChangeStep: Hashable {
  /// A file that is there gets other bytes. A symbolic link has already been followed.
  case write(NotePath, before: [UInt8], after: [UInt8])
  /// A file that must not be there yet. The mode is lowered by the process' mask.
  case create(NotePath, [UInt8], mode: UInt32)
  /// A file that must still hold these bytes goes for good.
  case delete(NotePath, before: [UInt8], mode: UInt32)
  /// A file or folder gets a name that must not be taken.
  case move(NotePath, to: NotePath)
  case makeFolder(NotePath)
  /// Stays where it is not empty.
  case removeFolder(NotePath)

  /// What takes it back.
  var inverse: ChangeStep {
    switch self {
    case .write(let path, let before, let after): .write(path, before: after, after: before)
    case .create(let path, let bytes, let mode): .delete(path, before: bytes, mode: mode)
    case .delete(let path, let bytes, let mode): .create(path, bytes, mode: mode)
    case .move(let path, let target): .move(target, to: path)
    case .makeFolder(let path): .removeFolder(path)
    case .removeFolder(let path): .makeFolder(path)
    }
  }

  /// The path it begins with.
  var path: NotePath {
    switch self {
    case .write(let path, _, _), .create(let path, _, _), .delete(let path, _, _), .move(let path, _),
      .makeFolder(let path), .removeFolder(let path):
      path
    }
  }
}
