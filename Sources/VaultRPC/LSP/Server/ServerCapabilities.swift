import VaultCore

/// What the server announces that it does. Some of it is announced only to clients that can make use of it.
enum ServerCapabilities {
  static func json(for client: ClientCapabilities) -> JSONValue {
    .members(
      ("positionEncoding", .text(client.encoding.rawValue)),
      (
        "textDocumentSync",
        .members(
          ("openClose", .bool(true)), ("change", .integer(2)),
          ("save", .members(("includeText", .bool(true)))))
      ),
      (
        "workspace",
        .members(
          (
            "workspaceFolders",
            .members(
              ("supported", .bool(true)), ("changeNotifications", .bool(true)))
          ),
          (
            "fileOperations",
            client.fileOperations.isEmpty
              ? nil : .object(client.fileOperations.map { JSONValue.Member($0, FileRenameMethod.capability) })
          ))
      ),
      ("definitionProvider", .bool(true)),
      ("referencesProvider", .bool(true)),
      ("hoverProvider", .bool(true)),
      ("documentHighlightProvider", .bool(true)),
      ("documentSymbolProvider", .bool(true)),
      ("workspaceSymbolProvider", .bool(true)),
      ("foldingRangeProvider", .bool(true)),
      ("selectionRangeProvider", .bool(true)),
      ("codeLensProvider", client.takesLenses ? .members(("resolveProvider", .bool(false))) : nil),
      ("inlayHintProvider", client.takesHints ? .bool(true) : nil),
      (
        "semanticTokensProvider",
        client.takesTokens
          ? .members(("legend", SemanticToken.legend), ("range", .bool(true)), ("full", .bool(true))) : nil
      ),
      ("documentLinkProvider", .members(("resolveProvider", .bool(false)))),
      (
        "renameProvider",
        client.preparesRenames
          ? .members(("prepareProvider", .bool(true)), ("workDoneProgress", .bool(client.showsProgress))) : .bool(true)
      ),
      (
        "completionProvider",
        .members(
          ("triggerCharacters", .texts(["[", "(", "#", "^", "!", ":", "@", " "])),
          ("resolveProvider", .bool(client.resolvesDocumentation)))
      ),
      (
        "codeActionProvider",
        client.takesActions
          ? .members(
            ("codeActionKinds", .texts(["quickfix", "refactor.rewrite", "refactor.extract", "refactor.inline"])),
            ("resolveProvider", .bool(client.resolvesActions))) : nil
      ),
      (
        "executeCommandProvider",
        .members(
          ("commands", .texts(CommandMethod.Command.allCases.map(\.rawValue))),
          ("workDoneProgress", client.showsProgress ? .bool(true) : nil))
      ),
      (
        "diagnosticProvider",
        client.pullsDiagnostics
          ? .members(("interFileDependencies", .bool(true)), ("workspaceDiagnostics", .bool(true))) : nil
      ))
  }
}
