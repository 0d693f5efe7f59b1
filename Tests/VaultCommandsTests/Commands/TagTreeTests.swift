import Testing

@testable import VaultCommands
@testable import VaultStore

struct TagTreeTests {
  private let tags = [
    TagCount(tag: "a", count: 1, total: 3), TagCount(tag: "a-b", count: 9, total: 9),
    TagCount(tag: "a/c", count: 1, total: 1), TagCount(tag: "A/d", count: 2, total: 2),
    TagCount(tag: "e", count: 0, total: 4), TagCount(tag: "e/f", count: 4, total: 4),
  ]

  @Test func childrenFollowTheirParent() {
    let rows = TagTree(tags).rows(byCount: false)
    #expect(rows.map(\.name) == ["a", "c", "d", "a-b", "e", "f"])
    #expect(rows.map(\.depth) == [0, 1, 1, 0, 0, 1])
    #expect(rows.map(\.count) == [3, 1, 2, 9, 4, 4])
  }

  @Test func greatestBranchComesFirst() {
    #expect(TagTree(tags).rows(byCount: true).map(\.name) == ["a-b", "e", "f", "a", "d", "c"])
  }

  @Test func tagThatEndsInASlashIsBelowTheOneWithout() {
    let tags = ["/", "/x", "a", "a/", "a//c", "a/b"].map { TagCount(tag: $0, count: 1, total: 1) }
    let rows = TagTree(tags).rows(byCount: false)
    #expect(rows.map(\.name) == ["/", "x", "a", "a/", "c", "b"])
    #expect(rows.map(\.depth) == [0, 0, 0, 1, 2, 1])
  }

  @Test func listHoldsOnlyWhatNotesHave() {
    #expect(TagTree(tags).list(byCount: false).map(\.tag) == ["a", "a-b", "a/c", "A/d", "e/f"])
    #expect(TagTree(tags).list(byCount: true).map(\.tag) == ["a-b", "e/f", "A/d", "a", "a/c"])
  }

  @Test func deepTagsNeedNoStack() {
    let deep = String(repeating: "x/", count: 20_000) + "x"
    #expect(TagTree([TagCount(tag: deep, count: 1, total: 1)]).rows(byCount: true).first?.depth == 20_000)
  }
}
