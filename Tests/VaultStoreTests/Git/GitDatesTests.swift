import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// With the setting `dates: git`, notes without dates of their own have those of their commits.
@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitDatesTests {
  private let repository: TestRepository
  private var test: VaultUnderTest

  /// Of the first commit, in seconds since 1970; the others are a minute apart.
  private static let begin: Int64 = 1_760_000_000
  /// What files are given as their time.
  private static let fileTime: Int64 = 1_765_000_000

  init() throws {
    repository = try TestRepository()
    try repository.write("dates: git\n", to: ".vault/config.yaml")
    test = try Self.vault(repository)
  }

  private static func vault(_ repository: TestRepository, at root: String? = nil) throws -> VaultUnderTest {
    var test = try VaultUnderTest(root: root ?? repository.path)
    test.environment.variables.merge(repository.variables) { first, _ in first }
    return test
  }

  /// Writes a note whose file has another time than any commit. Git takes it for unchanged where its size is the same, too.
  private func write(_ text: String, to path: String) throws {
    try repository.write(text, to: path)
    try setTime(of: path)
  }

  private func setTime(of path: String, to seconds: Int64 = fileTime) throws {
    try repository.folder.setModificationTime(seconds * 1_000_000_000, of: path)
  }

  /// The dates of a note, as texts for messages.
  private struct Dates: Hashable, CustomStringConvertible {
    var created: NoteDate
    var updated: NoteDate

    /// The times of commits by their number, or that of the file.
    init(_ created: Int64?, _ updated: Int64?) {
      func date(_ number: Int64?) -> NoteDate { .instant((number.map { begin + 60 * $0 } ?? fileTime) * 1_000) }
      (self.created, self.updated) = (date(created), date(updated))
    }

    init(_ created: NoteDate, _ updated: NoteDate) { (self.created, self.updated) = (created, updated) }

    static let file = Dates(nil, nil)

    var description: String { "\(created)–\(updated)" }
  }

  private static func dates(_ reader: VaultReader) throws -> [String: Dates] {
    let notes = try reader.snapshot.universe
    let records = try reader.snapshot.records(of: notes.ids)
    let heads = try reader.snapshot.heads(of: notes)
    #expect(
      Set(heads.map { Dates($0.created, $0.updated) }) == Set(records.map { Dates($0.created, $0.updated) }))
    return Dictionary(uniqueKeysWithValues: records.map { ($0.path.text, Dates($0.created, $0.updated)) })
  }

  /// What the index says, and the files, and each note by itself.
  private func dates(_ test: VaultUnderTest? = nil) throws -> [String: Dates] {
    let test = test ?? self.test
    let answer = try test.vault().read { reader in
      #expect(try reader.snapshot is IndexSnapshot)
      return try Self.dates(reader)
    }
    #expect(try test.vault(noIndex: true).read { try Self.dates($0) } == answer)
    try test.vault().read { reader in
      for (path, dates) in answer {
        let shown = try reader.show(path).record
        #expect(Dates(shown.created, shown.updated) == dates, "\(path)")
      }
    }
    return answer
  }

  @Test func firstAndLastCommit() throws {
    try write("one\n", to: "a.md")
    try write("---\ncreated: 2020-01-01\n---\n", to: "created.md")
    try write("---\nupdated: 2020-01-02\n---\n", to: "updated.md")
    try write("named\n", to: "2021-03-04.md")
    try repository.commit()
    try write("another\n", to: "a.md")
    try repository.commit()
    try write("new\n", to: "new.md")
    let day = { (text: String) throws in NoteDate.date(try #require(CivilDate(text))) }
    let first = Dates(0, 0)
    #expect(
      try dates() == [
        "a.md": Dates(0, 1), "created.md": Dates(try day("2020-01-01"), first.updated),
        "updated.md": Dates(first.created, try day("2020-01-02")),
        "2021-03-04.md": Dates(try day("2021-03-04"), first.updated), "new.md": .file,
      ])
    #expect(try test.paths("updated:2025-10-09") == ["2021-03-04.md", "a.md", "created.md"])
    #expect(try test.paths("created:2025-10-09", noIndex: true) == ["a.md", "updated.md"])
    #expect(test.notices.all == [])
  }

  /// A commit changes no file of a note, and is noticed all the same.
  @Test func whatIsNotCommitted() throws {
    try write("one\n", to: "a.md")
    try write("one\n", to: "b.md")
    try repository.commit()
    try write("two\n", to: "a.md")
    #expect(try dates() == ["a.md": Dates(0, nil), "b.md": Dates(0, 0)])
    try repository.git("add", "a.md")
    #expect(try dates()["a.md"] == Dates(0, nil))
    try setTime(of: "a.md", to: Self.fileTime + 60)
    try setTime(of: "b.md", to: Self.fileTime + 60)
    let later = Dates(Dates(0, 0).created, .instant((Self.fileTime + 60) * 1_000))
    #expect(try dates() == ["a.md": later, "b.md": Dates(0, 0)])
    try repository.commit()
    #expect(try dates() == ["a.md": Dates(0, 1), "b.md": Dates(0, 0)])
    // Back to what is committed without a commit.
    try write("three\n", to: "b.md")
    #expect(try dates()["b.md"] == Dates(0, nil))
    try repository.git("checkout", "--quiet", "--", "b.md")
    #expect(try dates()["b.md"] == Dates(0, 0))
    // Out of git's sight.
    try repository.git("rm", "--quiet", "--cached", "b.md")
    #expect(try dates()["b.md"] == Dates(0, 0), "HEAD still has it")
    try repository.git("commit", "--quiet", "-m", "Forget")
    try setTime(of: "b.md")
    #expect(try dates()["b.md"] == .file)
  }

  @Test func otherBranchesAndNames() throws {
    try write("A text that is long enough.\n", to: "a.md")
    try repository.commit()
    try repository.git("checkout", "--quiet", "-b", "other")
    try repository.git("mv", "a.md", "b.md")
    try repository.commit()
    #expect(try dates() == ["b.md": Dates(0, 1)])
    try repository.git("checkout", "--quiet", "main")
    #expect(try dates() == ["a.md": Dates(0, 0)])
    try repository.git("checkout", "--quiet", "--detach", "other")
    #expect(try dates() == ["b.md": Dates(0, 1)])
    // Names of branches in one file.
    try repository.git("checkout", "--quiet", "other")
    try repository.git("pack-refs", "--all")
    #expect(try dates() == ["b.md": Dates(0, 1)])
    try repository.git("reset", "--quiet", "--hard", "main")
    #expect(try dates() == ["a.md": Dates(0, 0)])
  }

  /// The text of a merged file is no commit's but the merge's.
  @Test func merges() throws {
    try write("one\n\n\n\n\ntwo\n", to: "a.md")
    try repository.commit()
    try repository.git("checkout", "--quiet", "-b", "other")
    try write("one\n\n\n\n\nother\n", to: "a.md")
    try repository.commit()
    try repository.git("checkout", "--quiet", "main")
    try write("main\n\n\n\n\ntwo\n", to: "a.md")
    try repository.commit()
    try repository.git("merge", "--quiet", "other")
    #expect(try repository.text(of: "a.md") == "main\n\n\n\n\nother\n")
    #expect(try dates() == ["a.md": Dates(0, 2)])
  }

  @Test func lineEnds() throws {
    try repository.git("config", "core.autocrlf", "true")
    try repository.write("one\r\ntwo\r\n", to: "a.md")
    try repository.write("one\ntwo\rthree\n", to: "b.md")
    try repository.commit()
    #expect(try repository.git("cat-file", "-p", "HEAD:a.md") == "one\ntwo")
    #expect(try dates() == ["a.md": Dates(0, 0), "b.md": Dates(0, 0)])
  }

  @Test func aVaultInAFolderAndAnotherWorkTree() throws {
    let folder = try TemporaryFolder()
    let repository = try TestRepository(in: folder, at: "repository")
    try repository.write("dates: git\n", to: "notes/.vault/config.yaml")
    try repository.write("one\n", to: "notes/in/a.md")
    try repository.write("outside\n", to: "in/a.md")
    try repository.commit()
    try repository.write("two\n", to: "in/a.md")
    try repository.commit()
    let inner = try Self.vault(repository, at: repository.path + "/notes")
    #expect(try dates(inner) == ["in/a.md": Dates(0, 0)])
    try repository.git("worktree", "add", "--quiet", "-b", "side", folder.absolute("side"))
    let side = try Self.vault(repository, at: folder.absolute("side/notes"))
    #expect(try dates(side) == ["in/a.md": Dates(0, 0)])
    try folder.write("three\n", to: "side/notes/in/a.md")
    try repository.git("-C", folder.absolute("side"), "commit", "--quiet", "--all", "-m", "Side")
    #expect(try dates(side) == ["in/a.md": Dates(0, 2)])
    #expect(try dates(inner) == ["in/a.md": Dates(0, 0)])
    #expect(inner.notices.all + side.notices.all == [])
  }

  // MARK: Where git cannot be asked

  @Test func noRepository() throws {
    let folder = try TemporaryFolder()
    try folder.write("dates: git\n", to: ".vault/config.yaml")
    try folder.write("one\n", to: "a.md")
    try folder.setModificationTime(Self.fileTime * 1_000_000_000, of: "a.md")
    var test = try VaultUnderTest(folder)
    test.environment.variables["PATH"] = repository.variables["PATH"]
    #expect(try test.vault().read { try Self.dates($0) } == ["a.md": .file])
    #expect(test.notices.all.count == 1 && test.notices.all[0].contains("no git repository"))
    test.notices.clear()
    try folder.write("two\n", to: "b.md")
    #expect(try test.vault().read { try Self.dates($0) }["a.md"] == .file)
    #expect(test.notices.all == [])
    #expect(try test.paths("one") == ["a.md"])
  }

  @Test func noProgram() throws {
    try write("one\n", to: "a.md")
    try repository.commit()
    var without = test
    without.environment.variables["PATH"] = repository.folder.absolute("nowhere")
    #expect(try dates(without) == ["a.md": .file])
    #expect(Set(test.notices.all).count == 1 && test.notices.all[0].contains("git is not installed"))
    // Once it can be asked, it is, although nothing else has changed.
    #expect(try dates() == ["a.md": Dates(0, 0)])
    // What is kept still holds where it cannot be asked any more.
    test.notices.clear()
    #expect(try without.vault().read { try Self.dates($0) } == ["a.md": Dates(0, 0)])
    #expect(test.notices.all == [])
  }

  @Test func noCommit() throws {
    try write("one\n", to: "a.md")
    #expect(try dates() == ["a.md": .file])
    #expect(test.notices.all == [])
    try repository.commit()
    #expect(try dates() == ["a.md": Dates(0, 0)])
    // The repository goes.
    try FileManager.default.removeItem(atPath: repository.path + "/.git")
    #expect(try dates() == ["a.md": .file])
  }

  @Test func shallowClone() throws {
    try repository.write("old\n", to: "old.md")
    try repository.commit()
    try repository.write("one\n", to: "a.md")
    try repository.commit()
    try repository.write("two\n", to: "a.md")
    try repository.commit()
    let folder = try TemporaryFolder()
    let origin = "file://" + repository.path
    try repository.git("clone", "--quiet", "--depth", "2", origin, folder.absolute("clone"))
    let clone = try Self.vault(repository, at: folder.absolute("clone"))
    #expect(try dates(clone) == ["a.md": Dates(1, 2), "old.md": Dates(1, 1)])
    #expect(Set(clone.notices.all).count == 1 && clone.notices.all[0].contains("git fetch --unshallow"))
    clone.notices.clear()
    try folder.write("new\n", to: "clone/new.md")
    _ = try clone.vault().read { try Self.dates($0) }
    #expect(clone.notices.all == [])
    try folder.remove("clone/new.md")
    // HEAD stays what it is.
    try repository.git("-C", folder.absolute("clone"), "fetch", "--quiet", "--unshallow")
    #expect(try dates(clone) == ["a.md": Dates(1, 2), "old.md": Dates(0, 0)])
  }

  // MARK: What it costs

  /// Git runs only where HEAD has moved, and never with the setting off.
  @Test func gitIsNotAskedForNothing() throws {
    let folder = try TemporaryFolder()
    let git = try #require(InstalledTool.git.path)
    let counting = "#!/bin/sh\necho run >> '\(folder.absolute("runs"))'\nexec '\(git)' \"$@\"\n"
    try folder.writeProgram(counting, to: "bin/git")
    let repository = try TestRepository(in: folder, at: "repository", programs: folder.absolute("bin"))
    func runs(_ body: () throws -> Void) throws -> Bool {
      if folder.exists("runs") { try folder.remove("runs") }
      try body()
      return folder.exists("runs")
    }
    try repository.write("one\n", to: "a.md")
    try repository.write("one\n", to: "b.md")
    try repository.commit()
    let test = try Self.vault(repository)
    func look() throws { _ = try test.vault().read { try Self.dates($0) } }
    #expect(try !runs { try look() })
    #expect(try !runs { _ = try test.vault(noIndex: true).read { try Self.dates($0) } })
    try repository.write("dates: git\n", to: ".vault/config.yaml")
    #expect(try runs { try look() })
    #expect(try !runs { try look() })
    try repository.write("two\n", to: "a.md")
    #expect(try !runs { try look() })
    try repository.commit()
    #expect(try runs { try look() })
    #expect(try !runs { try look() })
  }

  // MARK: Who stays

  @Test func textsOfEditors() throws {
    try write("one\n", to: "a.md")
    try write("one\n", to: "b.md")
    try repository.commit()
    let later = (Self.fileTime + 600) * 1_000
    let overlays = [("a.md", "one\n"), ("b.md", "two\n")].map {
      Overlay(path: NotePath($0), bytes: Array($1.utf8), version: 1, modified: later)
    }
    for noIndex in [false, true] {
      let vault = try test.vault(noIndex: noIndex).vault.overlaid(by: overlays)
      #expect(
        try vault.read { try Self.dates($0) } == [
          "a.md": Dates(0, 0), "b.md": Dates(Dates(0, 0).created, .instant(later)),
        ])
    }
  }

  /// After a commit neither a session nor whoever asks a watcher gets the dates from before it.
  @Test(.enabled(if: WatcherUnderTest.isPossible)) func sessionsAndWatchers() throws {
    try write("one\n", to: "a.md")
    try write("one\n", to: "b.md")
    try repository.commit()
    try write("another\n", to: "a.md")
    let watched = try test.withRuntimeFolder()
    let session = try SessionUnderTest(repository.folder, test: watched)
    try session.waitUntilVouched()
    func asked() throws -> [[String: Dates]] {
      let question = Question { try Self.dates($0) }
      return try [
        session.ask(question).value, session.ask(question).value, watched.vault().read { try Self.dates($0) },
      ]
    }
    for round in 1...3 as ClosedRange<Int64> {
      let before = Dates(0, nil)
      #expect(try asked() == Array(repeating: ["a.md": before, "b.md": Dates(0, 0)], count: 3))
      try repository.commit()
      #expect(try asked() == Array(repeating: ["a.md": Dates(0, round), "b.md": Dates(0, 0)], count: 3))
      try repository.git("reset", "--quiet", "--soft", "HEAD~1")
    }
  }

  // MARK: Anything

  @Test(arguments: 0..<3) func randomHistories(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: 400 + seed)
    let names = ["a.md", "b.md", "in/c.md", "in/d.md", "in/é.md"]
    var time = Self.fileTime
    for name in names { try write("first \(name)\n", to: name) }
    try repository.commit()
    for round in 0..<30 {
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let isThere = FileManager.default.fileExists(atPath: repository.path + "/" + name)
      switch Int.random(in: 0..<9, using: &random) {
      case 0...2:
        try repository.write("text \(round)\n" + String(repeating: "more\n", count: 5), to: name)
        time += 7
        try setTime(of: name, to: time)
      case 3: try repository.commit()
      case 4: try repository.git("add", "--all")
      case 5: if isThere { try FileManager.default.removeItem(atPath: repository.path + "/" + name) }
      case 6: try repository.git("checkout", "--quiet", "--force", "HEAD")
      case 7:
        try repository.git("reset", "--quiet", ["--soft", "--mixed", "--hard"].randomElement(using: &random) ?? "")
      default:
        try repository.git(
          "checkout", "--quiet", "--force", "-B", "side\(round)", ["HEAD", "main"].randomElement(using: &random) ?? "")
      }
      let answer = try dates()
      // The rule once more, by what git says itself.
      let changed = try repository.git("-c", "core.quotePath=false", "diff", "--name-only", "HEAD").split(
        separator: "\n")
      let known = Set(
        try repository.git("-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD").split(separator: "\n"))
      for (path, dates) in answer {
        let file = try Int64(#require(status(of: repository.path + "/" + path)).st_mtim.tv_sec) * 1_000
        guard case .instant(let created) = dates.created, case .instant(let updated) = dates.updated else {
          Issue.record("\(path): \(dates)")
          continue
        }
        let isKnown = known.contains(Substring(path))
        let isFile = { (date: Int64) in date / 1_000 == file / 1_000 }
        #expect(isFile(created) == !isKnown, "seed \(seed), round \(round): \(path), \(dates)")
        #expect(
          isFile(updated) == (!isKnown || changed.contains(Substring(path))),
          "seed \(seed), round \(round): \(path), \(dates)")
        if isKnown, !changed.contains(Substring(path)) {
          let last = try repository.git("log", "-1", "--format=%ct", "--", path)
          #expect(updated == (Int64(last) ?? 0) * 1_000, "seed \(seed), round \(round): \(path), \(dates)")
        }
      }
    }
  }
}
