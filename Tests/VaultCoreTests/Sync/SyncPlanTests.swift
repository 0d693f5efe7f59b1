import Testing

@testable import VaultCore

struct SyncPlanTests {
  /// Notes of a server by id, with their texts.
  private func listing(_ notes: [String: String], odd: Bool = false) throws -> RemoteListing {
    var listing = RemoteListing()
    let values = notes.sorted { $0.key < $1.key }.map { id, text in
      JSONValue.object([.init("id", .text(id)), .init("name", .text(id)), .init("details", .text(text))])
    }
    _ = try listing.add(.list(values + (odd ? [.null] : [])))
    return listing
  }

  private func file(_ text: String) -> [UInt8] { Array(text.utf8) + [UInt8](repeating: 0, count: 32 - text.utf8.count) }

  private func local(_ name: String, _ text: String, id: String? = nil, isMeant: Bool = true) -> SyncPlan.Local {
    .init(path: NotePath(name + ".md"), noteID: id, file: file(text), isMeant: isMeant, title: name)
  }

  private func known(_ id: String, _ text: String, noteID: String? = nil, wasMeant: Bool = true) -> SyncedNote {
    let hash = SharedFields(title: id, body: Array(text.utf8), tags: [], isFavorite: false).hash
    return SyncedNote(
      id: id, path: NotePath(id + ".md"), there: hash, here: hash, file: file(text), noteID: noteID,
      wasMeant: wasMeant)
  }

  private func words(_ plan: SyncPlan) -> [String] {
    plan.steps.map { step in
      switch step {
      case .merge(let note): "merge \(note.path)"
      case .pair(let id, let path): "pair \(id) \(path)"
      case .send(let note): "send \(note.path)"
      case .makeHere(let id): "make here \(id)"
      case .comeBack(let note): "come back \(note.path)"
      case .makeThere(let path): "make there \(path)"
      case .makeAgain(let note): "make again \(note.path)"
      case .deleteHere(let note): "delete here \(note.path)"
      case .deleteThere(let note): "delete there \(note.path)"
      }
    }.sorted()
  }

  private func plan(_ known: [SyncedNote], _ locals: [SyncPlan.Local], _ listing: RemoteListing) -> [String] {
    words(SyncPlan(known, locals, listing))
  }

  @Test func eachPairOfStatesHasItsStep() throws {
    // What both had, what is here, what is there; and nil for what is not.
    for (here, there, step) in [
      ("a", "a", nil), ("b", "a", "send n.md"), ("a", "b", "merge n.md"), ("b", "c", "merge n.md"),
      (nil, "a", "delete there n.md"), (nil, "b", "come back n.md"), ("a", nil, "delete here n.md"),
      ("b", nil, "make again n.md"), (nil, nil, nil),
    ] as [(String?, String?, String?)] {
      let locals = here.map { [local("n", $0)] } ?? []
      let remote = try listing(there.map { ["n": $0] } ?? [:])
      #expect(plan([known("n", "a")], locals, remote) == [step].compactMap(\.self), "\(here ?? "-") \(there ?? "-")")
    }
    #expect(try SyncPlan([known("n", "a")], [], listing([:])).notes.isEmpty)
  }

  @Test func anOddListDeletesNothing() throws {
    #expect(plan([known("n", "a")], [local("n", "a")], try listing([:], odd: true)) == [])
    #expect(plan([known("n", "a")], [local("n", "b")], try listing([:], odd: true)) == [])
    #expect(plan([known("n", "a")], [local("n", "b")], try listing(["n": "a"], odd: true)) == ["send n.md"])
    #expect(try SyncPlan([known("n", "a")], [], listing([:], odd: true)).notes.count == 1)
  }

  @Test func aNoteThatMovedIsFound() throws {
    let remote = try listing(["n": "a"])
    #expect(plan([known("n", "a")], [local("m", "a")], remote) == [])
    #expect(SyncPlan([known("n", "a")], [local("m", "a")], remote).notes.map(\.path) == [NotePath("m.md")])
    #expect(plan([known("n", "a", noteID: "i")], [local("m", "b", id: "i")], remote) == ["send m.md"])
    // Of two that it could be, it is none.
    #expect(
      plan([known("n", "a")], [local("m", "a"), local("o", "a")], remote)
        == ["delete there n.md", "make there m.md", "make there o.md"])
    // A server may give it another id.
    var other = RemoteListing()
    _ = try other.add(
      .list([.object([.init("id", .text("new")), .init("name", .text("n")), .init("details", .text("a"))])]))
    let moved = SyncPlan([known("n", "a")], [local("n", "a")], other)
    #expect(moved.steps.isEmpty && moved.notes.map(\.id) == ["new"])
  }

  @Test func unknownNotesArePairedByIDAndByTheirOnlyTitle() throws {
    let remote = try listing(["i": "x", "Same": "y", "there": "z"])
    let locals = [local("here", "x", id: "i"), local("same", "y"), local("own", "z")]
    #expect(
      plan([], locals, remote) == ["make here there", "make there own.md", "pair Same same.md", "pair i here.md"])
    #expect(
      plan(
        [],
        [local("a/same", "1"), local("b/same", "2")].map {
          var note = $0
          note.title = "same"
          return note
        },
        try listing(["same": "x"])) == ["make here same", "make there a/same.md", "make there b/same.md"])
  }

  @Test func whatIsNotMeantStays() throws {
    #expect(plan([], [local("n", "a", isMeant: false)], try listing([:])) == [])
    let kept = SyncPlan([known("n", "a")], [local("n", "b", isMeant: false)], try listing(["n": "c"]))
    #expect(kept.steps.isEmpty && kept.paused == [NotePath("n.md")])
    #expect(
      plan([known("n", "a", wasMeant: false)], [local("n", "b", isMeant: false)], try listing(["n": "a"])) == [
        "send n.md"
      ])
  }

  @Test func deletionsThatAreTooManyAreSeen() throws {
    func deletes(_ gone: Int, of count: Int) throws -> Bool {
      let names = (0..<count).map { "n\($0)" }
      let remote = try listing(Dictionary(uniqueKeysWithValues: names.map { ($0, "a") }))
      return SyncPlan(names.map { known($0, "a") }, names.dropFirst(gone).map { local($0, "x\($0)") }, remote)
        .deletesMany
    }
    for (gone, count, isMany) in [
      (0, 4, false), (1, 1, false), (2, 2, false), (3, 3, true), (3, 4, false), (10, 12, false), (11, 44, false),
      (11, 43, true), (12, 12, true),
    ] { #expect(try deletes(gone, of: count) == isMany, "\(gone) of \(count)") }
  }
}
