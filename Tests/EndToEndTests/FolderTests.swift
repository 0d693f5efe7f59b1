import Foundation
import Testing

/// Whoever only reads changes nothing in the folder.
@Suite("The folder")
struct FolderTests {
  @Test func readingCommandsWriteNothing() throws {
    let sandbox = try Sandbox()
    try sandbox.addNote("Broken\u{301}.md", "---\na: [\n---\n- [ ] x 📅 2026-02-30\r\n")
    let before = try Self.listing(sandbox.vault)
    #expect(before.count > 60)
    for line in [
      "list", "search bread", "search nowhere-to-be-found", "tasks --all", "show Home", "show Home --html",
      "show Home --json", "tags", "backlinks Home", "links Home", "orphans",
      "unlinked Home", "related Home", "graph --note Home", "graph --svg", "stats", "stats --svg", "doctor", "config",
      "config get theme", "config path",
      "index", "index --rebuild", "completion bash", "help query", "search titel:x", "show nope",
    ] {
      for options in ["", "--no-index"] {
        let outcome = try sandbox.run("vault " + line, options: options)
        #expect([0, 1, 64].contains(outcome.status), "\(line): \(outcome.errorText)")
        #expect(try Self.listing(sandbox.vault) == before, "\(line) \(options)")
      }
    }
    _ = try sandbox.run("vault ---complete bash 'vault show '")
    #expect(try Self.listing(sandbox.vault) == before)
  }

  /// The index of a vault is the one thing that is written, and only in the cache.
  @Test func writesIntoTheCacheOnly() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("vault list --count")
    let home = try FileManager.default.subpathsOfDirectory(atPath: sandbox.root + "/home")
    #expect(home.filter { !$0.hasPrefix("Library") } == [])
    let cache = try sandbox.run("find \"$XDG_CACHE_HOME\" \"$HOME\" -name 'index.sqlite'")
    #expect(cache.text.split(separator: "\n").count == 1)
  }

  /// Every entry with its type, mode, times and content.
  private static func listing(_ root: String) throws -> [String] {
    let manager = FileManager.default
    return try ([""] + manager.subpathsOfDirectory(atPath: root)).sorted().map { name in
      let path = root + "/" + name
      let attributes = try manager.attributesOfItem(atPath: path)
      let isFile = attributes[.type] as? FileAttributeType == .typeRegular
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let content = isFile ? try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString() : ""
      return "\(name) \(attributes[.posixPermissions] ?? "") \(date) \(content)"
    }
  }
}

extension Sandbox {
  func addNote(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: vault + "/" + path))
  }
}
