import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What is shown of what stands under the mouse.
@Suite(.serialized) struct HoverMethodTests {
  private static let notes: KeyValuePairs<String, String> = [
    "Home.md":
      "---\nstatus: draft\n---\n[[Other#^block]] [[Other#^alone]] ![[dot.png]] ![[none.png]]\n\n- [ ] water ⏫ 📅 2026-03-10 🔁 every week ⛔ q1\n",
    "Other.md": "---\nstatus: done\n---\n# Other\n\none\ntwo ^block\n\n- item\n  - nested\n\n^alone\n",
    "More.md": "---\nstatus: done\n---\n",
    "Tasks.md": "- [ ] first 🆔 q1\n",
  ]

  private func shown(_ needle: String, markdown: Bool = true) throws -> String {
    let plain = JSONValue.members(
      ("textDocument", .members(("hover", .members(("contentFormat", .texts(["plaintext"])))))))
    let editor = try EditorUnderTest(
      Self.notes, capabilities: markdown ? EditorUnderTest.capabilities() : plain)
    let size: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 2]
    let picture = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
    try Data(picture).write(to: URL(filePath: editor.folder.absolute("vault/dot.png")))
    try editor.open("Home.md")
    let found = try editor.ask("textDocument/hover", editor.place("Home.md", of: needle))
    return found[path: ["contents", "value"]]?.text ?? ""
  }

  @Test func blocksAreShownWhole() throws {
    #expect(try shown("Other#^block") == "**Other** — Other.md\n\n---\n\none\ntwo ^block")
    #expect(try shown("Other#^alone").hasSuffix("- item\n  - nested"))
  }

  @Test func picturesHaveASize() throws {
    #expect(try shown("dot.png") == "dot.png\n\n3 × 2 pixels, 24 bytes")
    #expect(try shown("none.png") == "Leads to no file of this vault: none.png")
  }

  @Test func propertiesHaveTheirValues() throws {
    #expect(try shown("status") == "**status**\n\n2 values in this vault\n\n- done: 2\n- draft: 1")
  }

  @Test func tasksAreInWords() throws {
    let words = try shown("water").components(separatedBy: "\n\n")
    #expect(words.first == "**water**")
    #expect(words.contains { $0.hasPrefix("next: ") && $0.contains("2026-03-17") })
    #expect(words.contains { $0.hasPrefix("urgency: ") })
    #expect(words.last == "waits for: first (Tasks.md:1)")
  }

  @Test func whoTakesNoMarkdownGetsNone() throws {
    #expect(try !shown("water", markdown: false).contains("**"))
    #expect(try shown("Other#^block", markdown: false) == "Other — Other.md\n\none\ntwo ^block")
  }
}
