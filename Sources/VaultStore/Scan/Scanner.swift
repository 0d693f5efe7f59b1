import Dispatch
import Foundation
import Synchronization
import VaultCore
import VaultPlatform

package struct ScanOptions: Sendable {
  /// In gitignore syntax, anchored at the root; before all `.gitignore` files.
  package var ignorePatterns: [String] = []
  package var respectGitignore = true
  /// How many threads look at files at once; 1 to 64.
  package var threads = ScanOptions.defaultThreads
  /// The file of `FolderListings`; nil to list every folder.
  package var listingsPath: String?

  /// The active cores, eight at most: more only wait for the same directory locks.
  package static var defaultThreads: Int { min(ProcessInfo.processInfo.activeProcessorCount, 8) }
}

package enum ScanError: Failure, Hashable {
  /// With the `errno` value.
  case unreadableRoot(String, code: CInt)

  package var kind: FailureKind { .unreadable }
  package var message: Message {
    switch self {
    case .unreadableRoot(let path, let code):
      "\(path): the vault cannot be read: \(systemMessage(code)); see that the folder exists and is yours to read"
    }
  }
}

/// Finds the notes of a vault and what the file system says of each, without opening one.
///
/// Left out are names that begin with a dot, folders called `node_modules`, and what is ignored. A folder or note that
/// cannot be read becomes a problem of the result, and so do symbolic links out of the root and loops.
package struct Scanner: Sendable {
  let root: String
  private let options: ScanOptions
  /// See `ScanContext.notesAtOnce`.
  private let notesAtOnce: Int
  /// The time in nanoseconds since 1970; tests let folders settle at once.
  var now: @Sendable () -> Int64 = Scanner.clock
  /// Ends a scan early, whose result is then incomplete: whoever waits for it looks here, too.
  var cancellation: Cancellation?

  /// `root` is an absolute path without symbolic links, as `VaultLocation` gives it.
  init(root: String, options: ScanOptions = ScanOptions(), notesAtOnce: Int = 512) {
    self.root = root
    self.options = options
    self.notesAtOnce = notesAtOnce
  }

  /// Which notes are read, each when its folder is looked at. `limit`: bytes of the largest note that is read. Where
  /// symbolic links lead is not read.
  typealias Filter = (notes: TextPrefilter, limit: Int)

  /// Throws only where the root itself cannot be read. `observer` is told of every folder.
  func scan(_ observer: (any ScanObserver)? = nil, reading filter: Filter? = nil) throws(ScanError) -> ScanResult {
    let root = try openRoot()
    let startedAt = now()
    let listings = options.listingsPath.flatMap {
      FileSystem.keepsFolderTimes(root.number) ? FolderListings.read($0) : nil
    }
    let outer = outerRules
    let start = FolderPlace(path: [], depth: 0, scope: outer?.scope)
    let walks = walk([start], in: root, outer, listings, observer, filter)

    var result = ScanResult(
      folders: ScanResult.sorted(walks.flatMap(\.folders)),
      problems: (outer?.problems ?? []) + walks.flatMap(\.problems))
    var links = SymbolicLinks(root: rootBytes)
    links.resolve(walks.flatMap(\.links), in: &result)
    result.links = walks.flatMap(\.links).map { NotePath(bytes: joinedPath($0.folder, $0.name)) }
    if cancellation?.isCancelled != true, let path = options.listingsPath, let listings,
      let bytes = listings.encoded(
        adding: walks.flatMap(\.listed), paths: result.folders.map(\.pathBytes), checkedAt: startedAt)
    {
      FolderListings.write(bytes, to: path)
    }
    result.sortProblems()
    result.prefiltered = filter.map { filter in
      walks.compactMap(\.notes).reduce(into: PrefilteredNotes(filter.notes)) { $0.add($1) }
    }
    return result
  }

  /// Looks at some folders alone, and at those below them that `observer` lets it descend into. Where symbolic links
  /// lead is not looked at.
  func look(
    at places: [FolderPlace], _ observer: any ScanObserver
  ) throws(ScanError) -> (folders: [ScannedFolder], problems: [ScanProblem], links: [PendingLink]) {
    let outer = outerRules
    let walks = walk(places, in: try openRoot(), outer, nil, observer)
    let around = places.contains { $0.path.isEmpty } ? outer?.problems ?? [] : []
    return (walks.flatMap(\.folders), around + walks.flatMap(\.problems), walks.flatMap(\.links))
  }

  private var rootBytes: [UInt8] { Array(root.utf8) }
  private var outerRules: OuterIgnoreRules? { options.respectGitignore ? OuterIgnoreRules(above: rootBytes) : nil }

  private func openRoot() throws(ScanError) -> OwnedDescriptor {
    let descriptor = retrying { open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .unreadableRoot(root, code: errno) }
    return OwnedDescriptor(descriptor)
  }

  /// Each thread's share.
  private func walk(
    _ places: [FolderPlace], in root: OwnedDescriptor, _ outer: OuterIgnoreRules?, _ listings: FolderListings?,
    _ observer: (any ScanObserver)?, _ filter: Filter? = nil
  ) -> [WalkedFolders] {
    var status = stat()
    fstat(root.number, &status)
    let threads = min(max(options.threads, 1), 64)
    let context = ScanContext(
      root: root, outerPrefix: outer?.prefix ?? [], patterns: IgnoreRules(patterns: options.ignorePatterns),
      respectGitignore: options.respectGitignore, work: WorkList(places.map { .folder($0) }),
      notesAtOnce: threads > 1 ? notesAtOnce : 0, listings: listings, device: FileStamp(status).device,
      observer: observer, filter: filter, cancellation: cancellation)
    let shares = Mutex<[WalkedFolders]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      var walk = FolderWalk(context)
      let share = walk.run()
      shares.withLock { $0.append(share) }
    }
    return shares.withLock { $0 }
  }

  static let clock: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileStamp.nanoseconds(time)
  }
}
