import ArgumentParser
import Foundation
import VaultCore
import VaultStore

/// What the shell offers from the vault at hand. Where there is none, or it cannot be read, it offers nothing: a
/// message would land in the middle of the line that is being typed.
struct VaultCompletion: Sendable {
  /// More than a person would look through, and the shell gets slow.
  private static let limit = 1_000

  /// True for names that come in no order, or several times.
  var isUnsorted = false
  let names: @Sendable (VaultReader) throws -> [String]

  /// Paths of notes that begin with what was typed, or hold a name that does.
  static let notes = VaultCompletion(isUnsorted: true) { reader in
    let paths = try reader.list(Query(), sort: [Query.SortKey(.path)]).records.map(\.path)
    return paths.map(\.text) + paths.map { NotePath($0.text).stem }
  }
  static let templates = VaultCompletion { try $0.templates() }
  static let tags = VaultCompletion { try $0.tags().map(\.tag) }
  static let searches = VaultCompletion { $0.vault.configuration.searches.map(\.name) }
  static let properties = VaultCompletion { try $0.propertyKeys() }
  /// Files in the trash, by their old paths.
  static let trash = VaultCompletion(isUnsorted: true) { try $0.trash().map(\.path.text) }
  static let categories = VaultCompletion {
    merged($0.vault.configuration.categories.map(\.name), try $0.stats().categories.map(\.name))
  }
  static let sources = VaultCompletion {
    merged($0.vault.configuration.sources.map(\.name), try $0.stats().sources.map(\.name))
  }

  /// Those that begin with what was typed.
  func callAsFunction(words: [String], prefix: String) -> [String] {
    Self.answer(words) { reader in
      let wanted = prefix.lowercased()
      let found = try names(reader).filter { $0.lowercased().hasPrefix(wanted) }
      return isUnsorted ? Set(found).sorted() : found
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

  private static func merged(_ known: [String], _ used: [String]) -> [String] {
    known + used.filter { name in !known.contains { $0.lowercased() == name.lowercased() } }
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

extension CompletionKind {
  static let notes = offering(VaultCompletion.notes)
  static let templates = offering(VaultCompletion.templates)
  static let tags = offering(VaultCompletion.tags)
  static let properties = offering(VaultCompletion.properties)
  static let trash = offering(VaultCompletion.trash)
  static let categories = offering(VaultCompletion.categories)
  static let sources = offering(VaultCompletion.sources)
  static let priorities = list(TaskPriority.allCases.sorted(by: >).map(\.rawValue))
  static let tasks = custom { words, _, prefix in VaultCompletion.tasks(words: words, prefix: prefix) }

  private static func offering(_ completion: VaultCompletion) -> CompletionKind {
    custom { words, _, prefix in completion(words: words, prefix: prefix) }
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
