import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// Sees to it that somebody vouches for the index: a watcher here, else the one that runs, whose place is taken when it
/// ends. Where nobody can, it looks for changes itself.
final class WatchSource: Sendable {
  enum Told: Sendable {
    case news(WatchNews)
    case unvouched(reason: String)
    /// Changes may have gone untold until now.
    case gap
    case notice(VaultNotice)
    case gone(Message)
  }

  private struct Flags {
    var isEnding = false
    /// A question found that the watcher does not answer.
    var isDoubted = false
    /// Why folders cannot be watched.
    var blindness: String?
    /// True when the system tells of changes, as far as is known.
    var hasEvents = true
    /// Somebody asked the watcher to end, and nobody is to take its place.
    var isStopped = false
    /// What to say once another version keeps the index.
    var superseded: Message?
    var doubtedAt: ContinuousClock.Instant?
    /// Where the watcher here is asked, while there is one.
    var ownSocket: WatchSocket?
    var own: QuietWatch?
  }

  /// What comes after one way of watching has ended.
  private enum Next {
    case again
    /// To look alone for so many seconds, and then to try again.
    case lookAlone(String, Double)
    /// Another version keeps the index.
    case superseded(Message)
    case gone(Message)
  }

  private let location: VaultLocation
  private let options: VaultSession.Options
  private let pipe: WakePipe
  private let flags = Mutex(Flags())
  /// Ends the look that goes on when the session ends.
  private let cancellation = Cancellation()

  init(_ location: VaultLocation, _ options: VaultSession.Options) throws(SystemFailure) {
    (self.location, self.options) = (location, options)
    pipe = try WakePipe()
  }

  func end() {
    cancellation.cancel()
    wake { flags in
      flags.isEnding = true
      return true
    }
  }

  /// The watcher here, while there is one.
  var quietWatch: QuietWatch? { flags.withLock { $0.own } }

  /// A question was answered by a scan although a watcher vouches. Not more often than once a second.
  func doubt() {
    // A watcher here lives, and is only busy, as long as others can reach it.
    if let socket = flags.withLock({ $0.ownSocket }), socket.connect() != nil { return }
    wake { flags in
      let now = ContinuousClock.now
      if let last = flags.doubtedAt, now - last < .seconds(1) { return false }
      (flags.isDoubted, flags.doubtedAt) = (true, now)
      return true
    }
  }

  /// Changes the flags and wakes the thread, both under the lock: a wake-up that came after its flag was taken would look
  /// as if somebody had stopped the watcher.
  /// `change` returns false where nobody has to be woken.
  private func wake(_ change: (inout Flags) -> Bool) {
    flags.withLock { if change(&$0) { pipe.wake() } }
  }

  private var isEnding: Bool { flags.withLock { $0.isEnding } }

  private func vault() throws -> Vault { try Vault(location: location, environment: options.environment()) }

  /// Runs until its end.
  func run(_ tell: @escaping @Sendable (Told) -> Void) {
    // Kept while nobody vouches, so that nothing goes untold when that is tried again.
    var lonely: LonelyLook?
    while !isEnding {
      switch next(tell) {
      case .again: lonely = nil
      case .lookAlone(let reason, let pause):
        if lonely?.keepsIndex != true { lonely = nil }
        lookAlone(&lonely, reason, pause, tell)
      case .superseded(let message):
        if lonely?.keepsIndex != false {
          tell(.notice(VaultNotice(message)))
          lonely = nil
        }
        lookAlone(&lonely, message.text, 60, tell, keepsIndex: false)
      case .gone(let message):
        lonely = nil
        tell(.gone(message))
        waitUntilBack()
      }
    }
  }

