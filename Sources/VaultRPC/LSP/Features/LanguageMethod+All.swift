extension LanguageMethod {
  /// By name, every request about notes that is answered.
  static let all: [String: LanguageMethod] = Dictionary(
    uniqueKeysWithValues: [
      CodeLensMethod.method, CompletionMethod.method, DefinitionMethod.method, DiagnosticMethod.method,
      DocumentHighlightMethod.method, DocumentLinkMethod.method, DocumentSymbolMethod.method, FoldingRangeMethod.method,
      HoverMethod.method, InlayHintMethod.method, ReferencesMethod.method, RenameMethod.method, RenameMethod.preparing,
      SelectionRangeMethod.method, SemanticTokensMethod.method, SemanticTokensMethod.ofRange,
      WorkspaceSymbolMethod.method,
    ].map { ($0.name, $0) })
}
