import VaultPlatform
import VaultStore

/// What `--timing` tells when a command is done.
struct TimingReport {
  /// What the process had used of the processor before the command began.
  private let start: Duration = Self.processorTime
  private let begin = ContinuousClock.now

  /// One line a phase, in milliseconds.
  func text(_ timing: PhaseTiming) -> String {
    let total = start + (ContinuousClock.now - begin)
    var rows = [("start", start, "the processor's, before the command")]
    rows += timing.rows.map { ($0.phase.rawValue, $0.time, $0.phase.isBeside ? "beside the others" : "") }
    rows.append(("total", total, "\(Self.milliseconds(Self.processorTime)) ms of all cores"))
    let width = rows.map { Self.milliseconds($0.1).utf8.count }.max() ?? 0
    return rows.map { name, time, remark in
      let figure = Self.milliseconds(time)
      let line =
        name + String(repeating: " ", count: max(9 - name.utf8.count, 1))
        + String(repeating: " ", count: width - figure.utf8.count) + figure + " ms"
      return remark.isEmpty ? line : line + "   " + remark
    }.joined(separator: "\n")
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// With one decimal place.
  static func milliseconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let tenths = seconds * 10_000 + (attoseconds + 50_000_000_000_000) / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
