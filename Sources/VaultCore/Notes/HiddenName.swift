/// Names of hidden files and folders, which are other programs' own, as some system or other reads them.
package enum HiddenName {
  /// Returns true for a name that begins with a dot, and for how else another system would let `.git`, `.vault`,
  /// `.obsidian` and `.zk` be named: by the short names of Windows (`git~1`), behind `\`, which parts names there, and
  /// with letters that macOS passes over. By bytes, as found on disk.
  package static func isHidden(_ name: some Collection<UInt8>) -> Bool {
    if name.first == 0x2E { return true }
    // Every name of a move comes here.
    guard name.contains(where: { $0 == 0x7E || $0 == 0x5C || $0 >= 0x80 }) else { return false }
    return name.split(separator: 0x5C).contains { part in
      let letters = String(decoding: part, as: UTF8.self).unicodeScalars.filter {
        !$0.properties.isDefaultIgnorableCodePoint
      }
      return letters.first == "." || isShortName(String(String.UnicodeScalarView(letters)))
    }
  }

  /// `git~1`, in any case, with what Windows drops at the end or reads as a stream.
  private static func isShortName(_ name: String) -> Bool {
    var stem = name.utf8.prefix { $0 != 0x3A }
    while let last = stem.last, last == 0x2E || last == 0x20 { stem = stem.dropLast() }
    let parts = stem.split(separator: 0x7E, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
    return ["git", "vault", "obsidi", "zk"].contains { $0.utf8.elementsEqual(parts[0].map(\.asciiLowered)) }
  }
}

extension NotePath {
  /// True when it is hidden or in a hidden folder, here or on a system that the folder may travel to.
  package var isHidden: Bool { hiddenPart != nil }

  /// The path as far as its first hidden name; nil where nothing is hidden.
  package var hiddenPart: NotePath? {
    let bytes = bytes
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x2F) ?? bytes.count
      if HiddenName.isHidden(bytes[start..<end]) { return NotePath(bytes: bytes[..<end]) }
      start = end + 1
    }
    return nil
  }
}
