import VaultCore

/// Something that `doctor` or `check` found, with its place.
package struct Finding: Sendable, Hashable {
  /// Relative to the root; nil for what concerns the vault as a whole.
  package var path: NotePath?
  package var diagnostic: Diagnostic
  /// The link that is wrong, where it is one.
  package var link: NoteLink?
  /// The property that is wrong, where it is one.
  package var property: NoteSchema.Problem?

  package init(
    path: NotePath?, diagnostic: Diagnostic, link: NoteLink? = nil, property: NoteSchema.Problem? = nil
  ) {
    (self.path, self.diagnostic, self.link, self.property) = (path, diagnostic, link, property)
  }

  var isOfNote: Bool { path?.isNote == true && diagnostic.place != nil }
}

extension Finding: Comparable {
  /// By path and place; what concerns the vault as a whole first.
  package static func < (a: Finding, b: Finding) -> Bool {
    let (one, other) = (a.path ?? NotePath(""), b.path ?? NotePath(""))
    if one != other { return one < other }
    if a.diagnostic.location != b.diagnostic.location { return a.diagnostic.location < b.diagnostic.location }
    return (a.diagnostic.code.rawValue, a.diagnostic.message) < (b.diagnostic.code.rawValue, b.diagnostic.message)
  }
}

package struct FindingReport: Sendable {
  package var notes: Int
  /// By path and place.
  package var findings: [Finding]
}
