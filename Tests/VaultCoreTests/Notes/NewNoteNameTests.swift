import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct NewNoteNameTests {
  private func make(_ pattern: String, _ title: String, id: String = "k3f9") throws -> String {
    let time = CivilTime(date: try #require(CivilDate("2026-03-01")), secondOfDay: 9 * 3600 + 7 * 60)
    return try NoteFileName.make(pattern: pattern, title: title, id: id, time: time)
  }

  @Test(
    arguments: [
      ("{{title}}", "Trip: day two", "Trip - day two.md"), ("{{title}}.md", "x", "x.md"),
      ("{{title}}", "v1.md", "v1.md"),
      ("{{date:YYYYMMDDHHmm}} {{title}}", "A/B", "202603010907 A-B.md"), ("{{slug}}", "It's Käse!", "its-käse.md"),
      ("{{id}}", "x", "k3f9.md"), ("{{date:YYYY/MM}}/{{title}}", "x", "2026/03/x.md"), ("{{title}}", "CON", "_CON.md"),
      ("{{time}} {{title}}", "x", "0907 x.md"), ("{{date}} {{title}}", "", "2026-03-01.md"),
      ("../{{title}}", "x", "x.md"), ("/{{title}}", "x", "x.md"), (".obsidian/{{title}}", "x", "obsidian/x.md"),
      ("{{date:HH:mm}} {{title}}", "x", "09-07 x.md"), ("nul/{{title}}", "x", "_nul/x.md"),
    ])
  func patterns(_ pattern: String, _ title: String, _ path: String) throws {
    #expect(try make(pattern, title) == path)
  }

  @Test func aTitleOfNothingButBadCharactersIsAnError() {
    for title in ["", "  ", "???", "../..", "\u{0}\n", "[[]]"] {
      #expect(throws: NewNoteNameError.nothingLeft(title: title)) { try make("{{title}}", title) }
      #expect(throws: NewNoteNameError.nothingLeft(title: title)) { try make("Notes/{{title}}", title) }
    }
  }

  @Test func unknownNamesInThePatternAreAnError() {
    #expect(throws: NewNoteNameError.unknown(["name"], pattern: "{{name}}")) { try make("{{name}}", "x") }
  }

  @Test func theTitleIsCutAndTheRestOfThePatternKept() throws {
    let long = String(repeating: "wörter ", count: 60)
    let path = try make("{{date}} {{title}} {{id}}", long)
    #expect(path.utf8.count <= 255 && path.utf8.count > 240)
    #expect(path.hasPrefix("2026-03-01 wörter") && path.hasSuffix(" k3f9.md"))
    #expect(try make("{{title}}", String(repeating: "👨‍👩‍👧", count: 40)).utf8.count == 255)
    #expect(try make(String(repeating: "x", count: 400), "t") == String(repeating: "x", count: 252) + ".md")
  }

  @Test func whateverTheTitleThePathHasNoProblems() throws {
    let pieces = [
      "a", "é", "漢", "👨‍👩‍👧", " ", ".", "/", "\\", ":", "#", "[[", "]]", "\n", "con", "{{title}}", "{{x}}", "-", "|", ".md",
      String(repeating: "long ", count: 30), "\u{202E}", "node_modules",
    ]
    let patterns = ["{{title}}", "{{slug}}", "{{date}}/{{title}}", "{{title}}/{{id}}", "{{title}} {{slug}}"]
    var random = SeededGenerator(seed: 61)
    var made = 0
    for _ in 0..<1_500 {
      let title = (0..<random.below(7)).map { _ in random.pick(pieces) }.joined()
      do throws(NewNoteNameError) {
        let time = CivilTime(date: CivilDate(dayNumber: 20_000))
        let path = try NoteFileName.make(pattern: random.pick(patterns), title: title, id: "id", time: time)
        made += 1
        #expect(NoteFileName.problems(inPath: path) == [], "\(title.debugDescription) → \(path.debugDescription)")
        #expect(NotePath(path).isNote)
      } catch {
        #expect(error == .nothingLeft(title: title))
      }
    }
    #expect(made > 1_000)
  }
}
