import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What a vault and a server of notes send each other.
struct RemoteRunTests {
  @Test func newNotesGoOutAndComeIn() throws {
    let vault = try ServedVault([
      "A.md": "---\nid: a1\ntags: [work]\nfavorite: true\nother: stays\n---\n\n# Plan\n\nText.\n"
    ])
    vault.server.put("r1", "Shopping", "milk\n", tags: ["home", "two words"])
    let first = try vault.sync()
    #expect(first.sent.told == ["added A.md"] && first.received.told == ["added Shopping.md"])
    #expect(first.synced != nil && first.waiting == 0)
    #expect(vault.server.notes["a1"]?.object["name"]?.text == "Plan")
    #expect(vault.server.notes["a1"]?.object["details"]?.text == "# Plan\n\nText.\n")
    #expect(vault.server.notes["a1"]?.object["tags"] == .texts(["work"]))
    #expect(vault.server.notes["a1"]?.object["isFav"] == .bool(true))
    #expect(try vault.text("Shopping.md") == "---\ntags: [home]\ncreated: 2023-11-14T23:13:20+01:00\n---\nmilk\n")
    #expect(try vault.sync().isIdle)
    #expect(vault.server.writes == 1)
  }

  @Test func changesOfBothSidesAreMerged() throws {
    let vault = try ServedVault(["A.md": "---\ntags: [x]\n---\none\n\n- [ ] buy\n- [ ] sell\n\nlast\n"])
    try vault.sync()
    let id = try #require(vault.server.id(of: "A"))
    vault.server.edit(id) { $0.replacing("[ ] buy", with: "[x] buy") }
    try vault.folder.write("---\ntags: [x, y]\nkept: 1\n---\none\n\n- [ ] buy\n- [x] sell\n\nlast\n", to: "A.md")
    let outcome = try vault.sync()
    #expect(outcome.received.told == ["modified A.md"] && outcome.sent.told == ["modified A.md"])
    #expect(try vault.text("A.md") == "---\ntags: [x, y]\nkept: 1\n---\none\n\n- [x] buy\n- [x] sell\n\nlast\n")
    #expect(vault.server.body(of: "A") == "one\n\n- [x] buy\n- [x] sell\n\nlast\n")
    #expect(vault.server.notes[id]?.object["tags"] == .texts(["x", "y"]))
    #expect(try vault.sync().isIdle)
    // It is one change of the history.
    _ = try vault.test.vault().editor.undo()
    #expect(try vault.text("A.md").contains("- [ ] buy\n- [x] sell"))
  }

  @Test func conflictsKeepBoth() throws {
    let vault = try ServedVault(["A.md": "---\nid: q\n---\nthe plan is good\n"])
    try vault.sync()
    vault.server.edit("q") { _ in "the plan is bad\n" }
    try vault.folder.write("---\nid: q\n---\nthe plan is great\n", to: "A.md")
    let outcome = try vault.sync()
    let copy = try #require(outcome.copies.first)
    #expect(ConflictCopy.isName(copy.name) && outcome.copies.count == 1)
    #expect(try vault.text("A.md").contains("great"))
    #expect(try vault.text(copy.text).contains("bad"))
    #expect(!(try vault.text(copy.text).contains("id: q")))
    #expect(try Set(vault.fields().map(\.body)) == Set(vault.server.fields.map(\.body)))
    #expect(try vault.sync().isIdle)
  }

  @Test func titlesTagsAndFavoritesOfTheServerComeIn() throws {
    let vault = try ServedVault(["Old name.md": "---\ntags: [a, b]\nfavorite: true\n---\ntext #c\n"])
    try vault.sync()
    let id = try #require(vault.server.id(of: "Old name"))
    vault.server.put(id, "New name", "text #c\n", tags: ["b", "c", "d"])
    try vault.sync()
    #expect(try vault.text("Old name.md") == "---\ntags: [b, d]\ntitle: New name\n---\ntext #c\n")
    #expect(try vault.sync().isIdle)
  }

