extension LanguageMethod {
  /// Every request about notes that is answered, keyed by name.
  static let all: [String: LanguageMethod] = Dictionary(
    uniqueKeysWithValues: [
      CodeActionMethod.method, CodeActionMethod.resolving, CodeLensMethod.method, CommandMethod.method,
      CompletionMethod.method, CompletionMethod.resolving, DefinitionMethod.method, DiagnosticMethod.method,
      DocumentHighlightMethod.method,
      DocumentLinkMethod.method, DocumentSymbolMethod.method, FileRenameMethod.method, FoldingRangeMethod.method,
      HoverMethod.method, InlayHintMethod.method, ReferencesMethod.method, RenameMethod.method, RenameMethod.preparing,
      SelectionRangeMethod.method, SemanticTokensMethod.method, SemanticTokensMethod.ofRange,
      WorkspaceDiagnosticMethod.method, WorkspaceSymbolMethod.method,
    ].map { ($0.name, $0) })
}
