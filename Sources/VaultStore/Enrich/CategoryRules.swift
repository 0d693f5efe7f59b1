import VaultCore

/// Finds the category of a note: the first whose query finds it, whose name is one of its tags, or, for the
/// journal, whose name of a day its file has.
struct CategoryRules {
  private let definitions: [LabelDefinition]
  private var found: [String: IDSet] = [:]
  private let isDaily: (NotePath) -> Bool
  private let snapshot: any VaultSnapshot

  private static let journal = "journal"

  /// Throws `EngineError` for a query of the configuration that cannot be read or asked.
  init(_ reader: VaultReader) throws {
    definitions = Self.definitions(reader.configuration)
    snapshot = try reader.snapshot
    let settings = try reader.dailySettings()
    isDaily = { settings.date(ofPath: $0.text) != nil }
    for definition in definitions {
      guard let when = definition.when, !when.isEmpty else { continue }
      do {
        let query = try QueryParser(context: reader.vault.queryContext).parse(when)
        found[definition.name] = try reader.select(reader.texts(of: query)).notes
      } catch let error as QueryError {
        throw EngineError.category(definition.name, when, error.message)
      }
    }
  }

  /// Those that a note may have.
  static func definitions(_ configuration: Configuration) -> [LabelDefinition] {
    // What stands for no category at all is nobody's.
    configuration.categories.filter { !$0.name.caseInsensitiveEquals(Note.defaultCategory) }
  }

  var names: [String] { definitions.map(\.name) }

  /// Nil where none fits.
  func category(of path: NotePath, tags: [String]) throws -> String? {
    let id = try snapshot.note(at: path)
    let keys = Set(tags.map(LinkResolver.key))
    return definitions.first { definition in
      if let id, found[definition.name]?.contains(id) == true { return true }
      if keys.contains(LinkResolver.key(definition.name)) { return true }
      return definition.name.caseInsensitiveEquals(Self.journal) && isDaily(path)
    }?.name
  }
}
