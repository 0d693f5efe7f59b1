import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// Git itself, with the program as its merge driver.
@Suite(
  "Merges of git", .enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitMergeTests {
  private let folder: TemporaryFolder
  private let repository: TestRepository

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("bin")
    try FileManager.default.createSymbolicLink(
      atPath: folder.absolute("bin/vault"), withDestinationPath: try Sandbox.program)
    repository = try TestRepository(in: folder, at: "notes", programs: folder.absolute("bin"))
    try repository.write(Self.base, to: "Log.md")
    try folder.makeFolder("notes/.vault")
    try setUp()
    try repository.commit("Base")
  }

  private func setUp(_ arguments: String...) throws {
    let call = try AnsweredCall(
      [Sandbox.program, "--vault", repository.path, "git", "setup"] + arguments, environment: repository.variables,
      limits: AnsweredCall.Limits(seconds: 120))
    try #require(call.status == 0, "\(String(decoding: call.complaint, as: UTF8.self))")
  }

  // MARK: Two machines

  private static let base = """
    ---
    title: Log
    updated: 2026-03-01T08:00:00
    ---

    - [ ] one
    - [ ] two
    - [ ] three

    Text.

    """
  private static let ours = base.replacing("08:00:00", with: "09:00:00").replacing("[ ] one", with: "[x] one")
  private static let theirs = base.replacing("08:00:00", with: "10:00:00").replacing("[ ] two", with: "[x] two")
  private static let both = theirs.replacing("[ ] one", with: "[x] one")

  /// A branch with their change, and ours on main.
  private func diverge(_ ours: String = Self.ours, _ theirs: String = Self.theirs) throws {
    try repository.git("switch", "--quiet", "--create", "theirs")
    try repository.write(theirs, to: "Log.md")
    try repository.commit("Theirs")
    try repository.git("switch", "--quiet", "main")
    try repository.write(ours, to: "Log.md")
    try repository.commit("Ours")
  }

  private var status: String { get throws { try repository.git("status", "--porcelain") } }

  @Test func merge() throws {
    try diverge()
    try repository.git("merge", "--quiet", "--no-edit", "theirs")
    #expect(try repository.text(of: "Log.md") == Self.both)
    #expect(try status == "")
  }

  @Test func rebase() throws {
    try diverge()
    try repository.git("rebase", "--quiet", "theirs")
    #expect(try repository.text(of: "Log.md") == Self.both)
  }

  @Test func cherryPick() throws {
    try diverge()
    try repository.git("cherry-pick", "theirs")
    #expect(try repository.text(of: "Log.md") == Self.both)
  }

  @Test func stashPop() throws {
    try repository.write(Self.theirs, to: "Log.md")
    try repository.git("stash", "--quiet")
    try repository.write(Self.ours, to: "Log.md")
    try repository.commit("Ours")
    try repository.git("stash", "pop", "--quiet")
    #expect(try repository.text(of: "Log.md") == Self.both)
  }

  @Test func aSecondWorkTreeInAFolder() throws {
    try diverge()
    try repository.git("worktree", "add", "--quiet", "../second", "theirs")
    let second = try TestRepository(in: folder, at: "second", initialized: false, programs: folder.absolute("bin"))
    try second.git("merge", "--quiet", "--no-edit", "main")
    #expect(try second.text(of: "Log.md") == Self.both)
  }

  @Test func treesMergedWithoutFiles() throws {
    try diverge()
    let tree = try repository.git("merge-tree", "--write-tree", "main", "theirs")
    #expect(try repository.git("cat-file", "blob", "\(tree):Log.md") + "\n" == Self.both)
    #expect(try repository.text(of: "Log.md") == Self.ours)
  }

  @Test func oddPaths() throws {
    let names = ["-odd.md", "a b'\"$(touch ran).md", "é\n.md", "deep/er/%O.md"]
    for name in names { try repository.write(Self.base, to: name) }
    try repository.commit("More")
    try repository.git("switch", "--quiet", "--create", "theirs")
    for name in names { try repository.write(Self.theirs, to: name) }
    try repository.commit("Theirs")
    try repository.git("switch", "--quiet", "main")
    for name in names { try repository.write(Self.ours, to: name) }
    try repository.commit("Ours")
    try repository.git("merge", "--quiet", "--no-edit", "theirs")
    for name in names { #expect(try repository.text(of: name) == Self.both) }
    #expect(!FileManager.default.fileExists(atPath: repository.path + "/ran"))
  }

  @Test func whatIsLeftOpenIsAConflictOfGits() throws {
    try diverge(Self.ours.replacing("Text.", with: "Ours."), Self.theirs.replacing("Text.", with: "Theirs."))
    try repository.git("merge", "--quiet", "--no-edit", "theirs", status: 1)
    #expect(
      try repository.text(of: "Log.md")
        == Self.both.replacing("Text.", with: "<<<<<<< ours\nOurs.\n=======\nTheirs.\n>>>>>>> theirs"))
    #expect(try status == "UU Log.md")
  }

  // MARK: Merges that cross

  /// Each of two branches merges the other one's first commit, so that a later merge has two bases.
  private func cross(_ ours: String, _ theirs: String) throws {
    try diverge(ours, theirs)
    try repository.git("tag", "ours")
    for (branch, other, text) in [("main", "theirs", ours), ("theirs", "ours", theirs)] {
      try repository.git("switch", "--quiet", branch)
      try repository.git("merge", "--quiet", "--no-commit", "--strategy=ours", other)
      try repository.write(text + "\(branch)\n", to: "Log.md")
      try repository.commit("Merge")
    }
    try repository.git("switch", "--quiet", "main")
    #expect(try repository.git("merge-base", "--all", "main", "theirs").split(separator: "\n").count == 2)
  }

  @Test func crissCross() throws {
    try cross(Self.ours + "\nOurs.\n\n", Self.theirs + "\nTheirs.\n\n")
    // The bases merge with a conflict, and the base that has its marks is for git.
    try repository.git("merge", "--quiet", "--no-edit", "theirs", status: 1)
    let text = try repository.text(of: "Log.md")
    for line in ["<<<<<<< ", "Ours.", "main", ">>>>>>> ", "Theirs.", "theirs", "[x] one", "[x] two"] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
  }

  // MARK: Without the program

  private func replaceProgram(by script: String?) throws {
    try FileManager.default.removeItem(atPath: folder.absolute("bin/vault"))
    guard let script else { return }
    try folder.writeProgram("#!/bin/sh\n" + script + "\n", to: "bin/vault")
  }

  @Test(
    arguments: [
      nil, "kill -9 $$", "kill -SEGV $$", "exit 2", "exit 64", "exit 127", "exit 255", "rm -f \"$3.other\"; exit 3",
    ])
  func aMissingOrFailingProgramLeavesMarksAndBothSides(_ script: String?) throws {
    try diverge()
    try replaceProgram(by: script)
    try repository.git("merge", "--quiet", "--no-edit", "theirs", status: 1)
    let text = try repository.text(of: "Log.md")
    for line in ["<<<<<<< ours", "09:00:00", "=======", "10:00:00", ">>>>>>> theirs", "[x] one", "[x] two"] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    #expect(try status == "UU Log.md")
  }

  @Test func aCloneWithoutTheProgramMergesAsGitDoes() throws {
    try diverge()
    try repository.git("clone", "--quiet", ".", "../clone")
    let clone = try TestRepository(in: folder, at: "clone", initialized: false)
    try clone.git("merge", "--quiet", "--no-edit", "origin/theirs", status: 1)
    let withAttributes = try clone.text(of: "Log.md")
    try clone.git("merge", "--abort")
    try clone.write("* -text\n", to: ".git/info/attributes")
    try clone.write("*.md merge\n", to: ".git/info/attributes")
    try clone.git("merge", "--quiet", "--no-edit", "origin/theirs", status: 1)
    #expect(try clone.text(of: "Log.md") == withAttributes)
    #expect(withAttributes.contains("<<<<<<< HEAD\n"))
  }

  @Test func takenBackGitMergesAlone() throws {
    try setUp("--remove")
    try repository.commit("Without")
    try diverge()
    try repository.git("merge", "--quiet", "--no-edit", "theirs", status: 1)
    #expect(try repository.text(of: "Log.md").contains("<<<<<<< HEAD\n"))
  }
}
