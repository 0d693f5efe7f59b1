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
struct PluginQueryPath {
  let path: String

  /// The first folder with a slash behind it; `/` for a note of the root.
  var root: String {
    guard let slash = path.utf8.firstIndex(of: 0x2F) else { return "/" }
    return String(path[...slash])
  }

  /// All folders with a slash behind them; `/` for the root.
  var folder: String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "/" }
    return String(path[...slash])
  }

  var filename: String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  var pathWithoutExtension: String { Self.withoutExtension(path) }
  var filenameWithoutExtension: String { Self.withoutExtension(filename) }

  private static func withoutExtension(_ name: String) -> String {
    for ending in [".md", ".markdown"] where name.lowercased().hasSuffix(ending) {
      return String(decoding: name.utf8.dropLast(ending.utf8.count), as: UTF8.self)
    }
    return name
  }
}
