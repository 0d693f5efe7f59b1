import Testing
import VaultCore

@Suite struct SilencedCodesTests {
  @Test(arguments: [
    ("[[x]] <!-- vault-check: off link-dangling -->", true), ("[[x]] <!-- vault-check: off -->", true),
    ("[[x]] %% vault-check: off link-case, link-dangling %%", true), ("[[x]] %%vault-check: off link-* %%", true),
    ("due: x # vault-check: off link-dangling", true), ("[[x]] <!-- vault-check: off link-case -->", false),
    ("[[x]] vault-check: off link-dangling", false), ("[[x]] <!-- vault-check: on link-dangling -->", false),
    ("[[x]] <!-- vault-check off -->", false), ("[[x]] <!-- a --> vault-check: off", false),
    ("<!-- vault-check: off a --> <!-- vault-check: off link-dangling -->", true), ("", false),
  ])
  func lines(_ line: String, _ isSilenced: Bool) {
    #expect(SilencedCodes(line: Array(line.utf8)).hold("link-dangling") == isSilenced)
  }
}
