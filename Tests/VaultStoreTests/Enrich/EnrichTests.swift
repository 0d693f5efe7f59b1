import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct EnrichTests {
  private let folder: TemporaryFolder
  private let vault: OpenVault

  private static let long = String(repeating: "And so on it goes. ", count: 20)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "---\nupdated: 2026-01-01\ntags: [idea]\n---\n# A\n\nThe first sentence. \(Self.long)\n\n## Next steps\n\n- Call\n",
      to: "a.md")
    try folder.write("short\r\n", to: "b.md")
    try folder.write("---\nenrich: false\n---\nKept out. \(Self.long)", to: "out.md")
    try folder.write("A day. \(Self.long)\n", to: "2026-03-12.md")
    try folder.write("categories: [{name: work, when: 'path:Work/'}]\n", to: ".vault/config.yaml")
    try folder.write("Work it is. \(Self.long)\n", to: "Work/w.md")
    vault = try VaultUnderTest(folder).vault()
  }

  private func text(_ path: String) throws -> String { String(decoding: try folder.bytes(of: path), as: UTF8.self) }

  private var paths: [NotePath] { ["a.md", "b.md", "out.md", "2026-03-12.md", "Work/w.md"] }

  private func program(_ script: String) throws -> EnrichRequest {
    try folder.writeProgram(script, to: "bin/engine")
    return EnrichRequest(Engine(name: "own/1", work: .command([folder.absolute("bin/engine")])))
  }

  @Test func rulesFillInWhatTheTextSays() throws {
    let before = try paths.map { try text($0.text) }
    let outcome = try vault.editor.enrich(paths, EnrichRequest(.rules))
    #expect(outcome.change.planned.records.map(\.path.text) == ["a.md", "2026-03-12.md", "Work/w.md"])
    let a = try text("a.md")
    #expect(a.contains("summary: The first sentence.\n") && a.contains("category: idea\n") && a.contains("Call"))
    #expect(a.contains("updated: 2026-01-01\n") && a.contains("enriched: [rules/1, 2026-03-12, body "))
    #expect(try text("2026-03-12.md").contains("category: journal\n"))
    #expect(try text("Work/w.md").contains("category: work\n"))
    #expect(try text("b.md") == before[1] && text("out.md") == before[2])
    let entry = try #require(vault.read { try $0.history() }.first)
    #expect(entry.actor == "enrich" && entry.title == "enrich notes by rules/1")
    // Again: not a byte.
    #expect(try vault.editor.enrich(paths, EnrichRequest(.rules)).change.end == .unchanged)
    #expect(try vault.read { try $0.history() }.count == 1)
    _ = try vault.editor.undo()
    #expect(try paths.map { try text($0.text) } == before)
  }

  @Test func whatWasTakenBackIsSettled() throws {
    _ = try vault.editor.enrich(["a.md"], EnrichRequest(.rules))
    _ = try vault.editor.undo()
    let before = try text("a.md")
    #expect(try vault.editor.enrich(["a.md"], EnrichRequest(.rules)).change.end == .unchanged)
    // Wherever the note is by now.
    _ = try vault.editor.move(["a"], to: "Deep/moved.md")
    #expect(try vault.editor.enrich(["Deep/moved.md"], EnrichRequest(.rules)).change.end == .unchanged)
    #expect(try text("Deep/moved.md") == before)
  }

  /// Of keys that were not asked for, nobody has said anything yet.
  @Test func whatWasLeftOutIsFilledInLater() throws {
    var request = EnrichRequest(.rules)
    (request.keys, request.isAsked) = ([.summary], true)
    _ = try vault.editor.enrich(["a.md"], request)
    #expect(try text("a.md").contains("summary: ") && !text("a.md").contains("category: "))
    #expect(try vault.editor.enrich(["a.md"], request).change.end == .unchanged)
    #expect(try vault.editor.enrichStatus(of: ["a.md"], EnrichRequest(.rules)).waiting == 1)
    _ = try vault.editor.enrich(["a.md"], EnrichRequest(.rules))
    #expect(try text("a.md").contains("category: idea\n"))
    #expect(try vault.editor.enrich(["a.md"], EnrichRequest(.rules)).change.end == .unchanged)
    // The other way round, too, once the text is another one.
    try folder.write(text("a.md") + "\n- Write\n", to: "a.md")
    _ = try vault.editor.enrich(["a.md"], request)
    #expect(try vault.editor.enrichStatus(of: ["a.md"], EnrichRequest(.rules)).waiting == 1)
    _ = try vault.editor.enrich(["a.md"], EnrichRequest(.rules))
    #expect(try text("a.md").contains("Write]\n"))
  }

  @Test func figuresSayHowFarItIs() throws {
    let request = EnrichRequest(.rules)
    #expect(try vault.editor.enrichStatus(of: paths, request) == EnrichFigures(notes: 5, waiting: 4, keptOut: 1))
    _ = try vault.editor.enrich(paths, request)
    #expect(
      try vault.editor.enrichStatus(of: paths, request)
        == EnrichFigures(notes: 5, enriched: 3, upToDate: 3, waiting: 1, keptOut: 1))
  }

  @Test func aProgramIsToldTheNoteAndAnswers() throws {
    let request = try program(
      "#!/bin/sh\ncat > '\(folder.absolute("asked.json"))'\necho '{\"summary\": \"From a program\", \"category\": \"work\"}'\n"
    )
    let outcome = try vault.editor.enrich(["a.md"], request)
    #expect(outcome.failures.isEmpty && outcome.change.end == .done)
    #expect(try text("a.md").contains("summary: From a program\n") && text("a.md").contains("enriched: [own/1, "))
    let asked = try JSONReader.read(folder.bytes(of: "asked.json"))
    #expect(asked["path"]?.text == "a.md" && asked["title"]?.text == "A" && asked["version"]?.integerText == "1")
    #expect(asked["want"]?.list?.compactMap(\.text) == ["summary", "action_items", "category"])
    #expect(asked["categories"]?.list?.compactMap(\.text).contains("work") == true)
    #expect(asked["body"]?.text?.hasPrefix("# A\n") == true)
    try folder.remove("asked.json")
    #expect(try vault.editor.enrich(["a.md"], request).change.end == .unchanged)
    #expect(!folder.exists("asked.json"), "It was asked about the same text again")
  }

  @Test(arguments: [
    ("prose", "echo 'Here is your summary.'"), ("front matter", "printf -- '---\\nsummary: x\\n---\\n'"),
    ("a status", "echo '{\"summary\": \"x\"}'; exit 3"), ("a signal", "kill -9 $$"), ("nothing", "true"),
    ("a flood", "yes | head -c 1000000"), ("no reader", "exec <&-; exec >&-"), ("a list", "echo '[1]'"),
  ])
  func aProgramThatFailsChangesNothing(_ name: String, _ script: String) throws {
    let before = try text("a.md")
    #expect(throws: EngineError.self) { try vault.editor.enrich(["a.md"], program("#!/bin/sh\n\(script)\n")) }
    #expect(try text("a.md") == before)
  }

  /// Nobody is asked about a note that cannot be changed, and the others go on.
  @Test func whatCannotBeChangedIsLeftOut() throws {
    try folder.write("---\ntitle: [a\n---\nx\n", to: "broken.md")
    let request = try program("#!/bin/sh\necho x >> '\(folder.absolute("count"))'\necho '{\"summary\": \"S\"}'\n")
    let outcome = try vault.editor.enrich(["broken.md", "a.md"], request)
    #expect(outcome.failures.count == 1 && outcome.failures[0].text.contains("broken.md"))
    #expect(
      try text("a.md").contains("summary: S\n") && String(decoding: folder.bytes(of: "count"), as: UTF8.self) == "x\n")
    #expect(throws: ChangeError.self) { try vault.editor.enrich(["broken.md"], request) }
  }

  @Test func aQueryOfACategoryThatIsNoneIsTold() throws {
    try folder.write("categories: [{name: m, when: 'path:((('}]\n", to: ".vault/config.yaml")
    let broken = try VaultUnderTest(folder).vault()
    #expect(throws: EngineError.self) { try broken.editor.enrich(["a.md"], EnrichRequest(.rules)) }
    var request = EnrichRequest(.rules)
    request.keys = [.summary]
    #expect(try broken.editor.enrich(["a.md"], request).change.end == .done)
  }

  @Test func theOthersGoOn() throws {
    let request = try program("#!/bin/sh\ngrep -q 'Work it' && echo '{\"summary\": \"Work\"}' || exit 1\n")
    let outcome = try vault.editor.enrich(["a.md", "Work/w.md"], request)
    #expect(
      outcome.failures.count == 1 && outcome.failures[0].text.contains("a.md: the engine own/1 ended with status 1"))
    #expect(try text("Work/w.md").contains("summary: Work\n"))
  }

  /// What a person writes while a program thinks is not lost, and the program is asked about it anew.
  @Test func aTextThatChangesMeanwhileIsAskedAboutAnew() throws {
    let note = folder.absolute("b.md")
    let count = folder.absolute("count")
    let request = try program(
      """
      #!/bin/sh
      cat > /dev/null
      echo x >> '\(count)'
      if [ "$(wc -l < '\(count)')" = 1 ]; then echo 'typed meanwhile' >> '\(note)'; fi
      echo '{"summary": "Asked"}'
      """)
    _ = try vault.editor.enrich(["b.md"], request)
    let found = try text("b.md")
    #expect(found.contains("summary: Asked") && found.hasSuffix("short\r\ntyped meanwhile\n"))
    #expect(try folder.bytes(of: "count").count == 4)
  }

  @Test func dryRunsSayWhatWouldBe() throws {
    let before = try text("a.md")
    let outcome = try vault.editor.enrich(["a.md"], EnrichRequest(.rules), ChangeOptions(dryRun: true))
    #expect(outcome.change.end == .dryRun && outcome.change.planned.texts.count == 1)
    #expect(try text("a.md") == before)
  }
}

extension JSONValue {
  fileprivate var integerText: String? { if case .number(let text) = self { text } else { nil } }
}