  private func next(_ tell: @escaping @Sendable (Told) -> Void) -> Next {
    do {
      // Whatever way of watching comes next, it needs the folder to be there.
      let place = try RootPlace(location.root)
      let vault = try vault()
      let (isStopped, superseded) = flags.withLock { ($0.isStopped, $0.superseded) }
      if let superseded {
        // To watch again would be to make that index anew, and that version would do the same.
        if try vault.keeper(VaultListener())?.isOfOtherVersion() == true { return .superseded(superseded) }
        flags.withLock { $0.superseded = nil }
      }
      if !isStopped {
        do { return try watch(vault, tell) } catch is WatchRunningError {
          // Another process is at it.
        }
      }
      return follow(vault, place, isStopped: isStopped, tell)
    } catch let error as ScanError {
      return .gone(error.message)
    } catch {
      return .lookAlone("\(error)", 60)
    }
  }

  private static let stopped = Next.lookAlone("the watcher was asked to end", 30)

  // MARK: A watcher here

  private func watch(_ vault: Vault, _ tell: @escaping @Sendable (Told) -> Void) throws -> Next {
    var isFirst = true
    let watcher = try VaultWatcher(
      vault, version: options.version, notice: { if case .told(let told) = $0 { tell(.notice(told)) } },
      news: { [self] in hear($0, &isFirst, tell) })
    flags.withLock { flags in
      flags.ownSocket = WatchSocket(root: location.root, environment: vault.environment.variables)
      flags.own = watcher.quiet
    }
    defer { flags.withLock { ($0.ownSocket, $0.own) = (nil, nil) } }
    let ending = try watcher.run(until: pipe.readable)
    if case .gone(let message) = ending {
      guard watcher.isSuperseded else { return .gone(message) }
      flags.withLock { $0.superseded = message }
      return .superseded(message)
    }
    let flags = takeFlags()
    if flags.isEnding { return .again }
    if watcher.isAskedToEnd {
      self.flags.withLock { $0.isStopped = true }
      return Self.stopped
    }
    if let reason = flags.blindness { return .lookAlone(reason, 60) }
    return .again
  }

  private func hear(_ news: WatchNews, _ isFirst: inout Bool, _ tell: (Told) -> Void) {
    if case .standing(let hindrance, true) = news {
      return wake { flags in
        flags.blindness = hindrance ?? "folders cannot be watched"
        flags.hasEvents = false
        return true
      }
    }
    if case .standing = news { flags.withLock { $0.hasEvents = true } }
    tell(.news(news))
    guard isFirst, case .standing = news else { return }
    isFirst = false
    tell(.gap)
  }

  /// What has happened since this was asked last.
  private func takeFlags() -> Flags {
    flags.withLock { flags in
      pipe.clear()
      defer { (flags.isDoubted, flags.blindness) = (false, nil) }
      return flags
    }
  }

  // MARK: The watcher of another process

  /// In milliseconds.
  private static let answerPatience: CInt = 2_000

