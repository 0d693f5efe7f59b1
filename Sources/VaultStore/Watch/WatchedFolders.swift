import Synchronization
import VaultCore
import VaultPlatform

/// A vault's folders as they were looked at last, and the watches by which changes of them are told.
struct WatchedFolders {
  private(set) var scan = ScanResult(folders: [], problems: [])
  /// When the last look began, in nanoseconds since 1970.
  private(set) var lookedAt: Int64 = 0
  /// How many folders were looked at in all.
  private(set) var looks = 0
  private let events: any FolderEvents
  private var places: [[UInt8]: WatchedPlace] = [:]
  /// Looking for each of more than these would take longer than looking at everything.
  private static let mostAtOnce = 200
  /// By watch; several where a folder is mounted in two places.
  private var paths: [CInt: Set<[UInt8]>] = [:]
  /// The watches of the folders that settings are in.
  private var settings: Set<CInt> = []

  private let vouches: Bool

  /// `vouches`: whether others rely on it that nothing has changed where nothing is told.
  init(_ events: any FolderEvents, vouches: Bool = true) { (self.events, self.vouches) = (events, vouches) }

  var watchCount: Int { paths.count }

  /// Looks at what `changes` may have made different, with everything at the first time. Each folder is watched before it
  /// is listed, so that what happens meanwhile is told. Throws `WatchFailure` where not all can be watched.
  mutating func look(_ changes: FolderChanges, _ scanner: Scanner) throws {
    lookedAt = scanner.now()
    try watchSettings(scanner.root)
    // What a link leads to depends on all notes.
    if changes.everything || !scan.links.isEmpty || scan.folders.isEmpty || changes.count > Self.mostAtOnce {
      return try lookAtAll(scanner)
    }
    var targets = changes.paths
    for watch in changes.folders { targets.formUnion(paths[watch] ?? []) }
    for folder in changes.subfolders {
      for parent in paths[folder.watch] ?? [] { forget(joinedPath(parent, folder.name)) }
    }
    let starts = targets.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { places[$0]?.place }
    if starts.isEmpty { return dropUnusedWatches() }

    let registry = FolderRegistry(events, known: Set(places.keys), vouches: vouches)
    let part = try scanner.look(at: starts, registry)
    let result = try result(of: registry)
    let (listed, seen) = (result.listed, result.seen)
    if !part.links.isEmpty { return try lookAtAll(scanner) }
    for start in starts {
      let children = children(of: start.path)
      if listed[start.path] == nil { forget(start.path) }
      for child in children where !seen.contains(child) { forget(child) }
    }
    looks += listed.count
    places.merge(listed) { $1 }
    put(part.folders)
    let looked = Set(listed.keys)
    scan.problems.removeAll { problem in
      let path = problem.path.bytes
      // Of a folder in it that was not looked at, what was found there still holds.
      return looked.contains(path) || places[path] == nil && looked.contains(Self.parent(of: path))
    }
    scan.problems.append(contentsOf: part.problems)
    scan.sortProblems()
    dropUnusedWatches()
  }

  /// The files that say how the vault is read, in folders that a scan passes over. What else is in those folders changes with
  /// every question where the index is among it.
  private static let settingsFiles = [
    (folder: ".vault", file: "config.yaml"), (".obsidian/plugins/obsidian-tasks-plugin", "data.json"),
    (".zk", "config.toml"),
  ]

  /// Watches those of these folders that there are now.
  private mutating func watchSettings(_ root: String) throws(WatchFailure) {
    var now: Set<CInt> = []
    do throws(WatchFailure) {
      for (name, file) in Self.settingsFiles {
        let folder = openInside(root, name, O_DIRECTORY)
        guard folder >= 0 else {
          let failure = SystemFailure(code: errno)
          if failure.isShortage { throw .system(failure.code) }
          continue
        }
        defer { close(folder) }
        let watch = try events.watch(folder)
        events.hear(only: [Array(file.utf8)], in: watch)
        now.insert(watch)
      }
    } catch {
      throw givingBack(now, error)
    }
    for watch in settings.subtracting(now) { events.forget(watch) }
    settings = now
  }

