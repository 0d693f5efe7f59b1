import VaultCore
import VaultPlatform

/// What may have changed in a vault's folders since they were looked at.
struct FolderChanges: Sendable {
  /// An entry of a folder that is itself a folder, or was one.
  struct Subfolder: Hashable, Sendable {
    /// The number of the watch of the folder that it is in.
    var watch: CInt
    var name: [UInt8]
  }

  /// Whatever is not in the other fields, too.
  var everything = false
  /// The numbers of the watches of folders whose entries changed.
  var folders: Set<CInt> = []
  /// Those that came or went, or are another one now: nothing that was known below them holds.
  var subfolders: Set<Subfolder> = []
  /// What was looked at is not in the index yet.
  var isUnwritten = false
  /// Folders that changed without an event, relative to the root.
  var paths: Set<[UInt8]> = []
  /// How much was told, which says nothing of what changed.
  var events = 0

  static let all = FolderChanges(everything: true)

  var count: Int { folders.count + subfolders.count + paths.count }
  var isEmpty: Bool { !everything && !isUnwritten && count == 0 }

  mutating func merge(_ other: Self) {
    everything = everything || other.everything
    isUnwritten = isUnwritten || other.isUnwritten
    folders.formUnion(other.folders)
    subfolders.formUnion(other.subfolders)
    paths.formUnion(other.paths)
    events += other.events
  }
}

/// How a system tells of what happens in folders.
protocol FolderEvents: AnyObject, Sendable {
  /// To be polled: readable once there is something to read.
  var descriptor: CInt { get }
  /// Watches an open folder. The result is the watch's number, the same for the same folder.
  func watch(_ folder: CInt) throws(WatchFailure) -> CInt
  func forget(_ watch: CInt)
  /// From now on, only these entries of a watched folder count.
  func hear(only names: Set<[UInt8]>, in watch: CInt)
  /// Takes all that was told so far, of whatever happened before this is called.
  func read(into changes: inout FolderChanges) throws(WatchFailure)
}

/// Why changes cannot be told by events.
enum WatchFailure: Error, Hashable, CustomStringConvertible {
  /// More folders than the system lets a user watch.
  case tooManyWatches
  /// More programs of the user watch something than the system allows.
  case tooManyWatchers
  /// A folder is on a file system that does not tell of what other machines change. Its path, empty for the root.
  case remote([UInt8])
  /// With the `errno` value.
  case system(CInt)
  case unsupported

  var description: String {
    switch self {
    case .tooManyWatches:
      "the vault has more folders than the system lets a user watch; "
        + "`sudo sysctl fs.inotify.max_user_watches=524288` would let it watch more"
    case .tooManyWatchers:
      "too many programs watch folders; `sudo sysctl fs.inotify.max_user_instances=1024` would allow more"
    case .remote(let path):
      (path.isEmpty ? "the vault" : "\(NotePath(bytes: path))")
        + " is on a network file system or another that does not tell of every change"
    case .system(let code):
      "folders cannot be watched: \(systemMessage(code))" + (SystemFailure(code: code).remedy.map { "; " + $0 } ?? "")
    case .unsupported: "this system tells of no changes that vault could use"
    }
  }
}

/// The system's, where there are some left for this user.
func systemFolderEvents() -> Result<any FolderEvents, WatchFailure> {
  #if os(Linux)
    Result { () throws(WatchFailure) in try Inotify() }
  #else
    .failure(.unsupported)
  #endif
}
