import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What a sync does where both machines changed the same place.
@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct SyncConflictTests {
  private let machines: SyncMachines
  private var one: SyncMachine { machines[0] }
  private var two: SyncMachine { machines[1] }

  init() throws {
    machines = try SyncMachines(
      2, ["A.md": "# A\n\none\n\ntwo\n\nthree\n", "B.md": "# B\n\ntext of some length\nin lines\n", "p.png": "0"])
    try one.write("![[p.png]]\n", to: "P.md")
    try one.sync()
    try two.sync()
  }

  /// Both change it, and one has sent.
  private func part() throws {
    try one.edit("A.md", "two", "due")
    try one.edit("B.md", "text", "their text")
    try one.sync()
    try two.edit("A.md", "two", "deux")
  }

  /// Both have the same in the end, and no mark is anywhere.
  private func expectAgreement() throws {
    try one.sync(.copies)
    try two.sync(.copies)
    let files = try one.files()
    #expect(try files == two.files() && one.status().isEmpty && two.status().isEmpty)
    for (path, data) in files { #expect(!String(decoding: data, as: UTF8.self).contains("<<<<<<<"), "\(path)") }
    #expect(try one.sync(.copies).isIdle && two.sync(.copies).isIdle)
  }

  @Test func changesNoFileAndSendsNothing() throws {
    try part()
    let (files, hub) = (try two.files(), try machines.hub.git("rev-parse", "main"))
    let outcome = try two.sync()
    #expect(outcome.plainConflicts == [.init(path: NotePath("A.md"), kind: .edited)])
    #expect(outcome.sending == .waiting && outcome.commits == 1 && outcome.received.isEmpty)
    #expect(try two.files() == files && two.status().isEmpty)
    #expect(try machines.hub.git("rev-parse", "main") == hub)
    // The next time it is the same.
    #expect(try two.sync().conflicts == outcome.conflicts)
    // A person settles it.
    try two.edit("A.md", "deux", "due")
    #expect(try two.sync().sending == .sent)
    try expectAgreement()
  }

  @Test func copiesLieBesideOurs() throws {
    try part()
    let outcome = try two.sync(.copies)
    let copy = try #require(outcome.copies.first)
    #expect(outcome.copies.count == 1 && copy.text.hasPrefix("A (theirs ") && copy.text.hasSuffix(").md"))
    #expect(try two.text("A.md") == "# A\n\none\n\ndeux\n\nthree\n")
    #expect(try two.text(copy.text) == "# A\n\none\n\ndue\n\nthree\n")
    #expect(try two.text("B.md").contains("their text") && outcome.sending == .sent)
    try expectAgreement()
  }

  @Test func marksAreForAPerson() throws {
    try part()
    let outcome = try two.sync(.markers)
    #expect(outcome.isMerging && outcome.conflicts.count == 1)
    #expect(try two.text("A.md").contains("<<<<<<<"))
    #expect(throws: SyncError.self) { try two.sync() }
    try two.write("# A\n\none\n\nboth\n\nthree\n", to: "A.md")
    try two.repository.git("add", "A.md")
    try two.repository.git("commit", "--quiet", "--no-edit")
    #expect(try two.sync().sending == .sent)
    try expectAgreement()
  }

  @Test func marksOverwriteNoFilesThatGitIgnores() throws {
    try part()
    try one.write("theirs\n", to: "Ignored.md")
    try one.sync()
    try two.write("Ignored.md\n", to: ".git/info/exclude")
    try two.write("mine\n", to: "Ignored.md")
    #expect(throws: SyncError.inTheWay("Ignored.md is there, and git does not know it")) { try two.sync(.markers) }
    #expect(try two.text("Ignored.md") == "mine\n" && two.status().isEmpty)
  }

  @Test(arguments: [["merge.ff", "only"], ["branch.main.mergeOptions", "--squash --autostash"]])
  func marksAreMadeHoweverMergesAreConfigured(setting: [String]) throws {
    try part()
    try two.repository.git("config", setting[0], setting[1])
    #expect(try two.sync(.markers).isMerging)
    #expect(try two.text("A.md").contains("<<<<<<<"))
  }

  @Test func marksLeaveChangesThatAreNotCommitted() throws {
    try one.write("1\n", to: "data.csv")
    try one.repository.commit("Data")
    try one.sync()
    try two.sync()
    try one.write("2\n", to: "data.csv")
    try one.repository.commit("More data")
    try part()
    try two.write("mine\n", to: "data.csv")
    let error = #expect(throws: SyncError.self) { try two.sync(.markers) }
    #expect("\(error as Any)".contains("data.csv"))
    #expect(try two.text("data.csv") == "mine\n" && two.status() == " M data.csv")
  }

  @Test func anEditCountsMoreThanADeletion() throws {
    try one.remove("A.md")
    try one.edit("B.md", "text", "words")
    try one.sync()
    try two.edit("A.md", "two", "deux")
    try two.remove("B.md")
    #expect(
      try two.sync().plainConflicts == [
        .init(path: NotePath("A.md"), kind: .deletedThere), .init(path: NotePath("B.md"), kind: .deletedHere),
      ])
    let outcome = try two.sync(.copies)
    #expect(outcome.copies.isEmpty && outcome.receivedPaths == ["added B.md"])
    #expect(try two.text("A.md").contains("deux") && two.text("B.md").contains("words"))
    try expectAgreement()
  }

  @Test func bothVersionsOfOtherFilesAreKept() throws {
    try one.write("1\u{0}", to: "p.png")
    try one.sync()
    try two.write("2\u{0}", to: "p.png")
    #expect(try two.sync().plainConflicts == [.init(path: NotePath("p.png"), kind: .edited)])
    let copy = try #require(try two.sync(.copies).copies.first)
    #expect(try two.text("p.png") == "2\u{0}" && two.text(copy.text) == "1\u{0}" && copy.text.hasSuffix(".png"))
    try expectAgreement()
  }

  @Test func twoNewNotesOfOneNameAreTwo() throws {
    try one.write("one\n", to: "N.md")
    try one.write("alike\n", to: "M.md")
    try one.sync()
    try two.write("two\n", to: "N.md")
    try two.write("alike\n", to: "M.md")
    #expect(try two.sync().plainConflicts == [.init(path: NotePath("N.md"), kind: .added)])
    #expect(try two.sync(.copies).copies.count == 1)
    try expectAgreement()
  }

  @Test func twoNamesForOneNoteAreTwoNotes() throws {
    try one.repository.git("mv", "B.md", "C.md")
    try one.edit("C.md", "in lines", "in some lines")
    try one.sync()
    try two.repository.git("mv", "B.md", "D.md")
    try two.edit("D.md", "in lines", "in few lines")
    let outcome = try two.sync()
    #expect(Set(outcome.conflicts.map(\.path.text)) == ["B.md", "C.md", "D.md"])
    // What git made of both texts has marks in it, and neither side has written it.
    #expect(try two.sync(.copies).conflicts.map(\.kind) == [.other, .other])
    #expect(try two.text("D.md").contains("few") && !two.text("D.md").contains("<<<<"))
  }

  @Test func renamedAndChangedIsOneNote() throws {
    try one.repository.git("mv", "B.md", "C.md")
    try one.sync()
    try two.edit("B.md", "text", "words")
    try two.sync()
    #expect(try two.text("C.md").contains("words") && two.files()["B.md"] == nil)
    try expectAgreement()
  }

  @Test func aFolderInAFilesPlaceLeavesBoth() throws {
    try one.write("a folder\n", to: "X/Y.md")
    try one.sync()
    try two.write("![[X]]\n", to: "Q.md")
    try two.write("a file\n", to: "X")
    try two.sync(.copies)
    #expect(try two.text("X/Y.md") == "a folder\n")
    let copy = try #require(two.files().keys.first { $0.hasPrefix("X (ours ") })
    #expect(try two.text(copy) == "a file\n")
    try expectAgreement()
  }

  @Test func frontMatterIsNotBrokenByCleanMerges() throws {
    let lines = (1...9).map { "k\($0): 1\n" }.joined()
    try one.write("---\n\(lines)---\ntext\n", to: "K.md")
    try one.sync()
    try two.sync()
    try one.write("---\nnew: one\n\(lines)---\ntext\n", to: "K.md")
    try one.sync()
    try two.write("---\n\(lines)new: one\n---\ntext\n", to: "K.md")
    let outcome = try two.sync(.copies)
    let text = try two.text("K.md")
    #expect(outcome.conflicts.isEmpty && text.components(separatedBy: "new:").count == 2, "\(text)")
    try expectAgreement()
  }

  @Test func gitsOwnMergeIsLeftToGit() throws {
    // Markers in a base: what was left open once and committed.
    try one.write("<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n", to: "Z.md")
    try one.repository.git("add", "--all")
    try one.repository.git("commit", "--quiet", "-m", "Marks")
    try one.sync()
    try two.sync()
    try one.write("settled here\n", to: "Z.md")
    try one.sync()
    try two.write("settled there\n", to: "Z.md")
    #expect(try two.sync().plainConflicts == [.init(path: NotePath("Z.md"), kind: .edited)])
  }

  @Test func linksOfBothAreKept() throws {
    try FileManager.default.createSymbolicLink(
      atPath: one.repository.path + "/L.md", withDestinationPath: "A.md")
    try one.sync()
    try two.sync()
    for (machine, target) in [(one, "B.md"), (two, "P.md")] {
      try machine.remove("L.md")
      try FileManager.default.createSymbolicLink(
        atPath: machine.repository.path + "/L.md", withDestinationPath: target)
    }
    try one.sync()
    let copy = try #require(try two.sync(.copies).copies.first)
    let folder = two.repository.path + "/"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "L.md") == "P.md")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + copy.text) == "B.md")
  }
}
