import VaultCore

/// Paths as they stand in listings.
enum PathText {
  /// At most `width` columns: the beginning is left out, between folders if that is possible.
  static func shortened(_ path: String, to width: Int, ellipsis: String) -> String {
    guard DisplayWidth.of(path) > width else { return path }
    let room = width - DisplayWidth.of(ellipsis)
    guard room > 0 else { return DisplayWidth.prefix(of: path, width: max(width, 0)) }
    var used = 0
    var start = path.endIndex
    var folder: String.Index?
    while start > path.startIndex {
      let before = path.index(before: start)
      used += DisplayWidth.of(path[before])
      if used > room { break }
      start = before
      if path[start] == "/" { folder = start }
    }
    return ellipsis + path[(folder ?? start)...]
  }

  /// What a click on a path opens.
  static func address(_ path: NotePath, root: String) -> String {
    "file://" + encoded(Array(root.utf8) + [0x2F] + path.bytes)
  }

  /// A path as a part of an address.
  static func encoded(_ path: [UInt8]) -> String {
    var address = ""
    for c in path {
      switch c {
      // - . / digits, letters, _ ~
      case 0x2D...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x7E: address.unicodeScalars.append(Unicode.Scalar(c))
      default: address += (c < 16 ? "%0" : "%") + String(c, radix: 16, uppercase: true)
      }
    }
    return address
  }
}
