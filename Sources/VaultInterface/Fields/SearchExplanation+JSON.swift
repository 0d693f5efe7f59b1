import VaultCore
import VaultStore

extension SearchExplanation {
  /// How a query was understood and answered, and what each of the first notes has its place for:
  /// `{query, understood, found, steps, notes}`. Scores add up to `score`, which `pin` and `recency` multiply.
  package func json(of query: Query) -> JSONValue {
    .object([
      .init("query", .text(query.canonicalText)), .init("understood", .text(query.explained())),
      .init("found", .integer(found)),
      .init(
        "steps",
        .list(
          steps.map { step in
            .object([
              .init("term", .text(Query.Expression.term(step.term).canonicalText)),
              .init("candidates", .integer(step.candidates)), .init("read", step.read.map { .integer($0) } ?? .null),
              .init("found", .integer(step.found)),
            ])
          })),
      .init("notes", .list(notes.map(\.json))),
    ])
  }
}

extension SearchExplanation.Note {
  fileprivate var json: JSONValue {
    .object([
      .init("path", .text(path.text)), .init("score", .thousandths(score.total)),
      .init(
        "parts",
        .list(
          zip(parts, score.patterns).map { part, score in
            .object([
              .init(
                "term", .text(part.predicate.map { Query.Expression.term(Query.Term($0)).canonicalText } ?? "")),
              .init("score", .thousandths(score)), .init("notes", .integer(part.notes)),
              .init("rarity", .thousandths(part.rarity)),
            ])
          })),
      .init("proximity", .thousandths(score.proximity)), .init("name", .thousandths(score.name)),
      .init("nameEquality", .thousandths(score.nameEquality)), .init("pin", .thousandths(score.pin)),
      .init("recency", .thousandths(score.recency)),
    ])
  }
}

extension JSONValue {
  fileprivate static func thousandths(_ value: Double) -> JSONValue {
    .number("\((value * 1_000).rounded() / 1_000)")
  }
}
