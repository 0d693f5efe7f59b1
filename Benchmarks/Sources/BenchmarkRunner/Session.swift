import Foundation

/// One run: a private working folder, the programs, and how often they are timed.
struct Session: Sendable {
  let options: Options
  let folder: String
  /// strace may be missing, or not allowed to trace anything.
  private(set) var canCountSystemCalls = false
  /// In how many rounds commands are timed.
  private var rounds = Session.slowRuns

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ options: Options) throws {
    self.options = options
    folder = options.work
    for name in ["cache", "config"] {
      try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    if try has("strace") {
      // Where tracing is not allowed, the table says so by a dash.
      do { canCountSystemCalls = try systemCalls(of: ["true"], orNothing: 0) != nil } catch {}
    }
  }

  /// For vaults of which one look at all notes takes seconds: a single round, and no system calls counted, since a command
  /// that is traced makes one for each note.
  var brief: Session {
    var brief = self
    brief.rounds = 1
    brief.canCountSystemCalls = false
    return brief
  }

  var cache: String { folder + "/cache" }

  /// No index, configuration or watcher of the user takes part.
  private var child: Child {
    Child(environment: [
      "HOME": folder, "XDG_CACHE_HOME": cache, "XDG_CONFIG_HOME": folder + "/config", "XDG_RUNTIME_DIR": folder,
      "VAULT_DIR": nil, "RIPGREP_CONFIG_PATH": nil, "NO_COLOR": "1",
    ])
  }

  // MARK: Commands

  func vault(_ arguments: String..., in root: String? = nil) -> [String] {
    let place = root.map { ["-C", $0] } ?? []
    return [options.vault] + arguments.prefix(1) + place + arguments.dropFirst()
  }

  func ripgrep(_ arguments: String..., in root: String) -> [String] {
    ["rg", "--no-config"] + arguments + ["--", root]
  }

  /// Looks at notes only.
  /// - Parameter place: of a copy of the vault.
  func ripgrep(_ arguments: String..., in vault: MeasuredVault, at place: String? = nil) -> [String] {
    ["rg", "--no-config"] + (vault.facts.hasOtherFiles ? ["--glob=*.md"] : []) + arguments
      + ["--", place ?? vault.root]
  }

  func peer(_ name: String, _ arguments: String...) -> [String] {
    [options.peers + "/" + name] + arguments
  }

  // MARK: Running

  /// Standard output of the command, which has to succeed.
  /// - Parameter nothing: the status that says that nothing was found.
  func answer(_ command: [String], orNothing nothing: Int32 = 0) throws -> String {
    let (output, errors) = (folder + "/output", folder + "/errors")
    let status = try child.run(command, output: output, errors: errors)
    guard status == 0 || status == nothing else {
      throw Failure(description: "\(Self.shown(command)): status \(status)\(try Self.reason(in: errors))")
    }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
  }

  /// A figure that is printed for a wrong answer would be worth nothing.
  func expect(_ count: Int, linesFrom command: [String]) throws {
    try expect(count...count, linesFrom: command)
  }

  func expect(atLeast count: Int, linesFrom command: [String]) throws {
    try expect(count...Int.max, linesFrom: command)
  }

  func expect(_ right: ClosedRange<Int>, linesFrom command: [String]) throws {
    let lines = try answer(command, orNothing: right.lowerBound == 0 ? 1 : 0).utf8.lazy.filter {
      $0 == UInt8(ascii: "\n")
    }.count
    guard right.contains(lines) else {
      throw Failure(description: "\(Self.shown(command)): \(lines) lines, \(Self.shown(right)) would be right")
    }
  }

  /// The first number in the command's output has to be this.
  func expect(_ count: Int, numberFrom command: [String]) throws {
    try expect(count...count, numberFrom: command)
  }

  func expect(_ right: ClosedRange<Int>, numberFrom command: [String]) throws {
    let found = try number(from: command)
    guard let found, right.contains(found) else {
      let shown = found.map(String.init) ?? "no number"
      throw Failure(description: "\(Self.shown(command)): \(shown), \(Self.shown(right)) would be right")
    }
  }

  /// The first number in the command's output.
  func number(from command: [String], orNothing nothing: Int32 = 0) throws -> Int? {
    let text = try answer(command, orNothing: nothing)
    return Int(text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
  }

  private static func shown(_ right: ClosedRange<Int>) -> String {
    if right.upperBound == .max { return "\(right.lowerBound) or more" }
    return right.count == 1 ? "\(right.lowerBound)" : "\(right.lowerBound) to \(right.upperBound)"
  }

  /// Runs it once and says what it took.
  func resources(of command: [String], orNothing nothing: Int32 = 0) throws -> Resources {
    let file = folder + "/resources.json"
    let output = try answer(peer("peak", file) + command, orNothing: nothing)
    var resources = try JSONDecoder().decode(Resources.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    resources.output = output
    return resources
  }

  struct Resources: Decodable {
    let peakBytes: Double
    let wall: Double
    let user: Double
    let system: Double
    /// Not in the file: what the command wrote to standard output.
    var output = ""

    private enum CodingKeys: CodingKey {
      case peakBytes, wall, user, system
    }

    var timing: Timing {
      var timing = Timing()
      timing.add(HyperfineReport.Result(times: [wall], user: user, system: system))
      return timing
    }
  }

  /// Runs it once more for its memory, and once for its system calls where they can be counted.
  func usage(of command: [String], orNothing nothing: Int32 = 0) throws -> Usage {
    var usage = Usage(peakBytes: try resources(of: command, orNothing: nothing).peakBytes)
    if canCountSystemCalls { usage.systemCalls = try systemCalls(of: command, orNothing: nothing) }
    return usage
  }

  private func systemCalls(of command: [String], orNothing nothing: Int32) throws -> Int? {
    let file = folder + "/strace.txt"
    _ = try answer(["strace", "-f", "-c", "-o", file] + command, orNothing: nothing)
    return Usage.systemCalls(inTable: String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self))
  }

  /// Whether the program is on the PATH.
  func has(_ program: String) throws -> Bool {
    let (output, errors) = (folder + "/output", folder + "/errors")
    return try child.run(["sh", "-c", "command -v \"$1\"", "sh", program], output: output, errors: errors) == 0
  }

  /// How often a slow command is run.
  static let slowRuns = 3

  /// Times the commands in turn, in as many rounds, so that what else goes on in the machine meets all of them.
  /// `orNothing`: whether they may find nothing, which is another status than 0.
  func times(
    _ commands: [Timed], slow: Bool = false, orNothing: Bool = false, between: () throws -> Void = {}
  ) throws -> [Timing] {
    let perRound = slow ? 1 : max(options.runs / Self.slowRuns, 1)
    var timings = commands.map { _ in Timing() }
    for _ in 0..<rounds {
      for (number, command) in commands.enumerated() {
        timings[number].add(try hyperfine(command, runs: perRound, warmup: slow ? 0 : 2, orNothing: orNothing))
      }
      try between()
    }
    return timings
  }

  private func hyperfine(
    _ timed: Timed, runs: Int, warmup: Int, orNothing: Bool
  ) throws -> HyperfineReport.Result {
    let file = folder + "/hyperfine.json"
    let errors = folder + "/errors"
    // Not into /dev/null: tools that see that stop at the first match.
    var command = ["hyperfine", "--shell=none", "--style=none", "--output=pipe", "--export-json", file]
    command += ["--runs", "\(runs)", "--warmup", "\(warmup)"]
    if orNothing { command.append("--ignore-failure") }
    if let prepare = timed.prepare { command += ["--prepare", Self.shown(prepare)] }
    command.append(Self.shown(timed.command))
    let status = try child.run(command, output: "/dev/null", errors: errors)
    guard status == 0 else {
      throw Failure(
        description: "hyperfine \(Self.shown(timed.command)): status \(status)\(try Self.reason(in: errors))")
    }
    let report = try JSONDecoder().decode(HyperfineReport.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    guard let result = report.results.first else { throw Failure(description: "hyperfine reported no result") }
    return result
  }

  private static func reason(in file: String) throws -> String {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    let line = text.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) && !$0.contains("Warning") }
    return line.map { ", \($0.prefix(200))" } ?? ""
  }

  /// As a shell would read it; hyperfine splits by the same rules.
  static func shown(_ command: [String]) -> String {
    command.map { word in
      let isPlain =
        !word.isEmpty
        && word.utf8.allSatisfy { byte in
          (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
            || "-_./=,:+@%".utf8.contains(byte)
        }
      return isPlain
        ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }.joined(separator: " ")
  }
}
