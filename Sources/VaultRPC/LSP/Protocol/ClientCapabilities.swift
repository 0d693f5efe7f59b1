import VaultCore

/// What a client has announced that it can do. Nothing else is sent to it.
struct ClientCapabilities: Sendable {
  private let json: JSONValue
  let encoding: PositionEncoding
  /// What the log calls the client: `Neovim 0.11.0`.
  let name: String

  init() { self.init(.object([])) }

  /// Reads the parameters of `initialize`.
  init(_ parameters: JSONValue) {
    json = parameters["capabilities"] ?? .object([])
    encoding = PositionEncoding(
      offered: json[path: ["general", "positionEncodings"]]?.list?.compactMap(\.text))
    let info = parameters["clientInfo"]
    name = [info?["name"]?.text, info?["version"]?.text].compactMap { $0 }.joined(separator: " ")
  }

  private func has(_ path: String...) -> Bool { json[path: path]?.isTrue == true }

  private func isThere(_ path: String...) -> Bool { json[path: path]?.members != nil }

  private func texts(_ path: String...) -> [String] { json[path: path]?.list?.compactMap(\.text) ?? [] }

  // MARK: Edits

  /// Neovim announces what can be done with files, which only such changes can say, and not the changes themselves.
  var takesDocumentChanges: Bool { has("workspace", "workspaceEdit", "documentChanges") || !operations.isEmpty }
  var renamesFiles: Bool { operations.contains("rename") }
  var createsFiles: Bool { operations.contains("create") }
  private var operations: [String] { texts("workspace", "workspaceEdit", "resourceOperations") }
  var takesAnnotations: Bool {
    takesDocumentChanges && isThere("workspace", "workspaceEdit", "changeAnnotationSupport")
  }
  /// What it asks before, or tells after, it renames, makes or deletes files itself.
  var fileOperations: [String] {
    ["willRename", "didRename", "didCreate", "didDelete"].filter { has("workspace", "fileOperations", $0) }
  }
  var appliesEdits: Bool { has("workspace", "applyEdit") }

  // MARK: What it shows

  var takesMarkdown: Bool { texts("textDocument", "hover", "contentFormat").contains("markdown") }
  var takesNestedSymbols: Bool { has("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport") }
  var takesLocationLinks: Bool { has("textDocument", "definition", "linkSupport") }
  var takesOnlyWholeLinesFolded: Bool { has("textDocument", "foldingRange", "lineFoldingOnly") }
  /// Nil where the client takes however many there are.
  var mostFolds: Int? { json[path: ["textDocument", "foldingRange", "rangeLimit"]]?.integer }
  var takesLenses: Bool { isThere("textDocument", "codeLens") }
  var takesHints: Bool { isThere("textDocument", "inlayHint") }
  var takesTokens: Bool { isThere("textDocument", "semanticTokens") }
  var preparesRenames: Bool { has("textDocument", "rename", "prepareSupport") }
  var takesActions: Bool { isThere("textDocument", "codeAction", "codeActionLiteralSupport") }
  /// Its edit may come when an action is chosen.
  var resolvesActions: Bool {
    takesActions && has("textDocument", "codeAction", "dataSupport")
      && texts("textDocument", "codeAction", "resolveSupport", "properties").contains("edit")
  }
  var resolvesDocumentation: Bool {
    texts("textDocument", "completion", "completionItem", "resolveSupport", "properties").contains("documentation")
  }
  /// True where the person chooses whether what stands behind the cursor is taken out.
  var replacesBehindCursor: Bool { has("textDocument", "completion", "completionItem", "insertReplaceSupport") }
  /// Neovim 0.11 cuts what is no snippet off at its first blank.
  var takesSnippets: Bool { has("textDocument", "completion", "completionItem", "snippetSupport") }
  var takesMarkdownInCompletions: Bool {
    texts("textDocument", "completion", "completionItem", "documentationFormat").contains("markdown")
  }
  /// True where what comes with an offer besides its text is done: other edits, a command. Emacs 28 and Neovim before 0.10
  /// put in the text alone.
  var doesMoreThanInsert: Bool { filter == .typed }
  /// How the client chooses among what is offered.
  var filter: CompletionFilter {
    if json[path: ["general", "positionEncodings"]] != nil || isThere("workspace", "fileOperations") { return .typed }
    // Neovim before 0.10 and Emacs before 29 compare the word at the cursor alone.
    return operations.isEmpty ? .lastWord : .none
  }
  var showsDocuments: Bool { has("window", "showDocument", "support") }
  var showsProgress: Bool { has("window", "workDoneProgress") }

  // MARK: Problems

  var pullsDiagnostics: Bool { isThere("textDocument", "diagnostic") }
  var takesVersions: Bool { has("textDocument", "publishDiagnostics", "versionSupport") }

  // MARK: What it is asked

  var givesSettings: Bool { has("workspace", "configuration") }
  var registersWatchedFiles: Bool { has("workspace", "didChangeWatchedFiles", "dynamicRegistration") }
  var refreshesTokens: Bool { has("workspace", "semanticTokens", "refreshSupport") }
  var refreshesLenses: Bool { has("workspace", "codeLens", "refreshSupport") }
  var refreshesHints: Bool { has("workspace", "inlayHint", "refreshSupport") }
  var refreshesDiagnostics: Bool { has("workspace", "diagnostics", "refreshSupport") }
}
