import VaultCore

/// What a person can say of the editor server.
struct EditorSettings: Sendable, Equatable {
  /// Of more files than these that are not open, a rename is written by the server itself, once somebody has agreed.
  var renameLimit = 50
  /// How many links lead to a note or a heading, above it.
  var lenses = true
  /// Days until a task is due, titles of the notes that are named by ids.
  var hints = true

  /// Takes what a client's settings say; what they lack, or have of another kind, stays. They may be within a member `lsp`,
  /// as in a vault's configuration.
  mutating func read(_ json: JSONValue) {
    let json = json["lsp"] ?? json
    if let limit = json["rename_limit"]?.integer, limit >= 0 { renameLimit = limit }
    if let value = json["lenses"]?.bool { lenses = value }
    if let value = json["hints"]?.bool { hints = value }
  }
}
