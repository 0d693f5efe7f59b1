import VaultCore

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

  /// True where no text of a file changes.
  var isAboutPlaces: Bool {
    switch self {
    case .move, .makeFolder, .removeFolder: true
    case .write, .create, .delete: false
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

/// How one text became another, as the one stretch between what both begin with and what both end with.
struct FilePatch: Hashable {
  /// Bytes that both begin with, and that both end with.
  var prefix: Int
  var suffix: Int
  var middle: [UInt8]
}

extension FilePatch {
  init(from old: [UInt8], to new: [UInt8]) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    self.init(prefix: prefix, suffix: suffix, middle: Array(new[prefix..<(new.count - suffix)]))
  }

  /// Returns nil for a text that it cannot have been made for.
  func applied(to old: [UInt8]) -> [UInt8]? {
    guard prefix >= 0, suffix >= 0, prefix <= old.count, suffix <= old.count - prefix else { return nil }
    return Array(old[..<prefix]) + middle + Array(old[(old.count - suffix)...])
  }
}
