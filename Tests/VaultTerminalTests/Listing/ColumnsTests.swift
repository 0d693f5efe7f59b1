import Testing

@testable import VaultTerminal

@Suite struct ColumnsTests {
  private func widths(_ natural: [Int], least: Int, room: Int?) -> [Int] {
    Columns(
      natural.map { Columns.Column($0, least: least) }, room: room, givers: [(1, 8), (0, 8), (1, 4)], droppable: [2, 1]
    ).widths
  }

  @Test(
    arguments: [
      ([10, 20, 5], nil, [10, 20, 5]),
      ([10, 20, 5], 39, [10, 20, 5]),
      ([10, 20, 5], 34, [10, 15, 5]),
      ([10, 20, 5], 26, [9, 8, 5]),
      ([10, 20, 5], 23, [8, 6, 5]),
      // The last column is left out, and the others have its room.
      ([10, 20, 5], 20, [10, 8, 0]),
      ([10, 20, 5], 8, [8, 0, 0]),
      ([10, 20, 5], 3, [3, 0, 0]),
      ([0, 20, 5], 30, [0, 20, 5]),
    ] as [([Int], Int?, [Int])])
  func fit(_ natural: [Int], _ room: Int?, _ expected: [Int]) {
    #expect(widths(natural, least: 4, room: room) == expected)
  }
}
