import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What must never be lost, doubled, deleted or sent, whatever a server does and wherever a round was broken off.
struct RemoteSafetyTests {
  @Test func whatOthersMadeOfANoteWhoseAnswerWasLostIsKept() throws {
    let vault = try ServedVault(["A.md": "one\n"])
    vault.server.losesNextWrite = true
    #expect(throws: RemoteError.self) { try vault.sync() }
    let id = try #require(vault.server.id(of: "A"))
    vault.server.edit(id) { _ in "two\n" }
    let outcome = try vault.sync()
    let copy = try #require(outcome.copies.first)
    #expect(try vault.text("A.md") == "one\n" && vault.text(copy.text).hasSuffix("two\n"))
    #expect(try vault.sync().isIdle && vault.server.notes.count == 2)
  }

  @Test(arguments: ["own text\n", "theirs\n"])
  func aFileIsNotTakenForANoteThatDidNotArrive(text: String) throws {
    let vault = try ServedVault(["Same.md": text])
    vault.server.put("r", "Same", "theirs\n")
    let editor = try vault.test.vault().editor
    try editor.makeOwnFolder()
    // As if it had been killed before the file was there.
    let listing = try vault.server.list()
    let state = try SyncState(
      vault.settings, VaultTree(root: vault.folder.path), editor.environment.folders, makes: true)
    try state.intend([
      .arrive(
        id: "r", NotePath("Same.md"), fields: listing.notes["r"]?.hash ?? [], file: NoteHash.of(Array("other".utf8)))
    ])
    withExtendedLifetime(state) {}
    try sync(vault, behind: state)
    let all = try vault.notes().values.joined()
    #expect(all.contains("theirs") && all.contains(text))
    #expect(try Set(vault.server.fields.map(\.body)) == Set(vault.fields().map(\.body)))
  }

  /// A vault with a note that came from the server and was edited since, as if the round had been killed when the file was
  /// there, and its place not yet written down.
  private func editedArrival(
    isUndone: Bool = false
  ) throws -> (vault: ServedVault, state: SyncState, listing: RemoteListing) {
    var vault = try ServedVault()
    vault.settings.query = "tag:phone"
    vault.server.put("r", "New", "theirs\n")
    let listing = try vault.server.list()
    try vault.sync()
    let file = NoteHash.of(Array(try vault.text("New.md").utf8))
    try vault.remove(".vault/sync")
    let editor = try vault.test.vault().editor
    if isUndone { _ = try editor.undo() }
    try vault.folder.write("edited\n", to: "New.md")
    let state = try SyncState(
      vault.settings, VaultTree(root: vault.folder.path), editor.environment.folders, makes: true)
    try state.intend([.arrive(id: "r", NotePath("New.md"), fields: listing.notes["r"]?.hash ?? [], file: file)])
    return (vault, state, listing)
  }

  @Test(arguments: [true, false]) func aNoteThatArrivedAndWasEditedIsNotMadeTwice(isUndone: Bool) throws {
    let (vault, state, _) = try editedArrival(isUndone: isUndone)
    try sync(vault, behind: state)
    // What was made anew behind an undo is another note.
    #expect(try vault.notes().count == (isUndone ? 2 : 1) && vault.text("New.md") == "edited\n")
    #expect(vault.server.notes.count == 1 && vault.server.body(of: "New") == (isUndone ? "theirs\n" : "edited\n"))
  }

  /// As if it had been killed once more before the last line that finding it wrote down.
  @Test func aNoteThatArrivedIsNotMadeTwiceWhereFindingItIsBrokenOff() throws {
    let (vault, state, listing) = try editedArrival()
    state.end()
    let run = try RemoteRun(
      vault.test.vault().editor, vault.settings, vault.server, RemoteOptions(), RemoteOutcome())
    run.listing = listing
    try run.survey()
    try run.settle()
    #expect(run.state.notes["r"] != nil)
    let log = ".vault/sync/phone/intents"
    var lines = try vault.text(log).split(separator: "\n").map { $0 + "\n" }
    lines.removeLast()
    try vault.folder.write(lines.joined(), to: log)
    try sync(vault, behind: run.state)
    #expect(try vault.notes() == ["New.md": "edited\n"])
    #expect(vault.server.notes.count == 1 && vault.server.body(of: "New") == "edited\n")
  }

