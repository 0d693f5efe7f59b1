import Synchronization
import VaultCore
import VaultPlatform

/// The text of a note in an editor, which need not be saved: whoever reads the vault sees it in place of the file.
package struct Overlay: Sendable, Hashable {
  /// The note's path. It may not be on the disk yet.
  package var path: NotePath
  package var bytes: [UInt8]
  /// The editor's number for this state of the text.
  package var version: Int
  /// When the text was last changed, in milliseconds since 1970, as the file's time would say had it been saved then.
  package var modified: Int64
  /// What was found in it, for whoever asks several questions about the same text.
  let reading: KnownReading

  package init(path: NotePath, bytes: [UInt8], version: Int, modified: Int64, reading: KnownReading = KnownReading()) {
    self.path = path
    self.bytes = bytes
    self.version = version
    self.modified = modified
    self.reading = reading
  }

  package static func == (a: Self, b: Self) -> Bool {
    (a.path, a.version, a.modified) == (b.path, b.version, b.modified) && a.bytes == b.bytes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(version)
  }
}

/// What was found in a text of an editor, so that it is not read anew for each question. One for each state of the text.
package final class KnownReading: Sendable {
  /// All that a reading depends on besides the text.
  struct Key: Equatable {
    var path: NotePath
    var options: ParsingOptions
    var modified: Int64
    var created: Int64?
  }

  private let known = Mutex<(key: Key, note: ParsedNote)?>(nil)
  private let knownHash = Mutex<[UInt8]?>(nil)

  package init() {}

  func note(_ key: Key, _ read: () -> ParsedNote) -> ParsedNote {
    if let known = known.withLock({ $0 }), known.key == key { return known.note }
    let note = read()
    known.withLock { $0 = (key, note) }
    return note
  }

  func hash(_ make: () -> [UInt8]) -> [UInt8] {
    if let hash = knownHash.withLock({ $0 }) { return hash }
    let hash = make()
    knownHash.withLock { $0 = hash }
    return hash
  }
}

extension Vault {
  /// The same vault with the texts of editors in place of those files. Of two overlays of one note, the later counts.
  ///
  /// Changes over overlays can be planned (`ChangeOptions.dryRun`). One that would write an overlaid note throws
  /// `OverlaidNoteError` where it is to be carried out.
  package func overlaid(by overlays: [Overlay]) -> Vault {
    var vault = self
    vault.options.overlays = overlays
    return vault
  }

  /// The note that an overlay would be if it were saved: what a symbolic link leads to, else the path itself. Throws
  /// `ChangeError` for what would be no note of this vault; readers pass over such overlays.
  package func note(overlaidBy overlay: Overlay) throws -> NotePath {
    try OverlaidPlaces(self).note(overlaidBy: overlay)
  }

  /// The same vault with the overlays of its notes alone.
  func withOverlaysOfNotes() throws -> Vault {
    guard !options.overlays.isEmpty else { return self }
    let places = try OverlaidPlaces(self)
    return overlaid(
      by: try options.overlays.compactMap { overlay in
        do {
          var overlay = overlay
          overlay.path = try places.note(overlaidBy: overlay)
          return overlay
        } catch let error as ChangeError where error.isAboutPlace {
          // A file there would be passed over as well. Whoever sets the overlay is told by `note(overlaidBy:)`.
          return nil
        }
      })
  }
}

/// Says which notes of a vault overlays stand for.
private struct OverlaidPlaces {
  private let tree: VaultTree
  private let ignored: IgnoredPlaces

  init(_ vault: Vault) throws {
    tree = try VaultTree(root: vault.location.root)
    ignored = IgnoredPlaces(tree.root, rootPath: vault.location.root, vault.scanOptions)
  }

  func note(overlaidBy overlay: Overlay) throws -> NotePath {
    let path = overlay.path
    try checkName(path)
    let file: NotePath
    do {
      file = try tree.resolvedPlace(path).path
    } catch let error as ChangeError {
      // Its folder is not there yet.
      guard case .system(_, ENOENT) = error.cause else { throw error }
      return path
    }
    if file == path { return path }
    // A link to a note is a second name of that note; one to another file makes that a note, by the name of the link.
    do {
      try checkName(file)
      return file
    } catch is ChangeError {
      return path
    }
  }

  private func checkName(_ path: NotePath) throws {
    guard VaultTree.staysInside(path.bytes) else { throw ChangeError(path, .outside) }
    guard path.isNote else { throw ChangeError(path, .refused("is no note; give it a name that ends with .md")) }
    if path.isHidden {
      throw ChangeError(path, .refused("is hidden, or in a hidden folder, and no note of the vault; move it"))
    }
    if let reason = try ignored.reason(path) { throw ChangeError(path, .refused("\(reason)")) }
  }
}

extension ChangeError {
  /// True when it says that a path is none of a note in the vault.
  fileprivate var isAboutPlace: Bool {
    switch cause {
    case .refused, .outside, .throughLink, .danglingLink, .linkOutside: true
    default: false
    }
  }
}

extension ReadNote {
  /// The text of an editor, as if it had been read from the file.
  init(_ overlay: Overlay, limit: Int) {
    let (nanoseconds, overflows) = overlay.modified.multipliedReportingOverflow(by: 1_000_000)
    let time = overflows ? (overlay.modified < 0 ? .min : .max) : nanoseconds
    let stamp = FileStamp(size: Int64(overlay.bytes.count), mtimeNS: time, ctimeNS: time, device: 0, inode: 0)
    self.init(
      job: NoteJob(path: overlay.path, stamp: stamp),
      content: overlay.bytes.count > limit ? .tooLarge(limit: limit) : .bytes(overlay.bytes))
    known = overlay.reading
  }
}

/// A change was to write a note of which an editor has text that may not be saved. Nothing was changed.
package struct OverlaidNoteError: Failure {
  package let path: NotePath

  package var kind: FailureKind { .refused }
  package var message: Message {
    "\(ShownName.path(path.text)): is open in an editor with text of its own, so its file is not changed; save it first, "
      + "or let the editor make the change"
  }
}
