import Testing
import VaultCore

@testable import VaultInterface

@Suite struct PathTextTests {
  @Test(arguments: [
    ("Areas/Health/Sleep log.md", 30, "Areas/Health/Sleep log.md"),
    ("Areas/Health/Sleep log.md", 24, "…/Health/Sleep log.md"),
    ("Areas/Health/Sleep log.md", 15, "…/Sleep log.md"),
    ("Areas/Health/Sleep log.md", 8, "Sleep l…"),
    ("Areas/漢字ノート.md", 9, "漢字ノ…md"), ("2026-03-12 Tenants' meeting.md", 20, "2026-03-12 Te…ing.md"),
    ("Notes/What there is to say of ferns.md", 20, "…/What there i…ns.md"),
    ("Notes/Water the ferns.md", 18, "Water the ferns.md"), ("Notes/Water the ferns.md", 15, "Water the …s.md"),
    ("a/b", 0, ""),
  ])
  func shortened(_ path: String, _ width: Int, _ expected: String) {
    #expect(PathText.shortened(path, to: width, ellipsis: "…") == expected)
  }
}
