import VaultCore
import VaultStore

/// Names that the vault knows and that begin with what was typed, in any case.
package struct OfferedNames {
  private let answer: (_ names: (VaultReader) throws -> [String]) throws -> [String]

  /// `answer` asks the vault, when something is asked for that only it knows.
  package init(_ answer: @escaping (_ names: (VaultReader) throws -> [String]) throws -> [String]) {
    self.answer = answer
  }

  package init(_ reader: VaultReader) { self.init { try $0(reader) } }

  package func matching(_ prefix: String, _ names: (VaultReader) throws -> [String]) throws -> [String] {
    let wanted = prefix.lowercased()
    return try answer { reader in try names(reader).filter { $0.lowercased().hasPrefix(wanted) } }
  }

  /// Paths of notes, and names of those that stand in a folder. What would be read as an option gets a folder.
  package func notes(_ prefix: String) throws -> [String] {
    try matching(prefix) { reader in
      let paths = try reader.list(Query(), sort: [Query.SortKey(.path)]).records.map(\.path)
      let names = paths.map(\.text) + paths.filter { $0.text.contains("/") }.map(\.stem)
      return Set(names.map { $0.hasPrefix("-") ? "./" + $0 : $0 }).sorted()
    }
  }

  package func tags(_ prefix: String) throws -> [String] { try matching(prefix) { try $0.tags().map(\.tag) } }

  package func searches(_ prefix: String) throws -> [String] {
    // A saved search may be what hides notes.
    try matching(prefix) { reader in
      reader.vault.hidesNotes ? [] : reader.vault.configuration.searches.filter(\.canBeNamed).map(\.name)
    }
  }

  package func properties(_ prefix: String) throws -> [String] { try matching(prefix) { try $0.propertyKeys() } }

  package func categories(_ prefix: String) throws -> [String] {
    try matching(prefix) {
      Self.merged($0.vault.configuration.categories.map(\.name), try $0.stats().categories.map(\.name))
    }
  }

  package func sources(_ prefix: String) throws -> [String] {
    try matching(prefix) { Self.merged($0.vault.configuration.sources.map(\.name), try $0.stats().sources.map(\.name)) }
  }

  private static func merged(_ known: [String], _ used: [String]) -> [String] {
    known + used.filter { name in !known.contains { $0.lowercased() == name.lowercased() } }
  }
}
