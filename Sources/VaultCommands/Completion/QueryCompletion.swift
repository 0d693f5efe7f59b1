import VaultCore

/// What the shell offers for a word of a query: operators, then what may stand behind their colon. A word that is quoted
/// for the shell may hold several of the query's, of which the last goes on.
struct QueryCompletion {
  let vault: VaultCompletion

  func candidates(_ prefix: String) -> [Candidate] {
    let start = Self.startOfLastTerm(in: prefix)
    return terms(String(prefix[start...])).map { candidate in
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

  private func terms(_ prefix: String) -> [Candidate] {
    switch prefix.first {
    case "#": return vault.candidates(.tags, prefix)
    case "@": return vault.searches(String(prefix.dropFirst())).map { Candidate(text: "@" + $0) }
    case "[": return properties(String(prefix.dropFirst()))
    default: break
    }
    guard let colon = prefix.firstIndex(of: ":") else {
      return QueryOperator.all.filter { $0.spelling.hasPrefix(prefix) }
        .map { Candidate(text: $0.spelling, about: $0.help, isOpen: true) }
    }
    guard let row = QueryOperator.named(String(prefix[..<colon])) else { return [] }
    return values(of: row, String(prefix[prefix.index(after: colon)...]))
      .map { Candidate(text: prefix[...colon] + $0) }
  }

  private func values(of row: QueryOperator, _ value: String) -> [String] {
    switch row.name {
    case .tag: vault.tags(value)
    case .category: Self.quoted(value, vault.categories)
    case .source: Self.quoted(value, vault.sources)
    case .links, .linkedBy, .mentions: Self.quoted(value, vault.notes)
    default: (row.name.takesDates ? Self.dates : row.values).filter { $0.hasPrefix(value) }
    }
  }

  /// The sole property that is meant may have a value behind it or end there.
  private func properties(_ prefix: String) -> [Candidate] {
    guard !prefix.contains(where: { ":<>=]".contains($0) }) else { return [] }
    let found = Self.quoted(prefix, vault.properties).map { Candidate(text: "[" + $0, isOpen: true) }
    guard found.count == 1, let key = found.first else { return found }
    return [Candidate(text: key.text + "]"), Candidate(text: key.text + ":", isOpen: true)]
  }

  /// Names, each in the query's quotes where it needs them, or all where one does that goes on from what was typed: the
  /// shell keeps what all begin with. There is no way to write one that holds a quote.
  private static func quoted(_ typed: String, _ names: (String) -> [String]) -> [String] {
    let isQuoted = typed.hasPrefix("\"")
    let found = names(isQuoted ? String(typed.dropFirst()) : typed).filter { !$0.contains("\"") }
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
