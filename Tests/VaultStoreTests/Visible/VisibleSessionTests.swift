import Foundation
import Synchronization
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A session through which a part of a vault is seen.
struct VisibleSessionTests {
  private func hidden(_ test: VaultUnderTest, _ visible: VisibleVault) throws -> HiddenNotes {
    try #require(try test.vault().vault.visible(as: visible).read { try $0.hidden })
  }

  /// Before and after are vaults of the same query with other notes.
  @Test func changesAreToldAsTheyShow() throws {
    let before = try FilteredVault(
      ["a.md": "x", "comes.md": "#p", "goes.md": "x", "moved.md": "y", "in.md": "#p y", "out.md": "y", "s.md": "#p"],
      hide: "#p")
    let after = try FilteredVault(
      [
        "a.md": "z", "comes.md": "x", "goes.md": "#p", "new.md": "x", "newer.md": "#p", "to.md": "y", "in2.md": "y",
        "out2.md": "#p",
        "s.md": "#p z",
      ], hide: "#p")
    let (old, new) = (try hidden(before.test, before.visible), try hidden(after.test, after.visible))
    let all = NoteChanges.Paths(
      added: ["new.md", "newer.md"], changed: ["a.md", "comes.md", "goes.md", "s.md"], removed: [],
      moved: [
        .init(from: "moved.md", to: "to.md"), .init(from: "in.md", to: "in2.md"), .init(from: "out.md", to: "out2.md"),
      ])
    #expect(
      NoteChanges(all).visible(from: old, to: new)
        == .some(
          NoteChanges.Paths(
            added: ["comes.md", "in2.md", "new.md"], changed: ["a.md"], removed: ["goes.md", "out.md"],
            moved: [.init(from: "moved.md", to: "to.md")])))
    #expect(NoteChanges(.init(changed: ["s.md"])).visible(from: old, to: old) == .none)
    #expect(NoteChanges(.init(removed: ["s.md"])).visible(from: old, to: old) == .none)
    // A note that comes into sight without a change of its own is not named: perhaps it was never there.
    #expect(NoteChanges(.init(changed: ["a.md"])).visible(from: old, to: new) == .many)
    #expect(NoteChanges.many.visible(from: old, to: new) == .many)
  }

  @Test func changesAreToldOnceItIsKnownWhatIsHidden() throws {
    let vault = try FilteredVault(["a.md": "x", "s.md": "#p"], hide: "#p")
    let changes = VisibleChanges()
    let told = Mutex<[NoteChanges]>([])
    func tell(_ happened: NoteChanges, fails: Bool = false) throws {
      #expect(changes.needsAsking(after: happened))
      changes.tell(
        asking: {
          if fails { throw UnknownVisibilityError(reason: "") }
          return try hidden(vault.test, vault.visible)
        }, { change in told.withLock { $0.append(change) } })
    }
    try tell(.none)
    #expect(told.withLock { $0 } == [])
    try tell(.some(.init(changed: ["a.md", "s.md"])))
    try tell(.some(.init(changed: ["s.md"])))
    try tell(.some(.init(changed: ["s.md"])), fails: true)
    try tell(.some(.init(changed: ["s.md"])))
    #expect(told.withLock { $0 } == [.some(.init(changed: ["a.md"])), .many, .many])
    // Whoever is at it goes on.
    #expect(changes.needsAsking(after: .none) && !changes.needsAsking(after: .none))
  }

  #if canImport(Glibc)
    @Test(.enabled(if: WatcherUnderTest.isPossible)) func aSessionTellsOfVisibleNotesAlone() throws {
      let folder = try TemporaryFolder()
      try folder.write("alpha [[s]]\n", to: "a.md")
      try folder.write("alpha #p\n", to: "Diary/s.md")
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      let visible = try VisibleVault(in: test.vault().vault, hide: "#p")
      let under = try SessionUnderTest(folder, test: test, prepares: true, visible: visible)
      defer { under.session.end() }
      #expect(try under.paths("alpha").value == ["a.md"])
      try under.waitUntilVouched()
      _ = try under.ask(Question { try $0.noteTitles() })
      var told: [SessionEvent] = []
      func change(_ text: String, _ path: String) throws {
        try folder.write(text, to: path)
      }
      // Until changes are told by name, which takes that what is hidden is known.
      try folder.write("later\n", to: "later.md")
      told += try under.wait("later.md") { if case .notes = $0 { true } else { false } }
      try change("more #p\n", "Diary/s.md")
      try change("new #p\n", "Diary/t.md")
      try change("seen\n", "b.md")
      told += try under.wait("b.md") {
        if case .notes(.some(let paths)) = $0 { paths.added.contains("b.md") } else { false }
      }
      try change("now #p\n", "b.md")
      told += try under.wait("b.md goes") { event in
        if case .notes(.some(let paths)) = event { paths.removed == ["b.md"] } else { false }
      }
      #expect(!told.contains { "\($0)".contains("Diary") })
      #expect(try under.paths("").value == ["a.md", "later.md"])
      let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
      while under.session.names?.notes.map(\.path.text) != ["a.md", "later.md"], Date() < deadline { usleep(20_000) }
      #expect(under.session.names?.notes.map(\.path.text) == ["a.md", "later.md"])
    }
  #endif

  /// Finding out what is hidden takes a look at all notes, once for each state of the vault.
  @Test func whatIsHiddenIsFoundOutOnceForEachState() throws {
    let vault = try FilteredVault(["a.md": "x", "s.md": "#p"], hide: "#p")
    let known = KnownHiddenNotes()
    let counted = Mutex(0)
    func state(_ generation: Int64) throws -> KnownHiddenNotes.State {
      KnownHiddenNotes.State(
        visible: vault.visible, index: 1, generation: generation, configuration: try vault.whole().configuration,
        overlays: [],
        today: VaultUnderTest.today, timeZone: .gmt)
    }
    func ask(_ state: KnownHiddenNotes.State?) throws {
      _ = try known.hidden(in: state) {
        counted.withLock { $0 += 1 }
        return try hidden(vault.test, vault.visible)
      }
    }
    for generation in [1, 1, 2, 2] as [Int64] { try ask(state(generation)) }
    #expect(counted.withLock { $0 } == 2)
    try ask(nil)
    #expect(counted.withLock { $0 } == 3)
  }

  @Test func aSearchBeforeTheIndexIsNoExceptionEither() throws {
    let vault = try FilteredVault(
      Dictionary(uniqueKeysWithValues: (0..<Vault.fewNotes + 1).map { ("n\($0).md", $0 == 7 ? "needle #p" : "hay") }),
      hide: "#p")
    let options = SearchOptions(mayPrecedeIndex: true)
    #expect(try vault.whole().vault.search(vault.test.query("needle"), options: options).precedesIndex)
    let found = try vault.vault().vault.search(vault.test.query("needle"), options: options)
    #expect(found.total == 0 && !found.precedesIndex)
  }

  /// How many notes there are is nobody's business.
  @Test func progressIsToldInPercent() throws {
    let vault = try FilteredVault(
      Dictionary(uniqueKeysWithValues: (0..<37).map { ("n\($0).md", "x") }), hide: "path:n1.md")
    let totals = Mutex<Set<Int>>([])
    var listener = VaultListener()
    listener.progress = { _, total in totals.withLock { _ = $0.insert(total) } }
    _ = try vault.vault(noIndex: true).vault.read(telling: listener) { try $0.snapshot.noteCount }
    #expect(totals.withLock { $0 } == [100])
  }
}
