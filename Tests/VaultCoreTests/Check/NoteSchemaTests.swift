import Testing
import VaultCore

@Suite struct NoteSchemaTests {
  private func configuration(_ yaml: String) -> (Configuration, [String]) {
    let (configuration, diagnostics) = ConfigurationParser.parse(yaml)
    return (configuration, diagnostics.map(\.message))
  }

  /// `kind key[item]: message` for front matter by the first schema.
  private func problems(_ rules: String, _ frontMatter: String) throws -> [String] {
    let yaml = "check:\n  schema:\n    - {notes: 'path:x', \(rules)}\n"
    let (configuration, messages) = configuration(yaml)
    #expect(messages == [])
    let schema = try #require(configuration.check.schema.first)
    let note = NoteParser().structure(of: Array("---\n\(frontMatter)\n---\n".utf8), path: NotePath("x.md"))
    let record = NoteRecord(note, hash: [])
    guard case .object(let members) = try JSONReader.read(record.properties) else { return ["no properties"] }
    return schema.problems(of: members).map { problem in
      let item = problem.item.map { "[\($0)]" } ?? ""
      return "\(problem.kind.rawValue) \(problem.key)\(item): \(problem.message)"
    }
  }

  @Test(
    arguments: [
      ("required: [status]", "status: open", []),
      ("required: [status]", "Other: 1", ["missing status: there is no \"status\"; add it"]),
      ("required: [status]", "status: ''", ["missing status: \"status\" is empty; give it a value"]),
      ("required: [status]", "status: []", ["missing status: \"status\" is empty; give it a value"]),
      ("properties: {n: {max: 5}}", "n: seven", ["type n: \"n\" should be a number, not \"seven\""]),
      ("required: [status]", "status:", ["missing status: \"status\" is empty; give it a value"]),
      (
        "required: [status]", "Status: x", ["unknown Status: \"Status\" is spelled \"status\" in the schema"]
      ),
      ("properties: {n: {type: number, min: 1, max: 5}}", "n: 5", []),
      ("properties: {n: {type: number, min: 1, max: 5}}", "n: 5.5", ["value n: \"n\" is 5.5, which is more than 5"]),
      ("properties: {n: {type: number, min: 1}}", "n: 0", ["value n: \"n\" is 0, which is less than 1"]),
      ("properties: {n: {type: number}}", "n: '5'", ["type n: \"n\" should be a number, not \"5\""]),
      ("properties: {n: {type: number}}", "n:", []),
      ("properties: {d: {type: date, min: 2026-01-01}}", "d: 2026-02-01", []),
      ("properties: {d: {type: date}}", "d: '2026-02-01'", []),
      (
        "properties: {d: {type: date, min: 2026-01-01}}", "d: 2025-12-31",
        ["value d: \"d\" is 2025-12-31, which is less than 2026-01-01"]
      ),
      (
        "properties: {d: {type: date}}", "d: soon",
        ["type d: \"d\" should be a date such as 2026-01-31, not \"soon\""]
      ),
      ("properties: {d: {type: date-time}}", "d: 2026-01-01T10:00", []),
      ("properties: {c: {type: checkbox}}", "c: yes", ["type c: \"c\" should be true or false, not \"yes\""]),
      ("properties: {l: {type: link}}", "l: '[[A note]]'", []),
      ("properties: {l: {type: link}}", "l: https://example.org/a", []),
      ("properties: {l: {type: link}}", "l: '[a](b.md)'", []),
      (
        "properties: {l: {type: link}}", "l: A note",
        ["type l: \"l\" should be a link, such as \"[[Note]]\" or an address, not \"A note\""]
      ),
      (
        "properties: {status: {values: [open, done]}}", "status: Open",
        ["value status: \"status\" cannot be \"Open\"; did you mean \"open\"? valid are open, done"]
      ),
      (
        "properties: {status: {values: [open, done]}}", "status: [open, late]",
        ["value status[1]: \"status\" cannot be \"late\"; valid are open, done"]
      ),
      ("properties: {p: {pattern: '^[A-Z]+-\\d+$'}}", "p: AB-12", []),
      (
        "properties: {p: {pattern: '^[A-Z]+-\\d+$'}}", "p: ab-12",
        ["value p: \"p\" is \"ab-12\", which does not match ^[A-Z]+-\\d+$"]
      ),
      (
        "properties: {t: {type: list, each: {type: text, pattern: x}}}", "t: [xa, 3, b]",
        [
          "type t[1]: \"t\" should be a text, not 3", "value t[2]: \"t\" is \"b\", which does not match x",
        ]
      ),
      ("properties: {t: {type: list}}", "t: a", ["type t: \"t\" should be a list, not \"a\""]),
      (
        "properties: {status: {}}, other: false", "statsu: x\nrest: y",
        [
          "unknown statsu: \"statsu\" is none of the schema's properties; did you mean \"status\"?",
          "unknown rest: \"rest\" is none of the schema's properties; take it out, or add it to the schema",
        ]
      ),
      ("properties: {status: {}}", "rest: y", []),
    ] as [(String, String, [String])])
  func problemsOf(_ rules: String, _ frontMatter: String, _ expected: [String]) throws {
    #expect(try problems(rules, frontMatter) == expected)
  }

