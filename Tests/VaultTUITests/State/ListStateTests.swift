import Testing
import VaultCore
import VaultTerminal

@testable import VaultTUI

@Suite struct ListStateTests {
  private static func rows(_ names: String) -> [Row] {
    names.map { name in
      name.isUppercase
        ? Row(nil, StyledText(String(name))) : Row(.note(NotePath("\(name).md")), StyledText(String(name)))
    }
  }

  private static func list(_ names: String, selecting name: Character? = nil) -> ListState {
    var list = ListState()
    list.take(rows(names), selectsFirst: true)
    if let name { list.selection = .note(NotePath("\(name).md")) }
    return list
  }

  private func name(_ list: ListState) -> String { list.selected?.name ?? "" }

  @Test func theFirstRowThatIsNoTitleIsSelected() { #expect(name(Self.list("Aab")) == "a") }

  /// A row that went gives the selection to its neighbour: the next one that is left, else the one before.
  @Test(arguments: [
    ("abcd", "b", "abcd", "b"), ("abcd", "b", "xabcd", "b"), ("abcd", "b", "acd", "c"), ("abcd", "d", "abc", "c"),
    ("abcd", "b", "ad", "d"), ("abcd", "b", "xy", "x"), ("abcd", "b", "", ""), ("AabBcd", "b", "AaBcd", "c"),
    ("abcd", "c", "dcba", "c"),
  ])
  func whatIsSelectedStaysSo(_ old: String, _ selected: Character, _ new: String, _ then: String) {
    var list = Self.list(old, selecting: selected)
    list.take(Self.rows(new), selectsFirst: false)
    #expect(name(list) == then)
  }

  @Test(arguments: [(1, "b"), (2, "c"), (9, "d"), (-1, "a")])
  func movingPassesTitlesOver(_ count: Int, _ then: String) {
    var list = Self.list("AabBcd")
    list.move(by: count)
    #expect(name(list) == then)
  }

  @Test func theSelectedRowIsSeen() {
    var list = Self.list("abcdefghij")
    for step in [3, 5, -7, 9, -9, 4] {
      list.move(by: step)
      list.scrollToSelection(rows: 3) { _ in 1 }
      let place = list.place ?? -1
      #expect(list.top <= place && place < list.top + 3)
      #expect(list.top + 3 <= 10)
    }
  }

  @Test(arguments: [(1, 1, "b"), (2, 2, "c"), (9, 7, "h"), (-1, 0, "a")])
  func scrollingTakesTheSelectionAlongOnceItIsNotSeen(_ count: Int, _ top: Int, _ then: String) {
    var list = Self.list("abcdefghij")
    list.scroll(by: count, rows: 3) { _ in 1 }
    #expect(list.top == top && name(list) == then)
    // Back again it is the last row that is seen.
    list.scroll(by: -9, rows: 3) { _ in 1 }
    #expect(list.top == 0 && name(list) == (["a", "b", "c"].contains(then) ? then : "c"))
  }

  @Test func scrollingByTallRowsEndsWithTheLastOneWhole() {
    var list = Self.list("AabBcd")
    list.scroll(by: 100, rows: 5) { $0.id == nil ? 1 : 2 }
    #expect(list.top == 3 && name(list) == "c")
  }

  @Test func tallRowsAreSeenWhole() {
    var list = Self.list("abcdefghij")
    list.move(by: 6)
    list.scrollToSelection(rows: 5) { _ in 2 }
    #expect(list.top == 5)
  }
}