  @Test func whatIsNotOursStaysOnTheServer() throws {
    let vault = try ServedVault(["A.md": "one\n"])
    try vault.sync()
    let id = try #require(vault.server.id(of: "A"))
    let object = JSONValue.object([
      .init("id", .text(id)), .init("name", .text("A")), .init("details", .text("\r\n\r\none\r\n\r\n")),
      .init("color", .text("blue")), .init("createdAt", .text("yesterday")), .init("tags", .texts(["not a tag", "t"])),
    ])
    vault.server.notes[id] = .init(object: object, version: 7)
    try vault.sync()
    #expect(try vault.text("A.md") == "---\ntags: [t]\n---\none\n")
    try vault.folder.write("---\ntags: [t, u]\n---\none\ntwo\n", to: "A.md")
    try vault.sync()
    let sent = try #require(vault.server.notes[id]?.object)
    #expect(sent["details"]?.text == "\r\n\r\none\r\ntwo\r\n\r\n")
    #expect(sent["color"]?.text == "blue" && sent["createdAt"]?.text == "yesterday")
    #expect(sent["tags"] == .texts(["not a tag", "t", "u"]))
  }

  @Test func deletionsGoBothWaysAndEditsBeatThem() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n", "C.md": "c\n", "D.md": "d\n", "E.md": "e\n"])
    try vault.sync()
    try vault.remove("A.md")
    let b = try #require(vault.server.id(of: "B"))
    vault.server.notes[b] = nil
    try vault.remove("C.md")
    vault.server.edit(try #require(vault.server.id(of: "C"))) { _ in "c more\n" }
    vault.server.notes[try #require(vault.server.id(of: "D"))] = nil
    try vault.folder.write("d more\n", to: "D.md")
    let outcome = try vault.sync()
    #expect(outcome.sent.told == ["added D.md", "deleted A.md"])
    #expect(outcome.received.told == ["added C.md", "deleted B.md"])
    #expect(try vault.notes().keys.sorted() == ["C.md", "D.md", "E.md"])
    #expect(vault.server.body(of: "D") == "d more\n" && vault.server.id(of: "A") == nil)
    #expect(try vault.text("C.md").hasSuffix("c more\n"))
    #expect(try vault.sync().isIdle)
    _ = try vault.test.vault().editor.undo()
    #expect(try vault.notes()["B.md"] == "b\n")
  }

  @Test(arguments: [true, false])
  func manyDeletionsAreRefused(here: Bool) throws {
    let vault = try ServedVault(
      Dictionary(uniqueKeysWithValues: (0..<40).map { ("Note \($0).md", "text \($0)\n") }))
    try vault.sync()
    if here {
      for number in 0..<11 { try vault.remove("Note \(number).md") }
    } else {
      for number in 0..<11 { vault.server.notes[vault.server.id(of: "Note \(number)") ?? ""] = nil }
    }
    let refused = try vault.sync()
    #expect(refused.deletions == 11 && refused.isIdle)
    #expect(vault.server.notes.count == (here ? 40 : 29))
    let done = try vault.sync { $0.deletesMany = true }
    #expect((here ? done.sent : done.received).count == 11)
    #expect(try vault.notes().count == 29 && vault.server.notes.count == 29)
  }

  @Test func aServerWithoutNotesDeletesNone() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n", "C.md": "c\n"])
    try vault.sync()
    vault.server.notes = [:]
    #expect(try vault.sync().deletions == 3)
    #expect(try vault.notes().count == 3)
  }

