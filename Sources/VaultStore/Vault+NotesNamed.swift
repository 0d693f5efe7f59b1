import VaultCore

extension Vault {
  /// The notes that the names name, in that order, each once. Throws `NoteNameError`.
  func notes(named names: [String]) throws -> [NotePath] {
    try withSnapshot { snapshot in
      var seen: Set<NotePath> = []
      return try names.map { try resolve($0, in: snapshot).path }.filter { seen.insert($0).inserted }
    }
  }

  /// For titles of operations.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
