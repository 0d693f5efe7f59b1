import Foundation
import Testing
import VaultCore
import VaultListingSupport
import VaultStore
import VaultTestSupport

@testable import VaultInterface

@Suite struct FieldsTests {
  private static let noteKeys: Set = [
    "path", "absPath", "uri", "title", "id", "tags", "aliases", "category", "source", "pinned", "favorite", "created",
    "updated",
    "summary", "actionItems", "properties", "words", "hash", "snippet", "warnings",
  ]
  private static let taskKeys: Set = [
    "handle", "path", "absPath", "uri", "line", "status", "description", "priority", "category", "due", "scheduled",
    "start", "created",
    "done", "cancelled", "recurrence", "id", "dependsOn", "onCompletion", "tags", "heading", "parent", "blockID",
    "urgency", "overdue", "blocked", "raw",
  ]

  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "Full.md": """
      ---
      id: n1
      title: The full one
      tags: [a, b/c]
      aliases: [Other]
      category: idea
      source: voice
      pin: true
      favorite: true
      created: 2026-01-02
      updated: 2026-03-10T08:00:00+01:00
      summary: Short
      action_items: [one, two]
      rating: 4.5
      bad: [
      ---
      """,
      "Plain.md": """
      ---
      created: 2026-01-02
      updated: 2026-01-02T03:04:05Z
      ---
      # Head [[Full]]

      A line with #tag and https://example.org and [[Nowhere#x|text]].
      1. one
      - [/] Task (B) #home 🆔 t1 ⛔ t2 🔁 every day 📅 2026-03-10 ^blk
        - [x] Child 📅 2026-02-30 ✅ 2026-03-01
      - [ ] Blocks 🆔 t2

      ```swift
      let x = 1
      ```
      """,
      "Good.md": """
      ---
      id: n1
      title: The good one
      tags: [a, b/c]
      category: idea
      pin: true
      created: 2026-01-02
      rating: 4.5
      when: 2026-01-02
      ---
      """,
    ])
  }

  private func objects<Record>(_ records: [Record], _ fields: RecordFields<Record>) throws -> [[String: Any]] {
    try records.map { record in
      try #require(JSONSerialization.jsonObject(with: Data(fields.document(record))) as? [String: Any])
    }
  }

  private func notes() throws -> [String: [String: Any]] {
    let records = try fixture.vault.read { try $0.list(Query()) }.records
    let objects = try objects(records, .note(in: fixture.vault))
    return Dictionary(uniqueKeysWithValues: objects.map { ($0["path"] as? String ?? "", $0) })
  }

  @Test func notesHaveTheirFields() throws {
    let note = try #require(try notes()["Good.md"])
    #expect(Set(note.keys) == Self.noteKeys)
    #expect(note["id"] as? String == "n1")
    #expect(note["tags"] as? [String] == ["a", "b/c"])
    #expect(note["category"] as? String == "idea")
    #expect(note["pinned"] as? Bool == true)
    #expect(note["created"] as? String == "2026-01-02")
    #expect((note["hash"] as? String)?.count == 64)
    let properties = try #require(note["properties"] as? [String: Any])
    #expect(properties["rating"] as? Double == 4.5)
    #expect(properties["when"] as? String == "2026-01-02")
  }

  @Test func pathsAreAbsoluteAndAddressesToo() throws {
    func check(_ record: [String: Any]?, _ path: String) throws {
      let record = try #require(record)
      #expect(record["path"] as? String == path)
      #expect(record["absPath"] as? String == "\(fixture.folder.path)/\(path)")
      #expect(record["uri"] as? String == "vault://note/\(path)")
    }
    try check(notes()["Good.md"], "Good.md")
    let tasks = try fixture.vault.read { try $0.tasks(Query(), scope: .all) }.tasks
    try check(objects(tasks, .task(in: fixture.vault)).last, tasks[tasks.count - 1].task.path.text)
    let changes = [ChangeRecord(.created, NotePath("a b/é.md")), ChangeRecord(.deleted, NotePath("x/y.png"))]
    let uris = try objects(changes, .change(in: fixture.vault)).map { $0["uri"] as? String }
    #expect(uris == ["vault://note/a%20b/%C3%A9.md", "vault://file/x/y.png"])
    // What is hidden has no address.
    let hidden = try objects([ChangeRecord(.updated, NotePath(".obsidian/app.json"))], .change(in: fixture.vault))
    #expect(hidden.first?["uri"] is NSNull)
  }

  @Test func absentValuesAreNull() throws {
    let note = try #require(try notes()["Plain.md"])
    #expect(note["id"] is NSNull)
    #expect(note["summary"] is NSNull)
    #expect(note["aliases"] as? [String] == [])
    #expect(note["actionItems"] as? [String] == [])
    #expect(note["category"] is NSNull)
    #expect(note["source"] is NSNull)
    #expect(note["updated"] as? String == "2026-01-02T03:04:05Z")
  }

  @Test func warningsSayWhereAndWhat() throws {
    let note = try #require(try notes()["Full.md"])
    let warning = try #require((note["warnings"] as? [[String: Any]])?.first)
    #expect(Set(warning.keys) == ["code", "severity", "line", "column", "message"])
    #expect(warning["line"] as? Int ?? 0 > 1)
  }

  @Test func hitsAreNotesAndMore() throws {
    let result = try fixture.vault.read { try $0.search(fixture.query("line")) }
    let hit = try #require(try objects(result.hits, .searchHit(in: fixture.vault)).first)
    #expect(Set(hit.keys) == Self.noteKeys.union(["score", "matched", "missing", "matches", "state"]))
    #expect(hit["state"] as? String == "found")
    #expect(hit["matched"] as? String == "all")
    #expect(hit["missing"] as? [String] == [])
    #expect(hit["score"] as? Double ?? 0 > 0)
    let match = try #require((hit["matches"] as? [[String: Any]])?.first)
    #expect(Set(match.keys) == ["line", "text", "ranges"])
    #expect(match["line"] as? Int == 7)
    #expect(match["ranges"] as? [[Int]] == [[2, 6]])
    #expect((hit["snippet"] as? String)?.hasPrefix("A line with") == true)
  }

  @Test func tasksHaveTheirFields() throws {
    let result = try fixture.vault.read { try $0.tasks(Query(), scope: .all) }
    let tasks = try objects(result.tasks, .task(in: fixture.vault))
    #expect(tasks.count == 3)
    for task in tasks { #expect(Set(task.keys) == Self.taskKeys) }
    let first = try #require(tasks.first { $0["id"] as? String == "t1" })
    #expect(first["status"] as? [String: String] == ["symbol": "/", "name": "In Progress", "type": "in-progress"])
    #expect(first["due"] as? String == "2026-03-10")
    #expect(first["recurrence"] as? String == "every day")
    #expect(first["dependsOn"] as? [String] == ["t2"])
    #expect(first["tags"] as? [String] == ["home"])
    #expect(first["blockID"] as? String == "blk")
    #expect(first["overdue"] as? Bool == true)
    #expect(first["blocked"] as? Bool == true)
    #expect(first["scheduled"] is NSNull)
    #expect(first["parent"] is NSNull)
    let child = try #require(tasks.first { $0["parent"] as? String == first["handle"] as? String })
    #expect(child["due"] is NSNull)
    #expect(child["done"] as? String == "2026-03-01")
    #expect(child["dependsOn"] as? [String] == [])
  }

  @Test func formatReachesInto() throws {
    let result = try fixture.vault.read { try $0.tasks(fixture.query("blocks"), scope: .all) }
    let format = try RecordFormat("{path}:{line} {status.type} {due}|").bound(to: .task(in: fixture.vault))
    var out: [UInt8] = []
    for task in result.tasks { format.append(task, to: &out) { $1.append(contentsOf: $0.utf8) } }
    #expect(String(decoding: out, as: UTF8.self) == "Plain.md:11 todo |\n")
  }

  @Test func shownNotesHaveEverything() throws {
    let shown = try fixture.vault.read { try $0.show("Plain") }
    let document = RecordFields.shownNote(in: fixture.vault).document(shown)
    let note = try #require(try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any])
    let more: Set = ["body", "frontMatter", "lines", "headings", "links", "tagsAt", "tasks"]
    #expect(Set(note.keys) == Self.noteKeys.union(more))

    let frontMatter = try #require(note["frontMatter"] as? [String: Any])
    let raw = try #require(frontMatter["raw"] as? String)
    #expect(raw.hasPrefix("---\ncreated") && raw.hasSuffix("---\n"))
    #expect(frontMatter["range"] as? [Int] == [0, raw.utf8.count])

    let lines = try #require(note["lines"] as? [[String: Any]])
    let body = try #require(note["body"] as? String)
    #expect(Array((raw + body).utf8) == shown.bytes)
    let joined = lines.flatMap { line in
      (line["range"] as? [Int]).map { Array(shown.bytes[$0[0]..<$0[1]]) } ?? []
    }
    #expect(joined == Array(body.utf8))
    #expect(
      lines.map { $0["kind"] as? String } == [
        "heading", "blank", "paragraph", "ordered", "task", "task", "task", "blank", "code", "code", "code",
      ])
    #expect(lines[0]["level"] as? Int == 1)
    #expect(lines[3]["ordinal"] as? Int == 1)
    #expect(lines[4]["status"] as? String == "/")
    #expect(lines[8]["language"] as? String == "swift")
    #expect(lines[2]["heading"] as? [String] == ["Head [[Full]]"])
    #expect(lines[2]["level"] == nil)

    let heading = try #require((note["headings"] as? [[String: Any]])?.first)
    #expect(heading["text"] as? String == "Head [[Full]]" && heading["line"] as? Int == 5)
    let links = try #require(note["links"] as? [[String: Any]])
    #expect(links.map { $0["kind"] as? String } == ["wiki", "url", "wiki"])
    #expect(links[0]["resolved"] as? String == "Full.md")
    #expect(links[2]["target"] as? String == "Nowhere#x" && links[2]["text"] as? String == "text")
    #expect(links[2]["resolved"] is NSNull)
    #expect((note["tagsAt"] as? [[String: Any]])?.first?["tag"] as? String == "#tag")
    #expect((note["tasks"] as? [[String: Any]])?.count == 3)
  }

  @Test func aNoteWithoutFrontMatterSaysSo() throws {
    let fixture = try ListingFixture(["a.md": "text"])
    let document = RecordFields.shownNote(in: fixture.vault).document(
      try fixture.vault.read { try $0.show("a") })
    let note = try #require(try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any])
    #expect(note["frontMatter"] is NSNull)
    #expect(note["body"] as? String == "text")
  }
}
