import ArgumentParser
import VaultCore
import VaultStore

/// A query of the plugin Tasks in place of one of ours.
struct PluginQueryOptions: ParsableArguments {
  @Option(
    "A query of the Obsidian plugin Tasks; - reads it from standard input. See `vault help tasks-query`.",
    value: "file", name: .customLong("tasks-query"), parsing: .unconditional,
    completion: .file())
  var file: String?

  @Option(
    "The note that the query's {{query.file…}} mean.", value: "note", name: .customLong("for"), completion: .notes)
  var note: String?

  func validate() throws {
    if note != nil, file == nil {
      throw ValidationError("--for says what note a --tasks-query is meant for: give both")
    }
  }

  var name: String { file == "-" ? "standard input" : ShownName.path(file ?? "") }
}

/// Reads the query once, however often it is asked for: standard input and a FIFO give it only once.
final class PluginQueryInput {
  private let options: PluginQueryOptions
  private var text: String?
  /// In bytes.
  private static let longest = 16 << 20

  init(_ options: PluginQueryOptions) { self.options = options }

  /// Returns nil when none is asked.
  func source(_ context: CommandContext) throws -> PluginQuerySource? {
    guard let file = options.file else { return nil }
    let text = try text ?? Self.read(file, options.name)
    self.text = text
    let note = try context.read { reader in try options.note.map { try reader.resolve($0) } }
    return PluginQuerySource(text: text, note: note)
  }

  private static func read(_ file: String, _ name: String) throws -> String {
    let bytes: [UInt8]
    if file == "-" {
      bytes = try StandardInput.read()
      try StandardInput.check(isEmpty: bytes.allSatisfy(\.isSpaceOrLineBreak), "query")
    } else {
      do {
        bytes = try GivenFile.read(file, limit: longest)
      } catch {
        throw CommandFailure(
          kind: .unreadable,
          message: "\(ShownName.path(file)): the query cannot be read: \(error.reason); "
            + "give the path of a file, or - for standard input")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        kind: .unreadable,
        message: "\(name): the query is not UTF-8 text; convert it first, for example with iconv")
    }
    return text
  }
}
