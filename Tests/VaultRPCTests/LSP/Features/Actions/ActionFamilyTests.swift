import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// Actions by what they make of the notes.
@Suite(.serialized) struct ActionFamilyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// `⟦⟧` stands for the cursor.
    var text: String
    var title: String
    /// The document afterwards; nil where the action is not offered.
    var after: String?
    var testDescription: String { "\(title): \(text)" }

    init(_ text: String, _ title: String, _ after: String?) {
      (self.text, self.title, self.after) = (text, title, after)
    }
  }

  static let notes: KeyValuePairs<String, String> = [
    "Rye bread.md": "---\naliases: [Loaf]\n---\n# Rye bread\n\nflour\n", "Garden/Sub.md": "# Plan of beds\n\ntext\n",
    "Inbox.md": "# Inbox\n", ".vault/templates/Book.md": "# {{title}}\n\nread it\n", "Draft.md": "x\n",
    "Names it.md": "We bake a draft. The Draft.\n",
  ]

  static let cases = [
    Case("😀 a rye ⟦⟧bread, a rye bread\n", "Link to \"Rye bread.md\" here", "😀 a [[rye bread]], a rye bread\n"),
    Case(
      "a rye ⟦⟧bread, the loaf\n", "Link to \"Rye bread.md\" in all 2 places of this note",
      "a [[rye bread]], the [[Rye bread|loaf]]\n"),
    Case("see pl⟦⟧an of beds\n", "Link to \"Garden/Sub.md\" here", "see [[Sub|plan of beds]]\n"),
    Case("say “rye br⟦⟧ead”—now\n", "Link to \"Rye bread.md\" here", "say “[[rye bread]]”—now\n"),
    Case("`rye ⟦⟧bread`\n", "Link to \"Rye bread.md\" here", nil),
    Case("- b\n- ⟦⟧a\n  - c\n", "Sort the list by its texts", "- a\n  - c\n- b\n"),
    Case("- a⟦⟧\n- b\n", "Sort the list by its texts", nil),
    Case(
      "- [x] don⟦⟧e\n- [ ] late 📅 2026-05-01\n- [ ] soon 📅 2026-04-01\n",
      "Sort the tasks: open ones first, by date and priority",
      "- [ ] soon 📅 2026-04-01\n- [ ] late 📅 2026-05-01\n- [x] done\n"),
    Case(
      "- [ ] é 📅 2026-02-⟦⟧30\r\n", "Write 2026-02-28 instead of 2026-02-30", "- [ ] é 📅 2026-02-28\r\n"),
    Case(
      "---\ncreated: 5 Jan⟦⟧uary 2026\n---\n", "Write 2026-01-05 instead of 5 January 2026",
      "---\ncreated: 2026-01-05\n---\n"),
    Case("---\na⟦⟧: b\n---\n", "Add the property \"tags\"", "---\na: b\ntags:\n---\n"),
    Case("---\na: b\n---\n#be⟦⟧e\n", "Add #bee to the front matter", "---\na: b\ntags: [bee]\n---\n#bee\n"),
    Case("---\ntags: [bee]\n---\n#be⟦⟧e\n", "Add #bee to the front matter", nil),
    Case("# My ⟦⟧draft\n", "Add \"My draft\" as an alias", "---\naliases: [My draft]\n---\n# My draft\n"),
    Case("# Dra⟦⟧ft\n", "Add \"Draft\" as an alias", nil),
    Case("[[Rye bread|my br⟦⟧ead]]\n", "Add \"Loaf\" as an alias of \"Rye bread.md\"", nil),
    Case("[[Sub#Plan of bed⟦⟧]]\n", "Link to the heading \"Plan of beds\"", "[[Sub#Plan of beds]]\n"),
    Case(
      "[the plan](Garden/Sub.md#Plan%20of%20bed⟦⟧)\n", "Link to the heading \"Plan of beds\"",
      "[the plan](Garden/Sub.md#Plan%20of%20beds)\n"),
    Case("# Days\n[[#Dais⟦⟧|a day]]\n", "Link to the heading \"Days\"", "# Days\n[[#Days|a day]]\n"),
    Case("[[Sub#plan-of-beds⟦⟧]]\n", "Link to the heading \"Plan of beds\"", nil),
    Case(
      "| a |\n|---|\n| [l⟦⟧](Garden/Sub.md) |\n", "Write it as a wikilink", "| a |\n|---|\n| [[Sub\\|l]] |\n"),
    Case("[l⟦⟧](Garden/Sub.md)\n", "Write it as a wikilink", "[[Sub|l]]\n"),
    Case("- ![[S⟦⟧ub]]\n", "Put in the text of the embedded note", nil),
    Case("![[Draf⟦⟧t]]\n", "Put in the text of the embedded note", nil),
    Case("![[S⟦⟧ub]]\n", "Put in the text of the embedded note", "# Plan of beds\n\ntext\n"),
    Case("# One\n\n## Rye br⟦⟧ead\n", "Link to \"Rye bread.md\" here", nil),
    Case("![[pict⟦⟧ure.png]]\n", "Create the note \"picture.png\"", nil),
    Case("[[../ou⟦⟧t]]\n", "Create the note \"../out\"", nil), Case("[[a:⟦⟧b]]\n", "Create the note \"a:b\"", nil),
    Case("[[.git/x⟦⟧]]\n", "Create the note \".git/x\"", nil),
    Case("[x](../../q⟦⟧.md)\n", "Create the note \"../../q.md\"", nil),
    Case(
      "# Dra⟦⟧ft\n\ntext\n", "Move the section into a note of its own, and leave a link", "[[Draft 2]]\n"),
    Case("[[Rye brea⟦⟧#Flour]]\n", "Link to \"Rye bread.md\"", "[[Rye bread#Flour]]\n"),
    Case("[x](Garden/Su⟦⟧p.md)\n", "Link to \"Garden/Sub.md\"", "[x](Garden/Sub.md)\n"),
    Case("- [ ] ta⟦⟧sk\n- other\n", "Move the task to Inbox.md", "- other\n"),
    Case("- ite⟦⟧m\n", "Make the item a task", "- [ ] item\n"),
    Case("1. [x] ite⟦⟧m\n", "Make the task a plain item", "1. item\n"),
    Case("one ⟦⟧\ntwo\n", "Add a block id, for links to this line", nil),
  ]

  private func editor() throws -> EditorUnderTest {
    try EditorUnderTest(Self.notes, capabilities: CodeActionMethodTests.capabilities(resolves: true))
  }

  private func actions(_ editor: EditorUnderTest, _ marked: String) throws -> (found: [String: JSONValue], text: String)
  {
    let parts = marked.components(separatedBy: "⟦⟧")
    let text = parts.joined()
    try editor.open("Draft.md", text)
    let lines = parts[0].components(separatedBy: "\n")
    let place = Position(line: lines.count - 1, character: lines.last?.utf16.count ?? 0)
    return (try offers(editor, at: place), text)
  }

  private func offers(
    _ editor: EditorUnderTest, _ path: String = "Draft.md", at place: Position
  ) throws -> [String: JSONValue] {
    let found = try editor.ask(
      "textDocument/codeAction",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri(path))))), ("range", PositionRange(place, place).json),
        ("context", .members(("diagnostics", .list([]))))))
    return Dictionary((found.list ?? []).map { ($0["title"]?.text ?? "", $0) }) { first, _ in first }
  }

  /// What an edit makes of an open document, or of a file.
  private func changed(_ action: JSONValue, _ path: String, _ text: String, _ editor: EditorUnderTest) throws -> String
  {
    let changes = action[path: ["edit", "documentChanges"]]?.list ?? []
    let own = changes.filter { $0[path: ["textDocument", "uri"]]?.text == editor.uri(path) }.flatMap {
      $0["edits"]?.list ?? []
    }
    let bytes = Array(text.utf8)
    let coder = PositionCoder(bytes, .utf16)
    let edits = try own.map { edit in
      let range = coder.range(try PositionRange(try #require(edit["range"])), in: bytes)
      return TextEdit(range, in: bytes, with: try #require(edit["newText"]?.text))
    }
    return String(decoding: try edits.applied(to: bytes), as: UTF8.self)
  }

  @Test(arguments: cases) func theDocumentIs(_ given: Case) throws {
    let editor = try editor()
    let (found, text) = try actions(editor, given.text)
    guard let wanted = given.after else {
      #expect(found[given.title] == nil)
      return
    }
    let action = try #require(found[given.title], "\(found.keys.sorted())")
    let after = try changed(try editor.ask("codeAction/resolve", action), "Draft.md", text, editor)
    #expect(after == wanted)
  }

  @Test func aTextOfALinkBecomesAnAliasOfTheOtherNote() throws {
    let editor = try editor()
    let (found, _) = try actions(editor, "[[Rye bread|my br⟦⟧ead]]\n")
    let action = try #require(found["Add \"my bread\" as an alias of \"Rye bread.md\""])
    let made = try editor.ask("codeAction/resolve", action)
    #expect(
      try changed(made, "Rye bread.md", editor.text("Rye bread.md"), editor).hasPrefix(
        "---\naliases: [Loaf, my bread]\n"))
  }

  @Test func whereverOthersNameANoteTheyLinkToIt() throws {
    let editor = try editor()
    let (found, _) = try actions(editor, "# Dra⟦⟧ft\n")
    let made = try editor.ask("codeAction/resolve", try #require(found["Link to this note wherever others name it"]))
    #expect(
      try changed(made, "Names it.md", editor.text("Names it.md"), editor) == "We bake a [[draft]]. The [[Draft]].\n")
  }

  @Test func missingNotesAreMadeBesideThisOneAndByTemplates() throws {
    let editor = try editor()
    let (found, _) = try actions(editor, "[[New⟦⟧ one]]\n")
    #expect(found["Create the note \"New one\" beside this one"] == nil)
    let action = try editor.ask(
      "codeAction/resolve", try #require(found["Create the note \"New one\" by the template \"Book\""]))
    let texts = (action[path: ["edit", "documentChanges"]]?.list ?? []).flatMap { $0["edits"]?.list ?? [] }
    let made = texts.compactMap { $0["newText"]?.text }.joined()
    #expect(made.contains("# New one\n\nread it"))
    try editor.open("Garden/Sub.md", "[[New one]]\n")
    let place = Position(line: 0, character: 3)
    let others = try editor.ask(
      "textDocument/codeAction",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Garden/Sub.md"))))),
        ("range", PositionRange(place, place).json), ("context", .members(("diagnostics", .list([]))))))
    let here = try #require(others.list?.first { $0["title"]?.text?.hasSuffix("beside this one") == true })
    let edit = try editor.ask("codeAction/resolve", here)["edit"]
    #expect(edit?[path: ["documentChanges"]]?.list?.first?["uri"] == .text(editor.uri("Garden/New one.md")))
  }

  @Test func aMarkdownLinkSaysJustWhereItsNoteIsMade() throws {
    let editor = try editor()
    try editor.open("Garden/Sub.md", "[x](deep/new%20one.md)\n")
    let place = Position(line: 0, character: 6)
    let found = try editor.ask(
      "textDocument/codeAction",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Garden/Sub.md"))))),
        ("range", PositionRange(place, place).json), ("context", .members(("diagnostics", .list([]))))))
    let action = try #require(found.list?.first { $0["title"]?.text?.hasPrefix("Create the note") == true })
    let edit = try editor.ask("codeAction/resolve", action)["edit"]
    #expect(edit?["documentChanges"]?.list?.first?["uri"] == .text(editor.uri("Garden/deep/new one.md")))
  }

  @Test func headingsStayAsTheyAreCalled() throws {
    let editor = try editor()
    let (found, _) = try actions(editor, "# About the lo⟦⟧af\n\nA loaf. A loaf.\n")
    #expect(found["Link to \"Rye bread.md\" here"] == nil)
    let (inText, text) = try actions(editor, "# About the loaf\n\nA lo⟦⟧af. A loaf.\n")
    let all = try #require(inText.first { $0.key.hasPrefix("Link to \"Rye bread.md\" in all") }?.value)
    #expect(
      try changed(editor.ask("codeAction/resolve", all), "Draft.md", text, editor)
        == "# About the loaf\n\nA [[Rye bread|loaf]]. A [[Rye bread|loaf]].\n")
  }

  /// A place that the settings name wrongly takes nothing from what can be done.
  @Test func aWrongSettingLeavesTheOtherActions() throws {
    let editor = try editor()
    try editor.folder.write("inbox: Inbox/\n", to: "vault/.vault/config.yaml")
    let (found, _) = try actions(editor, "- [ ] ta⟦⟧sk\n")
    #expect(found["Toggle the task"] != nil)
  }

  /// What comes back as an action's data may come from anybody.
  @Test func numbersThatNoTextHasAreRefused() throws {
    let editor = try editor()
    try editor.open("Draft.md", "- a\n")
    for name in NoteAction.Name.allCases {
      for (line, column) in [(Int.min, 1), (Int.max, 1), (0, 1), (2, Int.max), (2, Int.min), (-1, 0)] {
        let change = JSONValue.members(
          ("action", .text(name.rawValue)), ("line", .integer(line)), ("column", .integer(column)),
          ("text", .text("2026-01-01")), ("word", .text("x")))
        let data = JSONValue.members(
          ("uri", .text(editor.uri("Draft.md"))), ("version", .integer(1)), ("change", change))
        #expect(throws: RPCError.self) {
          try editor.ask("codeAction/resolve", .members(("title", .text("x")), ("data", data)))
        }
      }
    }
    for line in [Int.max, Int.min, -1] {
      let given = JSONValue.list([.text(editor.uri("Draft.md")), .integer(line)])
      #expect(throws: RPCError.self) {
        try editor.ask(
          "workspace/executeCommand", .members(("command", .text("vault.toggleTask")), ("arguments", given)))
      }
    }
  }

  /// A title behind the path is no wikilink's.
  @Test(arguments: ["\"T\"", "'T'", "(T)"]) func noTitleIsLost(_ title: String) throws {
    let editor = try editor()
    let action = try #require(
      try actions(editor, "[l⟦⟧](Garden/Sub.md \(title))\n").found["Write it as a wikilink"])
    let error = #expect(throws: RPCError.self) { try editor.ask("codeAction/resolve", action) }
    #expect(error?.message.contains("has a title") == true)
  }

  /// A byte order mark is none of the line.
  @Test func theFirstLineOfANoteWithAMark() throws {
    let editor = try editor()
    for (line, title, after) in [
      ("- [ ] one\n", "Make the task a plain item", "- one\n"), ("- one\n", "Make the item a task", "- [ ] one\n"),
    ] {
      try editor.folder.write("\u{FEFF}" + line, to: "vault/Marked.md")
      try editor.open("Marked.md", line)
      let found = try offers(editor, "Marked.md", at: Position(line: 0, character: 4))
      let action = try #require(found[title])
      #expect(try changed(try editor.ask("codeAction/resolve", action), "Marked.md", line, editor) == after)
      editor.say("textDocument/didClose", editor.place("Marked.md", 0, 0))
    }
  }

  /// A client asks anew for what has lapsed, and shows people all other errors.
  @Test func whatIsOutdatedIsSaidInTheProtocolsWords() throws {
    let editor = try editor()
    try editor.open("Draft.md", "text\n")
    let change = JSONValue.members(
      ("action", .text("makeTask")), ("line", .integer(1)), ("column", .integer(1)))
    let error = #expect(throws: RPCError.self) {
      try editor.ask(
        "workspace/executeCommand",
        .members(
          ("command", .text("vault.act")),
          (
            "arguments",
            .list([
              .members(("uri", .text(editor.uri("Draft.md"))), ("version", .integer(1)), ("change", change))
            ])
          )))
    }
    #expect(error?.code == RPCError.Code.contentModified.rawValue)
    #expect(error?.message == "line 1 is not what it was any more; look at it again")
  }

  @Test func linksFollowANoteThatHasMoved() throws {
    let editor = try editor()
    editor.say("$/setTrace", .members(("value", .text("verbose"))))
    let text = "[[Sub]]\n"
    try editor.open("Draft.md", text)
    _ = try editor.ask("textDocument/references", editor.place("Draft.md", 0, 0))
    // What moves before anybody watches is not seen to move.
    _ = try editor.wait("$/logTrace") { $0["message"]?.text?.hasSuffix(": vouched") == true }
    let folder = editor.folder.absolute("vault")
    let title = "Link to \"Garden/Beds.md\", where the note has moved"
    func move(_ old: String, _ new: String, problems: Int) throws {
      editor.forget("textDocument/publishDiagnostics")
      try FileManager.default.moveItem(atPath: folder + "/Garden/" + old, toPath: folder + "/Garden/" + new)
      _ = try editor.wait("textDocument/publishDiagnostics") { $0["diagnostics"]?.list?.count == problems }
    }
    var found: [String: JSONValue] = [:]
    // A question that does not reach the watcher in time writes the index itself, and what it finds is told as many
    // changes, none of them a move. So there are several tries.
    for _ in 0..<10 {
      try move("Sub.md", "Beds.md", problems: 1)
      found = try offers(editor, at: Position(line: 0, character: 4))
      if found[title] != nil { break }
      try move("Beds.md", "Sub.md", problems: 0)
    }
    let action = try #require(found[title], "\(found.keys.sorted())")
    #expect(try changed(try editor.ask("codeAction/resolve", action), "Draft.md", text, editor) == "[[Beds]]\n")
  }
}
