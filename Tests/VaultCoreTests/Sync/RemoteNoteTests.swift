import Testing

@testable import VaultCore

struct RemoteNoteTests {
  private func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }
  private func note(_ text: String) throws -> RemoteNote { try RemoteNote(json(text)) }

  @Test func whatServersSendIsRead() throws {
    let note = try note(
      #"{"id": 7, "name": "N", "details": "a\r\nb\r\n", "isFav": 1, "tags": "x, y", "createdAt": 1700000000000}"#)
    #expect(note.id == "7" && note.fields.title == "N" && note.fields.body == Array("a\nb".utf8))
    #expect(note.fields.isFavorite && note.fields.tags == ["x", "y"])
    #expect(note.created == .instant(1_700_000_000_000))
    #expect(try self.note(#"{"id": "a"}"#).fields == SharedFields(title: "", body: [], tags: [], isFavorite: false))
    for (text, date) in [
      (#"{"id":"a","createdAt":1700000000}"#, NoteDate.instant(1_700_000_000_000)),
      (#"{"id":"a","createdAt":"1700000000"}"#, .instant(1_700_000_000_000)),
      (#"{"id":"a","createdAt":"2023-11-14T22:13:20Z"}"#, .instant(1_700_000_000_000)),
    ] { #expect(try self.note(text).created == date) }
    for text in [#"{"id":"a","createdAt":"soon"}"#, #"{"id":"a","createdAt":null}"#, #"{"id":"a","createdAt":[]}"#] {
      #expect(try self.note(text).created == nil)
    }
  }

  @Test(arguments: [
    "3", "[]", "{}", #"{"id": null}"#, #"{"id": true}"#, #"{"id": ""}"#, #"{"id": ".."}"#, #"{"id":"a","details":1}"#,
    #"{"id":"a","tags":{}}"#, #"{"id":"a","name":[]}"#,
  ])
  func whatIsNoNoteIsTold(text: String) throws { #expect(throws: RemoteNote.Problem.self) { try note(text) } }

  @Test func onlyWhatIsOtherIsSent() throws {
    let text =
      #"{"x":[1],"id":"a","name":"N","details":"\r\none\r\n","isFav":false,"tags":["two words","t"],"createdAt":"1"}"#
    let note = try note(text)
    #expect(note.object(with: note.fields) == (try json(text)))
    var fields = note.fields
    (fields.body, fields.tags) = (Array("one\ntwo".utf8), ["t", "u"])
    let sent = note.object(with: fields)
    #expect(sent["details"]?.text == "\r\none\r\ntwo\r\n" && sent["tags"] == .texts(["two words", "t", "u"]))
    #expect(sent["x"] == .list([.number("1")]) && sent["createdAt"]?.text == "1" && sent["name"]?.text == "N")
  }

  @Test(
    arguments: [
      (#""x, y""#, ["x", "z"], "x, z"), (##""#x #y w""##, ["w", "x", "Y"], "#x w Y"), (#""""#, ["x", "z"], "x z"),
      (#""x""#, [], ""), (#""1, x""#, ["z"], "1, z"), (#"" x,, ""#, ["x", "z"], "x, z"),
      (#""x, ""#, [], ""),
    ])
  func tagsInOneTextStayInOne(tags: String, changed: [String], expected: String) throws {
    let note = try note(#"{"id":"a","tags":\#(tags)}"#)
    var fields = note.fields
    fields.tags = changed
    let sent = note.object(with: fields)
    #expect(sent["tags"] == .text(expected))
    #expect(try RemoteNote(sent).fields == fields)
  }

  @Test func tagsInAListStayAsTheyAreWritten() throws {
    let note = try note(##"{"id":"a","tags":["#b","two words","a",7]}"##)
    var fields = note.fields
    fields.tags = ["b", "c"]
    let sent = note.object(with: fields)
    #expect(sent["tags"] == .list([.text("#b"), .text("two words"), .number("7"), .text("c")]))
    #expect(try RemoteNote(sent).fields == fields)
  }

  @Test func aServersUnitIsThatOfItsNotes() throws {
    let seconds = try note(#"{"id":"a","createdAt":1700000000}"#)
    let milliseconds = try note(#"{"id":"b","createdAt":1700000000000}"#)
    #expect(!RemoteNote.countsMilliseconds([]))
    #expect(!RemoteNote.countsMilliseconds([seconds, seconds, milliseconds]))
    #expect(RemoteNote.countsMilliseconds([seconds, milliseconds, milliseconds]))
  }

  @Test func pagesMakeAList() throws {
    var listing = RemoteListing()
    #expect(try listing.add(json(#"[{"id":"a"},{"id":"b"}]"#)))
    #expect(try listing.add(json(#"[{"id":"b"},{"id":"c"}]"#)))
    #expect(try !listing.add(json(#"[{"id":"a"}]"#)) && !listing.add(json("[]")))
    #expect(listing.notes.count == 3 && listing.isWhole)
    // Twice on one page.
    _ = try listing.add(json(#"[{"id":"d"},{"id":"d"},{"id":"a"}]"#))
    #expect(listing.notes.keys.sorted() == ["a", "b", "c"] && listing.doubled == ["d"] && !listing.isWhole)
    #expect(throws: RemoteNote.Problem.self) { try listing.add(json(#"{"notes":[]}"#)) }
    // Two on two pages.
    _ = try listing.add(json(#"[{"id":"c","name":"another"}]"#))
    #expect(listing.notes["c"] == nil && listing.doubled == ["c", "d"])
  }
}

struct RemotePatienceTests {
  @Test func itDoublesUpToFiveMinutes() {
    var (patience, random) = (RemotePatience(), SystemRandomNumberGenerator())
    let waits = (0..<12).map { _ in patience.wait(asked: nil, using: &random) }
    for (number, wait) in waits.enumerated() {
      let usual = min(Double(1 << number), 300)
      #expect((usual * 0.75...usual * 1.25).contains(wait))
    }
    patience.reset()
    #expect(patience.wait(asked: nil, using: &random) < 2)
    #expect(patience.wait(asked: 40, using: &random) == 40)
    #expect(patience.wait(asked: 1_000_000, using: &random) == 3_600)
  }
}
