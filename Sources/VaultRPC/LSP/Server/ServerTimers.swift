/// What is to be done after a while, by name: whoever sets a timer anew begins its time anew.
struct ServerTimers {
  enum Name: Hashable {
    /// Look for problems in a document.
    case diagnostics(DocumentURI)
    /// Ask the client to ask again for problems.
    case problems
    /// Ask the client to ask again for what it shows.
    case refresh
    /// Tell the sessions of the texts that are open, for what they make beforehand.
    case texts
    /// Find anew which vaults the documents belong to.
    case places
    /// Let the vaults go that nothing is open of.
    case roots
    /// Give back the memory that answers took.
    case rest
    /// Look whether the client is still there.
    case parent
  }

  private var deadlines: [Name: ContinuousClock.Instant] = [:]

  mutating func set(_ name: Name, in pause: Duration) { deadlines[name] = .now + pause }

  /// The same, unless its time comes sooner as it is.
  mutating func set(_ name: Name, atLatestIn pause: Duration) {
    deadlines[name] = min(deadlines[name] ?? .now + pause, .now + pause)
  }

  mutating func cancel(_ name: Name) { deadlines[name] = nil }

  /// Milliseconds, as `poll` takes them; -1 where nothing is to be done.
  var wait: CInt {
    guard let next = deadlines.values.min() else { return -1 }
    let rest = (next - .now).components
    let milliseconds = rest.seconds * 1_000 + rest.attoseconds / 1_000_000_000_000_000
    return CInt(clamping: max(milliseconds + 1, 0))
  }

  /// Those whose time has come, which are not set any more.
  mutating func due() -> [Name] {
    let now = ContinuousClock.now
    let due = deadlines.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
    for name in due { deadlines[name] = nil }
    return due
  }
}
