import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is hidden shows nowhere.
struct VisibleVaultTests {
  private static let files = [
    "Public/a.md": "# Alpha\n[[secret]] [[b]] ![[shared.png]]\n- [ ] open task\n",
    "Public/b.md": "---\naliases: [bee]\n---\nbody #tag\n",
    "Diary/secret.md":
      "---\naliases: [bee2]\n---\n# Sécret\nSunflower #private/deep [[a]] ![[mine.png]] ![[shared.png]]\n- [ ] hidden task 🆔 hid\n",
    "Diary/photo.jpg": "x", "mine.png": "x", "shared.png": "x", "Library/book.pdf": "x",
    "Public/note.txt": "x",
  ]

  private func hidden(_ hide: String = "path:Diary/") throws -> FilteredVault {
    try FilteredVault(Self.files, hide: hide)
  }

  // MARK: Opening

  @Test func whatNamesNothingIsRefusedByItsName() throws {
    let vault = try FilteredVault(
      Self.files.merging([".vault/config.yaml": "searches:\n  own: \"#private\"\n  odd: sort:title\n"]) { $1 })
    func refusal(readIn: [String] = [], hide: String? = nil) throws -> String {
      let error = #expect(throws: (any Error).self) {
        _ = try VisibleVault(in: vault.whole().vault, readIn: readIn, hide: hide)
      }
      return "\(try #require(error))"
    }
    #expect(try refusal(readIn: ["Publik"]).contains("Publik"))
    #expect(try refusal(readIn: ["Public/a.md"]).contains("Public/a.md"))
    #expect(try refusal(readIn: [".vault"]).contains(".vault"))
    #expect(try refusal(readIn: ["../x"]).contains("../x"))
    #expect(try refusal(hide: "tag:(").contains("tag:("))
    #expect(try refusal(hide: "@none").contains("@none"))
    #expect(try refusal(hide: "a OR @none").contains("no saved search"))
    #expect(try refusal(hide: "").contains("every note"))
    #expect(try refusal(hide: "sort:title").contains("every note"))
    // One of its parts would not count.
    #expect(try refusal(hide: "secret OR \u{300}").contains("no letter"))
    for hide in ["@own", "#private", "path:Diary/ OR #private", "\"->\""] {
      _ = try VisibleVault(in: vault.whole().vault, readIn: ["Public", "Diary/"], hide: hide)
    }
  }

  @Test func aVaultWithoutFilterIsAskedAsEver() throws {
    let vault = try FilteredVault(Self.files)
    try vault.vault().read { reader throws in
      #expect(try reader.snapshot is IndexSnapshot)
      #expect(try reader.hidden == nil)
    }
    #expect(!vault.visible.hidesNotes)
  }

  // MARK: Names

  @Test(arguments: ["path:Diary/", "#private", "sunflower"]) func aHiddenNameIsAnsweredAsOneOfNothing(_ hide: String)
    throws
  {
    let vault = try hidden(hide)
    let gone = try FilteredVault(Self.files.filter { !$0.key.hasPrefix("Diary/") && $0.key != "mine.png" })
    for name in [
      "Diary/secret.md", "secret", "Sécret", "bee2", "Diary/secrets", "secre", "Diary", "Diary/photo.jpg", "mine.png",
    ] {
      for ask in [
        { try $0.resolve(name) }, { try $0.show(name).record.path }, { try $0.file(named: name) },
        { try $0.backlinks(to: name).links.count }, { try $0.outline(of: [name]).count },
        { try $0.links(to: name).map(\.source) }, { try $0.related(to: name).total },
        { try $0.property("aliases", of: [name]).count },
      ] as [(VaultReader) throws -> Any] {
        #expect(try vault.message(ask) == gone.message(ask))
      }
    }
    #expect(
      try vault.read { try $0.links(of: "a").map { $0.resolved?.text ?? "nowhere" } } == [
        "nowhere", "Public/b.md", "shared.png",
      ])
    #expect(try vault.read { try $0.isVisible("Diary/secret.md") } == false)
    #expect(try vault.read { try $0.text(ofLines: [1, 4], in: "Diary/secret.md") } == [:])
    #expect(try vault.read { try NameTable($0).notes.map(\.path.text) } == ["Public/a.md", "Public/b.md"])
  }

  @Test func tasksAndHandlesOfHiddenNotesAreNone() throws {
    let vault = try hidden()
    let handle = try vault.whole().read {
      try $0.tasks(Query(), scope: .all).tasks.first { $0.task.id == "hid" }?.task.handle
    }
    for name in ["hid", try #require(handle), "hidden task", "Diary/secret.md:6"] {
      let message = try vault.message { try $0.place(ofTask: name) }
      #expect(!message.hasPrefix("found") && !message.contains("hidden task 🆔"))
      if !name.contains("Diary") { #expect(!message.contains("Diary")) }
    }
    #expect(try vault.read { try $0.taskCount(Query(), scope: .all) } == 1)
    #expect(try vault.vault().read { try $0.snapshot.taskHandles().count } == 1)
  }

  /// The index remembers tasks that are gone.
  @Test func vanishedTasksOfHiddenNotesAreNone() throws {
    let vault = try FilteredVault(
      ["Diary/a.md": "- [ ] one thing\n", "b.md": "- [ ] other thing\n"], hide: "path:Diary/")
    let handles = try vault.whole().read { try $0.tasks(Query(), scope: .all).tasks.map(\.task.handle) }
    try vault.folder.write("nothing\n", to: "Diary/a.md")
    try vault.folder.write("nothing\n", to: "b.md")
    let vanished = try vault.vault().read { reader in
      try handles.flatMap { try reader.snapshot.vanishedTasks(handlePrefix: $0) }
    }
    #expect(vanished.map(\.path) == ["b.md"])
    #expect(try vault.vault().read { try $0.snapshot.taskHandles().count } == 1)
    #expect(try vault.whole().read { try $0.snapshot.taskHandles().count } == 2)
  }

  @Test func wordsOfHiddenNotesAreNotSuggested() throws {
    let vault = try hidden()
    let found = try vault.read { reader in
      let result = try reader.search(
        vault.test.query("sunflowr"), options: SearchOptions(breadth: .any, respells: true, suggests: true))
      return "\(result.total) \(result.suggestions) \(result.respellings) \(result.hasSome)"
    }
    #expect(found == "0 [] [] false")
    #expect(try vault.read { try $0.search(vault.test.query("~sunflow")).total } == 0)
    let unknown = try vault.read { reader in
      try ["tag:privat", "path:Diarie", "file:secre"].flatMap { try reader.unknownNames(in: vault.test.query($0)) }.map(
        \.text)
    }
    #expect(unknown == [])
  }

  // MARK: Files and folders

  /// What only hidden notes speak for is hidden; what nobody names shows where there is anything to be seen around it.
  @Test func filesShowUnlessOnlyHiddenNotesSpeakForThem() throws {
    let vault = try hidden()
    #expect(
      try vault.read { try $0.attachments().map(\.text) } == ["Library/book.pdf", "Public/note.txt", "shared.png"])
    #expect(try vault.read { try $0.folders().map(\.path.text) } == ["Library", "Public"])
    #expect(
      try vault.read { reader in try ["Diary", "Library", "Public", "none"].map(reader.isFolder) } == [
        false, true, true, false,
      ])
    // A visible note that names it brings it into sight, and its folder.
    try vault.folder.write("![[photo.jpg]]", to: "Public/c.md")
    #expect(try vault.read { try $0.attachments().map(\.text) }.contains("Diary/photo.jpg"))
    #expect(try vault.read { try $0.isFolder("Diary") })
  }

  @Test func onlyFilesToReadInShow() throws {
    let vault = try FilteredVault(Self.files, readIn: ["Public"])
    #expect(try vault.read { try $0.files().map(\.text) } == ["Public/a.md", "Public/b.md", "Public/note.txt"])
    #expect(try vault.read { try $0.isFolder("Diary") } == false)
    #expect(try vault.read { try $0.isFolder("Public") })
    // A name that only begins so.
    try vault.folder.write("x", to: "Public2/d.md")
    #expect(try vault.read { try $0.noteTitles().count } == 2)
    // Where the folder is gone, nothing shows.
    try vault.folder.move("Public", to: "Other")
    #expect(try vault.read { try $0.files() } == [])
  }

  /// A link shows what it leads to, so it shows no more than that does.
  @Test func symbolicLinksOutOfSightAreHidden() throws {
    let vault = try FilteredVault(
      [
        "Public/a.md": "x", "Public/own.txt": "own", "Other/data.txt": "outside", "Other/n.md": "note",
        ".git/config": "c",
      ], readIn: ["Public"])
    for (link, target) in [
      ("in.md", "own.txt"), ("out.md", "../Other/data.txt"), ("dot.md", "../.git/config"),
      ("note.txt", "../Other/n.md"),
      ("second.md", "../Other/n.md"), ("broken.md", "nothing"),
    ] {
      try vault.folder.link("Public/" + link, to: target)
    }
    #expect(try vault.read { try $0.files().map(\.text) } == ["Public/a.md", "Public/in.md", "Public/own.txt"])
    for name in ["Public/out.md", "out", "Public/second.md"] {
      #expect(try vault.message { try $0.resolve(name) }.hasPrefix("no note is called"))
    }
  }

  @Test func whatAScanPassedOverIsToldOfVisiblePlacesAlone() throws {
    let vault = try FilteredVault(["Public/a.md": "x", "Diary/b.md": "x"], hide: "path:Diary/")
    for place in ["Public/out.md", "Diary/out.md"] {
      try vault.folder.link(place, to: "/dev/null")
    }
    let findings = try vault.read { try $0.findings().findings.compactMap(\.path?.text) }
    #expect(findings == ["Public/out.md"])
    #expect(try vault.whole().read { try $0.findings().findings.count } == 2)
  }

  @Test func notesThatCannotBeReadInFullAreHidden() throws {
    let broken = ["a.md": "plain", "b.md": "---\ntags: [private\n---\nbroken", "c.md": "ok #x"]
    #expect(
      try FilteredVault(broken, hide: "#private").read { try $0.noteTitles().keys.map(\.text).sorted() } == [
        "a.md", "c.md",
      ])
    #expect(
      try FilteredVault(broken, hide: "path:c.md").read { try $0.noteTitles().keys.map(\.text).sorted() } == [
        "a.md", "b.md",
      ])
  }

  @Test func templatesAndDailyNotesShowAsTheirFilesDo() throws {
    let files = [
      "Templates/t.md": "own", "Templates/s.md": "secret #private", ".vault/templates/v.md": "vault's",
      "2026-03-12.md": "today #private", ".vault/config.yaml": "daily:\n  format: YYYY-MM-DD\ntemplates: Templates\n",
      ".vault/trash/20260101T000000Z-0123abcd/x.md": "old",
    ]
    let vault = try FilteredVault(files, hide: "#private")
    #expect(try vault.vault().read { try $0.templates() } == ["t"])
    #expect(try vault.vault().read { String(decoding: try $0.template("t"), as: UTF8.self) } == "own")
    for name in ["s", "Templates/s.md", ".vault/trash/20260101T000000Z-0123abcd/x.md", ".vault/config.yaml"] {
      #expect(throws: NoTemplateError.self) { try vault.vault().read { try $0.template(name) } }
    }
    #expect(try vault.vault().read { try $0.dailyNotePlace(VaultUnderTest.today).isThere } == false)
    #expect(try vault.whole().read { try $0.dailyNotePlace(VaultUnderTest.today).isThere })
    #expect(try vault.vault().read { try $0.dailyNotes().count } == 0)
  }

  // MARK: The past

  @Test func theHistoryTellsOfWhatMayBeSeenAlone() throws {
    let vault = try FilteredVault(
      ["a.md": "plain", "b.md": "---\ntags: [private]\n---\n", "Diary/c.md": "x", "Diary/e.md": "x", "d.md": "x"],
      hide: "#private OR path:Diary/")
    let whole = try vault.whole().editor
    _ = try whole.insert(Array("more".utf8), .append, under: nil, in: ["a"])
    _ = try whole.insert(Array("secret words".utf8), .append, under: nil, in: ["b"])
    _ = try whole.removeTag("private", from: ["b"])
    _ = try whole.insert(Array("after".utf8), .append, under: nil, in: ["b"])
    _ = try whole.move(["Diary/c.md"], to: "moved.md")
    _ = try whole.delete(named: ["d"])
    _ = try whole.delete(named: ["Diary/"])
    let shown = try vault.vault().read { try $0.history().map(\.title) }
    #expect(shown == ["rm d", "append to b", "append to a"])
    #expect(try vault.whole().read { try $0.history().count } == 7)
    for entry in try vault.whole().read({ try $0.history() }) where !shown.contains(entry.title) {
      #expect(throws: ChangeNumberError.self) { try vault.vault().read { try $0.change(numbered: entry.sequence) } }
    }
    #expect(try vault.vault().read { try $0.trash().map(\.path.text) } == ["d.md"])
    // What may be seen of it is taken back.
    _ = try vault.editor().undo()
    #expect(try vault.folder.bytes(of: "d.md") == Array("x".utf8))
    #expect(throws: TrashNameError.self) { try vault.editor().restore(["Diary/e.md"]) }
  }

  @Test func thePastOfAPlaceShowsByThePlace() throws {
    let vault = try FilteredVault(["In/a.md": "x", "In/b.md": "y", "Out/c.md": "z"], readIn: ["In"])
    let whole = try vault.whole().editor
    _ = try whole.delete(named: ["In/a.md"])
    _ = try whole.delete(named: ["Out/c.md"])
    _ = try whole.move(["In/b.md"], to: "Out/b.md")
    #expect(try vault.vault().read { try $0.history().map(\.title) } == ["rm In/a.md"])
    #expect(try vault.vault().read { try $0.trash().map(\.path.text) } == ["In/a.md"])
  }

  // MARK: When it cannot be told

  @Test func nothingShowsOnceASavedSearchIsGone() throws {
    let vault = try FilteredVault(
      ["a.md": "x", "b.md": "#private", ".vault/config.yaml": "searches:\n  own: \"#private\"\n"], hide: "@own")
    #expect(try vault.read { try $0.noteTitles().count } == 1)
    try vault.folder.write("searches:\n  other: \"#private\"\n", to: ".vault/config.yaml")
    for ask in [
      { try $0.noteTitles() }, { try $0.history() }, { try $0.trash() }, { try $0.resolve("a") },
      { try $0.isVisible("a.md") },
    ] as [(VaultReader) throws -> Any] {
      for noIndex in [false, true] {
        let error = #expect(throws: UnknownVisibilityError.self) {
          _ = try vault.vault(noIndex: noIndex).read { "\(try ask($0))" }
        }
        #expect(error?.reason.contains("no saved search") == true)
        #expect(error?.message.text.contains("own") == false)
      }
    }
    #expect(throws: UnknownVisibilityError.self) { try vault.editor().delete(named: ["a"]) }
  }

  @Test func nothingShowsWhereTheQueryNamesANoteThatIsGone() throws {
    let vault = try FilteredVault(["a.md": "[[hub]]", "hub.md": "x", "c.md": "y"], hide: "links:hub")
    #expect(try vault.read { try $0.noteTitles().keys.map(\.text).sorted() } == ["c.md", "hub.md"])
    try vault.folder.remove("hub.md")
    #expect(throws: UnknownVisibilityError.self) { try vault.vault().read { try $0.noteTitles() } }
  }
}
