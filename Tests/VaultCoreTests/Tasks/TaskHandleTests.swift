import Testing

@testable import VaultCore

@Suite struct TaskHandleTests {
  @Test func isThirteenCharactersOfTheAlphabet() {
    for ordinal in 0..<500 {
      let handle = make(ordinal: ordinal)
      #expect(handle.utf8.count == TaskHandle.length)
      #expect(handle.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) })
      #expect(TaskHandle.normalized(handle) == handle)
    }
  }

  /// Handles are remembered and written into scripts: the same task must have the same one in every version.
  @Test func staysTheSameForever() {
    #expect(make() == "tbmbzptyy0t6p")
  }

  @Test func everyPartCounts() {
    let handles = [
      make(), make(path: "b.md"), make(description: "Buy tea"), make(heading: "Home"), make(heading: ""),
      make(parent: "0000000000000"), make(parent: ""), make(ordinal: 1), make(heading: "x", parent: nil),
      make(heading: nil, parent: "x"), make(path: "a.mdB", description: "uy milk"),
    ]
    #expect(Set(handles).count == handles.count)
  }

  @Test func undecodablePathsDiffer() {
    let one = NotePath(bytes: [0x61, 0xFF] as [UInt8])
    let other = NotePath(bytes: [0x61, 0xFE] as [UInt8])
    #expect(
      TaskHandle.make(path: one, description: "x", heading: nil, parent: nil, ordinal: 0)
        != TaskHandle.make(path: other, description: "x", heading: nil, parent: nil, ordinal: 0))
  }

  @Test(
    arguments: [
      ("7KQ", "7kq"), ("oOiIlL", "001111"), ("abc", "abc"), ("", nil), ("u", nil), ("a-b", nil), ("é", nil),
      ("0123456789abc", "0123456789abc"), ("0123456789abcd", nil),
    ] as [(String, String?)])
  func typedHandlesAreNormalized(_ typed: String, _ expected: String?) {
    #expect(TaskHandle.normalized(typed) == expected)
  }

  private func make(
    path: String = "a.md", description: String = "Buy milk", heading: String? = nil, parent: String? = nil,
    ordinal: Int = 0
  ) -> String {
    TaskHandle.make(
      path: NotePath(path), description: description, heading: heading, parent: parent, ordinal: ordinal)
  }
}
