extension LanguageMethod {
  /// By name, every request about notes that is answered.
  static let all: [String: LanguageMethod] = Dictionary(
    uniqueKeysWithValues: [
      CodeActionMethod.method, CodeActionMethod.resolving, CommandMethod.method, CompletionMethod.method,
      DefinitionMethod.method, DiagnosticMethod.method, DocumentLinkMethod.method,
      DocumentSymbolMethod.method, FileRenameMethod.method, HoverMethod.method, ReferencesMethod.method,
      RenameMethod.method,
      RenameMethod.preparing,
    ].map { ($0.name, $0) })
}
