import VaultCore
import VaultStore

extension RecordFields {
  /// The same fields for a record that contains one of these.
  package func of<Outer>(_ inner: @escaping @Sendable (Outer) -> Record) -> [RecordFields<Outer>.Field] {
    fields.map { field in
      RecordFields<Outer>.Field(field.name, members: field.members, isOpen: field.isOpen) { field.value(inner($0)) }
    }
  }
}

extension RecordFields where Record == NoteRecord {
  /// A note as JSON and `--format` give it, times in the user's zone.
  package static func note(in vault: any RecordVault) -> RecordFields {
    let environment = vault.environment
    let iso: @Sendable (NoteDate) -> JSONValue = { .text($0.iso8601(in: environment.offset)) }
    return RecordFields(
      path(in: vault) { $0.path } + [
        Field("title") { .text($0.title) },
        Field("id") { .text($0.id) },
        Field("tags") { .texts($0.tags) },
        Field("aliases") { .texts($0.aliases) },
        Field("category") { .text($0.category) },
        Field("source") { .text($0.source) },
        Field("pinned") { .bool($0.pinned) },
        Field("favorite") { .bool($0.favorite) },
        Field("created") { iso($0.created) },
        Field("updated") { iso($0.updated) },
        Field("summary") { .text($0.summary) },
        Field("actionItems") { .texts($0.actionItems) },
        Field("properties", isOpen: true) { JSONValue(properties: $0.properties) },
        Field("words") { .integer($0.words) },
        Field("hash") { .text($0.hash.isEmpty ? nil : hexadecimal($0.hash)) },
        Field("snippet") { .text($0.snippet) },
        Field("warnings") { .list($0.warnings.map(JSONValue.init(diagnostic:))) },
      ])
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (i, c) in bytes.enumerated() {
        text[2 * i] = digits[Int(c >> 4)]
        text[2 * i + 1] = digits[Int(c & 15)]
      }
      return 2 * bytes.count
    }
  }
}

extension JSONValue {
  /// `{code, severity, line, column, message}`
  package init(diagnostic: Diagnostic) {
    self = .object([
      Member("code", .text(diagnostic.code.rawValue)), Member("severity", .text(diagnostic.severity.rawValue)),
      Member("line", .integer(diagnostic.location.line)), Member("column", .integer(diagnostic.location.column)),
      Member("message", .text(diagnostic.message)),
    ])
  }

  /// `[start, end]`
  package init(range: Range<Int>) {
    self = .list([.integer(range.lowerBound), .integer(range.upperBound)])
  }
}
