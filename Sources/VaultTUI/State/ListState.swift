import VaultCore
import VaultTerminal

/// A list as it is on the screen: the rows that were answered, and where one is in them.
package struct ListState: Sendable, Hashable {
  package var rows: [Row] = [] {
    didSet { columns = ListColumns(rows) }
  }
  /// How wide the columns of all rows are.
  private(set) var columns = ListColumns([])
  package var selection: RowID?
  /// The first row that is seen, by its place.
  package var top = 0
  /// How many there are in all, and what they are called: `12 notes`.
  package var count = ""
  /// False where more are there than `rows` has.
  package var isComplete = true
  /// What is said above the list.
  package var remarks: [String] = []
  /// What stands in place of rows where there are none.
  package var nothing = ""
  package var tabs: [ListTab] = []
  /// True where the rows are those of another question than the one typed, which cannot be understood or was not answered.
  package var isDim = false
  /// True until the first answer has come.
  package var isWaiting = true
  /// True where the rows answer another question than the one that is under way: they are seen, and nothing is done with them.
  package var isOld = false

  package init() {}

  /// The place of the selected row.
  package var place: Int? { selection.flatMap { id in rows.firstIndex { $0.id == id } } }
  package var selected: Row? { place.map { rows[$0] } }

  /// Takes rows that were answered anew. What is selected stays so; where its row has gone, its neighbour is.
  package mutating func take(_ new: [Row], selectsFirst: Bool) {
    let old = rows
    let oldPlace = place
    rows = new
    defer { top = min(top, max(rows.count - 1, 0)) }
    guard !selectsFirst, let selection, let oldPlace else {
      if selectsFirst || selection == nil || place == nil { selectFirst() }
      if selectsFirst { top = 0 }
      return
    }
    let there = Set(new.compactMap(\.id))
    if there.contains(selection) { return keepInView(old, oldPlace) }
    let after = old[oldPlace...].lazy.compactMap(\.id).first(where: there.contains)
    self.selection = after ?? old[..<oldPlace].reversed().lazy.compactMap(\.id).first(where: there.contains)
    if self.selection == nil { selectFirst() }
  }

  /// The selected row stays where it is on the screen, though others may have come before it.
  private mutating func keepInView(_ old: [Row], _ oldPlace: Int) {
    // A list that stands at its top stays there.
    guard top > 0, let place, old.count != rows.count || place != oldPlace else { return }
    top = max(0, top + place - oldPlace)
  }

  package mutating func selectFirst() { selection = rows.lazy.compactMap(\.id).first }

  /// Moves by so many rows that can be selected, to an end at the most.
  package mutating func move(by count: Int) {
    let places = rows.indices.filter { rows[$0].id != nil }
    guard let first = places.first, let last = places.last else { return }
    guard let place, let now = places.firstIndex(of: place) else {
      selection = rows[first].id
      return
    }
    let next = now + count
    selection = rows[next < 0 ? first : next >= places.count ? last : places[next]].id
  }

  package mutating func moveToEnd() { selection = rows.last { $0.id != nil }?.id }

  /// Scrolls by so many rows, as far as there are any. What is selected stays so while it is seen.
  package mutating func scroll(by count: Int, rows visible: Int, height: (Row) -> Int) {
    // The last row stands at the bottom.
    var (last, used) = (rows.count, 0)
    while last > 0, used + height(rows[last - 1]) <= visible {
      last -= 1
      used += height(rows[last])
    }
    top = min(max(top + count, 0), max(last, 0))
    var (end, below) = (top, 0)
    while end < rows.count, below + height(rows[end]) <= visible {
      below += height(rows[end])
      end += 1
    }
    guard let place, !(top..<end).contains(place) else { return }
    let seen = rows[top..<end].compactMap(\.id)
    selection = (place < top ? seen.first : seen.last) ?? selection
  }

  /// Scrolls so that the selected row is seen, with its title at the top if it is the first below one.
  package mutating func scrollToSelection(rows visible: Int, height: (Row) -> Int) {
    guard visible > 0, !rows.isEmpty else {
      top = 0
      return
    }
    top = min(max(top, 0), rows.count - 1)
    guard let place else { return }
    // The titles right above it belong to it.
    var first = place
    while first > 0, rows[first - 1].id == nil { first -= 1 }
    if first < top { top = first }
    // From the selected row up, as many as fit.
    var used = height(rows[place])
    var least = place
    while least > 0, used + height(rows[least - 1]) <= visible {
      least -= 1
      used += height(rows[least])
    }
    if top < least { top = least }
    // No room is left blank below while rows are hidden above.
    var below = rows[top...].reduce(0) { $0 + height($1) }
    while top > 0, below + height(rows[top - 1]) <= visible {
      top -= 1
      below += height(rows[top])
    }
  }
}

/// One of several lists of a screen.
package struct ListTab: Sendable, Hashable {
  package var title: String
  package var count: Int?
  package var isSelected: Bool

  package init(_ title: String, count: Int?, isSelected: Bool) {
    (self.title, self.count, self.isSelected) = (title, count, isSelected)
  }
}
