import Testing

@testable import VaultCore

struct BlockIDInsertionTests {
  private let text = "---\na: b\n---\n# H\n\none\ntwo  \n\n- item\n- [ ] task ^has\n\n```\ncode\n```\n\n| a |\n|---|\n"

  @Test func linesThatCanBearOneGetOne() throws {
    let bytes = Array(text.utf8)
    let insertion = BlockIDInsertion(bytes)
    let all = insertion.lineNumbers.compactMap { line in insertion.edit(ofLine: line).map { (line, $0.id, $0.edit) } }
    #expect(all.map(\.0) == [7, 9])
    for (line, id, edit) in all {
      let after = try [edit].applied(to: bytes)
      #expect(NoteSpans(after).blockIDs.contains { $0.blockID == BlockID(id: id, line: line) })
    }
    #expect(
      String(decoding: try [try #require(insertion.edit(ofLine: 7)).edit].applied(to: bytes), as: UTF8.self).contains(
        "two ^"))
  }

  @Test(arguments: [0, 1, 2, 4, 5, 6, 10, 13, 16, 99]) func othersGetNone(_ line: Int) {
    #expect(BlockIDInsertion(Array(text.utf8)).edit(ofLine: line) == nil)
  }

  @Test func theSameLineGetsTheSameIDUnlessItIsTaken() throws {
    let first = try #require(BlockIDInsertion(Array("same\n".utf8)).edit(ofLine: 1)).id
    #expect(BlockIDInsertion(Array("x\n\nsame\n".utf8)).edit(ofLine: 3)?.id == first)
    let other = try #require(BlockIDInsertion(Array("same\n\nb ^\(first)\n".utf8)).edit(ofLine: 1)).id
    #expect(other != first)
  }
}
