import Synchronization
import VaultPlatform

/// The stamps of some notes of one folder.
struct NoteStamps: Sendable {
  var records: [FolderNote] = []
  var summary = FolderFingerprint()
  /// The latest mtime or ctime, in nanoseconds; `Int64.min` without notes.
  var newest = Int64.min

  @inline(__always)
  mutating func add(
    _ name: NameRange, _ stamp: FileStamp, isLink: Bool = false, hasOtherNames: Bool
  ) {
    records.append(FolderNote(name: name, isLink: isLink, hasOtherNames: hasOtherNames, stamp: stamp))
    newest = max(newest, stamp.mtimeNS, stamp.ctimeNS)
  }

  /// To be called once, with what the ranges are of.
  mutating func summarize(_ names: UnsafeRawBufferPointer, _ key: KeyedHash) {
    for record in records {
      summary.add(note: UnsafeRawBufferPointer(rebasing: names[record.name.bounds]), record.stamp, key)
    }
  }

  mutating func merge(_ other: Self) {
    records.append(contentsOf: other.records)
    summary.merge(other.summary)
    newest = max(newest, other.newest)
  }
}

/// A folder whose notes several threads look at together.
final class LargeFolder: Sendable {
  let path: [UInt8]
  let names: [UInt8]
  let notes: [NameRange]
  let files: [NameRange]
  let descriptor: OwnedDescriptor
  private let progress: Mutex<(pending: Int, stamps: NoteStamps)>

  /// `pieces`: in how many the notes are looked at. Returns nil when no descriptor is to be had for it.
  init?(
    _ path: [UInt8], names: [UInt8], notes: [NameRange], files: [NameRange], open descriptor: CInt, pieces: Int
  ) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    (self.path, self.names, self.notes, self.files) = (path, names, notes, files)
    self.descriptor = OwnedDescriptor(own)
    progress = Mutex((pieces, NoteStamps()))
  }

  /// Everything, once the last piece has arrived.
  func add(_ piece: NoteStamps) -> NoteStamps? {
    progress.withLock { progress in
      progress.stamps.merge(piece)
      progress.pending -= 1
      return progress.pending == 0 ? progress.stamps : nil
    }
  }
}
