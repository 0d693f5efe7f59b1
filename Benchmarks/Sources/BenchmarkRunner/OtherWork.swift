import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the machine's cores do that this process and what it has waited for do not: it makes figures larger than they need be.
struct OtherWork {
  /// Seconds of all cores, by the clock and by `/proc/stat`; nil where the system does not tell.
  private let begin: (time: ContinuousClock.Instant, all: Double, own: Double)?

  init() { begin = Self.busy().map { (.now, $0, Self.own()) } }

  /// More than so many cores is told.
  private static let most = 0.1
  /// The system counts in hundredths of a second: less than this may be nobody's.
  private static let leastSeconds = 0.05

  /// How many cores others have kept busy since then; nil where that is hardly anything, or not known.
  func cores() -> Double? {
    guard let begin, let all = Self.busy() else { return nil }
    let time = (ContinuousClock.now - begin.time).components
    return Self.cores(
      all: all - begin.all, own: Self.own() - begin.own, seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18
    )
  }

  static func cores(all: Double, own: Double, seconds: Double) -> Double? {
    let others = all - own
    guard seconds > 0, others >= leastSeconds, others > most * seconds else { return nil }
    return others / seconds
  }

  private static func busy() -> Double? {
    do { return busy(inTable: try String(contentsOfFile: "/proc/stat", encoding: .utf8)) } catch { return nil }
  }

  /// Of the first line, all but what was idle (also for a disk), and what is counted twice (guests).
  static func busy(inTable text: String) -> Double? {
    let fields = text.prefix { $0 != "\n" }.split(separator: " ")
    guard fields.first == "cpu", fields.count > 8 else { return nil }
    let times = fields[1...8].compactMap { Double($0) }
    guard times.count == 8 else { return nil }
    return (times.reduce(0, +) - times[3] - times[4]) / Double(sysconf(CInt(_SC_CLK_TCK)))
  }

  /// Of this process and all that it has waited for.
  private static func own() -> Double {
    // RUSAGE_SELF and RUSAGE_CHILDREN, which Swift imports differently by platform.
    [CInt(0), -1].reduce(0) { sum, who in
      var usage = rusage()
      getrusage(who, &usage)
      return sum + [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
  }
}
