import VaultCore
import VaultStore

/// `textDocument/documentHighlight`: all that means the same in the document as what stands under the cursor.
enum DocumentHighlightMethod {
  static let method = LanguageMethod(
    name: "textDocument/documentHighlight", lapses: .whenAskedAgain, work: .vault(answer))

  /// The kinds of the protocol.
  private enum Kind: Int {
    case use = 2  // Read
    case definition = 3  // Write
  }

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard let standing = try Standing(at: request.offset, request) else { return .null }
    let text = try request.text
    let places = try places(of: standing, request, reader).filter { !$0.range.isEmpty }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    return .list(
      places.map { .members(("range", text.range($0.range).json), ("kind", .integer($0.kind.rawValue))) })
  }

  private typealias Found = (range: SourceRange, kind: Kind)

  private static func places(
    of standing: Standing, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> [Found] {
    let text = try request.text
    let spans = text.spans(request.workspace.parsing)
    switch standing {
    case .link(let span, let part, _):
      let links = try DocumentLinks(request, reader)
      return places(of: links.target(of: span.link, wholeFile: part == .path), spans, links)
    case .heading(let heading, _):
      let links = try DocumentLinks(request, reader)
      return places(of: .line(heading.line), spans, links)
    case .blockID(let id, _):
      let links = try DocumentLinks(request, reader)
      return places(of: .line(id.line), spans, links)
    case .tag(let tag, _):
      return (spans.frontMatterTags + spans.tags)
        .filter { TagRename.renamed($0.tag, from: tag, to: tag) != nil }.map { ($0.range, .use) }
    case .taskID(let id, _, _):
      return try request.note.tasks.flatMap { TaskIDSpan.all(of: $0, text) }
        .filter { $0.id.utf8.elementsEqual(id.utf8) }.map { ($0.range, $0.isOwn ? .definition : .use) }
    case .label(let label):
      return text.labels.filter { $0.names(label) }.map { ($0.range, $0.isDefinition ? .definition : .use) }
    }
  }

  /// The links with a target, and the heading or block that it is.
  private static func places(
    of target: DocumentLinks.Target, _ spans: NoteSpans, _ links: DocumentLinks
  ) -> [Found] {
    var found: [Found] = spans.links.filter { links.leads($0.link, to: target) }.map { ($0.range, .use) }
    if case .line(let line) = target {
      found += spans.headings.filter { $0.heading.line == line }.map { ($0.range, .definition) }
      found += spans.blockIDs.filter { $0.blockID.line == line }.map { ($0.range, .definition) }
    }
    return found
  }
}
