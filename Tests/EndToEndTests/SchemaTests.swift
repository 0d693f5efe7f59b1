import Testing

/// What programs are promised of `--json`.
@Suite("JSON schemas")
struct SchemaTests {
  static let schemas = Result { try JSONSchema(folder: Sandbox.package + "/Documentation/schemas") }

  /// A command that prints a list, and the schema of what is in it.
  struct Listing: CustomTestStringConvertible {
    var line: String
    var schema: String
    var testDescription: String { line }

    init(_ line: String, _ schema: String) {
      self.line = line
      self.schema = schema
    }
  }

  @Test(arguments: [
    Listing("vault list", "note.json"),
    Listing("vault show Home --as-reference > /dev/null; vault list --referenced", "referenced-note.json"),
    Listing("vault search the", "search-hit.json"),
    Listing("vault search tag:baking --excerpts 0", "search-hit.json"),
    Listing("vault search flour --context 2", "search-hit.json"),
    Listing("vault search '/salt\\s+road/i' --lines", "search-line.json"),
    Listing("vault tasks --all", "task.json"),
    Listing("vault tasks next", "task.json"),
    Listing("vault tasks agenda", "agenda-entry.json"),
    Listing("echo 'not done' | vault tasks --tasks-query -", "task.json"),
    Listing("vault tasks --count --group due,category", "task-count.json"),
    Listing("vault tasks --count --group done", "task-count.json"),
    Listing("vault tasks --count --group status,priority,tag,folder", "task-count.json"),
    Listing("vault tags", "tag.json"),
    Listing("vault backlinks 'Rye sourdough'", "backlink.json"),
    Listing("vault links Home 'How I keep notes'", "link.json"),
    Listing("vault links --dangling", "link.json"),
    Listing("vault links --to 'Rye loaf.png'", "link.json"),
    Listing("vault outline Home Bike", "heading.json"),
    Listing("vault properties", "property-count.json"),
    Listing("vault properties tags", "property-value.json"),
    Listing("vault aliases", "alias.json"),
    Listing("vault files", "file.json"),
    Listing("vault attachments", "file.json"),
    Listing("vault folders", "folder.json"),
    Listing("vault wordcount", "note-length.json"),
    Listing("vault deadends", "note.json"),
    Listing("vault recent", "note.json"),
    Listing("vault random", "note.json"),
    Listing("vault orphans", "note.json"),
    Listing("vault unlinked Bike Home", "mention.json"),
    Listing("vault related Bike", "related-note.json"),
    Listing("vault doctor", "finding.json"),
    Listing("vault config list", "setting.json"),
    Listing("vault list -0 | vault show -", "shown-note.json"),
    Listing("vault get tags Home Bike", "property.json"),
    Listing("vault journal --list", "daily-note.json"),
    Listing("vault export", "exported-note.json"),
  ])
  func holdsForLists(_ listing: Listing) throws {
    let outcome = try Sandbox.shared.get().run(listing.line + " --json")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let records = try #require(try JSONValue(outcome.output).array)
    #expect(!records.isEmpty)
    for record in records {
      #expect(try Self.schemas.get().problems(record, listing.schema) == [])
    }
  }

