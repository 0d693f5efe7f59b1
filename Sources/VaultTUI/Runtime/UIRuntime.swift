import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// What keeps the interface going: it waits for keys, answers, events, signals and time, lets the state take them, does what
/// that asks for, and draws when something has changed. Nothing ticks.
package final class UIRuntime {
  package struct Options {
    /// Where to begin.
    package var start: VaultURL
    package var picks: UIState.Picking?
    package var terminal: TerminalContext
    package var environment: @Sendable () -> VaultEnvironment
    package var version: String
    /// The theme that was asked for, whatever the configuration says.
    package var theme: ColorScheme?
    /// What a remedy is called for which there is no key.
    package var nameOfRemedy: @Sendable (Remedy) -> String = { $0.name }

    package init(
      start: VaultURL, terminal: TerminalContext, version: String,
      environment: @escaping @Sendable () -> VaultEnvironment
    ) {
      (self.start, self.terminal, self.version, self.environment) = (start, terminal, version, environment)
    }
  }

  /// The files that were changed here.
  package let changedFiles = ChangedFiles()
  let session: VaultSession
  let inbox: Inbox<UIMessage>
  let options: Options
  let location: VaultLocation
  private(set) var state: UIState
  let device: TerminalDevice
  private let traits: TerminalTraits
  private let events: SessionEvents
  private let signals: SignalPipe
  private var decoder = InputDecoder()
  private var table = CellTable()
  /// What the terminal shows; nil where that is not known.
  private var shown: Grid?
  private var needsFrame: Bool { undrawnSince != nil }
  /// When the first thing happened that is not drawn yet; nil where all is.
  private var undrawnSince: ContinuousClock.Instant? = .now
  private var lastFrame = ContinuousClock.now - .seconds(1)
  /// Until then a frame waits for answers that are under way, which mostly come sooner: one frame instead of two, and what was
  /// shown beside a row does not vanish for a moment.
  private var heldUntil = ContinuousClock.now
  private var timers: [UITimer: ContinuousClock.Instant] = [:]
  /// When a lone ESC is a key.
  private var escapeDue: ContinuousClock.Instant?
  private var end: UIEnd?
  /// The plan that was asked for last.
  var planned: AskedQuestion?
  private var isStopping = false

  private var lastInput = ContinuousClock.now
  private static let pasteGap = Duration.seconds(1)
  private static let frameInterval = Duration.milliseconds(8)
  /// What a key asks for is there by then in most vaults, and what its answer leads to a little later. A letter is not to wait
  /// that long to be seen.
  private static let holdForAnswer = Duration.milliseconds(9)
  private static let holdOfLetter = Duration.milliseconds(6)
  private static let holdForNext = Duration.milliseconds(5)
  private static let longestHold = Duration.milliseconds(13)

  /// Throws `NoTerminalError` where there is no terminal to draw on. Signals are caught from then on, for as long as it is kept.
  package init(_ vault: Vault, _ options: Options) throws {
    self.options = options
    location = vault.location
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGCONT]) else {
      throw ShortageError("the screen cannot be taken", .system(EMFILE))
    }
    self.signals = signals
    var session = VaultSession.Options(version: options.version)
    session.interactiveThreads = 2
    // The first screen has the machine to itself.
    session.watchesAtOnce = false
    session.enriches = true
    session.environment = options.environment
    self.session = try VaultSession(vault.location, options: session)
    inbox = try Inbox()
    events = try self.session.events(attends: false)
    let configured = ConfiguredInterface(vault.configuration)
    let variables = options.environment().variables
    traits = TerminalTraits(named: variables["TERM"])
    device = try TerminalDevice(
      modes: TerminalModes(
        usesMouse: configured.usesMouse, traits, links: options.terminal.hyperlinks))
    var settings = UISettings()
    settings.terminal = options.terminal
    settings.copies = traits.asks
    settings.take(configured)
    if let theme = options.theme { settings.theme = theme }
    let environment = options.environment()
    state = UIState(
      place: options.start, size: device.size, settings: settings, vaultName: NotePath(vault.location.root).name,
      today: environment.today, firstWeekday: vault.configuration.firstWeekday)
    (state.picks, state.givenTheme, state.nameOfRemedy) = (options.picks, options.theme, options.nameOfRemedy)
  }

  /// Runs until it is left. Throws `SignalEnd` where a signal ends it, once the terminal is as it was.
  package func run() throws -> UIEnd {
    defer {
      device.leave()
      session.endWithProcess()
    }
    device.enter()
    perform(state.begin())
    while end == nil {
      draw()
      wait()
      try takeSignals()
      takeAnswers()
      takeTime()
    }
    return end ?? .quit
  }

  // MARK: Waiting

  private func wait() {
    var polled = [
      pollfd(fd: device.descriptor, events: Int16(POLLIN | (device.isBusy ? POLLOUT : 0)), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&polled, nfds_t(polled.count), patience)
    if polled[0].revents & Int16(POLLOUT) != 0 { device.flush() }
    if polled[0].revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 { readInput() }
  }

  /// Milliseconds until something is due; −1 for no end.
  private var patience: CInt {
    var due = timers.values.min()
    if let escapeDue { due = min(due ?? escapeDue, escapeDue) }
    if needsFrame, !device.isBusy { due = min(due ?? frameDue, frameDue) }
    guard let due else { return -1 }
    let left = ContinuousClock.now.duration(to: due)
    let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
    return CInt(clamping: max(milliseconds + 1, 0))
  }

  private var frameDue: ContinuousClock.Instant {
    let next = lastFrame + Self.frameInterval
    guard state.isWaiting, let undrawnSince else { return next }
    return max(next, min(heldUntil, undrawnSince + Self.longestHold))
  }

  private func readInput() {
    guard let bytes = device.read() else {
      // Nobody is there any more.
      return leave()
    }
    guard !bytes.isEmpty else { return }
    // A paste whose end was lost would take all that is typed from then on; ESC or Ctrl-C by itself, after a while, ends it.
    if decoder.isInPaste, bytes == [0x1B] || bytes == [0x03], ContinuousClock.now - lastInput > Self.pasteGap {
      decoder.abandonPaste()
    }
    lastInput = .now
    take(decoder.feed(bytes))
    escapeDue = decoder.isWaiting ? .now + .milliseconds(state.settings.escapeDelay) : nil
  }

  private func take(_ inputs: [TerminalInput]) {
    var effects: [UIEffect] = []
    for input in inputs {
      if case .keyboardProtocol = input { device.beginKeyboardProtocol() }
      let new = state.update(.input(input))
      effects += new
      // What was typed behind it is not this program's any more, or was meant for something that is not on the screen yet.
      if new.contains(where: \.givesScreenAway) { break }
    }
    perform(effects)
    changed()
    heldUntil = .now + (state.focus == .query ? Self.holdOfLetter : Self.holdForAnswer)
  }

  /// There is something to be drawn.
  private func changed() { undrawnSince = undrawnSince ?? .now }

  private func takeTime() {
    let now = ContinuousClock.now
    if let due = escapeDue, due <= now {
      take(decoder.timeOut())
      escapeDue = decoder.isWaiting ? now + .milliseconds(state.settings.escapeDelay) : nil
    }
    for (timer, due) in timers where due <= now {
      timers[timer] = nil
      update(.timer(timer))
    }
  }

  private func takeAnswers() {
    for event in events.take() { update(.event(event)) }
    for message in inbox.take() { update(message) }
  }

  func update(_ message: UIMessage) {
    let effects = state.update(message)
    // What an answer leads to mostly comes at once, and is drawn with it.
    if case .answer = message, effects.contains(where: { if case .ask = $0 { true } else { false } }) {
      heldUntil = max(heldUntil, .now + Self.holdForNext)
    }
    perform(effects)
    device.usesMouse = state.settings.usesMouse
    changed()
  }

  // MARK: Doing

  private func perform(_ effects: [UIEffect]) {
    // The last one of several questions of a kind counts.
    var last: [UIQuestion.Kind: Int] = [:]
    for case .ask(let question) in effects { last[question.kind] = question.number }
    for effect in effects where end == nil {
      switch effect {
      case .ask(let question): if last[question.kind] == question.number { ask(question) }
      case .plan(let change, let number): plan(change, number)
      case .dropPlan: planned?.cancel()
      case .change(let change, let number, let plan): make(change, number, plan: plan)
      case .edit(let path, let line): edit(path, line: line)
      case .wake(let timer, let milliseconds): timers[timer] = .now + .milliseconds(milliseconds)
      case .copy(let text): copy(text)
      case .stop: isStopping = true
      case .redraw: shown = nil
      case .leave(let how): end = how
      }
    }
  }

  /// By the terminal, which may be on another machine (OSC 52).
  private func copy(_ text: String) {
    let encoded = Data(text.utf8).base64EncodedString()
    device.write(Array("\u{1B}]52;c;\(encoded)\u{7}".utf8))
  }

  // MARK: Drawing

  private func draw() {
    guard needsFrame, !device.isBusy, frameDue <= .now else { return }
    if table.isFull { (table, shown) = (CellTable(), nil) }
    var grid = Grid(state.size, table: table, isASCII: !state.settings.terminal.unicode)
    FrameView.draw(state, on: &grid)
    let diff = GridDiff(
      colors: options.terminal.outputColors, hyperlinks: options.terminal.hyperlinks, erasesCells: traits.erasesCells)
    let bytes = diff.bytes(from: shown, to: grid)
    if !bytes.isEmpty { device.write(bytes) }
    shown = grid
    undrawnSince = nil
    lastFrame = .now
  }

  // MARK: Signals

  private func takeSignals() throws {
    if isStopping { try stop() }
    for signal in signals.received() {
      switch signal {
      case SIGWINCH: resize()
      case SIGTSTP: try stop()
      case SIGCONT: try resume()
      default: throw SignalEnd(signal: signal)
      }
    }
  }

  private func resize() {
    let size = device.size
    if size != state.size { shown = nil }
    update(.resized(size))
  }

  /// The shell gets the terminal, until it gives it back.
  private func stop() throws {
    isStopping = false
    device.leave()
    // The whole group, as the terminal itself does it: whoever started this one waits for it.
    signals.passOn(SIGTSTP, group: true)
    let wasStopped = try wasContinued()
    try resume()
    if !wasStopped { update(.told(StatusLine(.remark, "There is no shell here that could fetch it back."))) }
  }

  /// Takes the screen again, while in the foreground. In the background it stops once more, until it is fetched; where nobody
  /// can fetch it, or the terminal is gone, it ends.
  private func resume() throws {
    device.leave()
    while let isForeground = device.isForeground, !isForeground {
      // As one that wants to read from a terminal that another has.
      kill(0, SIGTTIN)
      guard try wasContinued() else { return leave() }
    }
    guard device.isForeground == true else { return leave() }
    device.enter()
    shown = nil
    let size = device.size
    if size != state.size { update(.resized(size)) }
    update(.resumed)
  }

  /// True where the process was stopped since it was asked last, and goes on.
  private func wasContinued() throws -> Bool {
    let received = signals.awaited()
    if let end = received.first(where: { ![SIGCONT, SIGWINCH, SIGTSTP].contains($0) }) {
      throw SignalEnd(signal: end)
    }
    return received.contains(SIGCONT)
  }

  private func leave() { end = state.picks != nil ? .nothingPicked : .quit }

  /// Leaves the screen to something else, and takes it again.
  func withoutScreen(_ body: () -> Void) {
    device.leave()
    // Ctrl-Z stops whatever has the terminal now, and this process with it.
    signals.uncaught(SIGTSTP, body)
    device.enter()
    shown = nil
    let size = device.size
    if size != state.size { update(.resized(size)) }
    changed()
  }
}

/// A signal ends the interface; the terminal is as it was.
package struct SignalEnd: Error {
  package let signal: CInt
}
