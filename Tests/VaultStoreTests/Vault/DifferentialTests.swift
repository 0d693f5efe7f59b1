import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Vaults of odd names, encodings, clocks and links are changed at random, and the index, the index that a watcher vouches
/// for and the files give the same answers about them, on many days and in many zones, and tell the same beside them.
/// `VAULT_SOAK=1` compares at least 100,000 answers.
@Suite(.enabled(if: WatcherUnderTest.isPossible)) struct DifferentialTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let comparisons = isLong ? 100_000 : 2_000
  private static let roundsPerVault = 12

  @Test func everyWayAgrees() throws {
    let seed = TestSeed(fixed: 90_001)
    var all = Report()
    var vaults: UInt64 = 0
    while all.compared < Self.comparisons {
      let run = try Run(seed: seed.value &+ vaults)
      defer { run.end() }
      vaults += 1
      for round in 0..<Self.roundsPerVault {
        all.add(try run.round(round))
        guard let difference = all.difference else { continue }
        Issue.record(
          """
          VAULT_SEED=\(seed.value &+ vaults - 1), round \(round)
          \(difference)
          after:
          \(run.log.joined(separator: "\n"))
          """)
        return
      }
    }
    print("\(all.compared) answers compared in \(vaults) vaults, \(seed): \(all)")
    #expect(all.failed * 10 < all.compared, "much is no question")
    #expect(all.found * 10 > all.searches * 3, "few searches find anything")
    // Now and then a watcher does not answer in time.
    #expect(all.vouched * 10 > all.rounds * 8)
    #expect(all.mounted > 0 || !Mount.isPossible)
  }

  struct Report: CustomStringConvertible {
    var rounds = 0
    /// Pairs of answers.
    var compared = 0
    /// How many of them are errors, the same on both sides.
    var failed = 0
    /// How many of the searches found anything.
    var searches = 0
    var found = 0
    /// Rounds in which the watcher's word took the place of a look, as the answers were given.
    var vouched = 0
    var mounted = 0
    var difference: String?

    mutating func add(_ other: Report) {
      rounds += other.rounds
      compared += other.compared
      failed += other.failed
      searches += other.searches
      found += other.found
      vouched += other.vouched
      mounted += other.mounted
      difference = difference ?? other.difference
    }

    var description: String {
      "\(failed) of them errors, \(vouched) of \(rounds) times on a watcher's word, \(mounted) times with a mount, \(found) of \(searches) searches found something"
    }
  }

  /// One vault, with a watcher that one of the ways to ask sees.
  private final class Run {
    private let folder: TemporaryFolder
    private var plain: VaultUnderTest
    private var watched: VaultUnderTest
    private let watcher: WatcherUnderTest
    private let mount: Mount
    private var changes: RandomChanges
    private var notes: RandomNotes
    private let seed: UInt64
    private(set) var log: [String] = []

    private static let zones = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Asia/Kathmandu"]

    init(seed: UInt64) throws {
      self.seed = seed
      folder = try TemporaryFolder()
      let files = RandomVault(seed: seed).files
      // A name that is a folder's in another path as well cannot be a file's.
      let folders = Set(files.map(\.path.folder))
      for file in files where !folders.contains(where: { ($0 + "/").hasPrefix(file.path.text + "/") }) {
        try folder.write(file.bytes, to: file.path.bytes)
      }
      changes = RandomChanges(folder, seed: seed)
      notes = RandomNotes(seed: seed)
      plain = try VaultUnderTest(folder)
      watched = try VaultUnderTest(folder).withRuntimeFolder()
      mount = Mount(folder.absolute("mounted"))
      watcher = try WatcherUnderTest(watched)
    }

    func end() {
      watcher.end()
      mount.end()
    }

    func round(_ round: Int) throws -> Report {
      for _ in 0..<1 + round % 5 { log.append(try changes.next()) }
      if let path = notes.path() {
        try folder.write(notes.text(), to: path)
        log.append("write \(path)")
      }
      // Each time with something in it that was not there before.
      if round == 3 || round % 4 == 3 && notes.below(2) == 0, try mount.change() {
        log.append("mount or unmount")
        if mount.isThere { try folder.write("# Mounted\nword1 [[Home]] #mounted\n- [ ] A task\n", to: "mounted/in.md") }
      }
      try chooseTime()
      // From then on the stamps of what has not changed are believed.
      if round == Self.roundOfRest { usleep(2_100_000) }
      var questions = try EveryAnswer(
        about: [plain.vault(noIndex: true)], plain, queries: 3, names: 3, seed: seed &* 100 &+ UInt64(round))
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      // More of other vaults instead.
      questions.queries = Array(questions.queries.prefix(6))
      questions.handles = Array(questions.handles.shuffled(using: &random).prefix(8))

      var report = Report()
      report.rounds = 1
      report.mounted = mount.isThere ? 1 : 0
      let (files, told, _) = try ask(questions, plain, noIndex: true)
      let searches = files.filter { $0.question.hasPrefix("search ") }
      report.searches = searches.count
      report.found = searches.count { $0.lines.count > 1 }
      for (way, test) in [("index", plain), ("watcher", watched)] {
        let (answers, notices, isVouched) = try ask(questions, test, noIndex: false)
        if isVouched { report.vouched += 1 }
        report.compared += answers.count
        report.failed += answers.count { $0.lines.first?.hasPrefix("error: ") == true }
        if let difference = EveryAnswer.difference(answers, files) ?? VaultAnswers.difference(notices, told) {
          report.difference = "\(way): \(difference)"
        }
      }
      return report
    }

    /// `notices`: what was told of the vault beside the answers. `isVouched`: nobody looked at the folders.
    private func ask(
      _ questions: EveryAnswer, _ test: VaultUnderTest, noIndex: Bool
    ) throws -> (answers: [EveryAnswer.Answer], notices: [String], isVouched: Bool) {
      test.notices.clear()
      let timing = PhaseTiming.on()
      let answers = try test.vault(noIndex: noIndex, timing: timing).read { reader throws in
        #expect(try reader.snapshot is IndexSnapshot != noIndex)
        return questions.asked(of: reader)
      }
      #expect(!test.notices.all.contains { $0.contains("damaged") }, "\(test.notices.all)")
      let notices = test.notices.all.filter { !$0.hasPrefix("the index ") }
      return (answers, notices.sorted(), !timing.rows.contains { $0.phase == .scan })
    }

    /// Noon of any day around those that the notes name, anywhere.
    private func chooseTime() throws {
      let day = VaultUnderTest.today.adding(days: notes.below(80) - 40)
      let zone = Self.zones[notes.below(Self.zones.count)]
      let now = VaultEnvironment.fixed(day, timeZone: try #require(TimeZone(identifier: zone)))
      for variables in [\Run.plain, \Run.watched] {
        self[keyPath: variables].environment.now = now.now
        self[keyPath: variables].environment.timeZone = now.timeZone
      }
      log.append("\(day) in \(zone)")
    }

    private static let roundOfRest = 8
  }

  /// A file system in memory over a folder, where the system lets this user mount one.
  private final class Mount {
    private let place: String
    private(set) var isThere = false

    /// Found out by trying: root of a container may not, either.
    static let isPossible: Bool = {
      do {
        let folder = try TemporaryFolder()
        let mount = Mount(folder.path)
        defer { mount.end() }
        return try mount.mount()
      } catch {
        return false
      }
    }()

    init(_ place: String) { self.place = place }

    /// Mounts or unmounts. False where that is not possible.
    func change() throws -> Bool {
      guard Self.isPossible else { return false }
      if isThere {
        try run("/bin/umount", ["-l", place])
        isThere = false
        return true
      }
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      return try mount()
    }

    private func mount() throws -> Bool {
      guard FileManager.default.isExecutableFile(atPath: "/bin/mount") else { return false }
      isThere = try run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place]) == 0
      return isThere
    }

    func end() {
      if isThere { do { try run("/bin/umount", ["-l", place]) } catch { Issue.record("\(place): \(error)") } }
      isThere = false
    }

    @discardableResult private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
}
