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
}
