#if canImport(Glibc)
  import Foundation
  import Synchronization
  import Testing
  import VaultCore
  import VaultTestSupport

  @testable import VaultStore

  /// A system that lets nobody watch as much as is needed.
  private final class FewWatches: FolderEvents {
    private let events: Inotify
    private let limit: Mutex<Int>
    private let failure: WatchFailure
    private let watches = Mutex<Set<CInt>>([])

    init(_ limit: Int, _ failure: WatchFailure) throws {
      events = try Inotify()
      self.limit = Mutex(limit)
      self.failure = failure
    }

    var descriptor: CInt { events.descriptor }
    var count: Int { watches.withLock { $0.count } }
    func allow(_ number: Int) { limit.withLock { $0 = number } }

    func watch(_ folder: CInt) throws(WatchFailure) -> CInt {
      guard count < limit.withLock({ $0 }) else { throw failure }
      let watch = try events.watch(folder)
      watches.withLock { _ = $0.insert(watch) }
      return watch
    }

    func forget(_ watch: CInt) {
      watches.withLock { _ = $0.remove(watch) }
      events.forget(watch)
    }

    func hear(only names: Set<[UInt8]>, in watch: CInt) { events.hear(only: names, in: watch) }

    func read(into changes: inout FolderChanges) throws(WatchFailure) { try events.read(into: &changes) }
  }

  @Suite(.enabled(if: WatcherUnderTest.isPossible)) struct WatchFailureTests {
    private let folder: TemporaryFolder
    private let test: VaultUnderTest

    init() throws {
      folder = try TemporaryFolder()
      test = try VaultUnderTest(folder).withRuntimeFolder()
      for number in 0..<20 { try folder.write("note \(number)\n", to: "\(number)/\(number).md") }
    }

    private func refresher(_ events: Result<any FolderEvents, WatchFailure>) throws -> WatchRefresher {
      WatchRefresher(location: try test.vault().location, variables: test.environment.variables, events: events)
    }

    private var everything: FolderChanges {
      var changes = FolderChanges()
      changes.everything = true
      return changes
    }

    @Test func tooFewWatchesAreTold() throws {
      let events = try FewWatches(10, .tooManyWatches)
      let refresher = try refresher(.success(events))
      let refresh = refresher.run(everything, verifies: true)
      #expect(refresh.state == nil)
      #expect(refresh.hindrance?.contains("sysctl fs.inotify.max_user_watches") == true)
      // The index is brought up to date all the same, and the watches are given back.
      #expect(refresh.changes.added == 20 && refresh.notes == 20)
      #expect(events.count == 0)
      events.allow(1_000)
      let again = refresher.run(everything, verifies: true)
      #expect(again.state != nil && again.hindrance == nil)
      #expect(events.count == 21)
    }

    @Test func tooFewForWhatComesIsTold() throws {
      let events = try FewWatches(21, .tooManyWatches)
      let refresher = try refresher(.success(events))
      #expect(refresher.run(everything, verifies: true).state != nil)
      try folder.write("new\n", to: "new/new.md")
      var changes = FolderChanges()
      try events.read(into: &changes)
      #expect(!changes.isEmpty)
      let refresh = refresher.run(changes, verifies: false)
      #expect(refresh.state == nil && refresh.hindrance != nil && refresh.changes.added == 1)
      #expect(events.count == 0)
    }

    @Test func foldersElsewhereAreNamed() throws {
      let refresh = try refresher(.success(FewWatches(1, .remote([])))).run(everything, verifies: true)
      #expect(refresh.hindrance?.contains("is on a network file system") == true)
      #expect(refresh.hindrance?.hasPrefix("the vault") == false)
    }

    @Test func noEventsAtAllAreTold() throws {
      let refresh = try refresher(.failure(.tooManyWatchers)).run(everything, verifies: true)
      #expect(refresh.hindrance?.contains("sysctl fs.inotify.max_user_instances") == true)
      #expect(refresh.changes.added == 20)
    }

    /// One folder at a time, however large the vault: work, not time, is counted.
    @Test func onlyWhatChangedIsLookedAt() throws {
      var folders = WatchedFolders(try Inotify())
      let events = try Inotify()
      folders = WatchedFolders(events)
      let scanner = try test.vault().scanner
      try folders.look(everything, scanner)
      #expect(folders.looks == 21 && folders.watchCount == 21)
      try folder.write("other\n", to: "7/7.md")
      try folder.write("other\n", to: "8/new/x.md")
      var changes = FolderChanges()
      try events.read(into: &changes)
      try folders.look(changes, scanner)
      #expect(folders.looks == 24 && folders.watchCount == 22)
      #expect(folders.scan.fingerprint == (try scanner.scan()).fingerprint)
      try folder.remove("8")
      changes = FolderChanges()
      try events.read(into: &changes)
      try folders.look(changes, scanner)
      #expect(folders.looks == 25 && folders.watchCount == 20)
      #expect(folders.scan.fingerprint == (try scanner.scan()).fingerprint)
    }
  }
#endif
