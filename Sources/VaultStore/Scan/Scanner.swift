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
  package static let defaultThreads = min(ProcessInfo.processInfo.activeProcessorCount, 8)
}

package enum ScanError: Failure, Hashable {
  /// With the `errno` value.
  case unreadableRoot(String, code: CInt)
  /// Something in the folder could not be looked at, for want of what every file takes.
  case shortage(ShortageError)

  package var kind: FailureKind { if case .shortage(let error) = self { error.kind } else { .unreadable } }
  package var message: Message {
    switch self {
    case .shortage(let error): error.message
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
  /// What the fingerprints are made with.
  var key = PendingKey(.ofThisProcess)
  /// Ends a scan early, whose result is then incomplete: whoever waits for it looks here, too.
  var cancellation: Cancellation?

  /// `root` is an absolute path without symbolic links, as `VaultLocation` gives it.
  init(root: String, options: ScanOptions = ScanOptions(), notesAtOnce: Int = 512) {
    self.root = root
    self.options = options
    self.notesAtOnce = notesAtOnce
  }

  /// The notes that are read, each when its folder is looked at. `limit`: bytes of the largest note that is read. Where
  /// symbolic links lead is not read.
  typealias Filter = (notes: TextPrefilter, limit: Int)

  /// Throws only where the root itself cannot be read. `registry` is told of every folder.
  func scan(_ registry: FolderRegistry? = nil, reading filter: Filter? = nil) throws(ScanError) -> ScanResult {
    let root = try openRoot()
    let startedAt = now()
    let listings = options.listingsPath.flatMap {
      FileSystem.keepsFolderTimes(root.number) ? FolderListings.read($0) : nil
    }
    let outer = outerRules
    let start = FolderPlace(path: [], depth: 0, scope: outer?.scope)
    let walks = try walk([start], in: root, outer, listings, registry, filter)

    var result = ScanResult(
      folders: ScanResult.sorted(walks.flatMap(\.folders)),
      problems: (outer?.problems ?? []) + walks.flatMap(\.problems), key: key.value)
    var links = SymbolicLinks(root: rootBytes)
    try links.resolve(walks.flatMap(\.links), in: &result)
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

  /// Looks at some folders alone, and at those below them that `registry` lets it descend into. Where symbolic links
  /// lead is not looked at.
  func look(
    at places: [FolderPlace], _ registry: FolderRegistry
  ) throws(ScanError) -> (folders: [ScannedFolder], problems: [ScanProblem], links: [PendingLink]) {
    let outer = outerRules
    let walks = try walk(places, in: try openRoot(), outer, nil, registry)
    let around = places.contains { $0.path.isEmpty } ? outer?.problems ?? [] : []
    return (walks.flatMap(\.folders), around + walks.flatMap(\.problems), walks.flatMap(\.links))
  }

  static func shortage(_ code: CInt) -> ScanError {
    .shortage(ShortageError("the folders cannot be looked at", .system(code)))
  }

  private var rootBytes: [UInt8] { Array(root.utf8) }
  private var outerRules: OuterIgnoreRules? { options.respectGitignore ? OuterIgnoreRules(above: rootBytes) : nil }

  private func openRoot() throws(ScanError) -> OwnedDescriptor {
    let descriptor = retrying { open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      let failure = SystemFailure(code: errno)
      throw failure.isShortage ? Self.shortage(failure.code) : .unreadableRoot(root, code: failure.code)
    }
    return OwnedDescriptor(descriptor)
  }

  /// Each thread's share.
  private func walk(
    _ places: [FolderPlace], in root: OwnedDescriptor, _ outer: OuterIgnoreRules?, _ listings: FolderListings?,
    _ registry: FolderRegistry?, _ filter: Filter? = nil
  ) throws(ScanError) -> [WalkedFolders] {
    var status = stat()
    fstat(root.number, &status)
    if let code = outer?.shortage { throw Self.shortage(code) }
    let threads = min(max(options.threads, 1), 64)
    let context = ScanContext(
      root: root, outerPrefix: outer?.prefix ?? [], patterns: IgnoreRules(patterns: options.ignorePatterns),
      respectGitignore: options.respectGitignore, work: WorkList(places.map { .folder($0) }),
      notesAtOnce: threads > 1 ? notesAtOnce : 0, listings: listings, device: FileStamp(status).device,
      registry: registry, filter: filter, key: key, cancellation: cancellation)
    let shares = Mutex<[WalkedFolders]>([])
    OwnThread.perform(threads) {
      var walk = FolderWalk(context)
      let share = walk.run()
      shares.withLock { $0.append(share) }
    }
    let walks = shares.withLock { $0 }
    if let code = walks.lazy.compactMap(\.shortage).first { throw Self.shortage(code) }
    return walks
  }

  static let clock: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileStamp.nanoseconds(time)
  }
}

/// What the vault's folders hold: a scan that runs while the index is being opened, or a watcher's word that spares it.
final class PendingScan {
  /// What a watcher says the index has to hold, instead of a scan.
  private(set) var vouched: WatchedState?
  private let scanner: Scanner?
  private let key = PendingKey()
  private let timing: PhaseTiming
  private let watchedState: (_ verified: Bool) -> WatchedState?
  /// When the scan began, in nanoseconds since 1970.
  private(set) var startedAt: Int64 = 0
  private let box = ResultBox()
  private let done = DispatchSemaphore(value: 0)
  private var isStarted = false
  /// The scan, where there was no thread for it.
  private var delayed: (() -> Void)?
  private var finished: Result<ScanResult, ScanError>?

  /// Begins to scan, unless a watcher vouches for what there is. `watchedState` asks it, the second time for what it
  /// finds in the index from then on.
  init(
    _ scanner: Scanner, timing: PhaseTiming = .off,
    watchedState: @escaping (_ verified: Bool) -> WatchedState? = { _ in nil }
  ) {
    var scanner = scanner
    scanner.key = key
    self.scanner = scanner
    self.timing = timing
    self.watchedState = watchedState
    vouched = timing.measure(.watcher) { watchedState(false) }
    if vouched == nil { start() }
  }

  /// One that has been made.
  init(found: ScanResult, at startedAt: Int64) {
    scanner = nil
    timing = .off
    watchedState = { _ in nil }
    self.startedAt = startedAt
    isStarted = true
    finished = .success(found)
  }

  /// A scan that nobody asks for must not wait for ever.
  deinit { key.settle(.ofThisProcess) }

  /// Says what the fingerprints are to be made with. Until this is called, or the result is waited for, the scan waits.
  func settleKey(_ key: KeyedHash) { self.key.settle(key) }

  private func start() {
    guard !isStarted, let scanner else { return }
    isStarted = true
    startedAt = Scanner.clock()
    let (box, done, timing) = (box, done, timing)
    let scan: @Sendable () -> Void = {
      let result = Result { () throws(ScanError) in
        try timing.measureBeside(.scan) { () throws(ScanError) in try scanner.scan() }
      }
      box.value.withLock { $0 = result }
      done.signal()
    }
    // Not here: it would wait for its key, which this thread has yet to read from the index.
    if !OwnThread.start(scan) { delayed = scan }
  }

  /// Asks the watcher to look into the index, which is not in the state that it vouched for: others have written to it.
  /// Begins to scan where it has no other word on it, and returns false then.
  func askWatcherAgain() -> Bool {
    vouched = timing.measure(.watcher) { watchedState(true) }
    if vouched == nil { start() }
    return vouched != nil
  }

  /// The result, once it is there, whatever a watcher says; to be asked for on one thread.
  func wait() throws -> ScanResult {
    start()
    key.settle(.ofThisProcess)
    vouched = nil
    delayed?()
    delayed = nil
    if finished == nil {
      try timing.measure(.wait) { try waitUntilDone() }
      finished = box.value.withLock { $0 }
    }
    return try finished?.get() ?? ScanResult(folders: [], problems: [])
  }

  private func waitUntilDone() throws {
    guard let cancellation = scanner?.cancellation else { return done.wait() }
    while done.wait(timeout: .now() + .milliseconds(4)) == .timedOut { try cancellation.check() }
    // What a cancelled scan has found is not all.
    try cancellation.check()
  }

  /// What was passed over, as in `ScanResult`.
  func problems() throws -> [ScanProblem] {
    if let vouched { return vouched.problems }
    return try wait().problems
  }

  /// All symbolic links.
  func links() throws -> [NotePath] {
    if let vouched { return vouched.links }
    return try wait().links
  }

  private final class ResultBox: Sendable {
    let value = Mutex<Result<ScanResult, ScanError>?>(nil)
  }
}
