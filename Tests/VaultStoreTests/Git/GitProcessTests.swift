import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitProcessTests {
  private let repository: TestRepository

  init() throws { repository = try TestRepository() }

  private var git: GitProcess { GitProcess(folder: repository.path, variables: repository.variables) }

  /// Each of these makes a file when it runs.
  private func programs(_ name: String) -> String { "touch '\(repository.folder.path)/ran-\(name)'; cat" }

  private var whatRan: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: repository.folder.path).filter { $0.hasPrefix("ran-") }
        .sorted()
    }
  }

  @Test func noProgramOfTheRepositoryRuns() throws {
    let inside = try TestRepository(in: repository.folder, at: "repo")
    try inside.write("one\n", to: "a.md")
    try inside.commit()
    let hostile = [
      ("filter.evil.clean", "clean"), ("filter.evil.smudge", "smudge"), ("filter.a=b.clean", "equals"),
      ("core.fsmonitor", "monitor"), ("diff.evil.textconv", "textconv"), ("diff.evil.command", "command"),
      ("diff.external", "external"), ("core.pager", "pager"), ("gpg.program", "gpg"), ("core.sshCommand", "ssh"),
      ("core.editor", "editor"), ("pager.status", "pager"),
    ]
    for (setting, name) in hostile { try inside.git("config", setting, programs(name)) }
    try inside.git("config", "filter.evil.required", "true")
    try inside.git("config", "log.showSignature", "true")
    try inside.git("config", "include.path", "more")
    try inside.folder.write("[filter \"more\"]\n\tclean = \(programs("included"))\n", to: "repo/.git/more")
    try inside.folder.write(
      "#!/bin/sh\ntouch '\(repository.folder.path)/ran-hook'\n", to: "repo/.git/hooks/post-index-change")
    chmod(inside.path + "/.git/hooks/post-index-change", 0o755)
    try inside.write("*.md filter=evil diff=evil\nb.md filter=a=b\nc.md filter=more\n", to: ".gitattributes")
    for name in ["a", "b", "c"] { try inside.write("two\n", to: "\(name).md") }
    let git = GitProcess(folder: inside.path, variables: inside.variables)
    _ = try git.readWorkTree(["status", "--porcelain=v2", "-z", "--ignore-submodules=dirty"])
    _ = try git.readWorkTree(["diff", "--no-ext-diff", "--no-textconv", "HEAD", "--"])
    _ = try git.read(["log", "-p", "--no-ext-diff", "--no-textconv"])
    _ = try git.readWorkTree(["hash-object", "--path=b.md", "b.md"])
    #expect(try whatRan == [])
    // The judge of this test: git as it is runs some of them.
    try inside.git("status")
    #expect(try whatRan != [])
  }

  @Test func whatThePersonNamesRuns() throws {
    try repository.write("one\n", to: "a.md")
    try repository.write("*.md filter=own\n", to: ".gitattributes")
    try repository.folder.write("[filter \"own\"]\n\tclean = tr a-z A-Z\n", to: "own.config")
    var variables = repository.variables
    variables["GIT_CONFIG_GLOBAL"] = repository.folder.absolute("own.config")
    let git = GitProcess(folder: repository.path, variables: variables)
    let filtered = try git.readWorkTree(["hash-object", "--path=a.md", "a.md"])
    let plain = try git.readWorkTree(["hash-object", "--no-filters", "a.md"])
    #expect(filtered != plain)
  }

  @Test func largeInputAndOutputDoNotWaitForEachOther() throws {
    let text = [UInt8](repeating: 0x61, count: 3 << 20)
    let id = try git.read(["hash-object", "-w", "--stdin"], input: text).dropLast()
    #expect(try git.read(["cat-file", "blob", String(decoding: id, as: UTF8.self)]) == text)
    let lines = Array(repeating: Array(id) + [0x0A], count: 20).flatMap { $0 }
    #expect(try git.read(["cat-file", "--batch"], input: lines).count > 20 * text.count)
  }

  @Test func errorsNameCauseAndRemedy() throws {
    let outside = try TemporaryFolder()
    func message(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return "nothing was thrown"
    }
    var variables = repository.variables
    variables["GIT_CEILING_DIRECTORIES"] = URL(fileURLWithPath: outside.path).deletingLastPathComponent().path
    #expect(
      message { _ = try GitRepository(of: outside.path, variables: variables) }
        == "\(outside.path): no git repository; make one with `git init`, or clone one")
    #expect(message { _ = try git.read(["show", "nothing"]) }.hasPrefix("git show: ambiguous argument 'nothing'"))
    variables["PATH"] = outside.path
    #expect(
      message { _ = try GitProcess(folder: repository.path, variables: variables).read(["status"]) }
        == "git is not installed, or not in PATH; install it to use what rests on it")
  }

  /// As of a full disk, beside what another machine tells of a transfer.
  @Test func progressIsNoCause() throws {
    let bin = try TemporaryFolder()
    let transfer = "remote: Enumerating objects: 7, done.        \nremote: Total 7 (delta 1)\n"
    let complaint = transfer + "fatal: no space left.\nMake\nand make room\n"
    try bin.write("#!/bin/sh\nprintf '\(complaint)' >&2\nexit 128\n", to: "git")
    #expect(chmod(bin.absolute("git"), 0o755) == 0)
    let git = GitProcess(folder: repository.path, variables: ["PATH": bin.path + ":/bin:/usr/bin"])
    let error = #expect(throws: GitError.self) { try git.read(["fetch"]) }
    #expect(error?.message.text == "git fetch: no space left; Make and make room")
  }

  @Test func cancelled() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let git = GitProcess(folder: repository.path, variables: repository.variables, cancellation: cancellation)
    #expect(throws: CancelledError.self) { try git.read(["status"]) }
  }

  @Test func placesOfTheRepository() throws {
    let name = "odd\nfolder é"
    let inside = try TestRepository(in: repository.folder, at: name)
    try inside.write("one\n", to: "notes/a.md")
    try inside.commit()
    let found = try GitRepository(of: inside.path + "/notes", variables: inside.variables)
    #expect(found.workTree == Array(inside.path.utf8))
    #expect(found.prefix == Array("notes/".utf8))
    #expect(found.bytes(of: NotePath("a.md")) == Array("notes/a.md".utf8))
    #expect(found.path(of: Array("notes/b/c.md".utf8)) == NotePath("b/c.md"))
    #expect(found.path(of: Array("other/c.md".utf8)) == nil)
    try inside.git("worktree", "add", "--quiet", "../second")
    let second = try GitRepository(of: repository.path + "/second", variables: inside.variables)
    #expect(second.folder.hasSuffix(".git/worktrees/second"))
    #expect(second.commonFolder == found.commonFolder)
    try inside.git("init", "--quiet", "--bare", "../bare.git")
    for folder in [repository.path + "/bare.git", inside.path + "/.git"] {
      #expect(throws: GitError(.noWorkTree(folder), command: "rev-parse")) {
        try GitRepository(of: folder, variables: inside.variables)
      }
    }
  }

  @Test func hooksAreFoundWhereTheyAre() throws {
    let actions = GitActions(git, usesTerminal: false)
    #expect(try !actions.hasHook("pre-push"))
    try repository.git("config", "core.hooksPath", "hooks")
    try repository.write("#!/bin/sh\n", to: "hooks/pre-push")
    #expect(try !actions.hasHook("pre-push"))
    chmod(repository.path + "/hooks/pre-push", 0o755)
    #expect(try actions.hasHook("pre-push"))
  }

  @Test func repositoriesOfOthersWaitForTrust() throws {
    var variables = repository.variables
    variables["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    let error = #expect(throws: GitError.self) { try GitRepository(of: repository.path, variables: variables) }
    #expect(error?.kind == .refused && "\(error as Any)".contains("safe.directory"))
  }
}

