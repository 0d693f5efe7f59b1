import Testing

/// What programs are promised of `--json`.
@Suite("JSON schemas")
struct SchemaTests {
  static let schemas = Result { try JSONSchema(folder: Sandbox.package + "/Tests/EndToEndTests/Schemas") }

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
    Listing("vault search the", "search-hit.json"),
    Listing("vault search tag:baking --excerpts 0", "search-hit.json"),
    Listing("vault tasks --all", "task.json"),
    Listing("vault tags", "tag.json"),
    Listing("vault backlinks 'Rye sourdough'", "backlink.json"),
    Listing("vault doctor", "finding.json"),
    Listing("vault config list", "setting.json"),
    Listing("vault list -0 | vault show -", "shown-note.json"),
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
    Listing("vault index", "index.json"),
  ])
  func holdsForObjects(_ listing: Listing) throws {
    let outcome = try Sandbox.shared.get().run(listing.line + " --json")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try Self.schemas.get().problems(try JSONValue(outcome.output), listing.schema) == [])
  }

  /// `--jsonl` has the records of `--json`, one a line.
  @Test(arguments: [
    "vault list", "vault search the", "vault tasks --all", "vault tags", "vault backlinks Home", "vault doctor",
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
    Listing("vault backlinks Home", "backlink.json"),
  ])
  func templatesKnowTheKeys(_ listing: Listing) throws {
    let names = try Self.schemas.get().required(listing.schema)
    #expect(names.count > 2)
    let template = names.map { "{\($0)}" }.joined(separator: " ")
    let outcome = try Sandbox.shared.get().run("\(listing.line) --limit 1 --format '\(template)'")
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }
}
