/// Why a part of a note cannot be taken out into a note of its own. Nothing was changed.
package enum SectionExtractionError: Error, Hashable {
  /// No section begins in that line of the file, from 1: it has no heading, or one in a quote or list.
  case noSection(line: Int)
  /// Nothing but blank lines, or lines that the body does not have.
  case noText
  /// What the line belongs to would be cut in two.
  case cuts(line: Int)
  /// The text uses a label that is defined in a quote or list.
  case definitionInside(String, line: Int)
  /// No wikilink can hold the new note's name.
  case unwritableName(String)
  /// The text of that line would be read as something else.
  case changesText(line: Int)
  case link(LinkRewriteError)
}

extension SectionExtractionError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .noSection(let line):
      "no section begins in line \(line); name the line of a heading outside of quotes and lists"
    case .noText: "there is no text in these lines; name others"
    case .cuts(let line): "what stands in line \(line) would be cut in two; take all of it or nothing"
    case .definitionInside(let label, let line):
      "the label \"\(ShownName.quoted(label))\" is used there and defined in a quote or list in line \(line); "
        + "move its definition out of that first"
    case .unwritableName(let name):
      "no link can name \"\(name)\": a wikilink holds no # | ^ [[ ]] or line breaks; choose another name"
    case .changesText(let line): "line \(line) would be read differently afterwards; take some lines more or fewer"
    case .link(let error): "\(error)"
    }
  }
}
