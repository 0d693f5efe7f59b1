import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// Keeps a vault's index up to date for as long as it runs, and vouches for it to other commands.
///
/// One thread takes in events and answers; what has changed is looked at and written to the index by another, while the
/// first lets those who wait know that it lives.
package final class VaultWatcher {
  /// What is told while it runs.
  package enum Notice {
    /// The first look is done.
    case ready(notes: Int, folders: Int)
    case refreshed(IndexChanges, seconds: Double)
    /// Commands have to look at the files themselves, for this reason; nil once they no longer have to.
    case hindered(String?)
    /// What it found in bringing the index up to date.
    case told(VaultNotice)
  }

  package enum Ending: Equatable {
    /// It was asked to end, by `vault watch --stop` or a signal.
    case stopped
    /// The vault is no longer where it was, or another version of vault keeps its index now.
    case gone(Message)
  }

  private let root: String
  private let place: RootPlace
  private let lock: FileLock
  private let listener: WatchListener
  private let events: (any FolderEvents)?
  private let refresher: WatchRefresher
  /// Ends the refresh that goes on when the watcher ends.
  private let cancellation: Cancellation
  private let refreshing = DispatchGroup()
  private let mounts: MountTable
  /// Answers who asks in this process.
  let quiet: QuietWatch
  private let finished: FinishedRefresh
  /// Nil where nothing is filled in from here.
  private let enriching: EnrichOnSave?
  private let notice: (Notice) -> Void
  private let news: (WatchNews) -> Void
  private let isHeardHere: Bool
  private var subscribers: [OwnedDescriptor] = []
  /// What has changed and was not told yet.
  private var untold = NoteChanges.none

  private var status: WatchStatus
  private var changes = FolderChanges()
  private var last: WatchRefresh?
  private var isRefreshing = false
  /// How many refreshes have begun.
  private var round = 0
  private var wantsVerification = false
  private var waiting: [Waiting] = []
  private var ending: Ending?
  /// Another version of vault keeps the index now.
  private(set) var isSuperseded = false
  /// Somebody asked by the socket that it end.
  private(set) var isAskedToEnd = false
  private var clock = WatchClock()

  /// A command that waits for what is known.
  private struct Waiting {
    var connection: OwnedDescriptor
    var key: String
    /// The refresh that has to begin before it can be told of anything that changes later.
    var round: Int
    /// True when nothing that is known by now will do.
    var needsRound: Bool
  }

  /// Takes the vault's place for watchers. Throws `WatchRunningError` where there is one already.
  package convenience init(_ vault: Vault, version: String, notice: @escaping (Notice) -> Void) throws {
    try self.init(vault, version: version, enriches: true, notice: notice, news: nil)
  }

  /// `news` hears what is told to those who subscribe. `enriches`: true to fill in what is saved, where the user wants that.
  init(
    _ vault: Vault, version: String, mounts: MountTable = MountTable(), enriches: Bool = false,
    notice: @escaping (Notice) -> Void, news: ((WatchNews) -> Void)?
  ) throws {
    self.mounts = mounts
    root = vault.location.root
    self.notice = notice
    self.news = news ?? { _ in }
    clock.isHeard = news != nil
    isHeardHere = news != nil
    place = try RootPlace(root)
    try GivenUpQueues.prepare()
    let socket = WatchSocket(root: root, environment: vault.environment.variables, makes: true)
    guard let lock = try socket.lock() else {
      throw WatchRunningError(root: root, process: try socket.watcherProcess)
    }
    self.lock = lock
    listener = try WatchListener(socket)
    let events = systemFolderEvents()
    do { self.events = try events.get() } catch { self.events = nil }
    quiet = QuietWatch(self.events, mounts: mounts.another)
    let finished = try FinishedRefresh()
    self.finished = finished
    let variables = vault.environment.variables
    enriching =
      enriches
      ? EnrichOnSave(vault.location) {
        var environment = VaultEnvironment.live
        environment.variables = variables
        return environment
      } tell: {
        finished.put($0)
      } : nil
    let cancellation = Cancellation()
    self.cancellation = cancellation
    refresher = WatchRefresher(
      location: vault.location, variables: vault.environment.variables, events: events, cancellation: cancellation,
      progress: { finished.put(done: $0, total: $1) })
    status = WatchStatus(process: Int(getpid()), version: version, root: root, startedAt: Date())
    changes.everything = true
  }

  /// Runs until it is asked to end: by a request, or by something to read at `stop`.
  package func run(until stop: CInt) throws -> Ending {
    defer {
      listener.close()
      cancellation.cancel()
      refreshing.wait()
      enriching?.end()
      enriching?.waitForEnd()
      for told in finished.take().notices { notice(.told(told)) }
    }
    begin()
    while ending == nil {
      vouch()
      var polled = [stop, finished.readable, events?.descriptor ?? -1].map(Self.polled) + [mounts.polled]
      let fixed = polled.count
      polled += subscribers.map { Self.polled($0.number) }
      polled += listener.descriptors(besides: connectionCount).map(Self.polled)
      let count = poll(&polled, nfds_t(polled.count), clock.timeout(isHeard: !waiting.isEmpty))
      if count < 0, errno != EINTR { throw WatchError(root: root, cause: .system(errno)) }
      if polled[0].revents != 0 { return .stopped }
      let gone = zip(subscribers, polled[fixed...]).filter { $1.revents != 0 }.map(\.0)
      if polled[1].revents != 0 { finish() }
      if polled[2].revents != 0 { takeEvents() }
      if mounts.isTold(polled[3]) { mountsChanged() }
      if polled[fixed...].contains(where: { $0.revents != 0 }) {
        for (request, connection) in listener.receive(besides: connectionCount) { answer(request, connection) }
      }
      // They have nothing more to say, so that all there is to read is the end.
      subscribers.removeAll { subscriber in gone.contains { $0 === subscriber } }
      if !isRefreshing, clock.isTellingDue { tellChanges() }
      clock.isHeard = isHeardHere || !subscribers.isEmpty
      if !isRefreshing, clock.isDue || !waiting.isEmpty { begin() }
      if isRefreshing, clock.isLong { giveUp() }
      waiting.removeAll { !listener.send([WatchReply.beat], to: $0.connection) }
    }
    return ending ?? .stopped
  }

  private var connectionCount: Int { waiting.count + subscribers.count }

  private static func polled(_ descriptor: CInt) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  // MARK: What changes

  /// Lets questions of this process be answered without this thread, until something happens.
  private func vouch() {
    guard !isRefreshing, changes.isEmpty, !quiet.isVouching, let last, let key = last.key, let state = last.state else {
      return
    }
    // One that was told of there was not told of here yet.
    if mounts.hasChanged() { return mountsChanged() }
    quiet.begin(.init(key: key, state: state, place: place, unannounced: last.unannounced))
  }

  private func takeEvents() {
    let eventsBefore = changes.events
    quiet.taking {
      do throws(WatchFailure) {
        try events?.read(into: &changes)
      } catch {
        changes.everything = true
      }
      return !changes.isEmpty
    }
    if !changes.isEmpty { clock.changed(events: changes.events - eventsBefore) }
  }

  /// Other files may stand anywhere now, and no event of a folder has told of them.
  private func mountsChanged() {
    changes.everything = true
    clock.changed()
  }

  /// Takes in whatever has happened until now, told or not.
  private func drain() {
    takeEvents()
    if mounts.hasChanged() { mountsChanged() }
    if let earlier = last?.unannounced { changes.merge(earlier.now().changes(since: earlier)) }
    if let reason = place.problem { ending = .gone(reason) }
  }

  // MARK: Refreshing

  private func begin() {
    drain()
    quiet.taking { true }
    guard ending == nil else { return }
    // From time to time also what should have been told.
    if clock.isLookDue { changes.everything = true }
    let (taken, verifies) = (changes, wantsVerification || clock.isLookDue)
    // Nothing tells of what goes on in folders that are new, so all may seem quiet in the middle of a checkout.
    let isLookOnly = waiting.isEmpty && !verifies && !taken.subfolders.isEmpty && !clock.isLate
    (changes, wantsVerification, isRefreshing) = (FolderChanges(), false, true)
    round += 1
    clock.began(isLookOnly: isLookOnly)
    let (refresher, finished, refreshing) = (refresher, finished, refreshing)
    refreshing.enter()
    let refresh: @Sendable () -> Void = {
      finished.put(refresher.run(taken, verifies: verifies, isLookOnly: isLookOnly))
      refreshing.leave()
    }
    // Meanwhile nobody is answered where there can be no other thread, and all look themselves.
    if !OwnThread.start(refresh) { refresh() }
  }

  private func finish() {
    let (taken, progress, notices) = finished.take()
    for told in notices { notice(.told(told)) }
    if let (done, total) = progress { publish(.building(done: done, total: total)) }
    guard let refresh = taken else { return }
    isRefreshing = false
    if refresh.isGone, let problem = place.problem {
      ending = .gone(problem)
      return
    }
    if refresh.isSuperseded {
      isSuperseded = true
      ending = .gone(
        "\(root): another version of vault has made its index anew; run \(command: .watch) again, of that version")
      return
    }
    if refresh.isLookOnly {
      changes.isUnwritten = true
      return clock.looked()
    }
    tell(refresh)
    last = refresh
    clock.ended(hasRecentNotes: refresh.hasRecentNotes, isFailed: refresh.state == nil)
    drain()
    let ready = waiting.filter { changes.isEmpty && !$0.needsRound || $0.round <= round }
    waiting.removeAll { client in ready.contains { $0.connection === client.connection } }
    for client in ready { reply(to: client.connection, key: client.key, refresh) }
  }

  private func tell(_ refresh: WatchRefresh) {
    status.hindrance = refresh.hindrance
    status.notes = refresh.notes
    status.folders = refresh.folders
    status.refreshes += 1
    status.changedNotes += refresh.changes.added + refresh.changes.changed + refresh.changes.removed
    if last == nil {
      notice(.ready(notes: refresh.notes, folders: refresh.folders))
    } else if !refresh.changes.isEmpty {
      notice(.refreshed(refresh.changes, seconds: refresh.seconds))
    }
    for told in refresh.notices { notice(.told(told)) }
    if refresh.hindrance != last?.hindrance { notice(.hindered(refresh.hindrance)) }
    if refresh.isConfigurationNew { publish(.configuration) }
    if last == nil || refresh.hindrance != last?.hindrance || refresh.isBlind != last?.isBlind {
      publish(.standing(hindrance: refresh.hindrance, isBlind: refresh.isBlind))
    }
    if last == nil, !subscribers.isEmpty {
      // They were answered from the files before this look, and nobody can say what has changed since.
      untold = .many
      clock.found()
    } else if last != nil, !refresh.changes.notes.isEmpty {
      untold = untold.followed(by: refresh.changes.notes)
      clock.found()
      enriching?.heard(refresh.changes.notes)
    }
  }

  private func tellChanges() {
    clock.told()
    publish(.notes(untold))
    untold = .none
  }

  private func publish(_ told: WatchNews) {
    news(told)
    if subscribers.isEmpty { return }
    let bytes = told.bytes
    subscribers.removeAll { !listener.send(bytes, to: $0) }
  }

  // MARK: Answering

  private func answer(_ request: WatchRequest, _ connection: OwnedDescriptor) {
    switch request {
    case .status:
      status.memory = residentMemory()
      if last == nil { status.hindrance = "the vault is being looked at for the first time" }
      listener.send(WatchReply.status(status).bytes, to: connection)
    case .subscribe(let theirs):
      // Who sees other files is told of no changes of these; the end of the connection says so.
      guard theirs == place.key else { return }
      // Before the first look is done, nothing is vouched for.
      let hindrance = last.map(\.hindrance) ?? "the vault is being looked at for the first time"
      let standing = WatchNews.standing(hindrance: hindrance, isBlind: last?.isBlind ?? false)
      if listener.send(standing.bytes, to: connection) { subscribers.append(connection) }
    case .stop:
      isAskedToEnd = true
      publish(.stopping)
      listener.send(WatchReply.stopping.bytes, to: connection)
      ending = .stopped
    case .state(let key, let verified):
      status.answers += 1
      drain()
      if ending != nil { return }
      guard let own = place.key, key.hasPrefix(own + "-") else {
        listener.send(WatchReply.look("the watcher sees other files").bytes, to: connection)
        return
      }
      if let last, last.key == key, last.state == nil || !isRefreshing && changes.isEmpty && !verified {
        return reply(to: connection, key: key, last)
      }
      wantsVerification = wantsVerification || verified
      waiting.append(
        Waiting(
          connection: connection, key: key, round: round + 1,
          needsRound: verified || last.map { $0.key != key } ?? false))
    }
  }

  /// Lets all go on by themselves.
  private func giveUp() {
    for client in waiting { listener.send(WatchReply.look("the watcher is busy").bytes, to: client.connection) }
    waiting = []
  }

  private func reply(to connection: OwnedDescriptor, key: String, _ refresh: WatchRefresh) {
    let reply: WatchReply =
      if refresh.key != key {
        .look("the watcher reads the vault by another configuration")
      } else if let state = refresh.state {
        .state(state)
      } else {
        .look(refresh.hindrance ?? "nothing is known")
      }
    listener.send(reply.bytes, to: connection)
  }
}
