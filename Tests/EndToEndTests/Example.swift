import Foundation
import Testing

/// A line for the shell that a text for people gives as an example of `vault`.
struct Example: Hashable, CustomTestStringConvertible {
  /// The command whose help it is in, or the file.
  var source: String
  var line: String

  var testDescription: String { "\(source): \(line)" }

  // MARK: Where examples are

  /// The lines behind "Examples:" in the help of every command, from all that the parser tells of them at once.
  static func ofHelp() throws -> [Example] {
    let outcome = try Sandbox.shared.get().run("\"$VAULT_PROGRAM\" --experimental-dump-help")
    guard let root = try JSONValue(outcome.output)["command"] else { return [] }
    return ofHelp(root)
  }

  private static func ofHelp(_ command: JSONValue) -> [Example] {
    let name = (command["superCommands"]?.array ?? []).compactMap(\.string) + [command["commandName"]?.string ?? ""]
    let text = command["discussion"]?.string ?? ""
    let examples = text.range(of: "Examples:\n").map { text[$0.upperBound...] } ?? ""
    let lines = examples.split(separator: "\n").prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    let own = lines.map { Example(source: name.joined(separator: " "), line: $0) }
    return own + (command["subcommands"]?.array ?? []).flatMap(ofHelp)
  }

  /// The third column of `vault help query`: notes are asked for, or tasks.
  static func ofQueries() throws -> [Example] {
    let text = try Sandbox.shared.get().run("vault help query").text
    var command = "search"
    var examples: [Example] = []
    for line in text.split(separator: "\n") {
      if !line.hasPrefix(" ") { command = line == "Tasks" ? "tasks --all" : "search" }
      let columns = line.split(separator: #/ {2,}/#)
      if columns.count == 3 { examples.append(Example(source: "query", line: "vault \(command) \(columns[2])")) }
    }
    return examples
  }

  /// The indented lines of the other topics that run `vault`.
  static func ofTopics() throws -> [Example] {
    let sandbox = try Sandbox.shared.get()
    return try ["query", "tasks-query", "settings", "output", "json", "environment", "ui", "lsp"].flatMap { topic in
      try sandbox.run("vault help \(topic)").text.matches(of: #/(?m)^ +(vault [^ ].*)$/#).map {
        Example(source: topic, line: String($0.1))
      }
    }
  }

  /// The lines of Markdown's indented code that run `vault`, without the explanation behind them, and what tables have
  /// between backticks that begins with it, but for what has a word for something of the reader's own, such as NOTE.
  static func ofPage(_ path: String) throws -> [Example] {
    let text = try String(contentsOfFile: Sandbox.package + "/" + path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let code = lines.filter { $0.hasPrefix("    ") }.map { $0.drop { $0 == " " } }
      .filter { $0.contains(#/^vault |[|&] vault /#) }.map(withoutExplanation)
    let rows = lines.filter { $0.hasPrefix("|") }
    let spans = rows.flatMap { row in
      row.matches(of: #/`([^`]+)`/#).map { String($0.1).replacingOccurrences(of: "\\|", with: "|") }
    }
    let commands = spans.filter { $0.contains(#/^vault |[|] vault /#) && isWhole($0) }
    return (code + commands).map { Example(source: path, line: $0) }
  }

  /// Ends at two blanks outside of quotes.
  private static func withoutExplanation(_ line: Substring) -> String {
    var quote: Character?
    var last: Character?
    for index in line.indices {
      let character = line[index]
      if quote == nil, character == " ", last == " " { return String(line[..<index].dropLast()) }
      if character == quote { quote = nil } else if quote == nil, "'\"".contains(character) { quote = character }
      last = character
    }
    return String(line)
  }

  private static func isWhole(_ span: String) -> Bool {
    let words = span.replacing(#/'[^']*'|"[^"]*"/#, with: "").split(separator: #/[^A-Za-z…]+/#)
    return !words.contains { $0 == "…" || $0.count > 1 && $0 == $0.uppercased() && !["NOT", "OR"].contains($0) }
  }
}
