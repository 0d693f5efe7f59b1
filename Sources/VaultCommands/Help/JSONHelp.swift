import VaultInterface
import VaultStore

/// `vault help json`: what each field of each kind of record holds.
enum JSONHelp {
  /// Where the schemas are is told by `schemas`, a folder.
  static func page(in environment: VaultEnvironment, schemas: String) -> HelpPage {
    var parts: [HelpPage.Part] = [
      .text(
        """
        --json prints one array of objects, --jsonl one object a line; show of one note,
        graph, stats, index and watch --status print one object. A field is always there, null
        or [] where there is nothing, unless its words say when it is there. New fields
        may come; those that are here keep their names, types and meanings. The JSON
        Schema of each kind, with the file name behind its title, is in
        \(schemas).
        """),
      .section("Types"),
      .rows(types),
    ]
    let kinds = RecordKind.all(in: environment)
    for kind in kinds {
      parts.append(.section("\(kind.title) (\(kind.commands.joined(separator: ", ")); \(kind.schema).json)"))
      let base = kinds.first { $0.schema == kind.base }
      if let base { parts.append(.text("  The fields of \(base.title.lowercased()), and")) }
      parts.append(.rows(rows(of: kind, without: base)))
    }
    return HelpPage(parts: parts)
  }

  private static let types = [
    HelpPage.Row(term: "text", help: "a string"),
    HelpPage.Row(term: "integer", help: "a whole number; lines and columns count from 1"),
    HelpPage.Row(term: "number", help: "a number"),
    HelpPage.Row(term: "boolean", help: "true or false"),
    HelpPage.Row(term: "day", help: "a string such as 2026-03-14"),
    HelpPage.Row(term: "time", help: "a string: a day, or a time with its zone such as 2026-03-14T09:30:00Z"),
    HelpPage.Row(term: "range", help: "[start, end]: offsets in bytes of UTF-8, from 0; what is at end is outside"),
    HelpPage.Row(term: "object", help: "an object; its members stand below it, behind a dot"),
    HelpPage.Row(term: "any", help: "whatever JSON can hold"),
    HelpPage.Row(term: "TYPE?", help: "null where there is none"),
    HelpPage.Row(term: "[TYPE]", help: "a list"),
  ]

  /// A field that nothing is said of has its name alone.
  private static func rows(of kind: RecordKind, without base: RecordKind?) -> [HelpPage.Row] {
    let own = kind.fields.filter { field in
      guard let base, base.fields.contains(field) else { return true }
      return kind.meaning(of: field)?.name != base.meaning(of: field)?.name
    }
    return own.flatMap { field -> [HelpPage.Row] in
      guard let meaning = kind.meaning(of: field) else { return [HelpPage.Row(term: field, help: "")] }
      return [HelpPage.Row(term: field, kind: meaning.type, help: meaning.words)]
        + meaning.members.map { HelpPage.Row(term: $0.name, kind: $0.type, help: $0.words) }
    }
  }
}