  private func sync(_ vault: ServedVault, behind state: SyncState) throws {
    state.end()
    try vault.sync()
  }

  @Test func aVaultDoesNotBorrowTheStateOfAnother() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n"])
    try vault.sync()
    for isLinked in [true, false] {
      let folder = try TemporaryFolder()
      try folder.write("HOSTILE\n", to: "A.md")
      try folder.makeFolder(".vault/sync/phone/base")
      let state = ".vault/sync/phone/map"
      if isLinked {
        try FileManager.default.createSymbolicLink(
          atPath: folder.absolute(state), withDestinationPath: vault.folder.absolute(state))
      } else {
        try FileManager.default.copyItem(atPath: vault.folder.absolute(state), toPath: folder.absolute(state))
      }
      let other = try VaultUnderTest(folder, cache: vault.test.cache)
      var outcome = RemoteOutcome()
      do { try other.vault().editor.sync(with: vault.settings, vault.server, RemoteOptions(), &outcome) } catch {
        #expect(isLinked)
      }
      #expect(vault.server.body(of: "B") == "b\n")
      let bodies = vault.server.notes.values.compactMap { $0.object["details"]?.text }
      #expect(bodies.contains("a\n") || outcome.copies.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func whatAnotherClientWritesBehindAChangeIsMerged(tellsStates: Bool) throws {
    let vault = try ServedVault(["A.md": "one\n\ntwo\n\nthree\n"])
    (vault.server.tellsStates, vault.server.answersChanges) = (tellsStates, false)
    try vault.sync()
    let id = try #require(vault.server.id(of: "A"))
    try vault.folder.write("one here\n\ntwo\n\nthree\n", to: "A.md")
    var isFirst = true
    vault.server.behind = { id in
      if isFirst { vault.server.edit(id) { $0.replacing("three", with: "three there") } }
      isFirst = false
    }
    try vault.sync()
    #expect(try vault.text("A.md") == "one here\n\ntwo\n\nthree there\n")
    #expect(vault.server.notes[id]?.object["details"]?.text == "one here\n\ntwo\n\nthree there\n")
    #expect(try vault.sync().isIdle)
  }

  @Test func aNoteThatIsMadePrivateIsNotSent() throws {
    var vault = try ServedVault(["A.md": "a\n"])
    vault.settings.query = "-tag:private"
    vault.server.put("r", "There", "there\n")
    try vault.sync()
    for path in ["A.md", "There.md"] { try vault.folder.write("#private secret\n", to: path) }
    #expect(try vault.sync().paused == [NotePath("A.md"), NotePath("There.md")])
    #expect(vault.server.notes.values.allSatisfy { $0.object["details"]?.text?.contains("secret") == false })
  }

  @Test func equalNotesAreOneWhereTheStateIsLost() throws {
    let notes = Dictionary(uniqueKeysWithValues: (0..<5).map { ("\($0)/README.md", "same \($0 / 2)\n") })
    let vault = try ServedVault(notes)
    try vault.sync()
    try vault.remove(".vault/sync")
    #expect(try vault.sync().isIdle)
    #expect(try vault.notes() == notes && vault.server.notes.count == 5)
  }

  /// The names of notes without titles are their titles, so that equal files are not equal notes.
  @Test(arguments: 0..<8) func equalFilesOfOtherNamesStayApart(_: Int) throws {
    let notes = ["a.md": "hello\n", "b.md": "hello\n", "c.md": "hello\n"]
    let vault = try ServedVault(notes)
    try vault.sync()
    try vault.remove(".vault/sync")
    #expect(try vault.sync().isIdle)
    #expect(try vault.notes() == notes && Set(vault.server.fields.map(\.title)) == ["a", "b", "c"])
  }

