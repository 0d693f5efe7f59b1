import Synchronization
import VaultCore
import VaultInterface

/// One line on standard error's terminal about work that takes longer than half a second; erased when it is done.
///
/// May be told of progress from any thread and as often as one likes: it draws ten times a second at most.
package final class ProgressBar: Sendable {
  private struct State {
    var started: Duration
    var drawn: Duration?
    var isFinished = false
  }

  static let delay = Duration.milliseconds(500)
  static let interval = Duration.milliseconds(100)

  private let label: String
  private let unit: String
  private let isShown: Bool
  private let unicode: Bool
  private let width: Int
  private let clock: @Sendable () -> Duration
  private let emit: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// `label` says what is being done ("Indexing"), `unit` what is counted ("notes"). `clock` is any that only moves
  /// forward; `emit` writes to the terminal.
  package init(
    _ label: String, unit: String, context: TerminalContext, clock: (@Sendable () -> Duration)? = nil,
    emit: (@Sendable (String) -> Void)? = nil
  ) {
    let start = ContinuousClock.now
    let clock = clock ?? { start.duration(to: .now) }
    self.label = ControlCharacters.visible(label, .singleLine)
    self.unit = unit
    self.clock = clock
    // A terminal that has gone away is no reason to stop the work.
    self.emit = emit ?? { OutputSink.tell(Array($0.utf8)) }
    isShown = context.errorIsTerminal
    unicode = context.unicode
    width = context.errorWidth ?? 80
    state = Mutex(State(started: clock()))
  }

  /// `total` is nil while it is unknown.
  package func update(_ done: Int, of total: Int?) {
    guard isShown else { return }
    let line: String? = state.withLock { state in
      let now = clock()
      let elapsed = now - state.started
      guard !state.isFinished, elapsed >= Self.delay else { return nil }
      if let drawn = state.drawn, now - drawn < Self.interval { return nil }
      state.drawn = now
      return text(done, of: total, elapsed: elapsed)
    }
    if let line { emit("\r\u{1B}[K" + line) }
  }

  /// Erases the line. Later updates draw nothing.
  package func finish() {
    let erase = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished && state.drawn != nil
    }
    if erase { emit("\r\u{1B}[K") }
  }

  private func text(_ done: Int, of total: Int?, elapsed: Duration) -> String {
    let seconds = max(Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18, 0.001)
    let rate = Double(max(done, 0)) / seconds
    var numbers = GroupedNumber.text(done)
    if let total { numbers += " of " + GroupedNumber.text(total) }
    numbers += " \(unit)"
    if rate >= 1 { numbers += ", " + GroupedNumber.text(Int(min(rate, 1e12))) + "/s" }
    if let total, total > done, rate > 0 { numbers += ", " + Self.left(Double(total - done) / rate) }

    var line = label + " "
    let room = width - 1 - DisplayWidth.of(line) - DisplayWidth.of(numbers) - 3
    if let total, total > 0, room >= 10 {
      let cells = min(room, 30)
      let full = Int(Double(cells) * min(max(Double(done) / Double(total), 0), 1))
      line += unicode ? "" : "["
      line += String(repeating: unicode ? "━" : "#", count: full)
      line += String(repeating: unicode ? "╌" : ".", count: cells - full)
      line += unicode ? " " : "] "
    }
    return DisplayWidth.truncated(line + numbers, to: max(width - 1, 1), ellipsis: unicode ? "…" : "")
  }

  private static func left(_ seconds: Double) -> String {
    if seconds < 1.5 { return "1 s left" }
    if seconds < 90 { return "\(Int(seconds.rounded())) s left" }
    if seconds < 5_400 { return "\(Int((seconds / 60).rounded())) min left" }
    return seconds < 360_000 ? "\(Int((seconds / 3_600).rounded())) h left" : "long to go"
  }
}
