import Foundation

/// Two builds of vault, each command of which is timed in turn: what is left of noise when their runs are compared one
/// by one says whether one of them is slower. Each is a fresh copy, with a cache and a copy of the notes of its own.
struct Pairs {
  private let before: Build
  private let after: Build
  private let facts: VaultFacts
  private let runs: Int
  private let note: (String) -> Void

  private struct Build {
    let session: Session
    /// Where the notes are that it may change.
    let root: String
  }

  /// One command of both builds.
  private struct Command {
    let what: String
    /// Few runs will do for what takes long.
    var isSlow = false
    let arguments: [String]
    /// What a shell does before each run, and behind it, outside the time; `vault` is the build, with the folder.
    var prepare: String?
    var restore: String?
    /// Builds that say different things differ in more than speed.
    var isCounted = true
  }

  init(_ options: Options, before path: String, _ vault: MeasuredVault, note: @escaping (String) -> Void) throws {
    facts = vault.facts
    runs = options.runs
    self.note = note
    func build(_ name: String, _ program: String) throws -> Build {
      note("copying the notes for the build \(name)")
      var own = options
      own.work = options.work + "/" + name
      try FileManager.default.createDirectory(atPath: own.work, withIntermediateDirectories: true)
      own.vault = own.work + "/vault"
      // Where a file lies in memory makes a third of the time of a start: both builds are laid there anew.
      try FileManager.default.copyItem(atPath: program, toPath: own.vault)
      let session = try Session(own)
      let root = own.work + "/notes"
      _ = try session.answer(["cp", "-rp", vault.root, root])
      return Build(session: session, root: root)
    }
    before = try build("before", path)
    after = try build("after", options.vault)
  }

  private var commands: [Command] {
    let word = facts.words.first ?? ""
    let moved = "Moved \(facts.someNote.split(separator: "/").last ?? "")"
    return [
      Command(what: "--version", arguments: ["--version"], isCounted: false),
      Command(what: "search, two words", arguments: ["search", facts.words.joined(separator: " ")]),
      Command(what: "search, paths of a word", arguments: ["search", word, "--format", "{path}"]),
      Command(what: "search, regular expression", arguments: ["search", "/\(facts.piece)[a-z]/", "--limit", "20"]),
      Command(what: "search --no-index", isSlow: true, arguments: ["search", word, "--no-index", "--limit", "20"]),
      Command(what: "tasks", arguments: ["tasks", "--limit", "20"]),
      Command(what: "list", arguments: ["list", "--limit", "20"]),
      Command(what: "tags", arguments: ["tags"]),
      Command(what: "backlinks", arguments: ["backlinks", facts.someNote]),
      Command(what: "stats", arguments: ["stats"]),
      Command(
        what: "index, one note changed", arguments: ["index"],
        prepare: "echo 'One more line.' >>\(Session.shown([facts.someNote]))", isCounted: false),
      Command(what: "index --rebuild", isSlow: true, arguments: ["index", "--rebuild"], isCounted: false),
      Command(
        what: "mv", isSlow: true, arguments: ["mv", facts.someNote, moved, "--yes"],
        restore: "vault mv \(Session.shown([moved, facts.someNote])) --yes && vault index", isCounted: false),
      Command(
        what: "tasks done", isSlow: true, arguments: ["tasks", "done", "HANDLE"],
        prepare: "vault index", restore: "vault undo && vault index", isCounted: false),
    ]
  }

  /// Measures all commands, and prints a line for each as it is known.
  /// - Returns: whether all could be measured.
  func measure(print: (String) -> Void) throws -> Bool {
    // Notes that were written just now would be read again for two seconds.
    Thread.sleep(forTimeInterval: 3)
    for build in [before, after] { _ = try build.session.answer(build.session.vault("index", in: build.root)) }
    print("\(facts.notes) notes; the build before, and the one of now, in turn; ratios of runs: median (quartiles)")
    print(PairedRow.heading)
    var (isComplete, isMarked) = (true, false)
    for command in commands {
      note("pairs: \(command.what)")
      do {
        let others = OtherWork()
        let line = try row(command).line
        let isDisturbed = others.cores() != nil
        isMarked = isMarked || isDisturbed
        print(line + (isDisturbed ? " " + Table.mark : ""))
      } catch {
        print("  \(command.what)   failed\n    \(error)")
        isComplete = false
      }
    }
    if isMarked { print(Table.legend) }
    return isComplete
  }

