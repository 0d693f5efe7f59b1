/// The note that a query stands in, for its placeholders. Its parts are written as the plugin writes them.
package struct PluginQueryFile: Hashable, Sendable {
  /// From the vault's root, with its extension.
  package let path: String
  package let properties: [Property]

  package init(path: String, properties: [Property]) {
    self.path = path
    self.properties = properties
  }

  package subscript(_ name: String) -> PropertyValue? {
    properties.first { $0.key.caseInsensitiveEquals(name) }?.value
  }
}

/// The parts of a note's path that filters, groups and placeholders speak of.
extension NotePath {
  /// The first folder with a slash behind it; `/` for a note of the root.
  var pluginRoot: String { text.utf8.firstIndex(of: 0x2F).map { String(text[...$0]) } ?? "/" }

  /// All folders with a slash behind them; `/` for the root.
  var pluginFolder: String { text.utf8.lastIndex(of: 0x2F).map { String(text[...$0]) } ?? "/" }

  /// The name without `.md` or `.markdown`.
  var pluginTitle: String { NotePath(name).withoutNoteExtension }
}
