import VaultCore
import VaultStore

/// `textDocument/completion`: what can stand at the cursor, the best first.
enum CompletionMethod {
  static let method = LanguageMethod(
    name: "textDocument/completion", lapses: .whenAskedAgain, work: .vault(answer), beforeIndex: answer)

  /// A client asks again as more is typed.
  static let most = 100

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard let site = try CompletionSite(request) else { return .null }
    let offers = try offers(at: site, request, reader)
    let text = try request.text
    return .members(
      ("isIncomplete", .bool(true)),
      ("items", .list(offers.prefix(most).enumerated().map { $1.json(order: $0, site, text, request.client) })))
  }

  /// Notes by the names of their files; what else is known of them waits for the index.
  private static func answer(_ request: LanguageRequest, _ paths: [NotePath]) throws -> JSONValue? {
    guard let site = try CompletionSite(request), site.kind == .note else { return nil }
    let offers = try LinkCompletion(site, request, paths).notes
    let text = try request.text
    return .members(
      ("isIncomplete", .bool(true)),
      (
        "items",
        .list(offers.prefix(most).enumerated().map { $1.json(order: $0, site, text, request.client) })
      ))
  }

  private static func offers(
    at site: CompletionSite, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> [CompletionOffer] {
    switch site.kind {
    case .note: try reader.map { try LinkCompletion(site, request, $0).notes } ?? []
    case .heading(let note): try AnchorCompletion(site, note, request, reader).headings
    case .block(let note): try AnchorCompletion(site, note, request, reader).blocks
    case .path: try reader.map { try LinkCompletion(site, request, $0).paths } ?? []
    case .tag: try TagCompletion(site, request, reader).offers
    case .key: try reader.map { try PropertyCompletion(site, request, $0).keys } ?? []
    case .value(let key): try reader.map { try PropertyCompletion(site, request, $0).values(of: key) } ?? []
    case .date(let kind): TaskCompletion(site, request, reader).dates(of: kind)
    case .taskID: try reader.map { try TaskCompletion(site, request, $0).ids($0) } ?? []
    case .field: TaskCompletion(site, request, reader).fields
    case .emoji: EmojiCompletion(site).offers
    }
  }
}

/// Something that can stand at the cursor.
struct CompletionOffer: Sendable, Hashable {
  /// The kinds of the protocol that come nearest.
  enum Kind: Int, Sendable {
    case text = 1
    case field = 5
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
    case constant = 21
  }

  var label: String
  /// A few words beside it.
  var detail: String?
  var kind: Kind
  /// The bytes that it takes the place of, all on one line around the cursor.
  var range: SourceRange
  var newText: String

  /// `order`: its place in the list, which clients would else sort by its label.
  func json(order: Int, _ site: CompletionSite, _ text: DocumentText, _ client: ClientCapabilities) -> JSONValue {
    .members(
      ("label", .text(label)), ("kind", .integer(kind.rawValue)), ("detail", detail.map { .text($0) }),
      ("sortText", .text(order.padded(to: 3))), ("filterText", filterText(site, client).map { .text($0) }),
      ("insertTextFormat", client.takesSnippets ? .integer(2) : nil),
      ("textEdit", edit(text.offset(of: site.cursor), text, client)))
  }

  /// A client drops what its own pattern does not find. The pattern is what was typed, so all is found.
  private func filterText(_ site: CompletionSite, _ client: ClientCapabilities) -> String? {
    let typed = site.typed
    switch client.filter {
    case .typed: return typed.isEmpty ? label : typed
    case .lastWord:
      let word = typed.unicodeScalars.reversed().prefix {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      return word.isEmpty ? label : String(String.UnicodeScalarView(word.reversed()))
    case .none: return nil
    }
  }

  /// What stands behind the cursor is taken out only by clients that understand it.
  private func edit(_ cursor: Int, _ text: DocumentText, _ client: ClientCapabilities) -> JSONValue {
    let new = client.takesSnippets ? newText.snippet : newText
    let toCursor = text.range(range.lowerBound..<max(cursor, range.lowerBound)).json
    guard client.replacesBehindCursor else { return .members(("range", toCursor), ("newText", .text(new))) }
    return .members(("newText", .text(new)), ("insert", toCursor), ("replace", text.range(range).json))
  }
}

extension String {
  /// The text as a snippet that has no places to fill in.
  fileprivate var snippet: String {
    reduce(into: "") { $0 += $1 == "\\" || $1 == "$" || $1 == "}" ? "\\\($1)" : String($1) }
  }
}
