/// How a file is named anew by the destination of a Markdown link.
package enum DestinationText {
  /// The path from the folder of the note that holds the link, with escapes where they are needed. Nil for a name that
  /// cannot be written so.
  package static func text(to file: NotePath, from note: NotePath) -> String? {
    guard file.undecodable == nil else { return nil }
    let encoding = LinkTargetEncoding(.destination(isAngled: false), like: [])
    return LinkForm.relative(withDots: false).texts(of: file, from: note, withExtension: true).first
      .flatMap { encoding.text($0.text, isLast: true) }
  }

  /// The same with a heading or block behind a `#`; `anchor` is as a wikilink has it.
  package static func text(to file: NotePath, from note: NotePath, anchor: String?) -> String? {
    guard let path = text(to: file, from: note) else { return nil }
    guard let anchor else { return path }
    return self.anchor(anchor).map { path + "#" + $0 }
  }

  /// What stands behind the `#`.
  package static func anchor(_ anchor: String) -> String? {
    LinkTargetEncoding(.destination(isAngled: false), like: []).text(anchor, isLast: true)
  }
}

extension LinkTarget {
  /// What stands behind the `#` of a wikilink; empty without an anchor.
  package var anchorText: String {
    switch anchor {
    case .none: ""
    case .heading(let path): path.joined(separator: "#")
    case .block(let id): "^" + id
    }
  }
}
