/// A folder of a vault, and what a scan of it needs to know of those above.
struct FolderPlace: Sendable {
  /// Relative to the root, which is empty.
  var path: [UInt8]
  /// How many folders it is in; 0 for the root.
  var depth: Int
  /// The ignore rules of the folders above it.
  var scope: IgnoreScope?
}

/// Takes part in a scan, called from several threads at once.
protocol ScanObserver: AnyObject, Sendable {
  /// The folder has been opened and is listed next.
  func willList(_ place: FolderPlace, _ descriptor: CInt)
  /// Returns true to scan a folder that was found in another.
  func descends(into folder: [UInt8]) -> Bool
}