  @Test(arguments: [
    ("{required: [a]}", "has an entry without \"notes\": the query that finds the notes it is about"),
    ("{notes: x, properties: {a: {type: numbr}}}", "has \"a\" of the type \"numbr\"; did you mean \"number\"?"),
    ("{notes: x, properties: {a: {pattern: '('}}}", "has a pattern for \"a\" that cannot be read: "),
    ("{notes: x, properties: {a: {values: {}}}}", "has \"values\" of \"a\" that are no list"),
    ("{notes: x, properties: {a: {min: low}}}", "has a \"min\" of \"a\" that is neither a number nor a date"),
    (
      "{notes: x, properties: {a: {vales: [1]}}}", "has \"vales\" for \"a\", which is no rule; did you mean \"values\"?"
    ),
    ("{notes: x, properties: [a]}", "has \"properties\" that are no map from names to rules"),
    ("{notes: x, other: maybe}", "has an \"other\" that is neither true nor false"),
    ("{notes: x, requires: [a]}", "has no field \"requires\""),
  ])
  func wrongSchemas(_ entry: String, _ message: String) {
    let (configuration, messages) = configuration("check: {schema: [\(entry)]}\n")
    #expect(configuration.check.schema == [])
    #expect(messages.count == 1 && messages[0].hasPrefix("\"check.schema\" \(message)"), "\(messages)")
  }

  @Test func levels() {
    let (configuration, messages) = configuration(
      "check: {levels: {attachment-orphan: off, link-case: error, 'task-*': info, task-id-duplicate: warning}}\n")
    #expect(messages == [])
    let check = configuration.check
    #expect(check.level(of: "attachment-orphan") == .off)
    #expect(check.level(of: "link-case") == .error)
    #expect(check.level(of: "task-field-duplicate") == .info)
    #expect(check.level(of: "task-id-duplicate") == .warning)
    #expect(check.level(of: "link-dangling") == .error)
    #expect(check.level(of: "front-matter-duplicate-key") == .error)
  }

  @Test(arguments: [
    ("{link-dangeling: off}", "has \"link-dangeling\", which no finding is called; did you mean \"link-dangling\"?"),
    ("{'*': off}", "has \"*\", which no finding is called"),
    ("{link-dangling: fatal}", "has \"fatal\" for link-dangling; valid are off, info, warning, error"),
    ("[link-dangling]", "takes a map from names to texts"),
  ])
  func wrongLevels(_ value: String, _ message: String) {
    let (_, messages) = configuration("check: {levels: \(value)}\n")
    #expect(messages == ["\"check.levels\" \(message)"])
  }

  /// A code that no rule has would be as grave as whoever reports it says, and could not be switched off.
  @Test func everyCodeHasARule() {
    let names = CheckRule.all.map(\.name)
    #expect(Set(names).count == names.count)
    for code in ["link-dangling", "tags-text", "tags-invalid", "config-bad-value", "scan-link-loop", "index"] {
      #expect(CheckRule.of(Diagnostic.Code(code)) != nil)
    }
    #expect(CheckRule.of("tags-invalid")?.isRepairable == false)
    #expect(CheckRule.of("tags-text")?.isRepairable == true)
  }
}
