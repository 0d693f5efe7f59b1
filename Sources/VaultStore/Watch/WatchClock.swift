/// When a watcher looks, by a clock that nobody sets.
struct WatchClock {
  /// So long nothing may happen before the index follows: a checkout of many files is one change.
  static let quiet = Duration.milliseconds(250)
  /// The same where somebody wants to be told, and a person may just have saved a note.
  static let shortQuiet = Duration.milliseconds(60)
  /// What a person does makes no more events than this.
  static let fewEvents = 64
  /// But no longer than this is waited for quiet, where no command asks before.
  static let longestUnquiet = Duration.seconds(10)
  /// How often everything is looked at, whatever was told.
  static let lookEvery = Duration.seconds(600)
  /// How long after what failed it is tried again: the first time, and at most.
  static let shortestPause = Duration.seconds(1)
  static let longestPause = Duration.seconds(60)
  /// How often those who wait hear that the watcher lives.
  static let beat = Duration.milliseconds(15)
  /// Commands do not wait longer for a look.
  static let longest = Duration.seconds(1)
  /// After this the stamps of recent notes are conclusive; see `FileStamp.conclusiveAfterNS`.
  static let recheckDelay = Duration.milliseconds(2_200)

  /// True when somebody wants to be told of changes.
  var isHeard = false
  private let now: () -> ContinuousClock.Instant
  /// How many events there were without quiet in between, and when the last of them was.
  private var burst = 0
  private var lastEvent: ContinuousClock.Instant?
  /// Since when something is known that was not told.
  private var untoldSince: ContinuousClock.Instant?
  private var firstChange: ContinuousClock.Instant?
  private var lastChange: ContinuousClock.Instant?
  private var recheckAt: ContinuousClock.Instant?
  private var lookAt: ContinuousClock.Instant
  private var pause = Self.shortestPause
  private var isRecheck = false
  private var runningSince: ContinuousClock.Instant?

  init(now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }) {
    self.now = now
    lookAt = now()
  }

  /// Something happened in a folder. `events`: how often.
  mutating func changed(events: Int = 1) {
    lastChange = now()
    if let lastEvent, lastEvent + Self.quiet < now() { burst = 0 }
    lastEvent = now()
    burst += events
    if firstChange == nil { firstChange = lastChange }
  }

  /// A look begins, at all that happened until now.
  mutating func began(isLookOnly: Bool = false) {
    runningSince = now()
    if isLookOnly { return }
    isRecheck = recheckAt.map { $0 <= now() } ?? false
    (firstChange, lastChange, recheckAt) = (nil, nil, nil)
  }

  /// New folders have been looked at, and quiet is waited for once more.
  mutating func looked() {
    runningSince = nil
    lastChange = now()
  }

  mutating func ended(hasRecentNotes: Bool, isFailed: Bool) {
    runningSince = nil
    // A note that is still recent after that has a time in the future, and will be for long.
    if hasRecentNotes, !isRecheck { recheckAt = now() + Self.recheckDelay }
    if isFailed {
      lookAt = now() + pause
      pause = min(pause * 2, Self.longestPause)
    } else {
      lookAt = now() + Self.lookEvery
      pause = Self.shortestPause
    }
  }

  private var patience: Duration { isHeard && burst <= Self.fewEvents ? Self.shortQuiet : Self.quiet }

  /// Something was found that is to be told once all is quiet, so that a checkout of many files is one change however
  /// often commands ask meanwhile.
  mutating func found() { untoldSince = untoldSince ?? now() }

  mutating func told() { untoldSince = nil }

  /// True to tell what was found.
  var isTellingDue: Bool { tellAt.map { $0 <= now() } ?? false }

  private var tellAt: ContinuousClock.Instant? {
    untoldSince.map { min($0 + Self.longestUnquiet, max(lastEvent.map { $0 + patience } ?? $0, $0)) }
  }

  /// True when quiet has been waited for long enough.
  var isLate: Bool { firstChange.map { $0 + Self.longestUnquiet <= now() } ?? false }

  /// True when a look takes so long that nobody should wait for it.
  var isLong: Bool { runningSince.map { $0 + Self.longest <= now() } ?? false }

  /// True when everything is to be looked at.
  var isLookDue: Bool { lookAt <= now() }

  /// True to begin a look.
  var isDue: Bool { next <= now() }

  private var next: ContinuousClock.Instant {
    guard let firstChange, let lastChange else { return min(lookAt, recheckAt ?? lookAt) }
    return min(lastChange + patience, max(firstChange + Self.longestUnquiet, lastChange))
  }

  /// In milliseconds, for `poll`; -1 for no limit. `isHeard`: whether somebody waits.
  func timeout(isHeard: Bool) -> CInt {
    if runningSince != nil { return isHeard ? Self.milliseconds(Self.beat) : -1 }
    return Self.milliseconds(max(min(next, tellAt ?? next) - now(), .zero))
  }

  private static func milliseconds(_ duration: Duration) -> CInt {
    let (seconds, attoseconds) = duration.components
    return CInt(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
