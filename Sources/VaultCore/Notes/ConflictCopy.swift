import Crypto

/// The name of a file that holds another version of a note: `Note (theirs 3f9a2c).md`, by its text, so that whoever makes
/// it once more finds it there.
package enum ConflictCopy {
  package enum Side: String, Sendable {
    case ours, theirs
  }

  /// Beside the note; the first such name that is free or holds that very text. `holds`: nil for a name that is free, else
  /// true where it has the text.
  package static func path(
    of note: NotePath, _ side: Side, holding text: [UInt8], holds: (NotePath) throws -> Bool?
  ) rethrows -> NotePath {
    let digits = SHA256.hash(data: text).flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] }
    for count in shortest..<digits.count {
      let path = path(of: note, side, digits[..<count])
      if try holds(path) != false { return path }
    }
    return path(of: note, side, digits[...])
  }

  private static let shortest = 6
  private static let hexadecimal = Array("0123456789abcdef".utf8)

  private static func path(of note: NotePath, _ side: Side, _ digits: ArraySlice<UInt8>) -> NotePath {
    // Names of other systems need not be text.
    let bytes = note.bytes
    let nameStart = bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
    let dot = bytes[nameStart...].lastIndex(of: 0x2E).flatMap { $0 > nameStart ? $0 : nil } ?? bytes.count
    return NotePath(bytes: bytes[..<dot] + Array(" (\(side.rawValue) ".utf8) + digits + [0x29] + bytes[dot...])
  }

  /// True for a name that such a copy has, and for those that Syncthing (`Note.sync-conflict-20260314-093000-K3ZQ7XA.md`),
  /// Dropbox and Nextcloud (`Note (conflicted copy 2026-03-14).md`, with a name or a time in it, too) give theirs.
  package static func isName(_ name: String) -> Bool {
    let stem = NotePath.stem(of: name)
    return stem.contains(/.\ \((ours|theirs)\ [0-9a-f]{6,64}\)$/)
      || stem.contains(/.\.sync-conflict-[0-9]{8}-[0-9]{6}(-[A-Z0-9]{7})?$/)
      || stem.contains(/.\ \([^()]*conflicted\ copy[^()]*\)$/)
  }
}
