/// The block of metadata at the beginning of a note.
package struct FrontMatter: Hashable, Sendable {
  package enum Format: String, Sendable {
    case none, yaml, toml
  }

  package var format: Format
  /// The whole block in the file: from the opening fence to the end of the closing fence's line. Empty at the body's
  /// start when there is none.
  package var range: SourceRange
  /// What stands between the fences.
  package var contentRange: SourceRange
  /// In the order written. Empty when the block does not parse.
  package var properties: [Property] = []
  package var diagnostics: [Diagnostic] = []

  /// The first property of that name, in any case.
  package subscript(_ key: String) -> Property? {
    properties.first { $0.key.caseInsensitiveEquals(key) }
  }

  /// The first of several names for one key that is there, as it is spelled there.
  package func key(_ names: [String]) -> String? {
    names.lazy.compactMap { self[$0]?.key }.first
  }
}

extension String {
  /// ASCII letters compare without case; everything else by its bytes.
  package func caseInsensitiveEquals(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { a, b in
        a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 0x61 && (a | 0x20) <= 0x7A)
      }
  }
}
