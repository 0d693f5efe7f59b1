import Crypto
import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// What a watcher knows after it has brought the index up to date.
struct WatchRefresh: Sendable {
  /// Nil when nothing can be vouched for.
  var state: WatchedState?
  /// Why nothing can be, or why the index could not be brought up to date.
  var hindrance: String?
  /// How the vault was read; see `Vault.watchKey`.
  var key: String?
  var changes = IndexChanges()
  var notes = 0
  var folders = 0
  /// True when some notes were changed too short a while ago for their stamps to be believed later.
  var hasRecentNotes = false
  /// What no event tells of, as it was before the look; nil where the look was not by events.
  var unannounced: UnannouncedState?
  var seconds = 0.0
  /// Nothing was brought into the index.
  var isLookOnly = false
  /// The vault is no longer where it was.
  var isGone = false
  /// Folders cannot be watched, so that changes are not told of.
  var isBlind = false
  /// The configuration is another one than at the look before.
  var isConfigurationNew = false
  /// What a person should know of it.
  var notices: [VaultNotice] = []
  /// Another version of vault has made the index anew. To rebuild it would only have that version rebuild it again.
  var isSuperseded = false
}

/// Looks at what has changed in a vault and brings its index up to date. Not for several threads at once.
final class WatchRefresher: Sendable {
  private struct State {
    var folders: WatchedFolders?
    var key: String?
    var fingerprint: UInt64?
    var unannouncedPlaces = UnannouncedState.Places()
    var refresh = WatchRefresh()
    /// The index that was brought up to date the last time.
    var index: String?
    /// In which state it was left.
    var written: (identity: Int64, generation: Int64)?
    /// What was scanned the last time.
    var scanned: UInt64?
    var configuration: Configuration?
    /// What was told of the place of the index, so that it is not told after each change.
    var placeNotice: VaultNotice?
  }

  private let location: VaultLocation
  private let variables: [String: String]
  private let events: Result<any FolderEvents, WatchFailure>
  /// Hears how many notes of how many have been read, when there are many to read.
  private let progress: @Sendable (Int, Int) -> Void
  private let cancellation: Cancellation
  private let state = Mutex(State())

  /// Without `events` everything is looked at each time.
  init(
    location: VaultLocation, variables: [String: String], events: Result<any FolderEvents, WatchFailure>,
    cancellation: Cancellation = Cancellation(), progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    (self.progress, self.cancellation) = (progress, cancellation)
    self.location = location
    self.variables = variables
    self.events = events
  }

  /// `isLookOnly`: looks, so that new folders are watched, and leaves the index as it is. `verifies`: whether to look into
  /// the index even where nothing is different, since others write to it, too.
  func run(_ changes: FolderChanges, verifies: Bool, isLookOnly: Bool = false) -> WatchRefresh {
    let begin = ContinuousClock.now
    return state.withLock { state in
      var refresh = WatchRefresh()
      refresh.isLookOnly = isLookOnly
      do {
        try Self.run(changes, verifies: verifies, self, &state, &refresh)
      } catch let error as ScanError {
        refresh.hindrance = error.description
        refresh.isGone = true
        refresh.isLookOnly = false
      } catch is IndexSupersededError {
        refresh.isSuperseded = true
      } catch let error as IndexUseError {
        refresh.hindrance = IndexPlaceError(error: error).description
      } catch {
        refresh.hindrance = "\(error)"
      }
      if refresh.isLookOnly { return refresh }
      if refresh.state == nil { state.fingerprint = nil }
      let time = (ContinuousClock.now - begin).components
      refresh.seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
      state.refresh = refresh
      return refresh
    }
  }

