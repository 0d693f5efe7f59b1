import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What handles mean as editors change the notes.
struct TaskMemoryTests: HandleTests {
  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  @Test func aMovedLineIsFollowed() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("new\n\n- [ ] y\n- [ ] x 📅 2026-03-13\n")
    #expect(try raw(handle) == "- [ ] x 📅 2026-03-13")
  }

  @Test func whatChangedIsRefusedWithWhatIsThereAndElsewhere() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] other\n- [ ] y\n")
    try write("# B\n- [ ] x\n", "b.md")
    var message = try refused(handle).description
    for part in ["\"- [ ] x\"", "a.md:1", "\"- [ ] other\"", "b.md:2"] { #expect(message.contains(part), "\(message)") }
    // The note is gone; or has another name.
    try folder.move("a.md", to: "c.md")
    try write("", "a.md")
    try refresh()
    message = try refused(handle).description
    #expect(message.contains("no longer there") || message.contains("has changed"), "\(message)")
    try folder.remove("a.md")
    #expect(throws: TaskChangedError.self) { try test.vault().completeTasks([handle]) }
  }

  @Test func aRenamedNotesTasksAreNamedWhereTheyAre() throws {
    try write("- [ ] x\n")
    let handle = try #require(try listed()["a.md:1"])
    try folder.move("a.md", to: "z.md")
    let error = #expect(throws: TaskChangedError.self) { try test.vault().completeTasks([handle]) }
    #expect(error?.found == nil && error?.elsewhere.map(\.path) == ["z.md"])
  }

  /// Two that are alike in their text, told apart by their dates.
  @Test func ofTwoAlikeTheOneThatWasMeantIsChanged() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let handles = try listed()
    let (one, two) = (try #require(handles["a.md:1"]), try #require(handles["a.md:2"]))
    for (now, left) in [(first, one), (second, two)] {
      try write(now)
      try refresh()
      #expect(try raw(left) + "\n" == now)
      _ = try refused(left == one ? two : one)
      // Shown as what they are now.
      try write(first + second)
      try refresh()
      #expect(try listed().count == 2)
    }
    try write("- [ ] x 📅 2026-03-12\n" + first + "- [x] x\n" + second + "- [ ] x\n")
    try refresh()
    #expect(try raw(one) + "\n" == first && raw(two) + "\n" == second)
  }

  @Test func ofTwoThatAreQuiteAlikeOneThatWentIsNotGuessed() throws {
    try write("- [ ] x\n- [ ] x\n")
    let handles = try listed()
    try write("- [ ] x\n")
    try refresh()
    for handle in handles.values { _ = try refused(handle) }
    // Nor after another change.
    try write("- [ ] x\n- [ ] y\n")
    try refresh()
    for handle in handles.values { _ = try refused(handle) }
  }

  @Test func anIdenticalLineThatCameLaterIsNotTakenForTheFirst() throws {
    let text = "- [ ] a\n- [ ] x\n  - [ ] below\n- [ ] b\n"
    try write(text)
    let handles = try listed()
    try write(text + "- [ ] x\n  - [ ] below\n")
    for (line, expected) in [(2, 2), (3, 3)] {
      let place = try test.vault().place(ofTask: try #require(handles["a.md:\(line)"]))
      #expect(place.line == expected)
    }
  }

  @Test func linesThatChangedPlacesAreFollowed() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let handles = try listed()
    try write(second + first)
    #expect(try raw(try #require(handles["a.md:1"])) + "\n" == first)
    #expect(try raw(try #require(handles["a.md:2"])) + "\n" == second)
    // One is gone, another one is new.
    try write("- [ ] x 📅 2026-03-15\n" + second)
    _ = try refused(try #require(handles["a.md:1"]))
    #expect(try raw(try #require(handles["a.md:2"])) + "\n" == second)
  }

  @Test func aListMakesAnEndOfWhatItsHandlesMeant() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let two = try #require(try listed()["a.md:2"])
    try write(first)
    try refresh()
    _ = try refused(two)
    #expect(try remembered() > 0)
    let now = try #require(try listed()["a.md:1"])
    #expect(now == two)
    #expect(try raw(now) + "\n" == first)
  }

  /// A short handle that was shown for one task, and later is the beginning of another one's only.
  @Test func aBeginningThatMeantAnotherTaskIsNotTakenForTheNewOne() throws {
    var byPrefix: [Substring: Int] = [:]
    var pair: (Int, Int)?
    for number in 0..<2_000 where pair == nil {
      let handle = TaskHandle.make(path: "a.md", description: "t\(number)", heading: nil, parent: nil, ordinal: 0)
      if let other = byPrefix[handle.prefix(3)] { pair = (other, number) }
      byPrefix[handle.prefix(3)] = number
    }
    let (old, new) = try #require(pair)
    try write("- [ ] t\(old)\n")
    let short = try #require(try listed(short: true)["a.md:1"])
    #expect(short.count == 3)
    try write("- [ ] t\(new)\n")
    let error = #expect(throws: TaskNameError.self) { try test.vault().completeTasks([short]) }
    #expect("\(try #require(error))".contains("gone or has changed"))
    // Once it was shown for the new one, it means that.
    #expect(try listed(short: true)["a.md:1"] == short)
    #expect(try raw(short) == "- [ ] t\(new)")
  }

  @Test func whatIsNotShownIsStillRemembered() throws {
    try write("- [ ] x\n- [ ] y\n")
    _ = try listed()
    try write("- [ ] y\n")
    try refresh()
    #expect(try remembered() == 1)
    _ = try listed()
    #expect(try remembered() == 1)
  }

  @Test func aCacheThatCannotBeWrittenIsLeftAlone() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] y\n")
    try refresh()
    let holder = try DatabaseQueue(path: test.indexPath())
    try holder.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      try IndexDump.opened(test.indexPath()).forget([handle])
      try db.execute(sql: "ROLLBACK")
    }
    #expect(try remembered() == 1)
    try IndexDump.opened(test.indexPath()).forget([handle])
    #expect(try remembered() == 0)
  }

  /// Of many dead notes the index is built anew.
  @Test func theMemoryOutlivesARebuild() throws {
    try write("- [ ] x\n- [ ] y\n")
    for number in 0..<300 { try write("note \(number)\n", "n\(number).md") }
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] y\n")
    try refresh()
    for round in 0..<6 {
      for number in 0..<300 {
        try write("note \(number) \(round) " + String(repeating: "w", count: round) + "\n", "n\(number).md")
      }
      try refresh()
    }
    #expect(try refused(handle).was.raw == "- [ ] x")
  }
}