  /// A list that goes through pages while they shift may lack a note, and has one that is equal to it.
  @Test func aNoteThatAListLacksIsNotTakenForAnEqualOne() throws {
    let vault = try ServedVault(["A.md": "same\n"])
    try vault.sync()
    let id = try #require(vault.server.id(of: "A"))
    vault.server.put("other", "A", "same\n")
    vault.server.listed = { page in .list((page.list ?? []).filter { $0["id"]?.text != id }) }
    try vault.sync()
    vault.server.listed = nil
    try vault.sync()
    #expect(try vault.sync().isIdle)
    #expect(try vault.notes().count == 2 && vault.server.notes.count == 2)
  }

  @Test func aNoteThatTheServerBreaksOnHoldsUpNoOther() throws {
    let vault = try ServedVault(["A.md": "breaks\n", "B.md": "b\n", "C.md": "c\n"])
    vault.server.breaks = { $0["details"]?.text == "breaks\n" }
    for _ in 0..<2 { #expect(throws: RemoteError.self) { try vault.sync() } }
    #expect(try Set(vault.server.fields.map(\.title)) == ["B", "C"])
    vault.server.breaks = { _ in false }
    #expect(try vault.sync().sent.map(\.path) == [NotePath("A.md")])
    #expect(try vault.sync().isIdle)
  }

  @Test func aServerThatIsBrokenIsLeftAlone() throws {
    let vault = try ServedVault(Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0).md", "\($0)\n") }))
    var asked = 0
    vault.server.breaks = { _ in
      asked += 1
      return true
    }
    #expect(throws: RemoteError.self) { try vault.sync() }
    #expect(asked == 3)
  }

  @Test func oneIDIsNotGivenToTwoNotes() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n"])
    vault.server.onlyID = "1"
    let outcome = try vault.sync()
    #expect(outcome.sent.count == 1 && outcome.refused.count == 1)
    #expect(try vault.notes() == ["A.md": "a\n", "B.md": "b\n"])
  }

  @Test func aServerThatStampsEachTextEndsNoRound() throws {
    let vault = try ServedVault(["A.md": "one\n"])
    vault.server.tellsStates = false
    var count = 0
    vault.server.stores = { object in
      count += 1
      var members = object.members ?? []
      for index in members.indices where members[index].name == "details" {
        members[index].value = .text((members[index].value.text ?? "") + "stamp \(count)\n")
      }
      return .object(members)
    }
    try vault.sync()
    try vault.folder.write("two\n", to: "A.md")
    for _ in 0..<4 { try vault.sync() }
    let writes = vault.server.writes
    #expect(try vault.sync().isIdle && vault.server.writes == writes)
    #expect(try vault.notes().count <= 4)
  }

  @Test func ignoredNotesAreNotDeleted() throws {
    let vault = try ServedVault(["drafts/A.md": "a\n", "B.md": "b\n", "C.md": "c\n", "D.md": "d\n", "E.md": "e\n"])
    try vault.sync()
    try vault.folder.write("ignore: [drafts]\n", to: ".vault/config.yaml")
    let outcome = try vault.sync()
    #expect(outcome.isIdle && outcome.paused == [NotePath("drafts/A.md")] && vault.server.notes.count == 5)
  }

  @Test func aNoteThatWasRefusedIsNotTakenForAnothers() throws {
    let vault = try ServedVault(["A.md": "same\n", "B.md": "b\n"])
    vault.server.refuses = { $0["details"]?.text == "same\n" }
    #expect(try vault.sync().refused.count == 1)
    vault.server.refuses = { _ in false }
    vault.server.put("r", "A", "same\n")
    try vault.remove("A.md")
    try vault.sync()
    #expect(vault.server.notes["r"] != nil)
    #expect(try vault.notes().keys.sorted() == ["A.md", "B.md"])
  }

  @Test func whatIsNotListedIsNotSentAgainAndAgain() throws {
    let vault = try ServedVault(["A.md": "a\n"])
    (vault.server.answersChanges, vault.server.givesIDs, vault.server.knowsKeys) = (false, true, false)
    vault.server.stores = { object in
      var members = object.members ?? []
      for index in members.indices where members[index].name == "details" { members[index].value = .text("cut") }
      return .object(members)
    }
    let outcome = try vault.sync()
    #expect(outcome.refused.count == 1 && vault.server.notes.count == 1)
  }
}
