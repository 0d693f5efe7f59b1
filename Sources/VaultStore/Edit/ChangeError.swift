import VaultCore
import VaultPlatform

/// A file that cannot be changed, and why. Nothing was changed, or all that was has been put back.
package struct ChangeError: Failure {
  package enum Cause: Sendable, Hashable {
    /// What could not be done (`written`, `opened`), and the `errno` value.
    case system(String, CInt)
    case folder
    /// A FIFO, socket or device.
    case notRegular
    case missing
    case exists
    /// Differs from what is there only in case, or in how its letters are encoded: the name that is there.
    case existsInOtherCase(String)
    case danglingLink
    case linkOutside
    case throughLink
    case outside
    case notUTF8
    /// Sizes in bytes.
    case tooLarge(size: Int, limit: Int)
    /// Said by the editor that refused: cause and remedy.
    case refused(Message)
  }

  package let path: NotePath
  package let cause: Cause

  package init(_ path: NotePath, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// True when it says nothing of this file.
  var isOfTheDisk: Bool {
    if case .system(_, let code) = cause { [EIO, ENOSPC, EDQUOT, EROFS].contains(code) } else { false }
  }

  package var kind: FailureKind { .refused }
  package var message: Message { "\(ShownName.path(path.text)): \(reason(remedy: ". Nothing was changed; "))" }
  /// In a list, which says itself what became of all.
  var messageAmongOthers: Message { "\(ShownName.path(path.text)): \(reason(remedy: "; "))" }

  /// Without the path, and as `messageAmongOthers`.
  var reason: String { reason(remedy: "; ").text }

  /// `remedy`: what leads over to it from what the system said.
  private func reason(remedy: String) -> Message {
    switch cause {
    case .system(let step, ENOSPC), .system(let step, EDQUOT):
      "cannot be \(step): the disk, or what you may use of it, is full\(remedy)free some space"
    case .system(let step, EROFS):
      "cannot be \(step): the file system is read-only\(remedy)mount it for writing"
    case .system(let step, ENOENT):
      "cannot be \(step): it, or a folder above it, is not there\(remedy)has the vault been moved?"
    case .system(let step, EXDEV):
      "cannot be \(step): it lies on another file system\(remedy)copy it by hand"
    case .system(let step, let code):
      "cannot be \(step): \(systemMessage(code))\(remedy)"
        + "\(SystemFailure(code: code).remedy ?? "check its permissions and the disk")"
    case .folder: "is a folder where a file is needed; name a note in it"
    case .notRegular: "is a FIFO, socket or device, and is not written; move it away"
    case .missing: "is not there; it may just have been moved or deleted"
    case .exists: "exists already and is not overwritten; choose another name, or move it away first"
    case .existsInOtherCase(let name):
      "differs from \(ShownName.path(name)), which is there, only in "
        + (name == path.name ? "how a letter is encoded (é as one character or as two)" : "case")
        + ", and some systems cannot keep both; choose another name"
    case .danglingLink: "is a link to nothing; remove it or lead it elsewhere"
    case .linkOutside: "is a link out of the vault, and nothing is written there; change the file it leads to by hand"
    case .throughLink:
      "leads through a symbolic link to a folder, which is not followed, or through a file that is no folder; "
        + "name the real folder, or put one in its place"
    case .outside: "leads out of the vault; name a place in it"
    case .notUTF8: "is not UTF-8 and is never rewritten; convert it first, for example with iconv"
    case .tooLarge(let size, let limit):
      "has \(size) bytes, more than the \(limit) that are read; raise `max_file_size` or split the file"
    case .refused(let reason): reason
    }
  }
}

extension ChangeError {
  /// Throws what `errno` says of a system call, unless it has succeeded.
  static func check(_ hasSucceeded: Bool, _ path: NotePath, _ step: String) throws {
    if !hasSucceeded { throw ChangeError(path, .system(step, errno)) }
  }

  /// True when it is about what is in one note, and not about the disk.
  var isAboutText: Bool {
    switch cause {
    case .notUTF8, .refused, .tooLarge: true
    default: false
    }
  }
}
