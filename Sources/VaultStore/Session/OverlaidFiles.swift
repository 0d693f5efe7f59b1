import VaultCore

/// The texts of editors, and the files that they stand for, while a change is planned.
struct OverlaidFiles {
  private let overlays: [NotePath: Overlay]
  /// By overlay, the file itself: another one where the path is a symbolic link. None for a note that is not saved yet.
  private var files: [NotePath: NotePath] = [:]
  /// By the files' identity, the overlays: a file may have several names.
  private(set) var names: [FileStamp.Identity: NotePath] = [:]

  init(_ overlays: [NotePath: Overlay], in tree: VaultTree) throws {
    self.overlays = overlays
    for path in overlays.keys where try tree.exists(path) {
      let place = try tree.resolvedPlace(path)
      files[path] = place.path
      if let status = try FileImage.status(place) { names[status.identity] = path }
    }
  }

  func holds(_ path: NotePath) -> Bool { overlays[path] != nil }

  func bytes(of path: NotePath) -> [UInt8]? { overlays[path]?.bytes }

  func file(of path: NotePath) -> NotePath { files[path] ?? path }

  /// The first note, by path, that has an overlay and would not stay as it is on the disk.
  func first(changedBy steps: [ChangeStep]) -> NotePath? {
    guard !overlays.isEmpty else { return nil }
    return overlays.keys.sorted().first { path in
      let file = file(of: path)
      return steps.contains { step in
        switch step {
        case .write(let changed, _, _), .create(let changed, _, _), .delete(let changed, _, _):
          changed == path || changed == file
        case .move(let source, let target):
          [path, file].contains { $0 == source || $0 == target || $0.isBelow(source) }
        case .makeFolder, .removeFolder: false
        }
      }
    }
  }
}
