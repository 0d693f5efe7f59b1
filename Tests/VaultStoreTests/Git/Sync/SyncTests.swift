import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What two machines send to each other, over a real repository.
@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct SyncTests {
  @Test func whatOneChangesTheOtherGets() throws {
    let machines = try SyncMachines()
    let (one, two) = (machines[0], machines[1])
    #expect(try one.sync().isIdle)
    try one.write("![[picture.png]]\n", to: "New.md")
    try one.write("picture", to: "picture.png")
    try one.edit("A.md", "one", "uno")
    let sent = try one.sync()
    #expect(sent.committedPaths == ["modified A.md", "added New.md", "added picture.png"])
    #expect(sent.sending == .sent && sent.commits == 1 && sent.upstream == "origin/main" && sent.branch == "main")
    let received = try two.sync()
    #expect(received.receivedPaths == sent.committedPaths && received.committed.isEmpty)
    #expect(received.sending == .upToDate)
    #expect(try one.files() == two.files())
    try two.remove("New.md")
    try two.remove("picture.png")
    #expect(try two.sync().committedPaths == ["deleted New.md", "deleted picture.png"])
    try one.sync()
    #expect(try one.files().keys.sorted() == ["A.md"])
    #expect(try one.status().isEmpty && two.status().isEmpty)
  }

  @Test func editsOfBothAreMergedBesideTheFiles() throws {
    let machines = try SyncMachines(2, ["A.md": "---\ntags: [a]\nupdated: 2026-01-01\n---\n- [ ] one\n- [ ] two\n"])
    let (one, two) = (machines[0], machines[1])
    try one.edit("A.md", "[a]", "[a, b]")
    try one.edit("A.md", "2026-01-01", "2026-01-02")
    try one.edit("A.md", "[ ] one", "[x] one")
    try two.edit("A.md", "[a]", "[a, c]")
    try two.edit("A.md", "2026-01-01", "2026-01-03")
    try two.edit("A.md", "[ ] two", "[x] two")
    try one.sync()
    let merged = try two.sync()
    #expect(merged.conflicts.isEmpty && merged.commits == 2)
    #expect(try two.text("A.md") == "---\ntags: [a, c, b]\nupdated: 2026-01-03\n---\n- [x] one\n- [x] two\n")
    try one.sync()
    #expect(try one.files() == two.files())
    #expect(try two.repository.git("log", "-1", "--format=%s %P").split(separator: " ").count == 6)
  }

  @Test func whatCameOverCanBeUndone() throws {
    let machines = try SyncMachines()
    try machines[0].edit("A.md", "one", "uno")
    try machines[0].write("new\n", to: "B.md")
    try machines[0].sync()
    try machines[1].sync()
    _ = try machines[1].editor().undo()
    #expect(try machines[1].files() == ["A.md": Data("# A\n\none\n\ntwo\n\nthree\n".utf8)])
    // It is a change like any other.
    try machines[1].sync()
    try machines[0].sync()
    #expect(try machines[0].files() == machines[1].files())
  }

  @Test func onlyNotesAndWhatTheyNameAreCommitted() throws {
    let one = try SyncMachines()[0]
    try one.write("loose\n", to: "loose.txt")
    try one.write("staged\n", to: "staged.txt")
    try one.repository.git("add", "staged.txt")
    try one.write("note\n", to: "B.md")
    try one.write("<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n", to: "Marks.md")
    let outcome = try one.sync()
    #expect(outcome.committedPaths == ["added B.md"])
    #expect(
      outcome.leftOut == [
        .init(path: NotePath("Marks.md"), reason: .conflictMarkers),
        .init(path: NotePath("loose.txt"), reason: .notNamed),
        .init(path: NotePath("staged.txt"), reason: .notNamed),
      ])
    #expect(try one.status() == "A  staged.txt\n?? Marks.md\n?? loose.txt")
    try one.write("sync:\n  all: true\n", to: ".vault/config.yaml")
    #expect(
      try one.sync().committedPaths == ["modified .vault/config.yaml", "added loose.txt", "added staged.txt"])
  }

  @Test func marksAreLookedForInAllFiles() throws {
    let one = try SyncMachines(1, ["A.md": "one\n", ".vault/config.yaml": "max_file_size: 1000\n"])[0]
    let marks = "<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n"
    try one.write("![[Board.canvas]] ![[picture.png]]\n", to: "A.md")
    try one.write(marks, to: "Board.canvas")
    // Git takes it for no text, and has no marks for it.
    try one.write("\u{0}" + marks, to: "picture.png")
    try one.write(marks + String(repeating: "text\n", count: 1000), to: "Large.md")
    try one.write("```\n\(marks)```\n" + String(repeating: "text\n", count: 1000), to: "Example.md")
    try one.repository.folder.write(Array(marks.utf8) + [0xFF, 0x0A], to: "0/Bytes.md")
    let outcome = try one.sync()
    #expect(
      outcome.leftOut
        == ["Board.canvas", "Bytes.md", "Large.md"].map {
          .init(path: NotePath($0), reason: .conflictMarkers)
        })
    #expect(outcome.committedPaths == ["modified A.md", "added Example.md", "added picture.png"])
  }

  @Test func foldersOfARepositoryAreVaults() throws {
    let machines = try SyncMachines(2, ["notes/A.md": "one\n", "code.md": "code\n"])
    let inner = try SyncMachine(TestRepository(in: machines.folder, at: "0/notes", initialized: false))
    try machines[0].repository.git("rm", "--quiet", "-r", ".vault")
    _ = try VaultFolder.create(in: inner.repository.path)
    try machines[0].repository.commit("Move the vault")
    try machines[0].repository.git("push", "--quiet")
    try machines[0].write("other code\n", to: "code.md")
    try inner.write("uno\n", to: "A.md")
    try machines[1].write("two\n", to: "notes/B.md")
    try machines[1].write("more\n", to: "more.md")
    #expect(try machines[1].sync(.copies).sending == .sent)
    let outcome = try inner.sync()
    #expect(outcome.committedPaths == ["modified A.md"] && outcome.receivedPaths == ["added B.md"])
    #expect(try machines[0].text("more.md") == "more\n" && machines[0].text("notes/B.md") == "two\n")
    #expect(try machines[0].status() == " M code.md")
  }

  @Test func withoutAnUpstreamAllIsCommitted() throws {
    let folder = try TemporaryFolder()
    let one = try SyncMachine(TestRepository(in: folder))
    try one.write("one\n", to: "A.md")
    let outcome = try one.sync()
    #expect(outcome.sending == .noUpstream && outcome.remotes.isEmpty)
    // What it makes in the folder is for all machines, too.
    #expect(outcome.committedPaths == ["added .vault/.gitignore", "added .vault/config.yaml", "added A.md"])
    #expect(try one.repository.git("log", "--format=%s") == "vault sync: 3 added")
    #expect(try one.sync().committed.isEmpty)
  }

  @Test func emptyClonesGetTheFirstCommit() throws {
    let machines = try SyncMachines(1)
    let empty = try SyncMachine(TestRepository(in: machines.folder, at: "empty"))
    try empty.repository.git("remote", "add", "origin", machines.hub.path)
    try empty.repository.git("config", "branch.main.remote", "origin")
    try empty.repository.git("config", "branch.main.merge", "refs/heads/main")
    try empty.sync()
    #expect(try empty.files() == machines[0].files() && empty.status().isEmpty)
  }

  @Test func dryRunsChangeNothing() throws {
    let machines = try SyncMachines()
    try machines[0].edit("A.md", "one", "uno")
    try machines[0].sync()
    try machines[1].edit("A.md", "three", "tre")
    try machines[1].write("new\n", to: "B.md")
    let (files, status) = (try machines[1].files(), try machines[1].status())
    let refs = try machines[1].repository.git("for-each-ref", "refs/heads", "refs/vault")
    let outcome = try machines[1].sync { $0.dryRun = true }
    #expect(outcome.committedPaths == ["modified A.md", "added B.md"] && outcome.receivedPaths == ["modified A.md"])
    #expect(outcome.sending == .waiting && outcome.commits == 2)
    #expect(try machines[1].files() == files && machines[1].status() == status)
    #expect(try machines[1].repository.git("for-each-ref", "refs/heads", "refs/vault") == refs)
  }

  @Test func lineEndsAreThoseOfThePlace() throws {
    let machines = try SyncMachines(2, ["A.md": "one\n\ntwo\n\nthree\n", ".gitattributes": "*.md text eol=crlf\n"])
    try machines[1].repository.git("rm", "--cached", "--quiet", "-r", ".")
    try machines[1].repository.git("reset", "--quiet", "--hard")
    try machines[0].write("uno\r\n\r\ntwo\r\n\r\nthree\r\n", to: "A.md")
    try machines[0].sync()
    try machines[1].write("one\r\n\r\ntwo\r\n\r\ntre\r\n", to: "A.md")
    try machines[1].sync()
    #expect(try machines[1].text("A.md") == "uno\r\n\r\ntwo\r\n\r\ntre\r\n" && machines[1].status().isEmpty)
  }

  @Test func namesMayChangeInCaseAlone() throws {
    let machines = try SyncMachines()
    try machines[0].repository.git("mv", "A.md", "a.md")
    try machines[0].edit("a.md", "one", "uno")
    try machines[0].sync()
    try machines[1].sync()
    #expect(try machines[1].files() == machines[0].files() && machines[1].status().isEmpty)
  }

  @Test func whatTheBranchWasIsKept() throws {
    let machines = try SyncMachines()
    for number in 1...22 {
      try machines[0].write("\(number)\n", to: "B.md")
      try machines[0].sync()
      let head = try machines[1].repository.git("rev-parse", "HEAD")
      try machines[1].sync()
      #expect(try machines[1].repository.git("rev-parse", "refs/vault/sync/\(number)") == head)
    }
    #expect(try machines[1].repository.git("for-each-ref", "refs/vault").split(separator: "\n").count == 20)
  }

  @Test func anInterruptedOneIsEnded() throws {
    let machines = try SyncMachines()
    try machines[0].edit("A.md", "one", "uno")
    try machines[0].sync()
    let two = machines[1]
    try two.bringNotesAndEnd()
    #expect(try two.status() == " M A.md")
    try two.edit("A.md", "three", "tre")
    let outcome = try two.sync()
    #expect(outcome.committedPaths == ["modified A.md"] && outcome.commits == 1)
    #expect(try two.repository.git("log", "--format=%s", "-2") == "vault sync: change A.md\nvault sync: change A.md")
    #expect(try two.text("A.md") == "# A\n\nuno\n\ntwo\n\ntre\n")
    #expect(try two.repository.git("for-each-ref", "refs/vault/arriving").isEmpty)
  }

  @Test func conflictsInAFolderOfARepositoryAreSettledThere() throws {
    let machines = try SyncMachines(2, ["docs/N.md": "- [ ] one\n- [ ] two\n", "docs/O.md": "one\n", "R.md": "one\n"])
    let docs = try machines.machines.indices.map { number in
      _ = try VaultFolder.create(in: machines.folder.absolute("\(number)/docs"))
      return try SyncMachine(TestRepository(in: machines.folder, at: "\(number)/docs", initialized: false))
    }
    try docs[0].edit("N.md", "[ ] one", "[x] one")
    try docs[1].edit("N.md", "[ ] two", "[x] two")
    try docs[0].sync()
    #expect(try docs[1].sync().sending == .sent)
    #expect(try docs[1].text("N.md") == "- [x] one\n- [x] two\n")
    #expect(try machines.hub.git("show", "main:docs/N.md") == "- [x] one\n- [x] two")
    try docs[0].sync()
    try docs[0].edit("O.md", "one", "uno")
    try machines[0].write("uno\n", to: "R.md")
    try machines[0].repository.commit()
    try docs[0].sync()
    try docs[1].edit("O.md", "one", "eins")
    try machines[1].write("eins\n", to: "R.md")
    try machines[1].repository.commit()
    #expect(
      try docs[1].sync().plainConflicts == [
        .init(path: NotePath("R.md"), kind: .edited), .init(path: NotePath("O.md"), kind: .edited),
      ])
    let outcome = try docs[1].sync(.copies)
    #expect(outcome.copies.map(\.folder) == [""])
    #expect(try machines.hub.git("ls-tree", "-r", "--name-only", "main").split(separator: "\n").count == 9)
    #expect(try machines.hub.git("show", "main:R.md") == "eins")
  }

  @Test func filtersThatArriveHoldForWhatArrivesWithThem() throws {
    let machines = try SyncMachines()
    for number in 0...1 {
      try machines[number].repository.git("config", "filter.turn.clean", "tr a-z n-za-m")
      try machines[number].repository.git("config", "filter.turn.smudge", "tr a-z n-za-m")
    }
    try machines[0].write("*.md filter=turn\n", to: ".gitattributes")
    try machines[0].write("secret\n", to: "S.md")
    try machines[0].repository.git("add", "--renormalize", ".")
    try machines[0].repository.commit()
    try machines[0].sync()
    try machines[1].sync()
    #expect(try machines[1].text("S.md") == "secret\n" && machines[1].text("A.md").contains("three"))
    #expect(try machines[1].status().isEmpty && machines[1].sync().isIdle)
    #expect(try machines.hub.git("show", "main:S.md") == "frperg")
    try machines[0].edit("S.md", "secret", "secrets")
    try machines[0].sync()
    try machines[1].sync()
    #expect(try machines[1].text("S.md") == "secrets\n" && machines[1].status().isEmpty)
  }

  @Test func filesThatNobodyCanChangeHereComeOverByGit() throws {
    let machines = try SyncMachines(2, ["A.md": "one\n", ".vault/config.yaml": "max_file_size: 20\n"])
    try machines[0].write("far more than twenty bytes\n", to: "B.md")
    try machines.folder.write([0x41, 0xFF, 0x0A], to: "0/C.md")
    try machines[0].write("text\n", to: "trailing /D.md")
    try machines[0].edit("A.md", "one", "uno")
    try machines[0].sync()
    #expect(try machines[1].sync().received.count == 4)
    #expect(try machines[0].files() == machines[1].files() && machines[1].status().isEmpty)
  }

  @Test func numbersMayBeLong() throws {
    let folder = try TemporaryFolder()
    let one = try SyncMachine(TestRepository(in: folder, at: "one", initialized: false))
    try one.repository.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256")
    _ = try VaultFolder.create(in: one.repository.path)
    try one.write("one\n", to: "A.md")
    try one.sync()
    try one.remove("A.md")
    #expect(try one.sync().committedPaths == ["deleted A.md"])
    #expect(try one.status().isEmpty)
  }

  @Test func sparseWorkTreesGetWhatTheyShow() throws {
    let machines = try SyncMachines(2, ["in/A.md": "one\n", "out/B.md": "two\n"])
    try machines[1].repository.git("sparse-checkout", "set", "in")
    #expect(throws: SyncError.self) { try machines[1].sync() }
    try machines[1].repository.git("sparse-checkout", "add", ".vault")
    try machines[0].edit("in/A.md", "one", "uno")
    try machines[0].edit("out/B.md", "two", "due")
    try machines[0].sync()
    try machines[1].write("new\n", to: "out/C.md")
    #expect(try machines[1].sync().committedPaths == ["added out/C.md"])
    #expect(try machines[1].text("in/A.md") == "uno\n" && machines[1].status().isEmpty)
    #expect(try machines.hub.git("show", "main:out/B.md") == "due")
  }

  @Test func whatAPersonPutBackMeanwhileIsMergedAnew() throws {
    let machines = try SyncMachines()
    try machines[0].edit("A.md", "one", "uno")
    try machines[0].sync()
    let two = machines[1]
    try two.bringNotesAndEnd()
    try two.repository.git("checkout", "--quiet", "--", "A.md")
    #expect(try two.sync().committed.isEmpty)
    #expect(try two.text("A.md").contains("uno") && machines.hub.git("show", "main:A.md").contains("uno"))
  }

  @Test func filesThatTheIndexLacksAreNotDeleted() throws {
    let one = try SyncMachines()[0]
    try one.remove(".git/index")
    let outcome = try one.sync()
    #expect(!outcome.committed.contains { $0.kind == .deleted })
    #expect(try one.repository.git("ls-tree", "--name-only", "HEAD", "A.md") == "A.md" && one.status().isEmpty)
  }

  @Test func stagedFilesOfAnEmptyCloneStay() throws {
    let machines = try SyncMachines(1)
    let empty = try SyncMachine(TestRepository(in: machines.folder, at: "empty"))
    try empty.repository.git("remote", "add", "origin", machines.hub.path)
    try empty.repository.git("config", "branch.main.remote", "origin")
    try empty.repository.git("config", "branch.main.merge", "refs/heads/main")
    try empty.write("mine\n", to: "Mine.md")
    try empty.write("mine\n", to: "A.md")
    try empty.repository.git("add", "Mine.md", "A.md")
    #expect(throws: SyncError.self) { try empty.sync() }
    #expect(try empty.text("A.md") == "mine\n" && empty.text("Mine.md") == "mine\n")
    try empty.repository.git("rm", "--quiet", "--cached", "A.md")
    try empty.remove("A.md")
    let dry = try empty.sync { $0.dryRun = true }
    #expect(dry.committedPaths.contains("added Mine.md") && dry.commits == 1)
    #expect(try empty.sync().sending == .sent)
    #expect(try empty.text("Mine.md") == "mine\n")
  }
}
