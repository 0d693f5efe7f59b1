import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Notes with what is read in them written out beside: `VAULT_RECORD=1 swift test --filter GoldenTests` writes it anew.
@Suite struct GoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  private static let names: [String] = {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }.sorted()
    } catch {
      return ["\(error)"]
    }
  }()

  @Test(arguments: names)
  func isReadAsWrittenBeside(_ name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    let dump = NoteDump(ReadNote(bytes: bytes, path: name)).text
    let golden = Self.folder.appendingPathComponent(name.replacing(".md", with: ".golden"))
    if ProcessInfo.processInfo.environment["VAULT_RECORD"] != nil {
      try Data(dump.utf8).write(to: golden)
      return
    }
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    let lines = dump.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, expectedLine) in zip(lines, expectedLines) { #expect(line == expectedLine) }
    #expect(lines.count == expectedLines.count)
  }
}

/// What is read in a note, in lines for people.
private struct NoteDump {
  var text = ""

  init(_ read: ReadNote) {
    let note = read.note
    text += "title \(note.title)\n"
    if !note.tags.isEmpty { text += "tags \(note.tags.joined(separator: " "))\n" }
    text += "\nlines\n"
    for line in read.lines {
      let path = line.heading.isEmpty ? "" : "   < \(line.heading.joined(separator: " / "))"
      let range = "\(line.range.lowerBound)-\(line.range.upperBound)"
      text += "\(line.number) \(range) \(line.kind.word) \(line.depth) |\(Self.visible(line.text))|\(path)\n"
    }
    section("headings", note.headings) { "\($0.line) h\($0.level) \($0.text)" }
    section("links", note.links) {
      let range = "\($0.targetRange.lowerBound)-\($0.targetRange.upperBound)"
      return "\($0.location.line):\($0.location.column) \($0.kind) |\($0.target)| |\(Self.visible($0.text))| \(range)"
    }
    section("tags", note.tagOccurrences) { "\($0.location.line):\($0.location.column) \($0.tag)" }
    section("block ids", note.blockIDs) { "\($0.line) \($0.id)" }
    section("tasks", note.tasks) { task in
      var parts = ["\(task.line) [\(task.status.symbol)] \(task.status.type.rawValue) |\(task.description)|"]
      parts.append("handle \(task.handle)")
      if let parent = task.parent { parts.append("parent \(parent)") }
      if let heading = task.heading { parts.append("heading |\(heading)|") }
      if let due = task.due { parts.append("due \(due.date.map { "\($0)" } ?? "impossible")") }
      if !task.tags.isEmpty { parts.append("tags \(task.tags.joined(separator: " "))") }
      if let id = task.blockID { parts.append("block \(id)") }
      if task.childCount > 0 { parts.append("children \(task.childrenDone)/\(task.childCount)") }
      return parts.joined(separator: ", ")
    }
    section("warnings", note.diagnostics) {
      "\($0.location.line):\($0.location.column) \($0.severity.rawValue) \($0.code.rawValue) \($0.message)"
    }
  }

  private mutating func section<Item>(_ name: String, _ items: [Item], _ line: (Item) -> String) {
    guard !items.isEmpty else { return }
    text += "\n\(name)\n"
    for item in items { text += line(item) + "\n" }
  }

  private static func visible(_ text: String) -> String {
    text.replacing("\t", with: "\\t").replacing("\r", with: "\\r").replacing("\n", with: "\\n")
      .replacing("\u{200B}", with: "\\u{200B}")
  }
}
