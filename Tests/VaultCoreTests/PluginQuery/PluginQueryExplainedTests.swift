import Foundation
import Testing

@testable import VaultCore

/// Queries with their explanations beside: `VAULT_RECORD=1 swift test --filter PluginQueryExplainedTests` writes them anew.
@Suite struct PluginQueryExplainedTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Explained")

  @Test(arguments: ["dates", "combinations", "origins", "none"])
  func isExplainedAsWrittenBeside(_ name: String) throws {
    let text = String(
      decoding: try Data(contentsOf: Self.folder.appendingPathComponent("\(name).query")), as: UTF8.self)
    let properties = Array("---\nTQ_extra_instructions: has tags\n---\n".utf8)
      .withUnsafeBufferPointer { FrontMatterParser.parse($0).properties }
    let file = name == "origins" ? PluginQueryFile(path: "some/sample/file.md", properties: properties) : nil
    let query = try PluginQueryCase.parse(
      text, file: file, presets: [TaskPreset(name: "mine", text: "no due date")],
      globalQuery: name == "origins" ? "heading includes tasks" : "")
    let explanation = query.explained(globalFilter: name == "origins" ? "#task" : nil) + "\n"
    let golden = Self.folder.appendingPathComponent("\(name).golden")
    if ProcessInfo.processInfo.environment["VAULT_RECORD"] != nil {
      try Data(explanation.utf8).write(to: golden)
      return
    }
    #expect(explanation == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }
}
