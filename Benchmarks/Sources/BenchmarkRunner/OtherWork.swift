import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the machine's cores do that this process, what it has waited for and a watcher of its own do not: it makes figures
/// larger than they need be.
struct OtherWork {
  /// Seconds of all cores, by the clock and by `/proc/stat`; nil where the system does not tell.
  private let begin: (time: ContinuousClock.Instant, all: Double, own: Double)?
  private let watcher: Int?

  /// `watcher`: the number of the watcher's process, where one is at work.
  init(besides watcher: Int? = nil) {
    self.watcher = watcher
    begin = Self.busy().flatMap { all in Self.own(with: watcher).map { (.now, all, $0) } }
  }

  /// More than so many cores is told.
  private static let most = 0.1
  /// The system counts in hundredths of a second: less than this may be nobody's.
  private static let leastSeconds = 0.05

  /// How many cores others have kept busy since then; nil where that is hardly anything, or not known.
  func cores() -> Double? {
    guard let begin, let all = Self.busy(), let own = Self.own(with: watcher) else { return nil }
    let time = (ContinuousClock.now - begin.time).components
    return Self.cores(
      all: all - begin.all, own: own - begin.own, seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18
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

  /// The first line's times but for what was idle (also for a disk), and what is counted twice (guests).
  static func busy(inTable text: String) -> Double? {
    let fields = text.prefix { $0 != "\n" }.split(separator: " ")
    guard fields.first == "cpu", fields.count > 8 else { return nil }
    let times = fields[1...8].compactMap { Double($0) }
    guard times.count == 8 else { return nil }
    return (times.reduce(0, +) - times[3] - times[4]) / Double(sysconf(CInt(_SC_CLK_TCK)))
  }

  /// What the process, all that it has waited for, and the watcher have used. Nil where that has ended.
  private static func own(with watcher: Int?) -> Double? {
    do { return try own() + (watcher.map(processorTime(of:)) ?? 0) } catch { return nil }
  }

  /// What all threads of a process have used, those that have ended included, in seconds; counted in hundredths.
  static func processorTime(of process: Int) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // Behind the name, which may hold anything.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw Session.Failure(description: "/proc/\(process)/stat: not as expected")
    }
    return (user + system) / 100
  }

  private static func own() -> Double {
    // RUSAGE_SELF and RUSAGE_CHILDREN, which Swift imports differently by platform.
    [CInt(0), -1].reduce(0) { sum, who in
      var usage = rusage()
      getrusage(who, &usage)
      return sum + [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
  }
}