  private func follow(_ vault: Vault, _ place: RootPlace, isStopped: Bool, _ tell: (Told) -> Void) -> Next {
    let client = WatchClient(socket: WatchSocket(root: location.root, environment: vault.environment.variables))
    // It may just have got its lock, and not listen yet.
    let deadline = ContinuousClock.now + .seconds(isStopped ? 0 : 1)
    var connection = client.socket.connect()
    while connection == nil, ContinuousClock.now < deadline, !isEnding {
      waitForWake(50)
      connection = client.socket.connect()
    }
    guard let key = place.key else { return .lookAlone("the system does not tell of mounts", 60) }
    let line = WatchRequest.subscribe(place: key).line
    guard let connection, LocalSocket.send(line[...], to: connection.number) == line.count else {
      return isStopped ? Self.stopped : .lookAlone("the watcher does not answer", 5)
    }
    // Whoever wants to be watched again by another has taken back that nobody should be.
    flags.withLock { $0.isStopped = false }
    var reader = WatchNewsReader()
    var isFirst = true
    while true {
      var polled = [pipe.readable, connection.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // One that is halted takes the request, by its queue, and never answers.
      if poll(&polled, 2, isFirst ? Self.answerPatience : -1) == 0 {
        return .lookAlone("the watcher does not answer", 5)
      }
      if polled[0].revents != 0 {
        let flags = takeFlags()
        if flags.isEnding { return .again }
        if let reason = flags.blindness { return .lookAlone(reason, 60) }
        if flags.isDoubted, client.ask(.status, patience: Self.answerPatience) == nil {
          return .lookAlone("the watcher does not answer", 5)
        }
      }
      guard polled[1].revents != 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = buffer.withUnsafeMutableBytes { readSome(connection.number, $0) }
      if count < 0, errno == EAGAIN { continue }
      guard count > 0, let news = reader.read(buffer[..<count]) else {
        // One that never said anything is of an older version, or sees other files.
        return isFirst ? .lookAlone("the watcher does not tell of changes here", 60) : .again
      }
      for each in news {
        if each == .stopping { flags.withLock { $0.isStopped = true } }
        hear(each, &isFirst, tell)
      }
    }
  }

  // MARK: Without a watcher

  /// Looks for changes for so many seconds. `keepsIndex`: whether the index is brought up to date.
  private func lookAlone(
    _ lonely: inout LonelyLook?, _ reason: String, _ pause: Double, _ tell: (Told) -> Void, keepsIndex: Bool = true
  ) {
    do {
      let look: LonelyLook
      if let known = lonely {
        look = known
      } else {
        look = try LonelyLook(
          vault(), keepsIndex: keepsIndex, usesEvents: flags.withLock { $0.hasEvents }, cancellation)
        lonely = look
        for notice in look.notices { tell(.notice(notice)) }
        // Only now is everything told that happens.
        tell(.unvouched(reason: reason))
        tell(.gap)
      }
      let deadline = Date(timeIntervalSinceNow: pause)
      while true {
        switch try look.folders.wait(until: deadline, readable: pipe.readable) {
        case .deadline, .closed: return
        case .readable: if takeFlags().isEnding { return }
        case .changed:
          for told in try look.changes(vault()) { tell(told) }
        }
      }
    } catch {
      // The root is gone, which the next try finds out; whatever else it is, not at once again.
      lonely = nil
      waitForWake(500)
    }
  }

  private func waitUntilBack() {
    repeat {
      waitForWake(500)
    } while !isEnding && status(of: location.root)?.isFolder != true
  }

  private func waitForWake(_ milliseconds: CInt) {
    var polled = pollfd(fd: pipe.readable, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, milliseconds) > 0 { _ = takeFlags() }
  }
}

/// A look at the folders for as long as nobody vouches for the index.
private struct LonelyLook {
  let folders: FolderWatcher
  /// Nil when the index is another version's.
  private let refresher: WatchRefresher?
  /// What the first look told.
  let notices: [VaultNotice]

  var keepsIndex: Bool { refresher != nil }

  init(_ vault: Vault, keepsIndex: Bool, usesEvents: Bool, _ cancellation: Cancellation) throws {
    folders = try FolderWatcher(vault, usesEvents: usesEvents)
    refresher =
      keepsIndex
      ? WatchRefresher(
        location: vault.location, variables: vault.environment.variables, events: .failure(.unsupported),
        cancellation: cancellation) : nil
    // What is found from now on is compared with this.
    notices = refresher?.run(.all, verifies: false).notices ?? []
  }

  /// What has changed since this was asked last.
  func changes(_ vault: Vault) throws -> [WatchSource.Told] {
    try folders.follow(vault)
    guard let refresher else { return [.news(.notes(.many))] }
    let refresh = refresher.run(.all, verifies: true)
    if refresh.isGone { _ = try RootPlace(vault.location.root) }
    let news: [WatchNews] = (refresh.isConfigurationNew ? [.configuration] : []) + [.notes(refresh.changes.notes)]
    return refresh.notices.map { .notice($0) } + news.map { .news($0) }
  }
}