  @Test func movedNotesStayTheSame() throws {
    let vault = try ServedVault(["A.md": "---\nid: one\ntitle: A\n---\na\n", "B.md": "# B\n\nb\n"])
    try vault.sync()
    let writes = vault.server.writes
    try vault.remove("A.md")
    try vault.remove("B.md")
    try vault.folder.write("---\nid: one\ntitle: A\n---\na more\n", to: "Folder/Else.md")
    try vault.folder.write("# B\n\nb\n", to: "Folder/B2.md")
    let outcome = try vault.sync()
    #expect(outcome.sent.told == ["modified Folder/Else.md"] && vault.server.writes == writes + 1)
    #expect(vault.server.notes.count == 2)
  }

  @Test func oddListsDeleteNothing() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n", "C.md": "c\n", "D.md": "d\n"])
    try vault.sync()
    let known = vault.server.notes
    func entry(_ members: JSONValue.Member...) -> [JSONValue] { [.object(members)] }
    for (left, odd) in [
      (2, [.text("what?")]), (1, []), (2, entry(.init("id", .text("..")), .init("name", .text("x")))),
      (2, entry(.init("id", .text("z")), .init("details", .integer(3)))), (2, entry(.init("name", .text("x")))),
    ] as [(Int, [JSONValue])] {
      vault.server.listed = { page in
        let notes = Array((page.list ?? []).prefix(left))
        return .list(notes + (odd.isEmpty ? notes : odd))
      }
      let outcome = try vault.sync()
      #expect(!outcome.oddities.isEmpty && outcome.isIdle)
    }
    for other in [JSONValue.object([.init("error", .text("x"))]), .text("<html>"), .null] {
      vault.server.listed = { _ in other }
      #expect(throws: RemoteError.self) { try vault.sync() }
    }
    // A list that was cut in order is asked about note by note.
    vault.server.listed = { .list(Array(($0.list ?? []).dropFirst(1))) }
    #expect(try vault.sync().isIdle)
    #expect(try vault.notes().count == 4)
    #expect(vault.server.notes.mapValues(\.version) == known.mapValues(\.version))
  }

  @Test func aServerWithoutStatesIsReadBack() throws {
    let vault = try ServedVault(["A.md": "one\n\ntwo\n\nthree\n"])
    vault.server.tellsStates = false
    try vault.sync()
    let id = try #require(vault.server.id(of: "A"))
    try vault.folder.write("one here\n\ntwo\n\nthree\n", to: "A.md")
    // What is sent first is lost: another client writes its own text right behind it.
    var isFirst = true
    vault.server.stores = { object in
      defer { isFirst = false }
      if !isFirst { return object }
      vault.server.edit(id) { $0.replacing("three", with: "three there") }
      return vault.server.notes[id]?.object ?? object
    }
    try vault.sync()
    #expect(vault.server.body(of: "A") == "one here\n\ntwo\n\nthree there\n")
    #expect(try vault.text("A.md") == "one here\n\ntwo\n\nthree there\n")
    #expect(try vault.sync().isIdle)
  }

  @Test func aServerThatCutsTextsDoesNotCutNotes() throws {
    let vault = try ServedVault(["A.md": "short\n", "B.md": "a text that is much too long for it\n"])
    vault.server.stores = { object in
      var members = object.members ?? []
      for index in members.indices where members[index].name == "details" {
        members[index].value = .text(String((members[index].value.text ?? "").prefix(10)))
      }
      return .object(members)
    }
    try vault.sync()
    #expect(try vault.sync().isIdle)
    #expect(try vault.text("B.md") == "a text that is much too long for it\n")
    let id = try #require(vault.server.id(of: "B"))
    vault.server.put(id, "B", "a text tha", tags: ["new"])
    try vault.sync()
    #expect(try vault.text("B.md") == "---\ntags: [new]\n---\na text that is much too long for it\n")
    #expect(try vault.sync().isIdle)
  }

  @Test func whatTheQueryFindsNoMoreStaysHere() throws {
    var vault = try ServedVault(["A.md": "---\ntags: [share]\n---\na\n", "B.md": "b\n"])
    vault.settings.query = "tag:share"
    vault.settings.folder = NotePath("In")
    vault.server.put("n", "New", "new\n")
    let outcome = try vault.sync()
    #expect(outcome.sent.told == ["added A.md"] && outcome.received.told == ["added In/New.md"])
    try vault.folder.write("---\ntags: [private]\n---\nsecret\n", to: "A.md")
    try vault.folder.write(try vault.text("In/New.md") + "more\n", to: "In/New.md")
    let later = try vault.sync()
    #expect(later.paused == [NotePath("A.md")] && later.sent.told == ["modified In/New.md"])
    #expect(vault.server.body(of: "A") == "a\n")
  }

  @Test func aDryRunChangesNothing() throws {
    let vault = try ServedVault(["A.md": "a\n"])
    try vault.folder.write([0x61, 0xFF, 0x0A], to: "Bad.md")
    vault.server.put("n", "New", "new\n")
    let outcome = try vault.sync { $0.dryRun = true }
    #expect(outcome.leftOut.map(\.path) == [NotePath("Bad.md")])
    #expect(outcome.sent.told == ["added A.md"] && outcome.received.told == ["added New.md"])
    #expect(vault.server.writes == 0)
    try vault.remove("Bad.md")
    #expect(try vault.notes().keys.sorted() == ["A.md"])
    #expect(!FileManager.default.fileExists(atPath: vault.folder.absolute(".vault")))
  }

  @Test func aStateOfSomebodyElseIsNotBelieved() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n"])
    try vault.sync()
    // As in a folder that came from elsewhere: there, the notes have been deleted.
    try vault.remove("A.md")
    var other = vault
    other.settings.address = "https://other.example/notes"
    let outcome = try other.sync()
    #expect(outcome.received.told == ["added A.md"] && vault.server.notes.count == 2)
    #expect(vault.test.notices.all.contains { $0.contains("was not written by you here") })
    let forged = String(repeating: "0", count: 32) + " {\"gone\":\"\(vault.server.notes.keys.min() ?? "")\"}\n"
    try vault.folder.write(forged, to: ".vault/sync/phone/intents")
    #expect(try other.sync().isIdle)
  }

  @Test func oneNoteThatIsRefusedKeepsNoOtherBack() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n", "Long.md": "long\n"])
    try vault.folder.write([0x61, 0xFF, 0x0A], to: "Bad.md")
    try vault.folder.write("---\nid: taken\n---\nmine\n", to: "C.md")
    vault.server.refuses = { $0["details"]?.text == "long\n" }
    let outcome = try vault.sync()
    #expect(outcome.sent.told == ["added A.md", "added B.md", "added C.md"])
    #expect(outcome.leftOut.map(\.path) == [NotePath("Bad.md")])
    #expect(outcome.refused.map(\.path) == [NotePath("Long.md")])
    #expect(outcome.refused.first?.reason == "the server answers 413: too long")
    vault.server.refuses = { _ in false }
    #expect(try vault.sync().sent.told == ["added Long.md"])
  }

  @Test func whatWaitsIsKnownWithoutTheServer() throws {
    let vault = try ServedVault(["A.md": "a\n", "B.md": "b\n", "C.md": "c\n"])
    #expect(try vault.test.vault().editor.waiting(for: vault.settings).waiting == 3)
    try vault.sync()
    #expect(try vault.test.vault().editor.waiting(for: vault.settings).waiting == 0)
    try vault.folder.write("a more\n", to: "A.md")
    try vault.folder.write("---\nonly: here\n---\nb\n", to: "B.md")
    try vault.remove("C.md")
    try vault.folder.write("d\n", to: "D.md")
    let status = try vault.test.vault().editor.waiting(for: vault.settings)
    #expect(status.waiting == 3 && status.synced != nil)
    vault.server.fault = { .before }
    var outcome = RemoteOutcome()
    #expect(throws: RemoteError.self) {
      try vault.test.vault().editor.sync(with: vault.settings, vault.server, RemoteOptions(), &outcome)
    }
    #expect(outcome.waiting == 3)
  }
}
