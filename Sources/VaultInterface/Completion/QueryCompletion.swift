import VaultCore

/// What is offered while a query is typed: operators, then what may stand behind their colon. Of several words the last goes
/// on.
package struct QueryCompletion {
  private let names: OfferedNames

  package init(_ names: OfferedNames) { self.names = names }

  /// Texts that can stand in the place of all that was typed.
  package func candidates(_ prefix: String) throws -> [Candidate] {
    let start = Self.startOfLastTerm(in: prefix)
    return try terms(String(prefix[start...])).map { candidate in
      var candidate = candidate
      candidate.text = prefix[..<start] + candidate.text
      return candidate
    }
  }

  /// Behind the last blank outside of the query's own quotes, and behind what denies and groups.
  private static func startOfLastTerm(in text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted, "(" where index == start, "-" where index == start && text[..<index].last != "-":
        start = text.index(after: index)
      default: break
      }
    }
    return start
  }

  private func terms(_ prefix: String) throws -> [Candidate] {
    switch prefix.first {
    case "#": return try names.tags(String(prefix.dropFirst())).map { Candidate(text: "#" + $0) }
    case "@": return try names.searches(String(prefix.dropFirst())).map { Candidate(text: "@" + $0) }
    case "[": return try properties(String(prefix.dropFirst()))
    default: break
    }
    guard let colon = prefix.firstIndex(of: ":") else {
      return QueryOperator.all.filter { $0.spelling.hasPrefix(prefix) }
        .map { Candidate(text: $0.spelling, about: $0.help, isOpen: true) }
    }
    guard let row = QueryOperator.named(String(prefix[..<colon])) else { return [] }
    return try values(of: row, String(prefix[prefix.index(after: colon)...]))
      .map { Candidate(text: prefix[...colon] + $0) }
  }

  private func values(of row: QueryOperator, _ value: String) throws -> [String] {
    switch row.name {
    case .tag: try names.tags(value)
    case .category: try Self.quoted(value, names.categories)
    case .source: try Self.quoted(value, names.sources)
    case .links, .linkedBy, .mentions: try Self.quoted(value, names.notes)
    default: (row.name.takesDates ? Self.dates : row.values).filter { $0.hasPrefix(value) }
    }
  }

  /// The sole property that is meant may have a value behind it or end there.
  private func properties(_ prefix: String) throws -> [Candidate] {
    guard !prefix.contains(where: { ":<>=]".contains($0) }) else { return [] }
    let found = try Self.quoted(prefix, names.properties).map { Candidate(text: "[" + $0, isOpen: true) }
    guard found.count == 1, let key = found.first else { return found }
    return [Candidate(text: key.text + "]"), Candidate(text: key.text + ":", isOpen: true)]
  }

  /// Names, each in the query's quotes where it needs them, or all where one does that goes on from what was typed: the
  /// shell keeps what all begin with. There is no way to write one that holds a quote.
  private static func quoted(_ typed: String, _ names: (String) throws -> [String]) rethrows -> [String] {
    let isQuoted = typed.hasPrefix("\"")
    let found = try names(isQuoted ? String(typed.dropFirst()) : typed).filter { !$0.contains("\"") }
    let areQuoted = isQuoted || (!typed.isEmpty && !found.allSatisfy(isPlain))
    return found.map { areQuoted || !isPlain($0) ? "\"\($0)\"" : $0 }
  }

  private static func isPlain(_ name: String) -> Bool {
    name.allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
  }

  private static let dates = [
    "today", "yesterday", "tomorrow", "this-week", "last-week", "next-week", "this-month", "last-month", "next-month",
    "this-year", "last-year",
  ]
}
