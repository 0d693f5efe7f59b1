import Foundation
import VaultCore
import VaultPlatform

/// The folder `.vault` and the files in it that a person commits.
package enum VaultFolder {
  package static let ignoreFilePath = ".vault/.gitignore"

  /// In bytes, of a file in it that is edited: `max_file_size` is about notes, and must not lock out who sets it too low.
  static let largestFile = 1 << 20

  static func holds(_ path: NotePath) -> Bool { path.isBelow(NotePath(".vault")) }

  /// Everything in the folder but the configuration and the templates is this machine's own.
  package static let ignoreFileText = """
    # Kept out of version control: everything here but the configuration and the templates.
    *
    !.gitignore
    !config.yaml
    !templates/
    !templates/**

    """

  /// Makes the folder `root` and those above it, where they are missing.
  package static func makeRoot(_ root: String) throws {
    var path = root.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in root.pathNames() {
      path += (path.isEmpty || path == "/" ? "" : "/") + part
      if mkdir(path, 0o777) == 0 { continue }
      let code = errno
      var status = stat()
      guard stat(path, &status) == 0 else { throw RootError(path: path, code: code) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw RootError(path: path, code: ENOTDIR) }
    }
  }

  struct RootError: Failure {
    var path: String
    /// An `errno` value.
    var code: CInt

    var kind: FailureKind { .noPlace }
    var message: Message {
      code == ENOTDIR
        ? "\(path): is a file, and a vault is a folder; name another place"
        : "\(path): the folder cannot be made: \(systemMessage(code)); name another place, or check its permissions"
    }
  }

  /// Makes what is missing of it in the folder `root`, and overwrites nothing. The result is the files that were made,
  /// relative to `root`.
  package static func create(in root: String) throws -> [String] {
    let tree = try VaultTree(root: root)
    let folder = try tree.place(NotePath(".vault"))
    // Where the process' mask lets others of a group write, an index in it could be anybody's.
    if try !folder.makeFolder(mode: 0o755), try VaultTree.kind(folder) == S_IFLNK {
      throw ChangeError(
        folder.path, .refused("is a symbolic link, and nothing is written through it; put a folder in its place"))
    }
    return try [
      (ConfigurationFile.relativePath, ConfigurationTemplate.text()), (ignoreFilePath, ignoreFileText),
    ].compactMap { path, text in try make(tree.place(NotePath(path)), text) ? path : nil }
  }

  /// False where the name is taken.
  private static func make(_ place: VaultTree.Place, _ text: String) throws -> Bool {
    guard try VaultTree.kind(place) == nil else { return false }
    let next = place.sibling(TemporaryFile.prefix + ChangeSession.newID())
    let file = try TemporaryFile.write(Array(text.utf8), to: next, replacing: nil, mode: 0o644)
    do {
      try TemporaryFile.removingOnError(next) {
        try TemporaryFile.sync(file.number, place.path)
        try FileSwap.move(next, to: place)
      }
    } catch let error as ChangeError where error.cause == .exists {
      // By another process, just now.
      return false
    }
    try VaultTree.sync(place.folder, place.path)
    return true
  }
}

/// Where deleted notes go: `.vault/trash/<time>-<id>-<seal>/<their path>`, so that the path tells all there is to know. The
/// seal tells what this user deleted from what came with the folder.
package enum Trash {
  static let path = NotePath(".vault/trash")

  /// The mode of a new folder, lowered by the process' mask. Several users of a vault share the trash, but what was deleted
  /// at a time may have been where others cannot look.
  static func folderMode(_ path: NotePath) -> mode_t { path.folder == Self.path.text ? 0o700 : 0o777 }

  static func holds(_ path: NotePath) -> Bool {
    path == Self.path || path.isBelow(Self.path)
  }

  /// The folder of one operation's deletions, in which each keeps its path; `stamp` is the time as `20260131T093000Z`, `id`
  /// has eight hexadecimal digits, `home` is the vault's root. Without an identity it is for show.
  static func folder(stamp: String, id: String, _ identity: UserIdentity?, home: OwnedDescriptor) throws -> NotePath {
    let name = "\(stamp)-\(id)"
    let sealed = try sealed(name, home)
    return NotePath("\(path)/\(name)\(identity.map { "-" + $0.seal(sealed.utf8, for: .trash) } ?? "")")
  }

  /// A name that was seen in one vault says nothing in another.
  private static func sealed(_ name: String, _ home: OwnedDescriptor) throws -> String {
    "\(name)\n\(try FileImage.status(of: home.number, NotePath("")).identity.inode)"
  }

  /// What such a folder's name says; nil for another name.
  static func folder(
    named name: String, _ identity: UserIdentity?, home: OwnedDescriptor
  ) throws -> (time: Date, id: String, isForeign: Bool)? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard 2...3 ~= parts.count, let time = time(ofStamp: parts[0]), isID(parts[1]) else { return nil }
    let sealed = try sealed("\(parts[0])-\(parts[1])", home)
    let isOwn = parts.count == 3 && identity?.isSeal(parts[2], of: sealed.utf8, for: .trash) == true
    return (time, parts[1], !isOwn)
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 8 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  private static func time(ofStamp stamp: String) -> Date? {
    let digits = Array(stamp.utf8)
    guard digits.count == 16 else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let text = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    guard case .instant(let milliseconds)? = NoteDate(text) else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