  @Test(arguments: [
    Listing("vault show Home", "shown-note.json"),
    Listing("vault stats", "stats.json"),
    Listing("vault show Home --as-reference > /dev/null; vault snapshot", "snapshot.json"),
    Listing("vault graph", "graph.json"),
    Listing("vault graph --note Home", "graph.json"),
    Listing("vault index", "index.json"),
  ])
  func holdsForObjects(_ listing: Listing) throws {
    let outcome = try Sandbox.shared.get().run(listing.line + " --json")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try Self.schemas.get().problems(try JSONValue(outcome.output), listing.schema) == [])
  }

  @Test func holdsForWatchers() throws {
    let sandbox = try Sandbox()
    func check(_ status: Int32) throws {
      let outcome = try sandbox.run("vault watch --status --json")
      #expect(outcome.status == status, "\(outcome.errorText)")
      #expect(try Self.schemas.get().problems(try JSONValue(outcome.output), "watch.json") == [])
    }
    try check(1)
    let started = try sandbox.run("vault watch --detach")
    #expect(started.status == 0, "\(started.errorText)")
    defer { do { _ = try sandbox.run("vault watch --stop") } catch {} }
    try check(0)
  }

  @Test func holdsForTheQueriesOfANote() throws {
    let outcome = try Sandbox(notes: false).run(
      "printf '```tasks\nnot done\n```\n\n- [ ] a\n\n```tasks\ndone\n```\n- [x] b\n' > a.md; vault tasks run a --json")
    let records = try #require(try JSONValue(outcome.output).array)
    #expect(records.map { $0["queryLine"] } == [.integer(1), .integer(7)])
    for record in records { #expect(try Self.schemas.get().problems(record, "query-entry.json") == []) }
  }

  /// Every command that changes files tells what became of them, also where it only looks; what `--dry-run` tells is
  /// what is done.
  @Test(arguments: [
    "new 'A note'", "add 'A line'", "append Bike x", "prepend Bike x", "set a 1 Bike Home", "unset created Bike",
    "tag add x Bike", "tag remove cycling Bike", "tag rename baking bread", "pin Bike", "unpin Home", "favorite Bike",
    "mv Projects Work/", "rename Bike Velo", "heading rename Bike Routes Ways", "archive --older-than 30d --yes",
    "rm Bike Recipes --yes",
  ])
  func holdsForChanges(_ command: String) throws {
    let sandbox = try Sandbox()
    let looked = try sandbox.run("vault \(command) --dry-run --json")
    let done = try sandbox.run("vault \(command) --json")
    #expect(done.status == 0, "\(done.errorText)")
    #expect(looked.output == done.output)
    let undone = try sandbox.run("vault undo --json")
    let redone = try sandbox.run("vault redo --json")
    for outcome in [done, undone, redone] {
      let records = try #require(try JSONValue(outcome.output).array)
      #expect(!records.isEmpty)
      for record in records { #expect(try Self.schemas.get().problems(record, "change.json") == []) }
    }
  }

  /// Commands that change tasks tell what became of each, also where they only look.
  @Test(arguments: [
    "done Areas/Household.md:18 Inbox.md:11", "done 'Projects/Glossa/Glossa 0.4.md:31'",
    "undo 'Projects/The Salt Road.md:33'", "start Areas/Bike.md:16", "cancel Areas/Bike.md:16",
    "status '>' Areas/Bike.md:16", "add 'Buy milk !high @shopping due:tomorrow every week'",
    "edit Areas/Bike.md:16 --id chain --depends-on salt-p2 --tag bike", "due friday Areas/Bike.md:16",
    "schedule none Areas/Bike.md:18", "priority low Areas/Bike.md:16", "repeat 'every week' Areas/Bike.md:16",
    "category errand Areas/Bike.md:16", "move Areas/Bike.md:16 --note Inbox", "rm Areas/Bike.md:16",
    "promote '2026-03-03 Kickoff with Ansel'",
  ])
  func holdsForChangedTasks(_ command: String) throws {
    let sandbox = try Sandbox()
    let looked = try sandbox.run("vault tasks \(command) --dry-run --json")
    let done = try sandbox.run("vault tasks \(command) --json")
    #expect(done.status == 0, "\(done.errorText)")
    #expect(looked.text == done.text)
    let records = try #require(try JSONValue(done.output).array)
    #expect(!records.isEmpty)
    for record in records { #expect(try Self.schemas.get().problems(record, "changed-task.json") == []) }
    for line in ["vault undo --json", "vault redo --json"] {
      let notes = try #require(try JSONValue(sandbox.run(line).output).array)
      #expect(!notes.isEmpty)
      for note in notes { #expect(try Self.schemas.get().problems(note, "change.json") == []) }
    }
  }

  @Test func holdsForTheTrashAndTheHistory() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("vault rm Bike Recipes --yes; vault pin Inbox; vault undo")
    for (line, schema, count) in [
      ("vault trash", "trash-item.json", 8), ("vault history", "history-entry.json", 3),
      ("vault trash restore Bike", "change.json", 1), ("vault trash empty --yes", "change.json", 7),
      ("vault today", "change.json", 1), ("vault journal 2026-07-01", "change.json", 1),
    ] {
      let records = try #require(try JSONValue(sandbox.run(line + " --json").output).array)
      #expect(records.count == count, "\(line)")
      for record in records { #expect(try Self.schemas.get().problems(record, schema) == [], "\(line)") }
    }
  }

  @Test func holdsForAChangeOfTheHistory() throws {
    let outcome = try Sandbox().run("vault pin Bike > /dev/null; vault history show 1 --json")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try Self.schemas.get().problems(try JSONValue(outcome.output), "shown-change.json") == [])
  }

  /// `--jsonl` has the records of `--json`, one a line.
  @Test(arguments: [
    "vault list", "vault search the", "vault tasks --all", "vault tags", "vault backlinks Home", "vault links Home",
    "vault orphans", "vault unlinked Home", "vault related Home", "vault doctor",
    "vault get tags Home Bike", "vault journal --list",
  ])
  func linesAreTheListsRecords(_ line: String) throws {
    let sandbox = try Sandbox.shared.get()
    let list = try JSONValue(sandbox.run(line + " --json").output)
    let lines = try sandbox.run(line + " --jsonl").output.split(separator: 0x0A).map { try JSONValue(Array($0)) }
    #expect(list == .array(lines))
  }

  /// Every key of the schema can be named in a template.
  @Test(arguments: [
    Listing("vault list", "note.json"), Listing("vault search bread", "search-hit.json"),
    Listing("vault tasks", "task.json"), Listing("vault tags", "tag.json"), Listing("vault doctor", "finding.json"),
    Listing("vault backlinks Home", "backlink.json"), Listing("vault links Home", "link.json"),
    Listing("vault unlinked Home", "mention.json"), Listing("vault related Home", "related-note.json"),
  ])
  func templatesKnowTheKeys(_ listing: Listing) throws {
    let names = try Self.schemas.get().required(listing.schema)
    #expect(names.count > 2)
    let template = names.map { "{\($0)}" }.joined(separator: " ")
    let outcome = try Sandbox.shared.get().run("\(listing.line) --limit 1 --format '\(template)'")
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }
}
