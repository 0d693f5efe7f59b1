import VaultCore
import VaultPlatform

/// A vault's paths as other programs take them. JSON's `path`, and what people see, are from the vault's root instead.
package struct PathBase: Sendable {
  /// In bytes, as all of it: without `/` at the end, so that the disk's own root is empty.
  private let root: [UInt8]
  /// The names of the working folder from the root; nil where paths are to be absolute.
  private let folder: [ArraySlice<UInt8>]?
  private let host: String

  /// `workingFolder`: absolute and without symbolic links, as the system gives it.
  package init(root: String, workingFolder: String?, isAbsolute: Bool = false, host: String = hostName()) {
    let root = root == "/" ? [] : Array(root.utf8)
    self.root = root
    self.host = host
    let place = Array((workingFolder ?? "").utf8)
    let isInside = place.starts(with: root) && (place.count == root.count || place[root.count] == 0x2F)
    folder = isInside && workingFolder != nil && !isAbsolute ? place.dropFirst(root.count).split(separator: 0x2F) : nil
  }

  /// True when what other programs are given are the paths from the root.
  package var isRoot: Bool { folder?.isEmpty == true }

  /// What another program opens, from where the user stands: relative to the working folder where that lies in the vault,
  /// else absolute. Before a `-` at its beginning, which would make it an option, stands `./`.
  package func given(_ path: NotePath) -> NotePath {
    guard let folder else { return absolute(path) }
    var bytes = path.bytes
    if !folder.isEmpty {
      let names = bytes.split(separator: 0x2F)
      let common = zip(folder, names.dropLast()).prefix { $0.elementsEqual($1) }.count
      let up = [[UInt8]](repeating: [0x2E, 0x2E], count: folder.count - common)
      bytes = Array((up + names.dropFirst(common).map(Array.init)).joined(separator: [0x2F]))
    }
    return NotePath(bytes: bytes.first == 0x2D ? [0x2E, 0x2F] + bytes : bytes)
  }

  package func absolute(_ path: NotePath) -> NotePath { NotePath(bytes: root + [0x2F] + path.bytes) }

  /// What a click on a path opens: `file://host/path`, so that a terminal that shows another machine can tell.
  package func address(of path: NotePath) -> String {
    "file://" + PathText.encoded(Array(host.utf8)) + PathText.encoded(absolute(path).bytes)
  }
}
