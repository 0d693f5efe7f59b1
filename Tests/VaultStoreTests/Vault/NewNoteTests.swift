import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The time is 21 September 2026, 14:13:20 in UTC.
struct NewNoteTests {
  private func make(_ test: ChangedVault, _ note: NewNote) throws -> [String: String?] {
    try test.differences { try $0.editor.make(note, $1) }
  }

  @Test func titleIsTheName() throws {
    let made = try make(ChangedVault(), NewNote(title: "Runtime notes"))
    #expect(made == ["Runtime notes.md": "---\ncreated: 2026-09-21T14:13:20+00:00\n---\n"])
  }

  @Test func whatANameCannotHoldIsKeptAsTitle() throws {
    let made = try make(ChangedVault([".vault/config.yaml": "timestamps: never\n"]), NewNote(title: "A/B: c?"))
    #expect(made == ["A-B - c.md": "---\ntitle: \"A/B: c?\"\n---\n"])
  }

  @Test func textGivesItsTitle() throws {
    let test = try ChangedVault([".vault/config.yaml": "timestamps: never\n"])
    var note = NewNote(title: nil)
    note.text = Array("\r\n# Über alles #\r\n\r\ntext\r\n".utf8)
    #expect(try make(test, note) == ["Über alles.md": "\r\n# Über alles #\r\n\r\ntext\r\n"])
    note.text = Array("first line\nsecond".utf8)
    #expect(try make(test, note) == ["first line.md": "first line\nsecond\n"])
  }

  @Test(arguments: ["", " \n\t"])
  func emptyIsRefused(_ text: String) throws {
    let test = try ChangedVault()
    var note = NewNote(title: nil)
    note.text = Array(text.utf8)
    #expect(throws: NoTitleError.self) { try test.vault().editor.make(note) }
    #expect(throws: NoTitleError.self) { try test.vault().editor.make(NewNote(title: text)) }
    #expect(try test.tree().isEmpty)
  }

  @Test(arguments: ["Home", "home", "HOME"])
  func nothingIsOverwritten(_ title: String) throws {
    let test = try ChangedVault(["Home.md": "mine"])
    #expect(throws: ChangeError.self) { try test.vault().editor.make(NewNote(title: title)) }
    #expect(try test.tree() == ["Home.md": "mine"])
  }

  @Test func propertiesStandInTheOrderGiven() throws {
    var note = NewNote(title: "x")
    note.folder = "New/Deep"
    note.tags = ["b", "a/c"]
    note.properties = [("rating", .number(4, text: "4")), ("category", .text("idea: one"))]
    let made = try make(ChangedVault([".vault/config.yaml": "timestamps: never\n"]), note)
    #expect(
      made == [
        "New": "(folder)", "New/Deep": "(folder)",
        "New/Deep/x.md": "---\ntags: [b, a/c]\nrating: 4\ncategory: \"idea: one\"\n---\n",
      ])
  }

  @Test(arguments: ["../out", "/tmp", "a/../../b"])
  func foldersOutsideAreRefused(_ folder: String) throws {
    let test = try ChangedVault()
    var note = NewNote(title: "x")
    note.folder = folder
    #expect(throws: MoveError.self) { try test.vault().editor.make(note) }
    #expect(try test.tree().isEmpty)
  }

  @Test func tagsJoinThoseGivenAsAProperty() throws {
    for (key, value) in [("tags", PropertyValue.text("a")), ("Tags", .list([.text("a"), .text("b")]))] {
      var note = NewNote(title: "T")
      note.properties = [(key, value)]
      note.tags = ["b", "A"]
      let made = try make(ChangedVault([".vault/config.yaml": "timestamps: never\n"]), note)
      #expect(made == ["T.md": "---\n\(key): [a, b]\n---\n"])
    }
  }

  @Test func jsonStaysJSON() throws {
    var note = NewNote(title: nil)
    note.text = Array("---\n{\"title\": \"T\"}\n---\nx\n".utf8)
    #expect(
      try make(ChangedVault(), note) == [
        "T.md": "---\n{\"title\": \"T\", \"created\": \"2026-09-21T14:13:20+00:00\"}\n---\nx\n"
      ])
  }

  @Test(arguments: [
    ("new:\n  name: ../{{title}}\n", "new.name"), ("new:\n  name: /tmp/{{title}}\n", "new.name"),
    ("new:\n  folder: /tmp/out\n", "new.folder"), ("new:\n  folder: a/../../b\n", "new.folder"),
  ])
  func settingsThatLeadOutAreNamed(_ configuration: String, _ setting: String) throws {
    let test = try ChangedVault([".vault/config.yaml": configuration])
    let error = #expect(throws: ConfiguredPlaceError.self) { try test.vault().editor.make(NewNote(title: "T")) }
    #expect(error?.setting == setting)
    #expect(try test.tree().isEmpty)
  }

  @Test func templatesAreNotReadFromOutside() throws {
    let test = try ChangedVault()
    let other = try TemporaryFolder()
    try other.write("x", to: "T.md")
    try test.folder.makeFolder(".vault/templates")
    try test.folder.link(".vault/templates/T.md", to: other.absolute("T.md"))
    var note = NewNote(title: "N")
    note.template = "T"
    let error = #expect(throws: ChangeError.self) { try test.vault().editor.make(note) }
    #expect(
      error?.description
        == ".vault/templates/T.md: is a symbolic link, and none is followed there; put a copy of the template in its place"
    )
  }

  @Test func templateIsFilledIn() throws {
    let template = "---\r\nrating: {{rating}}\r\n---\r\n# {{title}} {{date:D.M.}} {{unknown}}\r\n\r\n{{content}}\r\n"
    let test = try ChangedVault([".vault/templates/T.md": template, ".vault/config.yaml": "timestamps: never\n"])
    var note = NewNote(title: nil)
    note.text = Array("# Head\n\ntext\n".utf8)
    note.template = "T"
    note.properties = [("rating", .number(4, text: "4"))]
    #expect(
      try make(test, note) == [
        "Head.md": "---\r\nrating: 4\r\ntitle: Head\r\n---\r\n# Head 21.9. {{unknown}}\r\n\r\n# Head\r\n\r\ntext\r\n"
      ])
    #expect(test.notices.contains { $0.contains("{{unknown}}") })
    note.template = "t2"
    #expect(throws: NoTemplateError.self) { try test.vault().editor.make(note) }
    note.template = "../outside"
    #expect(throws: NoTemplateError.self) { try test.vault().editor.make(note) }
  }
}
