/// A command, and what to do before each run of it, outside the time.
struct Timed {
  let command: [String]
  var prepare: [String]?

  init(_ command: [String], prepare: [String]? = nil) {
    self.command = command
    self.prepare = prepare
  }
}

/// The part of hyperfine's JSON that is used; seconds.
struct HyperfineReport: Decodable {
  struct Result: Decodable {
    let times: [Double]
    let user: Double
    let system: Double
  }

  let results: [Result]
}

/// All runs of a command.
struct Timing {
  private(set) var times: [Double] = []
  private var processor = 0.0

  mutating func add(_ result: HyperfineReport.Result) {
    times += result.times
    processor += (result.user + result.system) * Double(result.times.count)
  }

  /// Seconds; 0 without a run.
  var median: Double {
    let sorted = times.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return 0 }
    return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
  }

  /// Seconds of all cores, mean of the runs.
  var processorTime: Double { times.isEmpty ? 0 : processor / Double(times.count) }
}
