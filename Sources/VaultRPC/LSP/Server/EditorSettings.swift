import VaultCore

/// What a person can say of the editor server: a client's settings go before a vault's.
struct EditorSettings: Sendable, Equatable {
  /// How many files that are not open the client may be given to rename links in. What is more, the server writes itself,
  /// once somebody has agreed.
  var renameLimit: Int
  /// How many links lead to a note or a heading, above it.
  var lenses: Bool
  /// Days until a task is due, titles of the notes that are named by ids.
  var hints: Bool

  /// - Parameters:
  ///   - configuration: nil for documents that belong to no vault.
  ///   - given: what the client says in several places, what counts most first.
  init(_ configuration: Configuration?, _ given: [Given] = []) {
    func first<Value>(_ read: (Given) -> Value?) -> Value? { given.lazy.compactMap(read).first }
    renameLimit = first(\.renameLimit) ?? configuration?.lspRenameLimit ?? 0
    lenses = first(\.lenses) ?? configuration?.lspLenses ?? true
    hints = first(\.hints) ?? configuration?.lspHints ?? true
  }

  /// What the client says; nil for what it leaves to the vault.
  struct Given: Sendable, Equatable {
    private(set) var renameLimit: Int?
    private(set) var lenses: Bool?
    private(set) var hints: Bool?

    init() {}

    /// The members may be within a member `lsp`, as in a vault's configuration. Returns a sentence for each that is of
    /// another kind, and is left to the vault.
    mutating func read(_ json: JSONValue) -> [String] {
      let json = json["lsp"] ?? json
      var problems: [String] = []
      func value<Value>(_ name: String, _ kind: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let given = json[name], given != .null else { return nil }
        if let value = read(given) { return value }
        problems.append("The setting vault.lsp.\(name) of the editor is \(given.kind); it takes \(kind).")
        return nil
      }
      renameLimit = value("rename_limit", "a whole number, 0 or more") { $0.integer.flatMap { $0 >= 0 ? $0 : nil } }
      lenses = value("lenses", "true or false", \.bool)
      hints = value("hints", "true or false", \.bool)
      return problems
    }
  }
}
