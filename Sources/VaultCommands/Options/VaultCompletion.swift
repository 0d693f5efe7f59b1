import ArgumentParser
import Foundation
import VaultCore
import VaultStore

/// What the shell offers from the vault at hand. Where there is none, or it cannot be read, it offers nothing: a
/// message would land in the middle of the line that is being typed.
enum VaultCompletion {
  /// More than a person would look through, and the shell gets slow.
  static let limit = 1_000

  /// Paths of notes that begin with what was typed, or hold a name that does.
  static func notes(words: [String], prefix: String) -> [String] {
    answer(words) { reader in
      let paths = try reader.list(Query(), sort: [Query.SortKey(.path)]).records.map(\.path.text)
      let wanted = prefix.lowercased()
      let names = paths.map { NotePath($0).stem }
      return Array(Set((paths + names).filter { $0.lowercased().hasPrefix(wanted) })).sorted()
    }
  }

  /// Handles of open tasks, and for `undo` of all, in the order of the list; with what they are about where the shell
  /// shows that.
  static func tasks(words: [String], prefix: String) -> [String] {
    let wanted = prefix.lowercased()
    let rows = answer(words) { reader in
      try reader.tasks(Query(), scope: words.contains("undo") ? .all : .open).tasks
        .filter { $0.task.handle.hasPrefix(wanted) }
        .map { view in
          let handle = view.shortHandle.count < wanted.count ? view.task.handle : view.shortHandle
          return handle + " " + view.task.description
        }
    }
    let separator: String? =
      switch CompletionShell.requesting {
      case .some(.zsh): ":"
      case .some(.fish): "\t"
      default: nil
      }
    return rows.map { row in
      let parts = row.split(separator: " ", maxSplits: 1)
      guard let separator, parts.count == 2 else { return String(parts.first ?? "") }
      return parts[0] + separator + parts[1]
    }
  }

  static func templates(words: [String], prefix: String) -> [String] {
    answer(words) { try $0.templates().filter { $0.lowercased().hasPrefix(prefix.lowercased()) } }
  }

  static func tags(words: [String], prefix: String) -> [String] {
    answer(words) { try $0.tags().map(\.tag).filter { $0.lowercased().hasPrefix(prefix.lowercased()) } }
  }

  static func searches(words: [String], prefix: String) -> [String] {
    answer(words) { reader in
      reader.vault.configuration.searches.map(\.name).filter { $0.lowercased().hasPrefix(prefix.lowercased()) }
    }
  }

  static func properties(words: [String], prefix: String) -> [String] {
    answer(words) { try $0.propertyKeys().filter { $0.lowercased().hasPrefix(prefix.lowercased()) } }
  }

  /// Files in the trash, by their old paths.
  static func trash(words: [String], prefix: String) -> [String] {
    answer(words) { reader in
      Set(try reader.trash().map(\.path.text)).filter { $0.lowercased().hasPrefix(prefix.lowercased()) }.sorted()
    }
  }

  static func categories(words: [String], prefix: String) -> [String] {
    answer(words) { reader in
      let known = reader.vault.configuration.categories.map(\.name)
      return merged(known, try reader.stats().categories.map(\.name), prefix)
    }
  }

  static func sources(words: [String], prefix: String) -> [String] {
    answer(words) { reader in
      let known = reader.vault.configuration.sources.map(\.name)
      return merged(known, try reader.stats().sources.map(\.name), prefix)
    }
  }

  private static func merged(_ known: [String], _ used: [String], _ prefix: String) -> [String] {
    let all = known + used.filter { name in !known.contains { $0.lowercased() == name.lowercased() } }
    return all.filter { $0.lowercased().hasPrefix(prefix.lowercased()) }
  }

  /// `words`: the command line so far, in which `--vault` may name the vault.
  private static func answer(_ words: [String], _ body: (VaultReader) throws -> [String]) -> [String] {
    do {
      let context = CommandContext(try GlobalOptions.parse(folder(in: words).map { ["--vault", $0] } ?? []))
      let vault = try Vault(location: context.location(), environment: context.environment)
      return Array(try vault.read(body).filter { !$0.utf8.contains { $0 < 0x20 } }.prefix(limit))
    } catch {
      return []
    }
  }

  private static func folder(in words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == "-C" || word == "--vault", index + 1 < words.count { return words[index + 1] }
      if word.hasPrefix("--vault=") { return String(word.dropFirst("--vault=".count)) }
    }
    return nil
  }
}

/// What the shell offers for a word of a query: operators, then what may stand behind their colon.
enum QueryCompletion {
  /// `index` is the place of the word that is being typed. To bash a colon ends a word: there `tag:wo` comes as three,
  /// and only what follows the colon may be offered.
  static func values(words: [String], index: Int, prefix: String) -> [String] {
    let values = unescaped(words: words, index: index, prefix: prefix)
    // In zsh, what follows a bare colon is what the value means.
    return CompletionShell.requesting == .some(.zsh) ? values.map { $0.replacing(":", with: "\\:") } : values
  }

  private static func unescaped(words: [String], index: Int, prefix: String) -> [String] {
    guard index >= 2, index <= words.count, words[index - 1] == ":" else { return values(words: words, prefix: prefix) }
    let head = words[index - 2] + ":"
    return values(words: words, prefix: head + prefix).map { String($0.dropFirst(head.count)) }
  }

  private static func values(words: [String], prefix: String) -> [String] {
    if prefix.hasPrefix("#") {
      return VaultCompletion.tags(words: words, prefix: String(prefix.dropFirst())).map { "#" + $0 }
    }
    if prefix.hasPrefix("@") {
      return VaultCompletion.searches(words: words, prefix: String(prefix.dropFirst())).map { "@" + $0 }
    }
    let negation = prefix.hasPrefix("-") ? "-" : ""
    if prefix.hasPrefix(negation + "[") {
      let key = String(prefix.dropFirst(negation.count + 1))
      guard !key.contains(where: { ":<>=".contains($0) }) else { return [] }
      return VaultCompletion.properties(words: words, prefix: key).map { "\(negation)[\(Self.name($0))" }
    }
    let term = prefix.dropFirst(negation.count)
    guard let colon = term.firstIndex(of: ":") else {
      return QueryOperator.all.map(\.spelling).filter { $0.hasPrefix(term) }.map { negation + $0 }
    }
    let head = negation + term[...colon]
    let value = String(term[term.index(after: colon)...])
    guard let row = QueryOperator.named(String(term[..<colon])) else { return [] }
    let values: [String] =
      switch row.name {
      case .tag: VaultCompletion.tags(words: words, prefix: value)
      case .category: VaultCompletion.categories(words: words, prefix: value)
      case .source: VaultCompletion.sources(words: words, prefix: value)
      case .links, .linkedBy, .mentions: VaultCompletion.notes(words: words, prefix: value).map(Self.value)
      default: (row.name.takesDates ? dates : row.values).filter { $0.hasPrefix(value) }
      }
    return values.map { head + $0 }
  }

  /// A name of several words needs quotes of the query's own.
  private static func value(_ name: String) -> String { name.contains(" ") ? "\"\(name)\"" : name }

  private static func name(_ key: String) -> String {
    key.contains(where: { ":<>=".contains($0) }) ? "\"\(key)\"" : key
  }

  private static let dates = [
    "today", "yesterday", "tomorrow", "this-week", "last-week", "next-week", "this-month", "last-month", "next-month",
    "this-year", "last-year",
  ]
}
