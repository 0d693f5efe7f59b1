/// Why an embed cannot be replaced by what it shows. Nothing was changed. Lines count from 1 in the file.
package enum EmbedInliningError: Error, Hashable {
  /// No wikilink of the line is an embed that stands there alone, outside of quotes and lists.
  case noEmbed(line: Int)
  /// It leads to no note, to its own, or to what is neither a note nor a section of one.
  case noText(String)
  /// Headings would get levels beyond 6, or an underlined one a level beyond 2.
  case levels
  /// Both notes use that label, for different things.
  case label(String)
  /// A label that the text needs cannot be taken along.
  case definition(SectionExtractionError)
  /// The text of that line would be read as something else.
  case changesText(line: Int)
  case link(LinkRewriteError)
}

extension EmbedInliningError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .noEmbed(let line): "line \(line) holds no ![[embed]] that stands alone, outside of quotes and lists"
    case .noText(let target):
      "\"\(ShownName.quoted(target))\" is no other note, nor a section of one, with text; name one that is"
    case .levels: "there are no levels for the headings of the embedded text below the heading here"
    case .label(let label):
      "the label \"\(ShownName.quoted(label))\" is used in both notes; give it another name in one of them"
    case .definition(let error): "\(error)"
    case .changesText(let line): "line \(line) would be read differently with the text in it"
    case .link(let error): "\(error)"
    }
  }
}
