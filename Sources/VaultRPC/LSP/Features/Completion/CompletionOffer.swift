import VaultCore
import VaultStore

/// Something that can stand at the cursor.
struct CompletionOffer: Sendable {
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
  /// The file that it leads to, and what stands behind the `#` of a link to a place in it.
  var target: NotePath?
  var anchor: String?
  /// What is changed elsewhere in the document besides.
  var others: [TextEdit] = []
  /// What is done with another note once this is chosen.
  var then: (action: NoteAction, note: NotePath)?

  /// `order`: its place in the list, which clients would else sort by its label.
  func json(order: Int, _ site: CompletionSite, _ text: DocumentText, _ client: ClientCapabilities) -> JSONValue {
    .members(
      ("label", .text(label)), ("kind", .integer(kind.rawValue)), ("detail", detail.map { .text($0) }),
      ("sortText", .text(order.padded(to: 3))), ("filterText", filterText(site, client).map { .text($0) }),
      ("insertTextFormat", client.takesSnippets ? .integer(2) : nil),
      ("textEdit", edit(text.offset(of: site.cursor), text, client)),
      ("additionalTextEdits", others.isEmpty ? nil : .list(others.map { json($0, text) })),
      ("command", command(text)), ("data", client.resolvesDocumentation ? data(text) : nil))
  }

  private func json(_ edit: TextEdit, _ text: DocumentText) -> JSONValue {
    .members(
      ("range", text.range(edit.range).json), ("newText", .text(String(decoding: edit.replacement, as: UTF8.self))))
  }

  private func command(_ text: DocumentText) -> JSONValue? {
    then.map { action, note in
      .members(
        ("title", .text(label)), ("command", .text(CommandMethod.Command.act.rawValue)),
        (
          "arguments",
          .list([
            .members(("uri", .text(text.uri.text)), ("note", .text(note.text)), ("change", action.json))
          ])
        ))
    }
  }

  private func data(_ text: DocumentText) -> JSONValue? {
    target.map { path in
      .members(("uri", .text(text.uri.text)), ("path", .text(path.text)), ("anchor", anchor.map { .text($0) }))
    }
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

  /// Clients with two keys for it leave what stands behind the cursor, or take it out.
  private func edit(_ cursor: Int, _ text: DocumentText, _ client: ClientCapabilities) -> JSONValue {
    let new = client.takesSnippets ? newText.snippet : newText
    let whole = text.range(range).json
    guard client.replacesBehindCursor else { return .members(("range", whole), ("newText", .text(new))) }
    let toCursor = text.range(range.lowerBound..<max(cursor, range.lowerBound)).json
    return .members(("newText", .text(new)), ("insert", toCursor), ("replace", whole))
  }
}

extension String {
  /// The text as a snippet that has no places to fill in.
  fileprivate var snippet: String {
    reduce(into: "") { $0 += $1 == "\\" || $1 == "$" || $1 == "}" ? "\\\($1)" : String($1) }
  }
}