  private mutating func lookAtAll(_ scanner: Scanner) throws {
    let registry = FolderRegistry(events, known: [], vouches: vouches)
    scan = try scanner.scan(registry)
    let listed = try result(of: registry).listed
    looks += listed.count
    places = listed
    dropUnusedWatches()
  }

  private func result(of registry: FolderRegistry) throws(WatchFailure) -> FolderRegistry.State {
    let result = registry.result
    if let failure = result.failure { throw givingBack(result.listed.values.map(\.watch), failure) }
    return result
  }

  /// Gives all watches back where not all folders can be watched, and returns why.
  private func givingBack(_ others: some Sequence<CInt>, _ failure: WatchFailure) -> WatchFailure {
    for watch in settings.union(paths.keys).union(others) { events.forget(watch) }
    return failure
  }

  /// Nothing at or below the path is known any more.
  private mutating func forget(_ path: [UInt8]) {
    let below = path + [UInt8(ascii: "/")]
    let gone = places.keys.filter { $0 == path || $0.starts(with: below) }
    if gone.isEmpty { return }
    for path in gone { places[path] = nil }
    scan.folders.removeAll { $0.pathBytes == path || $0.pathBytes.starts(with: below) }
    scan.problems.removeAll { $0.path.bytes == path || $0.path.bytes.starts(with: below) }
  }

  private mutating func put(_ folders: [ScannedFolder]) {
    var new: [ScannedFolder] = []
    for folder in folders {
      if let index = scan.index(ofFolder: folder.pathBytes) {
        scan.folders[index] = folder
      } else {
        new.append(folder)
      }
    }
    if new.isEmpty { return }
    scan.folders = ScanResult.sorted(scan.folders + new)
  }

  /// Numbers of watches are never used twice, and a folder that was moved keeps its own: so only now is it known which
  /// are of no use.
  private mutating func dropUnusedWatches() {
    var now: [CInt: Set<[UInt8]>] = [:]
    for (path, place) in places { now[place.watch, default: []].insert(path) }
    for watch in paths.keys where now[watch] == nil { events.forget(watch) }
    paths = now
  }

  private func children(of path: [UInt8]) -> [[UInt8]] {
    let prefix = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
    return places.keys.filter {
      $0.count > prefix.count && $0.starts(with: prefix) && !$0[prefix.count...].contains(UInt8(ascii: "/"))
    }
  }

  private static func parent(of path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? []
  }
}

struct WatchedPlace: Sendable {
  var place: FolderPlace
  var watch: CInt
}

/// Watches the folders that a scan is about to list: it takes part in it, called from several threads at once.
final class FolderRegistry: Sendable {
  struct State {
    var listed: [[UInt8]: WatchedPlace] = [:]
    var seen: Set<[UInt8]> = []
    var failure: WatchFailure?
  }

  private let events: any FolderEvents
  private let known: Set<[UInt8]>
  private let vouches: Bool
  private let state = Mutex(State())

  /// `known`: folders that are looked at only where the scan begins with them.
  init(_ events: any FolderEvents, known: Set<[UInt8]>, vouches: Bool) {
    (self.events, self.known, self.vouches) = (events, known, vouches)
  }

  /// The folder has been opened and is listed next.
  func willList(_ place: FolderPlace, _ descriptor: CInt) {
    do throws(WatchFailure) {
      // Where what a folder lists depends on a key, nothing tells when that comes or goes.
      if vouches, FileSystem.isEncrypted(descriptor) { throw .remote([]) }
      let watch = try events.watch(descriptor)
      state.withLock { $0.listed[place.path] = WatchedPlace(place: place, watch: watch) }
    } catch {
      let failure = error == .remote([]) ? .remote(place.path) : error
      state.withLock { if $0.failure == nil { $0.failure = failure } }
    }
  }

  /// Returns true to scan a folder that was found in another.
  func descends(into folder: [UInt8]) -> Bool {
    state.withLock { _ = $0.seen.insert(folder) }
    return !known.contains(folder)
  }

  /// The folders that were listed, those that were found in them, and the first that could not be watched.
  var result: State { state.withLock { $0 } }
}
