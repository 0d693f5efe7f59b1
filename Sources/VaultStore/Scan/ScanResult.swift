import VaultCore
import VaultPlatform

/// What a vault's folders hold, as far as names and stamps tell.
package struct ScanResult: Sendable {
  /// Every folder that was read, sorted by the bytes of its path: the root, whose path is empty, first.
  package var folders: [ScannedFolder]
  /// What was passed over, sorted by path.
  package var problems: [ScanProblem]
  /// All symbolic links, to notes or whatever else, in no particular order.
  package var links: [NotePath] = []
  /// What the fingerprints are made with.
  var key = KeyedHash.ofThisProcess
  /// Nil where notes were not read.
  var prefiltered: PrefilteredNotes?

  package var noteCount: Int { folders.reduce(0) { $0 + $1.notes.count } }

  /// In the order of `folders`.
  static func sorted(_ folders: [ScannedFolder]) -> [ScannedFolder] {
    folders.sorted { a, b in
      let shorter = min(a.pathBytes.count, b.pathBytes.count)
      let order = memcmp(a.pathBytes, b.pathBytes, shorter)
      return order == 0 ? a.pathBytes.count < b.pathBytes.count : order < 0
    }
  }

  mutating func sortProblems() {
    problems.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
  }

  /// The place in `folders` of the folder at that path.
  package func index(ofFolder path: some Collection<UInt8>) -> Int? {
    let place = folders.partitioningIndex { !$0.pathBytes.lexicographicallyPrecedes(path) }
    return place < folders.count && folders[place].pathBytes.elementsEqual(path) ? place : nil
  }
}

/// One folder. Its entries come in no particular order.
package struct ScannedFolder: Sendable {
  /// Relative to the root, as found on disk.
  package let pathBytes: [UInt8]
  /// The names of all entries, one after the other, each with a NUL after it.
  var names: [UInt8]
  var fileNames: [NameRange]
  /// Its summary covers the other files, too.
  var stamps: NoteStamps

  package var path: NotePath { NotePath(bytes: pathBytes) }

  /// Covers the notes' names, sizes, times and identities and the other files' names, in any order.
  package var fingerprint: UInt64 { stamps.summary.value }

  /// Returns true when an unchanged fingerprint proves that no note changed; see `FileStamp.isConclusive`.
  package func isConclusive(asOf checkedAt: Int64) -> Bool {
    stamps.records.isEmpty || FileStamp.isConclusive(newest: stamps.newest, checkedAt: checkedAt)
  }

  var notes: some RandomAccessCollection<ScannedNote> {
    stamps.records.lazy.map { [names] in
      ScannedNote(
        name: names[$0.name.bounds], isLink: $0.isLink, hasOtherNames: $0.hasOtherNames, stamp: $0.stamp)
    }
  }

  /// The names of all files that are no notes.
  var files: some RandomAccessCollection<ArraySlice<UInt8>> { fileNames.lazy.map { [names] in names[$0.bounds] } }

  package func path(of name: ArraySlice<UInt8>) -> NotePath { NotePath(bytes: pathBytes(of: name)) }

  package func pathBytes(of name: ArraySlice<UInt8>) -> [UInt8] { joinedPath(pathBytes, name) }

  mutating func addLinkedNote(named name: [UInt8], _ stamp: FileStamp, _ key: KeyedHash) {
    stamps.add(appendName(name), stamp, isLink: true, hasOtherNames: false)
    name.withUnsafeBytes { stamps.summary.add(note: $0, stamp, key) }
  }

  mutating func addFile(named name: [UInt8], _ key: KeyedHash) {
    fileNames.append(appendName(name))
    name.withUnsafeBytes { stamps.summary.add(file: $0, key) }
  }

  private mutating func appendName(_ name: [UInt8]) -> NameRange {
    let range = NameRange(start: names.count, length: name.count)
    names.append(contentsOf: name)
    names.append(0)
    return range
  }
}

package struct ScannedNote: Sendable {
  /// With the extension, as found on disk. A slice of the folder's names: copy it to keep it for long.
  package let name: ArraySlice<UInt8>
  /// True when it is a symbolic link, to a file inside the root that is no note by itself.
  package let isLink: Bool
  /// True when the same file may be written by another name (a hard link). False for symbolic links.
  package let hasOtherNames: Bool
  /// The stamp of the file itself, for links too.
  package let stamp: FileStamp
}

/// Something that the scan passed over.
package struct ScanProblem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case unreadableFolder = "unreadable-folder"
    case unreadableNote = "unreadable-note"
    case unreadableIgnoreFile = "unreadable-ignore-file"
    case linkOutside = "link-outside"
    case linkLoop = "link-loop"
    case brokenLink = "link-broken"
    case notRegular = "not-regular"
    case tooDeep = "too-deep"
  }

  package let kind: Kind
  /// Relative to the root, which is empty.
  package let path: NotePath
  /// One sentence: the cause and the remedy, without the path.
  package let message: String

  init(_ kind: Kind, _ path: NotePath, _ message: String) {
    (self.kind, self.path, self.message) = (kind, path, message)
  }
}

struct NameRange: Sendable {
  var start: Int
  var length: Int

  var bounds: Range<Int> { start..<(start + length) }
}

struct FolderNote: Sendable {
  var name: NameRange
  var isLink: Bool
  var hasOtherNames: Bool
  var stamp: FileStamp
}

func joinedPath(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
  var path: [UInt8] = []
  path.reserveCapacity(folder.count + 1 + name.count)
  if !folder.isEmpty {
    path.append(contentsOf: folder)
    path.append(UInt8(ascii: "/"))
  }
  path.append(contentsOf: name)
  return path
}
