import VaultCore
import VaultStore

/// `textDocument/completion`: what can stand at the cursor, the best first.
enum CompletionMethod {
  static let method = LanguageMethod(
    name: "textDocument/completion", lapses: .whenAskedAgain, work: .vault(answer), beforeIndex: answer)

  /// A client asks again as more is typed.
  static let most = 100

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard let site = try site(request) else { return .null }
    return try json(offers(at: site, request, reader), site, request)
  }

  /// Notes by the names of their files, and what takes no other note; the rest waits for the index.
  private static func answer(_ request: LanguageRequest, _ paths: [NotePath]) throws -> JSONValue? {
    guard let site = try site(request) else { return .null }
    switch site.kind {
    case .note: return try json(LinkCompletion(site, request, paths).notes, site, request)
    case .heading(of: ""), .block(of: ""), .date, .rule, .emoji:
      return try json(offers(at: site, request, nil), site, request)
    default: return nil
    }
  }

  /// Nil where nothing is to be put in, as in a text that may be another than the client's.
  private static func site(_ request: LanguageRequest) throws -> CompletionSite? {
    try request.text.isInDoubt ? nil : CompletionSite(request)
  }

  private static func json(
    _ offers: [CompletionOffer], _ site: CompletionSite, _ request: LanguageRequest
  ) throws -> JSONValue {
    let text = try request.text
    return .members(
      ("isIncomplete", .bool(true)),
      ("items", .list(offers.prefix(most).enumerated().map { $1.json(order: $0, site, text, request.client) })))
  }

  /// `completionItem/resolve`: what an offered link leads to.
  static let resolving = LanguageMethod(name: "completionItem/resolve", work: .vault(resolve))

  private static func resolve(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    let item = request.parameters.json
    guard let path = item[path: ["data", "path"]]?.text, let members = item.members else { return item }
    let anchor = LinkTarget("#" + (item[path: ["data", "anchor"]]?.text ?? "")).anchor
    let takesMarkdown = request.client.takesMarkdownInCompletions
    let shown = try NoteExcerpt(request, reader, takesMarkdown: takesMarkdown).text(of: NotePath(path), anchor)
    let documentation = JSONValue.members(
      ("kind", .text(takesMarkdown ? "markdown" : "plaintext")), ("value", .text(shown)))
    return .object(
      members.filter { $0.name != "documentation" } + [JSONValue.Member("documentation", documentation)])
  }

  private static func offers(
    at site: CompletionSite, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> [CompletionOffer] {
    switch site.kind {
    case .note: try reader.map { try LinkCompletion(site, request, $0).notes } ?? []
    case .heading(let note): try AnchorCompletion(site, note, request, reader).headings
    case .block(let note): try AnchorCompletion(site, note, request, reader).blocks
    case .anyHeading: try reader.map { try LinkCompletion(site, request, $0).headings } ?? []
    case .path: try reader.map { try LinkCompletion(site, request, $0).paths } ?? []
    case .tag: try TagCompletion(site, request, reader).offers
    case .key: try reader.map { try PropertyCompletion(site, request, $0).keys } ?? []
    case .value(let key): try reader.map { try PropertyCompletion(site, request, $0).values(of: key) } ?? []
    case .date(let kind): TaskCompletion(site, request, reader).dates(of: kind)
    case .taskID: try reader.map { try TaskCompletion(site, request, $0).ids($0) } ?? []
    case .rule: TaskCompletion(site, request, reader).rules
    case .field: TaskCompletion(site, request, reader).fields
    case .emoji: EmojiCompletion(site).offers
    }
  }
}
