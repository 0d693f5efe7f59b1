import ArgumentParser
import Foundation
import VaultCore
import VaultStore

/// A query of the plugin Tasks in place of one of ours.
struct TasksQueryOptions: ParsableArguments {
  @Option(
    name: .customLong("tasks-query"), parsing: .unconditional,
    help: ArgumentHelp(
      "A query of the Obsidian plugin Tasks; - reads it from standard input. See `vault help tasks-query`.",
      valueName: "file"),
    completion: .file(),
    transform: CommandLineArguments.decoded)
  var file: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The note that the query's {{query.file…}} mean.", valueName: "note"),
    completion: .custom { words, _, prefix in VaultCompletion.notes(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var note: String?

  func validate() throws {
    if note != nil, file == nil {
      throw ValidationError("--for says what note a --tasks-query is meant for: give both.")
    }
  }

  /// Nil where none is asked.
  func source(_ vault: Vault) throws -> TasksQuerySource? {
    guard let file else { return nil }
    let bytes = file == "-" ? try StandardInput.read() : try Self.read(file)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw TasksQueryNotText(file: file) }
    return TasksQuerySource(text: text, note: try note.map { try vault.resolve($0) })
  }

  private static func read(_ file: String) throws -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw TasksQueryUnreadable(file: file, reason: error.localizedDescription)
    }
  }

  var name: String { file == "-" ? "standard input" : ShownName.path(file ?? "") }
}

struct TasksQueryUnreadable: Error, CustomStringConvertible {
  var file: String
  var reason: String

  var description: String {
    "\(ShownName.path(file)): the query cannot be read: \(reason) Give the path of a file, or - for standard input."
  }
}

struct TasksQueryNotText: Error, CustomStringConvertible {
  var file: String

  var description: String {
    "\(file == "-" ? "standard input" : ShownName.path(file)): the query is not UTF-8 text; "
      + "convert it first, for example with iconv"
  }
}

/// Queries of the plugin Tasks that were not run.
struct TasksQueriesRefused: Error, CustomStringConvertible {
  /// Where each stands (`Projects/Book.md:12`), and what is wrong with it.
  var queries: [(place: String, error: TasksQueryError)]

  var description: String {
    guard queries.count > 1 else { return queries.map { "\($0.place): \($0.error)" }.joined() }
    return "\(queries.count) queries are refused\n"
      + queries.map { "  \($0.place): \($0.error)" }.joined(separator: "\n")
  }
}
