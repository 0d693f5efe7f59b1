import Testing
import VaultTestSupport

@testable import VaultCore

/// The lines that tags and properties stand in.
@Suite struct FilterLinesTests {
  private func lines(_ query: String, _ text: String, limit: Int? = nil) throws -> [String] {
    let root = try queryParser.parse(query).root
    guard let filter = FilterLines(root) else { return ["none"] }
    let note = ReadNote(text)
    return try note.bytes.withUnsafeBufferPointer { bytes in
      try filter.matches(in: bytes, note: note.note, limit: limit).map { match in
        let found = match.ranges.map { range in
          String(decoding: Array(match.text.utf8)[range], as: UTF8.self)
        }
        return "\(match.line): \(found.joined(separator: "|"))"
      }
    }
  }

  private static let note = """
    ---
    tags: [work, "#Küche", a/b]
    status: in progress
    ---
    # Heading

    text #work and #Work/plan, #workshop
    `#work`
    #küche
    """

  @Test(arguments: [
    ("tag:work", ["2: work", "7: #work|#Work/plan"]), ("tag:work/*", ["7: #Work/plan"]),
    ("#küche", ["2: #Küche", "9: #küche"]),
    ("tag:a", ["2: a/b"]), ("tag:/^wo/i", ["2: work", "7: #work|#Work/plan|#workshop"]),
    ("[status]", ["3: status: in progress"]), ("[STATUS:progress]", ["3: status: in progress"]),
    ("[nothing]", []), ("-tag:work", ["none"]), ("salt", ["none"]),
    ("tag:work OR [status]", ["2: work", "3: status: in progress", "7: #work|#Work/plan"]),
  ])
  func standWhereTheyAreWritten(query: String, lines: [String]) throws {
    #expect(try self.lines(query, Self.note) == lines)
  }

  @Test func atMostSoManyAreGiven() throws {
    #expect(try lines("tag:work", Self.note, limit: 1) == ["2: work"])
  }

  @Test(arguments: ["tags: \"\\u0077ork\"\n", "tags:\n  - \"w\\u006Frk\"\n"])
  func whatIsWrittenWithEscapesHasItsLine(property: String) throws {
    let found = try lines("tag:work", "---\n\(property)---\n")
    #expect(found.count == 1 && found[0].hasSuffix(": "))
  }

  @Test(
    arguments: [
      ("tag:foo", "---\ntags: foobar, foo\n---\n", ["2: foo"]), ("tag:foo", "---\nkeywords: foo\n---\n", []),
      ("[project:beta]", "---\nproject:\n  - alpha\n  - beta two\n---\n", ["2: project:", "4: beta two"]),
      ("[project:alpha]", "---\nproject: [alpha, beta]\n---\n", ["2: project: [alpha, beta]"]),
    ] as [(String, String, [String])])
  func marksStandWhereTheTagOrValueDoes(query: String, text: String, lines: [String]) throws {
    #expect(try self.lines(query, text) == lines)
  }

  /// Not inside of the tag before, which it is the beginning of.
  @Test func theMarkIsThatOfTheTagItself() throws {
    let filter = try #require(FilterLines(try queryParser.parse("tag:foo").root))
    let note = ReadNote("---\ntags: foobar, foo\n---\n")
    let found = try note.bytes.withUnsafeBufferPointer { try filter.matches(in: $0, note: note.note, limit: nil) }
    #expect(found.map(\.ranges) == [[14..<17]])
  }
}
