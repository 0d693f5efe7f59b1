import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal
import VaultTestSupport

/// A vault in a temporary folder, today being Saturday 2026-03-14, and what listings print of it.
package struct ListingFixture {
  package let folder: TemporaryFolder
  package let vault: Vault
  package let listed: ListedVault

  package init(_ notes: [String: String]) throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: path) }
    let today = try #require(CivilDate("2026-03-14"))
    vault = try Vault(
      location: VaultLocation(root: folder.path, marker: .none), environment: .fixed(today),
      options: Vault.Options(noIndex: true))
    listed = ListedVault(vault)
  }

  package func query(_ text: String) throws -> Query {
    try QueryParser(context: vault.queryContext).parse(text)
  }

  /// On a terminal of so many columns; in a pipe for nil.
  package static func context(
    width: Int?, colors: ColorDepth = .none, unicode: Bool = true, hyperlinks: Bool = false
  ) -> TerminalContext {
    TerminalContext(
      outputIsTerminal: width != nil, width: width, height: width == nil ? nil : 1_000, outputColors: colors,
      hyperlinks: hyperlinks, unicode: unicode)
  }

  /// What `body` prints. On a terminal no line is wider than it, and no control character but those of styles gets
  /// through.
  package func printed(_ context: TerminalContext, _ body: (Printer) throws -> Void) throws -> String {
    let printer = Printer(
      context: context, theme: Theme(.grey, context), sink: OutputSink(),
      paths: PathBase(root: folder.path, workingFolder: folder.path, host: ""))
    try body(printer)
    let text = String(decoding: printer.sink.bytes, as: UTF8.self)
    if let width = context.width {
      for line in Self.unstyled(text).split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= width, "\(line)")
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }, "\(line)")
      }
    }
    for line in text.split(separator: "\n") { #expect(line.last != " ", "\(line)") }
    return text
  }

  /// Without styles and hyperlinks.
  package static func unstyled(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
  }

  package func search(_ text: String, _ context: TerminalContext, limit: Int? = nil) throws -> String {
    let result = try vault.read { try $0.search(query(text), options: SearchOptions(limit: limit)) }
    return try printed(context) { try SearchListing.write(result, to: $0, listed) }
  }

  package func tasks(
    _ context: TerminalContext, _ text: String = "", scope: TaskScope = .open, group: TaskGrouping = .none
  ) throws -> String {
    let result = try vault.read { try $0.tasks(query(text), scope: scope) }
    let text = try printed(context) {
      try TaskListing.write(result, groupings: group == .none ? [] : [group], to: $0, listed)
    }
    // What a handle is depends on a hash: its business, not that of a list.
    return result.tasks.reduce(text) {
      $0.replacing(" " + $1.shortHandle + " ", with: " hdl ").replacing(
        "m" + $1.shortHandle + "\u{1B}", with: "mhdl\u{1B}")
    }
  }

  package func list(_ context: TerminalContext, sort keys: [Query.SortKey] = []) throws -> String {
    let (records, total) = try vault.read { try $0.list(Query(), sort: keys) }
    return try printed(context) {
      try NoteListing.write(records, total: total, sortedBy: keys, to: $0, listed)
    }
  }
}
