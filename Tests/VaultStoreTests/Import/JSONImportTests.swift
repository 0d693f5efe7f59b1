import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct JSONImportTests {
  private func request(_ json: String) -> ImportRequest { ImportRequest(.bytes(Array(json.utf8))) }

  @Test func notesOfAnotherAppBecomeFiles() throws {
    let changed = try ChangedVault()
    let json = ##"""
      [{"id": 1, "name": "Shop", "details": "milk", "isFav": true, "isSynced": false, "tags": ["#food"], "createdAt": 1767225600},
       {"name": "Shop", "details": "eggs"}, {"details": "# Head\nbody"}, {"name": "a/b: c?", "details": ""},
       {"name": "..", "details": "dots"}, {"details": "  \n first line\nmore"}]
      """##
    let (outcome, report) = try changed.vault().editor.importNotes(request(json))
    #expect(outcome.end == .done && report.created == 6 && report.problems == [])
    #expect(
      try changed.tree() == [
        "Shop.md": "---\nid: \"1\"\ntags: [food]\ncreated: 2026-01-01T00:00:00Z\nfavorite: true\n---\nmilk",
        "Shop 2.md": "---\ntitle: Shop\n---\neggs", "Head.md": "# Head\nbody",
        "a-b - c.md": "---\ntitle: \"a/b: c?\"\n---\n", "Untitled.md": "---\ntitle: ..\n---\ndots",
        "first line.md": "  \n first line\nmore",
      ])
    #expect(try changed.vault().editor.importNotes(request(json)).report.same == 6)
    _ = try changed.vault().editor.undo()
    #expect(try changed.tree() == [:])
  }

  @Test func theOrderOfNotesWithOneNameDoesNotMatter() throws {
    let changed = try ChangedVault()
    _ = try changed.vault().editor.importNotes(request(#"[{"name":"Same","body":"a"},{"name":"Same","body":"b"}]"#))
    let (_, report) = try changed.vault().editor.importNotes(
      request(#"[{"name":"Same","body":"new"},{"name":"Same","body":"b"},{"name":"Same","body":"a"}]"#))
    #expect(report.created == 1 && report.same == 2)
    #expect(try changed.text("Same 3.md") == "---\ntitle: Same\n---\nnew")
  }

  @Test func aNoteWithoutTitleAndTextHoldsNobodyUp() throws {
    let changed = try ChangedVault()
    let (_, report) = try changed.vault().editor.importNotes(request(#"[{"body":" \n"},{"name":"A","body":"a"}]"#))
    #expect(report.created == 2)
    #expect(try changed.tree().keys.sorted() == ["A.md", "Untitled.md"])
  }

  @Test func pathsAreKeptWhereTheyAreFree() throws {
    let changed = try ChangedVault(["Sub/a.md": "mine"])
    let json =
      #"[{"path":"Sub/a.md","body":"[[b]]"},{"path":"sub/b.md","body":"b"},{"path":"Sub/c.md","title":"c","body":"[[a]]"}]"#
    let (_, report) = try changed.vault().editor.importNotes(request(json))
    #expect(report.created == 3 && report.renamed.map(\.path.text) == ["Sub/a 2.md"])
    #expect(try changed.text("Sub/c.md") == "[[a 2]]")
    var into = request(json)
    into.into = "In"
    _ = try changed.vault().editor.importNotes(into)
    #expect(try changed.text("In/Sub/a.md") == "[[b]]")
  }

  @Test func newNotesGoWhereTheSettingsSay() throws {
    let changed = try ChangedVault([
      ".vault/config.yaml": "new:\n  folder: Inbox\n  name: \"{{date:YYYY-MM}}/{{title}}\"\n"
    ])
    let (_, report) = try changed.vault().editor.importNotes(
      request(#"[{"title":"A","body":"x","created":"2025-03-04"},{"path":"B.md","body":"b"}]"#))
    #expect(report.problems == [])
    #expect(try changed.tree()["Inbox/2025-03/A.md"] == "---\ncreated: 2025-03-04\n---\nx")
    #expect(try changed.tree()["B.md"] == "b")
  }

  @Test func datesThatFilesHadComeBack() throws {
    let changed = try ChangedVault()
    let (_, report) = try changed.vault().editor.importNotes(
      request(
        #"[{"path":"a.md","body":"a","properties":{},"created":"2021-01-02T03:04:05Z","updated":"2021-01-02T03:04:05Z"},{"path":"b.md","body":"b","properties":{},"updated":"9999-12-31T00:00:00Z"}]"#
      ))
    #expect(report.problems == [])
    #expect(try changed.vault().read { try $0.show("a.md") }.record.updated == .instant(1_609_556_645_000))
    #expect(try changed.text("b.md") == "b")
  }

  @Test func whatCannotBeReadIsTold() throws {
    let changed = try ChangedVault()
    for (json, problems) in [("nothing", 1), ("7", 1), ("[1, {}]", 2), ("", 1)] {
      let (outcome, report) = try changed.vault().editor.importNotes(request(json))
      #expect(outcome.end == .unchanged && report.failed && report.problems.count == problems)
    }
    let (outcome, report) = try changed.vault().editor.importNotes(request("[]"))
    #expect(outcome.end == .unchanged && !report.failed && report.problems == [])
    #expect(try changed.tree() == [:])
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let (_, mixed) = try changed.vault().editor.importNotes(
      request(#"[{"title":"A","body":"a","deep":\#(deep)},{"title":"B","body":"b"}]"#))
    #expect(mixed.created == 1 && mixed.problems.count == 1 && !mixed.failed)
  }

  @Test func tagsAreAdded() throws {
    let changed = try ChangedVault()
    var request = request(##"[{"title":"A","tags":["x"],"body":"#y"},{"title":"B","source":"web","body":""}]"##)
    request.tags = ["x", "z"]
    request.noteSource = "import"
    _ = try changed.vault().editor.importNotes(request)
    #expect(try changed.text("A.md") == "---\ntags: [x, z]\nsource: import\n---\n#y")
    #expect(try changed.text("B.md") == "---\nsource: web\ntags: [x, z]\n---\n")
    request.tags = ["no tag"]
    #expect(throws: TagRenameError.self) { try changed.vault().editor.importNotes(request) }
  }

  @Test func manyNotesOfOneNameTakeNoTimeOfTheirOwn() throws {
    let changed = try ChangedVault()
    let items = (0..<1_000).map { #"{"title":"Untitled","body":"note \#($0)"}"# }
    let all = request("[" + items.joined(separator: ",") + "]")
    #expect(try changed.vault().editor.importNotes(all).report.created == 1_000)
    #expect(try changed.vault().editor.importNotes(all).report.same == 1_000)
    #expect(try changed.text("Untitled 1000.md") == "---\ntitle: Untitled\n---\nnote 999")
  }

  @Test func numbersKeepNamesShortEnough() {
    let name = Array((String(repeating: "ü", count: 126) + ".md").utf8)
    #expect(NumberedName.bytes(name, 1) == name)
    let second = NumberedName.bytes(name, 12)
    #expect(
      second.count <= NoteFileName.longestName
        && String(validating: second, as: UTF8.self)?.hasSuffix("ü 12.md") == true)
    #expect(NumberedName.bytes(Array("a".utf8), 2) == Array("a 2".utf8))
    #expect(NumberedName.bytes(Array(".x".utf8), 2) == Array(".x 2".utf8))
  }
}
