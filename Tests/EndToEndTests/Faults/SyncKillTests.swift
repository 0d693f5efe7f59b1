import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// A sync is killed at every system call: nothing that either side wrote is lost, and the next sync ends what it began.
@Suite(
  "Killed sync",
  .enabled(
    if: InstalledTool.git.isInstalled && InstalledTool.strace.isInstalled || InstalledTool.areAllInstalled,
    "git or strace is not installed"), .serialized)
struct SyncKillTests {
  /// Of these, every which one is tried: those that change something, and some before each of which a git has begun or
  /// ended (`clone3`) or is at work (`poll`). The longer test takes all that there are.
  private static let calls: [String: Int]? =
    KillTests.isSoak
    ? nil
    : ["rename": 1, "renameat": 1, "renameat2": 1, "unlinkat": 1, "clone": 7, "clone3": 7, "vfork": 7, "poll": 19]

  private let folder: TemporaryFolder
  private let hub: TestRepository
  private let first: SyncedClone
  private let second: SyncedClone

  // MARK: Two machines

  private static let base = """
    ---
    tags: [base]
    updated: 2026-03-01T08:00:00
    ---

    - [ ] one
    - [ ] two
    - [ ] three

    Text.

    """
  private static let ours =
    base.replacing("08:00", with: "09:00").replacing("[ ] one", with: "[x] one ours-task")
    .replacing("base", with: "base, ours-tag") + "\nOurs-line.\n"
  private static let theirs =
    base.replacing("08:00", with: "10:00").replacing("[ ] two", with: "[x] two theirs-task")
    .replacing("base", with: "base, theirs-tag")
  private static let both =
    ours.replacing("09:00", with: "10:00").replacing("[ ] two", with: "[x] two theirs-task")
    .replacing("ours-tag", with: "ours-tag, theirs-tag")

  private static let ourWords = ["ours-task", "ours-tag", "Ours-line.", "Ours-new."]
  private static let theirWords = ["theirs-task", "theirs-tag", "Theirs-line.", "Theirs-new.", "Theirs-picture."]

  /// What both have in the end.
  private static let result = [
    "Same.md": both, "Other.md": base + "\n![[picture.bin]]\n\nTheirs-line.\n", "Ours.md": "Ours-new.\n",
    "Theirs.md": "Theirs-new.\n", "picture.bin": "Theirs-picture.\n",
  ]

  /// `hub`: a bare repository.
  private static func clone(_ hub: TestRepository, _ name: String) throws -> SyncedClone {
    try hub.git("clone", "--quiet", "--template=", hub.path, hub.folder.absolute("run/\(name)"))
    let repository = try TestRepository(in: hub.folder, at: "run/\(name)", initialized: false)
    return try SyncedClone(repository, home: hub.folder.absolute("run/home-\(name)"))
  }

  init() throws {
    folder = try TemporaryFolder()
    hub = try TestRepository(in: folder, at: "run/hub", initialized: false)
    try hub.git("init", "--quiet", "--bare", "--initial-branch=main", "--template=")
    first = try Self.clone(hub, "first")
    try first.repository.git("switch", "--quiet", "--create", "main")
    let call = try AnsweredCall(
      [Sandbox.program, "init", first.path], environment: first.environment, limits: AnsweredCall.Limits(seconds: 120))
    try #require(call.status == 0)
    for (name, text) in [
      "Same.md": Self.base, "Other.md": Self.base + "\n![[picture.bin]]\n", "Gone.md": Self.base,
      "picture.bin": "Base.\n",
    ] {
      try first.repository.write(text, to: name)
    }
    try first.repository.commit("Base")
    try first.repository.git("push", "--quiet", "--set-upstream", "origin", "main")
    second = try Self.clone(hub, "second")
    // What others have sent.
    for name in ["Other.md", "Theirs.md", "picture.bin"] {
      try first.repository.write(try #require(Self.result[name]), to: name)
    }
    try first.repository.write(Self.theirs, to: "Same.md")
    try folder.remove("run/first/Gone.md")
    try #require(first.sync().status == 0)
    // What is not committed yet.
    try second.repository.write(Self.ours, to: "Same.md")
    try second.repository.write("Ours-new.\n", to: "Ours.md")
    try folder.move("run", to: "start")
  }

  /// Both machines as they were before the sync.
  private func begin() throws {
    if folder.exists("run") { try folder.remove("run") }
    try FileManager.default.copyItem(atPath: folder.absolute("start"), toPath: folder.absolute("run"))
  }

  // MARK: Tests

  private func checkResult(_ when: Comment) throws {
    let outcome = try second.sync()
    #expect(outcome.status == 0, "\(outcome.errorText), \(when)")
    let other = try first.sync()
    #expect(other.status == 0, "\(other.errorText), \(when)")
    for clone in [first, second] {
      #expect(try clone.files().mapValues { String(decoding: $0, as: UTF8.self) } == Self.result, when)
      try clone.checkAllIsDone(when)
    }
    let heads = try [first.repository, second.repository, hub].map { try $0.git("rev-parse", "main") }
    #expect(Set(heads).count == 1, when)
    #expect(try hub.git("fsck", "--full", "--no-dangling") == "", when)
  }

  private func checkNothingIsLost(_ when: Comment) throws {
    try second.checkNothingIsOpen(when)
    #expect(try second.repository.git("fsck", "--full", "--no-dangling") == "", when)
    var texts = Array(try second.files().values)
    texts += Array(try second.committed().texts.values)
    for word in Self.ourWords {
      #expect(texts.contains { String(decoding: $0, as: UTF8.self).contains(word) }, "\(word), \(when)")
    }
    // What has come over is not taken away again by the next commit.
    texts += Array(try first.committed().texts.values)
    for word in Self.theirWords {
      #expect(texts.contains { String(decoding: $0, as: UTF8.self).contains(word) }, "\(word), \(when)")
    }
  }

  @Test func atEverySystemCall() throws {
    let strace = try #require(InstalledTool.strace.path)
    let log = folder.absolute("calls")
    try begin()
    #expect(try second.sync(under: [strace, "-qq", "-o", log]).status == 0)
    try checkResult("not killed")
    var counts: [String: Int] = [:]
    for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
      let name = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if line.dropFirst(name.count).first == "(" { counts[String(name), default: 0] += 1 }
    }
    var (kills, whole, comingOver) = (0, 0, 0)
    for (call, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard let step = Self.calls.map({ $0[call] }) ?? 1 else { continue }
      for number in stride(from: 1, through: count, by: step) {
        try begin()
        let outcome = try second.sync(
          under: [
            strace, "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(number)",
          ])
        let when: Comment = "killed at \(call) \(number) of \(count)"
        // Some calls are fewer the second time.
        #expect(outcome.status == 137 || outcome.status == 0, "\(outcome.errorText), \(when)")
        if outcome.status == 137 { kills += 1 } else { whole += 1 }
        try second.waitForOrphans()
        if try second.repository.git("for-each-ref", "refs/vault/arriving") != "" { comingOver += 1 }
        try checkNothingIsLost(when)
        try checkResult(when)
      }
    }
    #expect(kills > 15 && whole < max(3, kills / 5), "\(counts)")
    #expect(comingOver > 3)
    print(
      "killed \(kills) times while vault synced, of them \(comingOver) while the notes came over (\(whole) calls did not "
        + "come); the next sync ended it each time")
  }
}
