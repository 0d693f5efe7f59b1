/// A link as it stands in a note; what it leads to is `LinkResolver`'s answer.
package struct Link: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// `[[Note]]`
    case wiki
    /// `![[file]]` and `![alt](file)`
    case embed
    /// `[text](Note.md)`
    case markdown
    /// `[text][label]`, `[label][]`, `[label]`
    case reference
    /// `<https://…>`
    case autolink
    /// Any other link to an external address, bare ones included.
    case url
    /// A wikilink inside a front matter string.
    case property
  }

  package var kind: Kind
  /// As written, with its `#…`, without the alias.
  package var target: String
  /// What a reader sees: the alias, the text between the brackets, else the target.
  package var text: String
  package var location: SourceLocation
  /// The target's bytes in the file: what a rename rewrites. A reference link's is in its definition.
  package var targetRange: SourceRange

  /// True when it leads out of the vault.
  package var isExternal: Bool { kind == .autolink || kind == .url }
}

extension Link {
  /// True when it calls the note that it leads to otherwise than by its name or path. What an embed has there is a size or
  /// the text for those who cannot see it.
  package var callsItsTarget: Bool {
    guard !isExternal, kind != .embed, !text.isEmpty, text != target else { return false }
    let path = kind == .wiki || kind == .property ? LinkTarget(target).path : LinkTarget(markdown: target).path
    return text != NotePath(path).stem
  }
}
