import VaultCore

/// Paths as they stand in listings.
package enum PathText {
  /// At most `width` columns: folders are left out from the beginning, then the middle of the name. Where the
  /// name is cut, too, it is seen that there are folders, unless there is hardly room for it.
  package static func shortened(_ path: String, to width: Int, ellipsis: String) -> String {
    guard DisplayWidth.of(path) > width else { return path }
    var rest = Substring(path)
    while let slash = rest.utf8.firstIndex(of: 0x2F) {
      let shorter = rest[slash...]
      if DisplayWidth.of(ellipsis) + DisplayWidth.of(shorter) <= width { return ellipsis + shorter }
      rest = shorter.dropFirst()
    }
    let name = String(rest)
    guard rest.startIndex > path.startIndex, width >= 16, DisplayWidth.of(name) > width else {
      return DisplayWidth.cutInMiddle(name, to: width, ellipsis: ellipsis)
    }
    let mark = ellipsis + "/"
    return mark + DisplayWidth.cutInMiddle(name, to: width - DisplayWidth.of(mark), ellipsis: ellipsis)
  }

  /// What has Obsidian open a file, whichever of its vaults it is in.
  package static func obsidianAddress(_ path: NotePath, root: String) -> String {
    "obsidian://open?path=" + encoded(Array(root.utf8) + [0x2F] + path.bytes).replacing("/", with: "%2F")
  }

  /// A path as a part of an address.
  package static func encoded(_ path: [UInt8]) -> String {
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
