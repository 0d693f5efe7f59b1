import ArgumentParser
import VaultCore
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
    switch values {
    case .notes: notes(prefix).map { Candidate(text: $0) }
    case .files:
      (notes(prefix) + matching(prefix) { try $0.attachments().map(\.text) }).map { Candidate(text: $0) }
    case .folders: folders(prefix)
    case .templates: plain(prefix) { try $0.templates() }
    case .tags:
      prefix.hasPrefix("#")
        ? tags(String(prefix.dropFirst())).map { Candidate(text: "#" + $0) } : tags(prefix).map { Candidate(text: $0) }
    case .properties: properties(prefix).map { Candidate(text: $0) }
    case .trash: plain(prefix) { Set(try $0.trash().filter { !$0.isForeign }.map(\.path.text)).sorted() }
    case .categories: categories(prefix).map { Candidate(text: $0) }
    case .sources: sources(prefix).map { Candidate(text: $0) }
    case .tasks: tasks(prefix)
    case .query: QueryCompletion(vault: self).candidates(prefix)
    case .settings: settings(prefix).map { Candidate(text: $0) }
    case .settingParts: settingParts(prefix).map { Candidate(text: $0) }
    case .settingValues:
      settingValues(prefix).map { Candidate(text: $0) }
    case .vaults: vaults(prefix).map { Candidate(text: $0) }
    }
  }

  /// Paths of notes that begin with what was typed, or names that do and stand in a folder. What would be read as an
  /// option gets a folder.
  func notes(_ prefix: String) -> [String] {
    matching(prefix) { reader in
      let paths = try reader.list(Query(), sort: [Query.SortKey(.path)]).records.map(\.path)
      let names = paths.map(\.text) + paths.filter { $0.text.contains("/") }.map(\.stem)
      return Set(names.map { $0.hasPrefix("-") ? "./" + $0 : $0 }).sorted()
    }
  }

  func tags(_ prefix: String) -> [String] { matching(prefix) { try $0.tags().map(\.tag) } }
  func searches(_ prefix: String) -> [String] {
    matching(prefix) { $0.vault.configuration.searches.filter(\.canBeNamed).map(\.name) }
  }
  func properties(_ prefix: String) -> [String] { matching(prefix) { try $0.propertyKeys() } }
  func categories(_ prefix: String) -> [String] {
    matching(prefix) {
      Self.merged($0.vault.configuration.categories.map(\.name), try $0.stats().categories.map(\.name))
    }
  }
  func sources(_ prefix: String) -> [String] {
    matching(prefix) { Self.merged($0.vault.configuration.sources.map(\.name), try $0.stats().sources.map(\.name)) }
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
  private func folders(_ prefix: String) -> [Candidate] {
    let found = matching(prefix) { reader in
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

  private func plain(_ prefix: String, _ names: (VaultReader) throws -> [String]) -> [Candidate] {
    matching(prefix, names).map { Candidate(text: $0) }
  }

  /// Those that begin with what was typed, in any case.
  private func matching(_ prefix: String, _ names: (VaultReader) throws -> [String]) -> [String] {
    let wanted = prefix.lowercased()
    return answer { reader in try names(reader).filter { $0.lowercased().hasPrefix(wanted) } }
  }

  private static func merged(_ known: [String], _ used: [String]) -> [String] {
    known + used.filter { name in !known.contains { $0.lowercased() == name.lowercased() } }
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
