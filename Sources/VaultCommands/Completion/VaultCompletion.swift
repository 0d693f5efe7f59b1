import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore

/// Values of arguments and options that the vault at hand knows. In the parser's table of arguments each is a list of one
/// value that nobody can type.
enum OfferedValues: String {
  case notes, files, folders, templates, tags, properties, trash, categories, sources, tasks, query
  case settings, settingValues, settingParts, vaults

  private static let mark: Character = "\0"

  var written: String { String(Self.mark) + rawValue }

  init?(written: String) {
    guard written.first == Self.mark else { return nil }
    self.init(rawValue: String(written.dropFirst()))
  }
}

extension CompletionKind {
  static let notes = list([OfferedValues.notes.written])
  /// Notes and other files.
  static let files = list([OfferedValues.files.written])
  /// Folders of the vault, whatever folder the shell is in.
  static let vaultFolders = list([OfferedValues.folders.written])
  static let templates = list([OfferedValues.templates.written])
  static let tags = list([OfferedValues.tags.written])
  static let properties = list([OfferedValues.properties.written])
  static let trash = list([OfferedValues.trash.written])
  static let categories = list([OfferedValues.categories.written])
  static let sources = list([OfferedValues.sources.written])
  static let tasks = list([OfferedValues.tasks.written])
  static let query = list([OfferedValues.query.written])
  static let settings = list([OfferedValues.settings.written])
  /// Those of the setting that the word before names.
  static let settingValues = list([OfferedValues.settingValues.written])
  /// The entries of the setting that a word before names.
  static let settingParts = list([OfferedValues.settingParts.written])
  /// Names of vaults in the user's own configuration; folders where none begins as was typed.
  static let vaults = list([OfferedValues.vaults.written])
  static let priorities = list(TaskPriority.allCases.sorted(by: >).map(\.rawValue))
}

/// What the shell offers from the vault at hand. Where there is none, or it cannot be read, it offers nothing.
struct VaultCompletion {
  /// More than a person would look through, and the shell gets slow.
  private static let limit = 1_000

  /// The command line so far, in which `--vault` may name the vault.
  let words: [String]
  let command: any ParsableCommand.Type

  func candidates(_ values: OfferedValues, _ prefix: String) -> [Candidate] {
    do { return try offered(values, prefix) } catch { return [] }
  }

  private var names: OfferedNames { OfferedNames { answer($0) } }

  private func offered(_ values: OfferedValues, _ prefix: String) throws -> [Candidate] {
    switch values {
    case .notes: try names.notes(prefix).map { Candidate(text: $0) }
    case .files:
      try (names.notes(prefix) + names.matching(prefix) { try $0.attachments().map(\.text) })
        .map { Candidate(text: $0) }
    case .folders: try folders(prefix)
    case .templates: try plain(prefix) { try $0.templates() }
    case .tags:
      try prefix.hasPrefix("#")
        ? names.tags(String(prefix.dropFirst())).map { Candidate(text: "#" + $0) }
        : names.tags(prefix).map { Candidate(text: $0) }
    case .properties: try names.properties(prefix).map { Candidate(text: $0) }
    case .trash: try plain(prefix) { Set(try $0.trash().filter { !$0.isForeign }.map(\.path.text)).sorted() }
    case .categories: try names.categories(prefix).map { Candidate(text: $0) }
    case .sources: try names.sources(prefix).map { Candidate(text: $0) }
    case .tasks: tasks(prefix)
    case .query: try QueryCompletion(names).candidates(prefix)
    case .settings: settings(prefix).map { Candidate(text: $0) }
    case .settingParts: settingParts(prefix).map { Candidate(text: $0) }
    case .settingValues:
      settingValues(prefix).map { Candidate(text: $0) }
    case .vaults: vaults(prefix).map { Candidate(text: $0) }
    }
  }

  /// Names of vaults that begin with what was typed, in the order of the user's own configuration.
  func vaults(_ prefix: String) -> [String] {
    do {
      let user = try CommandContext(GlobalOptions.parse([])).user()
      return user.configuration.vaults.map(\.name).filter { $0.hasPrefix(prefix) }
    } catch {
      return []
    }
  }

  /// Names of settings, and behind the dot of one that holds several those of its entries.
  private func settings(_ prefix: String) -> [String] {
    guard let (key, part) = ConfigurationKey.withPart(prefix + (prefix.hasSuffix(".") ? "x" : "")), part != nil else {
      return ConfigurationKey.all.map(\.name).filter { $0.hasPrefix(prefix) }
    }
    return parts(of: key).map { "\(key.name).\($0)" }.filter { $0.hasPrefix(prefix) }
  }

  private func settingParts(_ prefix: String) -> [String] {
    guard let key = words.reversed().lazy.compactMap(ConfigurationKey.named).first else { return [] }
    return parts(of: key).filter { $0.hasPrefix(prefix) }
  }

  private func parts(of key: ConfigurationKey) -> [String] {
    answer { (key.parts(of: key.value($0.vault.configuration)) ?? []).map(\.name) }
  }

  private func settingValues(_ prefix: String) -> [String] {
    guard let key = words.last.flatMap(ConfigurationKey.named) else { return [] }
    return key.name == "default_vault" ? vaults(prefix) : key.validValues.filter { $0.hasPrefix(prefix) }
  }

  /// Folders with notes, each up to the first `/` behind what was typed.
  private func folders(_ prefix: String) throws -> [Candidate] {
    let found = try names.matching(prefix) { reader in
      let depth = prefix.pathNames(omittingEmpty: false).count
      let paths = try reader.list(Query()).records.map(\.path.text)
      return Set(
        paths.compactMap { path in
          let parts = path.pathNames()
          return parts.count > depth ? parts.prefix(depth).joined(separator: "/") + "/" : nil
        }
      ).sorted()
    }
    return found.map { Candidate(text: $0, isOpen: true) }
  }

  /// Handles of open tasks, and for `undo` of all, in the order of the list, with what they are about.
  private func tasks(_ prefix: String) -> [Candidate] {
    let wanted = prefix.lowercased()
    return answer { reader in
      try reader.tasks(Query(), scope: command == TasksUndoCommand.self ? .all : .open).tasks
        .filter { $0.task.handle.hasPrefix(wanted) }
        .map { view in
          let handle = view.shortHandle.count < wanted.count ? view.task.handle : view.shortHandle
          return Candidate(text: handle, about: view.task.description)
        }
    }
  }

  private func plain(_ prefix: String, _ list: (VaultReader) throws -> [String]) throws -> [Candidate] {
    try names.matching(prefix, list).map { Candidate(text: $0) }
  }

  private func answer<Value>(_ body: (VaultReader) throws -> [Value]) -> [Value] {
    do {
      let context = CommandContext(try GlobalOptions.parse(folder.map { ["--vault", $0] } ?? []))
      let vault = try Vault(location: context.location(), environment: context.environment)
      return Array(try vault.read(body).prefix(Self.limit))
    } catch {
      return []
    }
  }

  /// The last counts, as for the parser.
  private var folder: String? {
    for (index, word) in words.enumerated().reversed() {
      if word == "-C" || word == "--vault", index + 1 < words.count { return words[index + 1] }
      if word.hasPrefix("--vault=") { return String(word.dropFirst("--vault=".count)) }
    }
    return nil
  }
}