  private static func run(
    _ changes: FolderChanges, verifies: Bool, _ own: WatchRefresher, _ state: inout State, _ refresh: inout WatchRefresh
  ) throws {
    // Anew each time, since the configuration may be another one.
    var environment = VaultEnvironment.live
    environment.variables = own.variables
    var vault = try Vault(location: own.location, environment: environment)
    vault.options.cancellation = own.cancellation
    refresh.key = try vault.watchKey()
    var changes = changes
    if refresh.key != state.key { changes.everything = true }
    state.key = refresh.key
    if refresh.key == nil {
      refresh.hindrance =
        "the system does not tell of mounts, so that nobody knows who sees the same files; mount /proc"
    }

    refresh.isConfigurationNew = state.configuration.map { $0 != vault.configuration } ?? false
    // A look alone tells of nothing, so that the next one has to.
    if !refresh.isLookOnly { state.configuration = vault.configuration }

    var scanner = vault.scanner
    // What commands compare with is in the index.
    scanner.key = PendingKey(
      state.folders?.scan.key ?? vault.keeper(VaultListener())?.key() ?? .ofThisProcess)
    let scan: ScanResult
    let lookedAt: Int64
    do {
      var folders = try state.folders ?? WatchedFolders(own.events.get())
      // Whatever fails leaves it half known.
      state.folders = nil
      var unannounced = UnannouncedState(vault, state.unannouncedPlaces)
      try folders.look(changes, scanner)
      let places = UnannouncedState.Places(folders.scan)
      if places != state.unannouncedPlaces {
        // What they led to may have changed before it was known that they are there.
        unannounced = UnannouncedState(vault, places)
        changes.everything = true
        try folders.look(changes, scanner)
        state.unannouncedPlaces = places
      }
      refresh.unannounced = unannounced
      if places.count > UnannouncedState.Places.most {
        refresh.hindrance = "more than \(UnannouncedState.Places.most) notes have other names (hard links) or are links"
      }
      state.folders = folders
      (scan, lookedAt) = (folders.scan, folders.lookedAt)
    } catch let failure as WatchFailure {
      refresh.hindrance = failure.description
      refresh.isBlind = true
      lookedAt = Scanner.clock()
      scan = try scanner.scan()
    }
    refresh.notes = scan.noteCount
    refresh.folders = scan.folders.count

    if refresh.isLookOnly { return }
    let fingerprint = scan.fingerprint
    if !verifies, fingerprint == state.fingerprint, !state.refresh.hasRecentNotes, let before = state.refresh.state {
      refresh.state = before
      refresh.state?.problems = scan.problems
      refresh.state?.links = scan.links
      return
    }
    // Until it is known what: without an index it never is.
    if state.scanned != fingerprint { refresh.changes.notes = .many }
    state.scanned = fingerprint
    var listener = VaultListener()
    listener.progress = own.progress
    let notices = Mutex<[VaultNotice]>([])
    listener.notice = { notice in notices.withLock { $0.append(notice) } }
    guard let keeper = try vault.dated().keeper(listener) else {
      refresh.hindrance = refresh.hindrance ?? IndexPlaceError().description
      return
    }
    defer {
      refresh.notices = notices.withLock { $0 }.filter { $0 != state.placeNotice }
      state.placeNotice = keeper.placeNotice
    }
    keeper.replacesOtherVersions = keeper.path != state.index
    let (found, index) = try keeper.update(PendingScan(found: scan, at: lookedAt))
    state.index = keeper.path
    refresh.changes = found
    // What others have written in between is in the index already, and was not found by this look.
    if let written = state.written,
      written.identity != index.identity || written.generation + (found.isNewState ? 1 : 0) != index.generation
    {
      refresh.changes.notes = .many
    }
    state.written = (index.identity, index.generation)
    refresh.hasRecentNotes = !index.hasConclusiveStamps
    if refresh.hindrance == nil, index.unread > 0 || scan.problems.contains(where: { $0.kind.isTrouble }) {
      // It may be another time, and nothing tells when.
      refresh.hindrance = Message("some folders or notes cannot be read; \(command: .check) names them").text
    }
    if refresh.hindrance != nil { return }
    state.fingerprint = fingerprint
    refresh.state = WatchedState(
      fingerprint: fingerprint, identity: index.identity, generation: index.generation, problems: scan.problems,
      links: scan.links)
  }
}

extension Vault {
  /// Says which files are read (`RootPlace.key` and a dash) and how, and where the index is. A watcher in another process
  /// has to find the same, so no key of this one is in it, and nobody must be able to make two settings of one hash. Nil
  /// where nobody can say who sees the same files. Throws where the root is gone.
  func watchKey() throws(ScanError) -> String? {
    let options = scanOptions
    let parts = [parsingFingerprint, "\(options.respectGitignore)", indexPath ?? ""] + options.ignorePatterns
    var writer = ByteWriter()
    writer.write(parts)
    return try RootPlace(location.root).key.map { $0 + "-" + SHA256.hash(data: writer.bytes).hexadecimal }
  }
}
