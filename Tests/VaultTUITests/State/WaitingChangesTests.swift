import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultTUI

/// What keys mean while a change, or what would be done by one, is waited for.
@Suite(.serialized) struct WaitingChangesTests {
  private let notes = ["a.md": "# Alpha\n\n- [ ] Task\n", "b.md": "# Beta\n", "c.md": "# Gamma\n"]

  /// Presses keys without answering what they ask for.
  private func press(_ names: [String], _ state: inout UIState) -> [UIEffect] {
    names.flatMap { name in Key(named: name).map { state.update(.input(.key($0))) } ?? [] }
  }

  private func leaves(_ effects: [UIEffect]) -> Bool {
    effects.contains { if case .leave = $0 { true } else { false } }
  }

  @Test func leavingWaitsForAChange() throws {
    let ui = try UIUnderTest(notes, at: "vault://tasks")
    var state = ui.state
    let made = press(["x"], &state)
    let number = made.firstNonNil { if case .change(_, let number, _) = $0 { number } else { nil } }
    #expect(!leaves(press(["q", "u", "j"], &state)))
    var refused = state
    // Once it is made, one leaves; once more, at once.
    let done = ChangedText(sentence: "Done.", note: nil, didChange: true, isOutdated: false)
    let answer = { UIAnswer(number: try #require(number), kind: .change, value: $0) }
    #expect(leaves(state.update(.answer(try answer(.success(.changed(done)))))))
    #expect(leaves(press(["q"], &refused)))
    // What is refused is told, and one stays.
    var other = ui.state
    let again = press(["x"], &other).firstNonNil { if case .change(_, let number, _) = $0 { number } else { nil } }
    _ = press(["q"], &other)
    let failure = UIAnswer(
      number: try #require(again), kind: .change, value: .failure(UIFailure(NoteNameError.notFound("x", nearest: []))))
    #expect(!leaves(other.update(.answer(failure))))
    #expect(other.status?.kind == .problem || other.dialog != nil)
    #expect(leaves(press(["esc", "q"], &other)))
  }

  @Test func noKeyAnswersWhatIsNotShownYet() throws {
    let ui = try UIUnderTest(notes)
    var state = ui.state
    let number = press(["*", "d"], &state).firstNonNil { if case .plan(_, let number) = $0 { number } else { nil } }
    let plan = PlannedText(lines: [DiffLine(kind: .context, text: "x")], remarks: [], signature: [], files: 1)
    _ = state.update(.answer(UIAnswer(number: try #require(number), kind: .plan, value: .success(.planned(plan)))))
    let isAsked = if case .confirm? = state.dialog { true } else { false }
    #expect(isAsked)
    // A key gives it up, and what comes late asks nothing.
    for key in ["esc", "j", "left"] {
      var other = ui.state
      _ = press(["*", "d", key], &other)
      _ = other.update(.answer(UIAnswer(number: try #require(number), kind: .plan, value: .success(.planned(plan)))))
      #expect(other.dialog == nil && other.status?.text.hasPrefix("Nothing was changed: a key came") == true)
    }
    // What was typed into a form stays.
    var form = ui.state
    _ = press(["M"], &form)
    _ = form.update(.input(.paste("far")))
    _ = press(["enter", "y"], &form)
    let isOpen = if case .prompt(let prompt)? = form.dialog { prompt.field.text == "far" } else { false }
    #expect(isOpen)
  }

  /// It would take back an older one.
  @Test func undoBehindAChangeThatIsNotMadeIsNone() throws {
    let ui = try UIUnderTest(notes)
    ui.press("g P")
    let before = try ui.notes()
    var state = ui.state
    let number = press(["d", "y", "u"], &state).firstNonNil {
      if case .change(.delete, let number, _) = $0 { number } else { nil }
    }
    #expect(press([], &state).isEmpty && !state.ahead.isEmpty)
    let outdated = ChangedText(sentence: "", note: nil, didChange: false, isOutdated: true)
    let effects = state.update(
      .answer(UIAnswer(number: try #require(number), kind: .change, value: .success(.changed(outdated)))))
    #expect(state.ahead.isEmpty && !effects.contains { if case .change = $0 { true } else { false } })
    #expect(try ui.notes() == before)
  }

  /// A plan of which nobody wants to know any more is not waited for.
  @Test(arguments: ["n", "y"]) func aPlanThatIsNotNeededIsDropped(_ key: String) throws {
    let ui = try UIUnderTest(notes)
    var state = ui.state
    _ = press(["d"], &state)
    #expect(press([key], &state).contains { if case .dropPlan = $0 { true } else { false } })
    var several = ui.state
    _ = press(["*", "d"], &several)
    #expect(press(["j"], &several).contains { if case .dropPlan = $0 { true } else { false } })
  }

  @Test func whatGoesIsNotMarkedAnyMore() throws {
    let ui = try UIUnderTest(notes)
    ui.press("*")
    #expect(ui.state.marks.count == 3)
    try ui.folder.remove("vault/b.md")
    ui.send(.event(.notes(.some(.init(removed: [NotePath("b.md")])))))
    #expect(ui.state.marks == Set(["a.md", "c.md"].map { .note(NotePath($0)) }))
    #expect(ui.shows("Beta went meanwhile"))
  }

  @Test func whatIsPickedComesInTheOrderOfTheList() throws {
    let ui = try UIUnderTest(notes, at: "vault://?sort=-title", picks: .init(.notes))
    ui.press("G space g space enter")
    #expect(ui.end == .picked([.note(NotePath("c.md")), .note(NotePath("a.md"))]))
  }

  @Test func onlyWhatIsMarkedInTheTrashIsDeletedForGood() throws {
    let ui = try UIUnderTest(notes)
    ui.press("/ \"beta\" enter d y 1 / \"gamma\" enter d y 6 space d")
    #expect(ui.shows("Delete what is marked?"))
    ui.press("y y")
    #expect(ui.state.list.count == "1 file")
  }

  @Test func anIndexThatWasBuiltAnewIsUpToDateAgain() throws {
    let ui = try UIUnderTest(notes)
    ui.send(.event(.freshness(.vouched)))
    for done in 0...3 { ui.send(.event(.building(done: done, total: 3))) }
    #expect(ui.state.freshness == .proven)
  }
}

extension Sequence {
  func firstNonNil<Value>(_ value: (Element) -> Value?) -> Value? {
    for element in self { if let found = value(element) { return found } }
    return nil
  }
}