  private func row(_ command: Command) throws -> PairedRow {
    var row = PairedRow(what: command.what)
    let rounds = command.isSlow ? max(runs / 2, 3) : runs
    // The first round warms caches up.
    for round in 0...rounds {
      // A B B A: what drifts meets both alike.
      let order = round.isMultiple(of: 2) ? [before, after] : [after, before]
      var found: [String: Session.Resources] = [:]
      for build in order { found[build.root] = try run(command, build) }
      guard let old = found[before.root], let new = found[after.root] else { continue }
      if command.isCounted {
        let lines = [old, new].map { $0.output.split(separator: "\n").count }
        guard lines[0] == lines[1] else {
          throw Session.Failure(description: "\(lines[0]) lines before, and \(lines[1]) now")
        }
      }
      if round > 0 { row.add(before: old, after: new) }
    }
    return row
  }

  private func run(_ command: Command, _ build: Build) throws -> Session.Resources {
    func shell(_ script: String?) throws {
      guard let script else { return }
      let program = Session.shown([build.session.options.vault])
      _ = try build.session.answer([
        "sh", "-c", "cd \(Session.shown([build.root])) && vault() { \(program) \"$@\" >/dev/null; } && \(script)",
      ])
    }
    try shell(command.prepare)
    // Handles are made by each build's own rule.
    let arguments = try command.arguments.map { $0 == "HANDLE" ? try handle(build) : $0 }
    let place = arguments.first == "--version" ? [] : ["-C", build.root]
    let resources = try build.session.resources(of: [build.session.options.vault] + arguments + place)
    try shell(command.restore)
    return resources
  }

  private func handle(_ build: Build) throws -> String {
    let tasks = ["tasks", "-C", build.root, "-is:recurring", "--limit", "1", "--format", "{handle}"]
    let text = try build.session.answer([build.session.options.vault] + tasks)
    return String(text.prefix { !$0.isWhitespace })
  }
}

/// All runs of one command by two builds.
struct PairedRow {
  let what: String
  private var before: [Session.Resources] = []
  private var after: [Session.Resources] = []

  init(what: String) { self.what = what }

  mutating func add(before old: Session.Resources, after new: Session.Resources) {
    before.append(old)
    after.append(new)
  }

  static let heading = layout(["", "before", "now", "time", "", "processor"])

  var line: String {
    let times = ratios { $0.wall }
    return Self.layout([
      what, Table.shown(.init(Self.quantile(before.map(\.wall), 0.5), .seconds)),
      Table.shown(.init(Self.quantile(after.map(\.wall), 0.5), .seconds)),
      Table.decimal(Self.quantile(times, 0.5), 2),
      "(\(Table.decimal(Self.quantile(times, 0.25), 2))–\(Table.decimal(Self.quantile(times, 0.75), 2)))",
      Table.decimal(Self.quantile(ratios { $0.user + $0.system }, 0.5), 2),
    ])
  }

  /// Those of each pair of runs.
  func ratios(_ cost: (Session.Resources) -> Double) -> [Double] {
    zip(before, after).map { cost($1) / cost($0) }
  }

  /// The value below which that part of the values lies.
  static func quantile(_ values: [Double], _ part: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return .nan }
    let place = part * Double(sorted.count - 1)
    let below = sorted[Int(place)]
    let above = Int(place) + 1 < sorted.count ? sorted[Int(place) + 1] : last
    return below + (above - below) * (place - place.rounded(.down))
  }

  private static func layout(_ cells: [String]) -> String {
    let widths = [28, 10, 10, 6, -13, 9]
    let padded = zip(cells, widths).enumerated().map { column, pair in
      let space = String(repeating: " ", count: max(0, abs(pair.1) - pair.0.count))
      return column == 0 || pair.1 < 0 ? pair.0 + space : space + pair.0
    }
    return "  " + padded.joined(separator: " ")
  }
}
