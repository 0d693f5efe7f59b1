import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Vaults of odd names, encodings, clocks and links are changed at random, and the index, the index that a watcher vouches
/// for and the files give the same answers about them. `VAULT_SOAK=1` compares at least 100,000 answers.
@Suite(.enabled(if: WatcherUnderTest.isPossible)) struct DifferentialTests {
  private static let comparisons = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 2_000 : 100_000
  private static let roundsPerVault = 12

  @Test func everyWayAgrees() throws {
    var compared = 0
    var answered = 0
    var vouched = 0
    var mounts = 0
    var seed: UInt64 = 0
    while compared < Self.comparisons {
      seed += 1
      let run = try Run(seed: 90_000 + seed)
      defer { run.end() }
      for round in 0..<Self.roundsPerVault {
        let report = try run.round(round)
        compared += report.compared
        answered += report.answered
        vouched += report.isVouched ? 1 : 0
        mounts += report.isMounted ? 1 : 0
        if let difference = report.difference {
          Issue.record(
            "seed \(90_000 + seed), round \(round)\n\(difference)\nafter:\n\(run.log.joined(separator: "\n"))")
          return
        }
      }
    }
    #expect(answered > compared / 20, "few questions have an answer")
    #expect(vouched > 0)
    print(
      "\(compared) answers compared in \(seed) vaults, \(vouched) times beside a watcher, \(mounts) times with a mount")
  }

  struct Report {
    /// Pairs of answers.
    var compared = 0
    /// Those that say more than that there is nothing.
    var answered = 0
    var isVouched = false
    var isMounted = false
    var difference: String?
  }

  /// One vault, with a watcher that one of the ways to ask sees.
  private final class Run {
    private let folder: TemporaryFolder
    private let plain: VaultUnderTest
    private let watched: VaultUnderTest
    private let watcher: WatcherUnderTest
    private let mount: Mount
    private var changes: RandomChanges
    private var notes: RandomNotes
    private let seed: UInt64
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
      self.seed = seed
      folder = try TemporaryFolder()
      for file in RandomVault(seed: seed).files { try folder.write(file.bytes, to: file.path.bytes) }
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
      if round % 4 == 3, notes.below(3) == 0, try mount.change() {
        log.append("mount or unmount")
        if mount.isThere { try folder.write("# Mounted\nword1 [[Home]] #mounted\n- [ ] A task\n", to: "mounted/in.md") }
      }
      let questions = try EveryAnswer(
        about: [plain.vault(noIndex: true)], plain, queries: 3, names: 3, seed: seed &* 100 &+ UInt64(round))
      var report = Report()
      report.isMounted = mount.isThere
      let files = try plain.vault(noIndex: true).read { questions.asked(of: $0) }
      report.isVouched = try watcher.state() != nil
      for (way, test) in [("index", plain), ("watcher", watched)] {
        let answers = try test.vault().read { reader throws in
          #expect(try reader.snapshot is IndexSnapshot)
          return questions.asked(of: reader)
        }
        report.compared += answers.count
        report.answered += answers.count { $0.lines.count > 1 }
        if let difference = EveryAnswer.difference(answers, files) { report.difference = "\(way): \(difference)" }
      }
      return report
    }
  }

  /// A file system in memory over a folder, where the system lets this user mount one.
  private final class Mount {
    private let place: String
    private(set) var isThere = false
    private var isAllowed = geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount")

    init(_ place: String) { self.place = place }

    /// False where nothing could be mounted.
    func change() throws -> Bool {
      guard isAllowed else { return false }
      if isThere {
        try run("/bin/umount", ["-l", place])
        isThere = false
        return true
      }
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      isThere = try run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place]) == 0
      isAllowed = isThere
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
