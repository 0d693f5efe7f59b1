import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct EnrichmentPlanTests {
  private static let day = CivilDate(year: 2026, month: 3, day: 14) ?? CivilDate(dayNumber: 0)
  private static let all = Set(EnrichedKey.allCases)

  private func found(_ summary: String?, _ items: [String] = [], _ category: String? = nil) -> Enrichment {
    var found = Enrichment()
    found.set(summary: summary)
    found.set(actionItems: items)
    found.set(category: category, known: ["idea"])
    return found
  }

  /// What a note is after an engine has said something of it.
  private func after(
    _ text: String, _ found: Enrichment, by engine: String = "e/1", _ wanted: Set<EnrichedKey> = all
  ) throws -> String {
    let bytes = Array(text.utf8)
    let changes = plan(text).changes(found, wanted, by: engine, on: Self.day)
    guard !changes.isEmpty else { return text }
    return String(decoding: try FrontMatterEditor.applying(changes, to: bytes), as: UTF8.self)
  }

  private func plan(_ text: String) -> EnrichmentPlan {
    let bytes = Array(text.utf8)
    let start = bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }
    return EnrichmentPlan(bytes, bodyRange: start..<bytes.count)
  }

  /// A person may mean something else by it.
  @Test(arguments: ["[niacin, iron]", "true", "{a: b}", "[bread, 2024-01-01, flour]", "[e/1, 2026-03-14]"])
  func aPropertyThatIsNoMarkStays(_ value: String) throws {
    let text = "---\nenriched: \(value)\n---\nBody\n"
    #expect(try after(text, found("Short")) == text && plan(text).isKeptOut)
  }

  @Test func whatIsMissingIsFilledInAndMarked() throws {
    let text = try after("---\ntags: [a]\n---\nBody\n", found("Short", ["x", "y"], "idea"))
    #expect(text.hasPrefix("---\ntags: [a]\nsummary: Short\n"))
    #expect(text.contains("category: idea\n") && text.hasSuffix("---\nBody\n"))
    #expect(
      text.contains("enriched: [e/1, 2026-03-14, body ")
        && EnrichedKey.allCases.allSatisfy { plan(text).state(of: $0) == .own })
    #expect(plan(text).isUpToDate(by: "e/1") && !plan(text).isUpToDate(by: "e/2"))
    #expect(try after(text, found("Short", ["x", "y"], "idea")) == text)
  }

  @Test func aPersonsValueStays() throws {
    let text = "---\nsummary: Mine\n---\nBody\n"
    #expect(plan(text).state(of: .summary) == .settled)
    #expect(try after(text, found("Other")) == text)
    let category = try after(text, found("Other", [], "idea"))
    #expect(category.contains("summary: Mine\n") && category.contains("category: idea\n"))
    for odd in ["summary: [a, {b: c}]", "summary: 5", "summary: true", "summary: 2026-01-01", "Summary: Mine"] {
      let text = "---\n\(odd)\n---\nBody\n"
      #expect(try after(text, found("Other")) == text, "\(odd)")
    }
  }

  @Test func whatAPersonChangesOrRemovesIsSettled() throws {
    let text = try after("---\ntags: [a]\n---\nBody\n", found("Short", ["x"]))
    let changed = text.replacing("summary: Short", with: "summary: Better")
    #expect(plan(changed).state(of: .summary) == .settled)
    #expect(try after(changed.replacing("Body", with: "New body"), found("Other", ["z"])).contains("summary: Better\n"))
    let removed = text.replacing("summary: Short\n", with: "")
    #expect(plan(removed).state(of: .summary) == .settled && plan(removed).state(of: .actionItems) == .own)
    let later = try after(removed.replacing("Body", with: "New"), found("Other", ["z"]), by: "e/2")
    #expect(!later.contains("\nsummary:") && later.contains("- z") || later.contains("[z]"))
    #expect(plan(later).state(of: .summary) == .settled)
  }

  @Test func whatIsItsOwnFollowsTheText() throws {
    let text = try after("---\ntags: [a]\n---\nBody\n", found("Short", ["x"]))
    let edited = text.replacing("Body", with: "Another body")
    #expect(!plan(edited).isUpToDate(by: "e/1"))
    let later = try after(edited, found("New", []))
    #expect(later.contains("summary: New\n") && !later.contains("action_items:"))
    // Where it says nothing of a key, that stays.
    var silent = Enrichment()
    silent.set(summary: "Third")
    let third = try after(text.replacing("Body", with: "C"), silent)
    #expect(third.contains("action_items") && third.contains("summary: Third"))
  }

  @Test func anEmptyLineOfATemplateIsMissing() throws {
    for line in ["summary:", "summary: \"\"", "summary: null"] {
      #expect(plan("---\n\(line)\n---\nBody").state(of: .summary) == .missing, "\(line)")
    }
    #expect(try after("---\nsummary:\ntags: [a]\n---\nBody\n", found("Short")).contains("summary: Short\ntags: [a]\n"))
    let remark = try after("---\naction_items: [\n  # later\n]\n---\nBody\n", found(nil, ["x", "z"]))
    #expect(remark.contains("action_items: [\n  # later\n  x, z\n]\n"))
  }

  @Test func noteThatIsKeptOutStays() throws {
    let text = "---\nenrich: false\n---\nBody\n"
    #expect(try after(text, found("Short", ["x"], "idea")) == text)
  }

  @Test func nothingIsWrittenOfNothing() throws {
    #expect(try after("Body\n", found(nil)) == "Body\n")
    #expect(try after("Body\n", found("Short"), [.category]) == "Body\n")
  }

  @Test func onlyWhatIsWantedIsWritten() throws {
    let text = try after("Body\n", found("Short", ["x"], "idea"), [.summary])
    #expect(text.contains("summary: Short") && !text.contains("idea") && !text.contains("action_items"))
  }

  @Test(arguments: ["x", "[]", "[a]", "[a, b, c]", "[a, 2026-01-01, summary 1]", "{a: b}", "[a, 2026-01-01, body 1 2]"])
  func whatIsNoMarkMarksNothing(_ mark: String) throws {
    let text = "---\nsummary: Mine\nenriched: \(mark)\n---\nBody\n"
    #expect(plan(text).state(of: .summary) == .settled && !plan(text).isEnriched)
    #expect(try after(text, found("Other")).contains("summary: Mine\n"))
  }

  /// Engine, person, another engine, other texts, in any order: what a person has written stays as it was.
  @Test func aPersonsValuesAreNeverChanged() throws {
    var random = SeededGenerator(seed: TestSeed(fixed: 14).value)
    for _ in 0..<500 {
      var text =
        ["---\ntags: [a]\n---\nBody 0\n", "Body 0\n", "---\r\nsummary: Mine 0\r\n---\r\nBody 0\r\n"].randomElement(
          using: &random) ?? ""
      var mine: [EnrichedKey: PropertyValue?] = [:]
      if text.contains("Mine 0") { mine[.summary] = .some(.text("Mine 0")) }
      for step in 1..<20 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: text = text.replacing("Body \(step - 1)", with: "Body \(step)")
        case 1:
          let key = EnrichedKey.allCases.randomElement(using: &random) ?? .summary
          let value = PropertyValue.text("Mine \(step)")
          text = String(
            decoding: try FrontMatterEditor.applying([.set(key: key.rawValue, value)], to: Array(text.utf8)),
            as: UTF8.self)
          mine[key] = .some(value)
        case 2:
          let key = EnrichedKey.allCases.randomElement(using: &random) ?? .summary
          // What was never there says nothing when it is removed.
          guard frontMatter(text)[key.rawValue] != nil else { continue }
          let isMarked = EnrichedMark(frontMatter(text)[EnrichedMark.property]?.value)?.values[key] != nil
          text = String(
            decoding: try FrontMatterEditor.applying([.unset(key: key.rawValue)], to: Array(text.utf8)), as: UTF8.self)
          mine[key] = isMarked ? .some(nil) : nil
        default:
          let number = Int.random(in: 0..<4, using: &random)
          text = try after(
            text,
            found(
              number == 0 ? nil : "Engine \(number)", number == 1 ? [] : ["i\(number)"], number == 2 ? "idea" : nil),
            by: "e/\(number % 2)")
        }
        for (key, value) in mine { #expect(frontMatter(text)[key.rawValue]?.value == value, "\(key) in \(text)") }
      }
    }
  }

  private func frontMatter(_ text: String) -> FrontMatter {
    Array(text.utf8).withUnsafeBufferPointer { FrontMatterParser.parse($0) }
  }
}