@Suite struct AnsweredCallTests {
  private func run(_ script: String, input: String = "", seconds: Int? = 60) throws -> AnsweredCall {
    try AnsweredCall(
      ["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], input: Array(input.utf8),
      limits: AnsweredCall.Limits(seconds: seconds, bytes: 1 << 20))
  }

  @Test func statusOutputAndComplaint() throws {
    let call = try run("cat; echo bad >&2; exit 3", input: "good")
    #expect(call.status == 3)
    #expect(String(decoding: call.output, as: UTF8.self) == "good")
    #expect(String(decoding: call.complaint, as: UTF8.self) == "bad\n")
    #expect(try run("kill -TERM $$").status == 128 + SIGTERM)
  }

  @Test func aProgramThatReadsNothing() throws {
    #expect(try run("exec 0<&-; exit 0", input: String(repeating: "x", count: 5 << 20)).status == 0)
  }

  @Test func tooLongAndTooLarge() {
    #expect(throws: AnsweredCall.Failure.tooLong(seconds: 0)) { try run("sleep 600 & sleep 600", seconds: 0) }
    #expect(throws: AnsweredCall.Failure.tooLarge(bytes: 1 << 20)) { try run("yes") }
    #expect(throws: AnsweredCall.Failure.cannotStart(program: "nothing-of-that-name", ENOENT)) {
      try AnsweredCall(
        ["nothing-of-that-name"], environment: ["PATH": "/usr/bin"], limits: AnsweredCall.Limits(seconds: 1))
    }
  }
  /// Runs a script that writes its number into a file, and cancels it then.
  private func cancel(_ script: String, in folder: TemporaryFolder) throws {
    let started = folder.absolute("started")
    #expect(throws: CancelledError.self) {
      try AnsweredCall(
        ["sh", "-c", script, "sh", started], environment: ["PATH": "/usr/bin:/bin"],
        limits: AnsweredCall.Limits(seconds: nil)
      ) {
        if FileManager.default.fileExists(atPath: started) { throw CancelledError() }
      }
    }
  }

  @Test func whoIsEndedMayPutAwayWhatItHolds() throws {
    let folder = try TemporaryFolder()
    try cancel(#"touch "$1.lock"; trap 'rm "$1.lock"; exit 1' TERM; touch "$1"; sleep 600 & wait"#, in: folder)
    #expect(!folder.exists("started.lock"))
  }

  @Test func whoDoesNotEndIsKilled() throws {
    let folder = try TemporaryFolder()
    try cancel(#"trap '' TERM; echo $$ > "$1.new"; mv "$1.new" "$1"; while :; do sleep 1; done"#, in: folder)
    let number = try #require(
      try pid_t(String(contentsOfFile: folder.absolute("started"), encoding: .utf8).dropLast()))
    #expect(kill(number, 0) == -1)
  }

  @Test(arguments: ["sleep 600 &", "yes >&2 &", "(while sleep 0.01; do echo more >&2; done) &"])
  func whatItLeavesRunningIsNotWaitedFor(command: String) throws {
    let call = try run("\(command) echo $!")
    let number = try #require(pid_t(String(decoding: call.output.prefix { $0 != 0x0A }, as: UTF8.self)))
    #expect(call.status == 0)
    // One that goes on to write has ended when its reader went away.
    kill(number, SIGKILL)
  }

  @Test func silenceIsThatSinceTheLastWord() throws {
    func run(_ script: String, _ seconds: Int) throws -> AnsweredCall {
      try AnsweredCall(
        ["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"],
        limits: AnsweredCall.Limits(seconds: seconds, isOfSilence: true))
    }
    #expect(throws: AnsweredCall.Failure.silent(seconds: 0)) { try run("sleep 600", 0) }
    // It takes longer than it may be silent. On a busy machine it may be silent for longer than it means to.
    let script = "for word in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.5; echo $word; done"
    let isHeard = try (0..<5).contains { _ in
      do { return try run(script, 5).status == 0 } catch AnsweredCall.Failure.silent { return false }
    }
    #expect(isHeard)
  }
}
