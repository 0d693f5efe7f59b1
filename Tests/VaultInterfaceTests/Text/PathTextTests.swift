import Testing
import VaultCore

@testable import VaultInterface

@Suite struct PathTextTests {
  @Test(arguments: [
    ("Areas/Health/Sleep log.md", 30, "Areas/Health/Sleep log.md"),
    ("Areas/Health/Sleep log.md", 24, "…/Health/Sleep log.md"),
    ("Areas/Health/Sleep log.md", 15, "…/Sleep log.md"),
    ("Areas/Health/Sleep log.md", 8, "Sleep l…"),
    ("Areas/漢字ノート.md", 9, "漢字ノー…"),
    ("a/b", 0, ""),
  ])
  func shortened(_ path: String, _ width: Int, _ expected: String) {
    #expect(PathText.shortened(path, to: width, ellipsis: "…") == expected)
  }

  @Test func addressesAreEncoded() {
    let address = PathText.address(NotePath("Über #1 50%?.md"), root: "/my notes")
    #expect(address == "file:///my%20notes/%C3%9Cber%20%231%2050%25%3F.md")
  }
}
