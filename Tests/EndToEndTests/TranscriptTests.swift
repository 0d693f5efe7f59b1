import Foundation
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  static let folder = Sandbox.package + "/Tests/EndToEndTests/Transcripts"
  /// Whether to write what the commands print into the files instead of comparing.
  static let isRecording = ProcessInfo.processInfo.environment["VAULT_RECORD"] == "1"

  static let names: [String] = {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".transcript") }.sorted()
  }()

  @Test func areThere() {
    #expect(Self.names.count > 20)
  }

  /// The transcripts that can be tried here: some run commands as a user whom file modes hold back.
  static let possibleNames = names.filter { name in
    guard !Sandbox.canBeOrdinaryUser else { return true }
    let bytes = FileManager.default.contents(atPath: folder + "/" + name)
    return !Transcript(String(decoding: bytes ?? Data(), as: UTF8.self)).needsOrdinaryUser
  }

  /// Each command prints what the file says, and each that only reads prints the same without the index.
  @Test(arguments: possibleNames)
  func prints(_ name: String) throws {
    let path = Self.folder + "/" + name
    let expected = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    let transcript = Transcript(expected)
    let sandbox = try Sandbox()
    let actual = try transcript.text(
      { line in
        let outcome = try sandbox.run(line)
        if Self.onlyReads(line) {
          var again = try sandbox.run(line, options: "--no-index")
          // What is said about the index itself.
          if name.hasPrefix("index/") { again.errors = outcome.errors }
          #expect(
            Transcript.text(again, root: sandbox.root) == Transcript.text(outcome, root: sandbox.root),
            "with --no-index: \(line)")
        }
        return outcome
      }, root: sandbox.root)
    if Self.isRecording {
      try Data(actual.utf8).write(to: URL(fileURLWithPath: path))
    } else if actual != expected {
      Issue.record("\(name): \(Self.difference(expected, actual))")
    }
  }

  private static func onlyReads(_ line: String) -> Bool {
    let commands = line.matches(of: #/\bvault ([a-z]+)/#).map { String($0.1) }
    let reading: Set = [
      "search", "tasks", "list", "show", "tags", "links", "backlinks", "orphans", "unlinked", "related", "graph",
      "stats",
      "recent", "outline", "properties", "aliases", "deadends", "files", "folders", "attachments", "wordcount",
    ]
    let changing =
      #/\bvault tasks (done|undo|start|cancel|status|edit|due|schedule|priority|category|repeat|move|mv|rm|promote|add)( |$)/#
    return line.hasPrefix("vault ") && !commands.isEmpty && reading.isSuperset(of: commands)
      && !line.contains(changing)
      // It says what the index made of the query.
      && !line.contains("--explain")
  }

  /// The lines around the first that differ.
  private static func difference(_ expected: String, _ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(old, new).prefix { $0 == $1 }.count
    let command = old.prefix(first + 1).last { $0.hasPrefix("$ ") } ?? ""
    return """
      line \(first + 1) differs, below
      \(command)
      expected:
      \(old.dropFirst(first).prefix(12).joined(separator: "\n"))
      printed:
      \(new.dropFirst(first).prefix(12).joined(separator: "\n"))
      VAULT_RECORD=1 writes what is printed into the file.
      """
  }
}
