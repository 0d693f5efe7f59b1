import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// What stops a sync, and what is as it was then.
@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct SyncRefusalTests {
  private let machines: SyncMachines
  private var one: SyncMachine { machines[0] }
  private var two: SyncMachine { machines[1] }

  init() throws { machines = try SyncMachines() }

  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  private func status(_ arguments: [String]) throws -> Int32 {
    try AnsweredCall(
      ["git", "-C", one.repository.path] + arguments, environment: one.repository.variables,
      limits: AnsweredCall.Limits(seconds: 60)
    ).status
  }

  @Test func operationsOfGitAreEndedFirst() throws {
    let git = one.repository
    try git.git("switch", "--quiet", "--create", "side")
    try one.edit("A.md", "one", "eins")
    let side = try git.commit("Side")
    try git.git("switch", "--quiet", "main")
    try one.edit("A.md", "one", "uno")
    try git.commit("Main")
    let operations: [(begin: [String], word: String, end: [String])] = [
      (["merge", "side"], "merge", ["merge", "--abort"]),
      (["rebase", "side"], "rebase", ["rebase", "--abort"]),
      (["cherry-pick", side], "cherry-pick", ["cherry-pick", "--abort"]),
      (["revert", "--no-commit", side], "revert", ["revert", "--abort"]),
    ]
    for operation in operations {
      #expect(try status(operation.begin) != 0)
      let told = message { try one.sync() }
      #expect(told.contains("a \(operation.word) is under way") && told.contains("--abort"), "\(told)")
      #expect(try status(operation.end) == 0)
    }
    // Several commits at once, of which the first has been settled.
    try one.edit("A.md", "two", "due")
    try git.commit("Main again")
    try git.git("switch", "--quiet", "side")
    try one.edit("A.md", "three", "drei")
    try git.commit("Side again")
    try git.git("switch", "--quiet", "main")
    for (word, commits) in [("cherry-pick", ["main..side"]), ("revert", ["HEAD~2", "HEAD~1"])] {
      #expect(try status([word] + commits) != 0)
      try one.write("settled by a \(word)\n", to: "A.md")
      try git.git("commit", "--quiet", "--all", "--no-edit")
      let told = message { try one.sync() }
      #expect(told.contains("a \(word) is under way") && told.contains("git \(word) --abort"), "\(told)")
      try git.git(word, "--quit")
    }
    try git.git("format-patch", "--quiet", "--output-directory", "../patches", "-1", side)
    let patches = try FileManager.default.contentsOfDirectory(atPath: machines.folder.absolute("patches"))
    #expect(try status(["am", "../patches/" + patches[0]]) != 0)
    #expect(message { try one.sync() }.contains("git am --abort"))
    try git.git("am", "--abort")
    try git.git("bisect", "start")
    #expect(message { try one.sync() }.contains("git bisect reset"))
    try git.git("bisect", "reset")
    try git.git("switch", "--quiet", "--detach")
    #expect(message { try one.sync() }.contains("on no branch"))
  }

  @Test func unmergedFilesAreSettledFirst() throws {
    let git = one.repository
    try one.edit("A.md", "one", "eins")
    try git.git("stash", "--quiet")
    try one.edit("A.md", "one", "uno")
    try git.commit("Ours")
    try git.git("stash", "pop", status: 1)
    #expect(message { try one.sync() }.contains("A.md: git has it unmerged"))
  }

  @Test func anotherGitAtWorkIsWaitedFor() throws {
    try one.write("", to: ".git/index.lock")
    #expect(message { try one.sync() }.contains("index.lock: another git is at work"))
    try one.remove(".git/index.lock")
    #expect(try one.sync().isIdle)
  }

  @Test func anotherGitAtWorkBehindTheNotesIsWaitedFor() throws {
    try one.edit("A.md", "one", "uno")
    try one.sync()
    let arrival = try two.bringNotesAndEnd()
    let lock = two.repository.path + "/.git/index.lock"
    try two.write("", to: ".git/index.lock")
    #expect(throws: SyncError.locked(lock)) { try arrival.finish("refs/heads/main") }
    let other = Thread {
      usleep(500_000)
      unlink(lock)
    }
    other.start()
    try arrival.finish("refs/heads/main")
    #expect(try two.status().isEmpty && two.sync().isIdle)
  }

  @Test func filtersThatFailAreToldAsWhatTheyAre() throws {
    for machine in [one, two] {
      try machine.repository.git("config", "filter.picky.smudge", machine === two ? "false" : "cat")
      try machine.repository.git("config", "filter.picky.clean", "cat")
      try machine.repository.git("config", "filter.picky.required", "true")
      try machine.write("*.csv filter=picky\n", to: ".git/info/attributes")
    }
    try one.write("1\n", to: "data.csv")
    try one.repository.commit("Data")
    try one.sync()
    let told = message { try two.sync() }
    #expect(told.hasPrefix("git read-tree: ") && told.contains("picky"), "\(told)")
  }

  @Test(arguments: ["pre-commit", "commit-msg"]) func failingHooksLeaveTheIndex(hook: String) throws {
    try one.repository.write("#!/bin/sh\necho 'not today' >&2\nexit 1\n", to: ".git/hooks/\(hook)")
    chmod(one.repository.path + "/.git/hooks/\(hook)", 0o755)
    try one.write("new\n", to: "B.md")
    try one.edit("A.md", "one", "uno")
    try one.sync {
      $0.sends = false
      $0.dryRun = true
    }
    let before = FileManager.default.contents(atPath: one.repository.path + "/.git/index")
    let told = message { try one.sync() }
    #expect(told.contains("not today"), "\(told)")
    #expect(FileManager.default.contents(atPath: one.repository.path + "/.git/index") == before)
    #expect(try one.status() == " M A.md\n?? B.md")
    try one.remove(".git/hooks/\(hook)")
    #expect(try one.sync().sending == .sent)
  }

  @Test func whatIsStagedWhileAHookRunsStays() throws {
    try one.write("loose\n", to: "loose.txt")
    try one.write("known\n", to: "C.md")
    try one.repository.commit()
    try one.write("staged\n", to: "loose.txt")
    try one.write("new\n", to: "B.md")
    try one.edit("A.md", "one", "uno")
    try one.remove("C.md")
    // What a person does meanwhile, in another window.
    try one.repository.write(
      "#!/bin/sh\nunset GIT_INDEX_FILE\necho later > A.md\ngit add loose.txt A.md\nexit 1\n",
      to: ".git/hooks/pre-commit")
    chmod(one.repository.path + "/.git/hooks/pre-commit", 0o755)
    #expect(message { try one.sync() }.contains("nothing was committed"))
    #expect(try one.status() == "M  A.md\n D C.md\nM  loose.txt\n?? B.md")
  }

  @Test func hooksMayChangeWhatIsCommitted() throws {
    try one.repository.write(
      "#!/bin/sh\nprintf 'formatted\\n' > B.md\ngit add B.md\n", to: ".git/hooks/pre-commit")
    chmod(one.repository.path + "/.git/hooks/pre-commit", 0o755)
    try one.write("unformatted\n", to: "B.md")
    try one.sync()
    #expect(try one.repository.git("show", "HEAD:B.md") == "formatted" && one.status().isEmpty)
  }

  @Test func signaturesThatFailLeaveTheIndex() throws {
    try one.repository.git("config", "commit.gpgSign", "true")
    try one.repository.git("config", "gpg.program", "/bin/false")
    try one.write("new\n", to: "B.md")
    #expect(message { try one.sync() }.contains("the signature refused"))
    #expect(try one.status() == "?? B.md")
  }

  @Test func serversThatRefuseAreHeard() throws {
    try machines.hub.write("#!/bin/sh\necho 'main is protected' >&2\nexit 1\n", to: "hooks/pre-receive")
    chmod(machines.hub.path + "/hooks/pre-receive", 0o755)
    try one.write("new\n", to: "B.md")
    let told = message { try one.sync() }
    #expect(told.contains("origin/main does not take") && told.contains("main is protected"), "\(told)")
    #expect(try one.status().isEmpty && one.repository.git("log", "-1", "--format=%s") == "vault sync: add B.md")
    try FileManager.default.removeItem(atPath: machines.hub.path + "/hooks/pre-receive")
    #expect(try one.sync().sending == .sent)
  }

  @Test func whoIsOvertakenMergesOnceMore() throws {
    // Another machine sends while this one does, once.
    let script = """
      #!/bin/sh
      cd '\(two.repository.path)' || exit 1
      unset GIT_DIR GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
      mv .git/hooks/once .git/hooks/done 2>/dev/null || exit 0
      echo there > C.md && git add C.md && git commit --quiet -m Faster && git push --quiet
      """
    try two.repository.write("", to: ".git/hooks/once")
    try one.repository.write(script + "\n", to: ".git/hooks/pre-push")
    chmod(one.repository.path + "/.git/hooks/pre-push", 0o755)
    try one.write("here\n", to: "B.md")
    let outcome = try one.sync()
    #expect(outcome.sending == .sent && outcome.receivedPaths == ["added C.md"] && outcome.commits == 2)
  }

  @Test func histories() throws {
    let other = try TestRepository(in: machines.folder, at: "other")
    try other.write("other\n", to: "O.md")
    try other.commit("Other")
    try one.repository.git("remote", "set-url", "origin", other.path)
    #expect(message { try one.sync() }.contains("git merge --allow-unrelated-histories origin/main"))
    try one.repository.git("remote", "set-url", "origin", machines.folder.absolute("nowhere"))
    try one.write("new\n", to: "B.md")
    #expect(message { try one.sync() }.contains("nowhere"))
    #expect(try one.status().isEmpty)
  }

  @Test func otherFilesWithChangesAreNotOverwritten() throws {
    try one.write("1\n", to: "data.csv")
    try one.repository.git("add", "data.csv")
    try one.repository.commit("Data")
    try one.sync()
    try two.sync()
    try one.write("2\n", to: "data.csv")
    try one.edit("A.md", "one", "uno")
    try one.repository.commit("More data")
    try one.sync()
    try two.write("mine\n", to: "data.csv")
    let told = message { try two.sync() }
    #expect(told.contains("data.csv") && told.contains("not committed"), "\(told)")
    #expect(message { try two.sync { $0.dryRun = true } } == told)
    #expect(try two.text("A.md").contains("one") && two.text("data.csv") == "mine\n")
    #expect(try two.repository.git("status", "--porcelain") == " M data.csv")
  }

  @Test func whatLiesInTheWayStays() throws {
    try two.write("B.md\n", to: ".git/info/exclude")
    try two.write("mine\n", to: "B.md")
    try one.write("theirs\n", to: "B.md")
    try one.sync()
    let told = message { try two.sync() }
    #expect(told.contains("B.md"), "\(told)")
    #expect(message { try two.sync { $0.dryRun = true } } == told)
    #expect(try two.text("B.md") == "mine\n")
  }

  @Test func notesWithMarksThatOthersChangedWaitForAPerson() throws {
    try two.write("<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n", to: "A.md")
    try one.edit("A.md", "one", "uno")
    try one.sync()
    let told = message { try two.sync() }
    #expect(told.hasPrefix("A.md: marks of a conflict are in it"), "\(told)")
    #expect(message { try two.sync { $0.dryRun = true } } == told)
    try two.write("settled\n", to: "A.md")
    #expect(try two.sync(.copies).sending == .sent)
  }

  @Test func passwordsInAddressesAreNotTold() throws {
    try one.repository.git("remote", "set-url", "origin", "http://ada:secret@127.0.0.1:9/notes.git")
    let told = message { try one.sync() }
    #expect(told.contains("git fetch") && told.contains("127.0.0.1") && !told.contains("secret"), "\(told)")
  }
}
