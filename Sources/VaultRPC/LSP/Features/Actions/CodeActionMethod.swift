import VaultCore
import VaultStore

/// `textDocument/codeAction` and `codeAction/resolve`: what can be done with what stands there.
enum CodeActionMethod {
  static let method = LanguageMethod(
    name: "textDocument/codeAction", lapses: .whenAskedAgain, work: .vault(answer))
  static let resolving = LanguageMethod(name: "codeAction/resolve", lapses: .whenChanged, work: .plan(resolve))

  /// Nothing is planned before somebody has chosen: editors ask at each move of the cursor.
  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    let client = request.client
    guard let reader, client.takesActions, client.resolvesActions || client.appliesEdits,
      try !request.text.isInDoubt
    else { return .list([]) }
    let range = try PositionRange(request.parameters.object("range"))
    let wanted = request.parameters.json[path: ["context", "only"]]?.list?.compactMap(\.text)
    let site = try ActionSite(at: range.start, request, reader)
    let offers = try NoteAction.families.flatMap { try $0.offers(at: site) }.filter { offer in
      wanted.map { kinds in kinds.contains { isKind(offer.action.kind.rawValue, of: $0) } } ?? true
    }
    return .list(offers.map { json($0, site.text, client) })
  }

  /// Kinds are names with dots, each of which holds those that begin so.
  private static func isKind(_ kind: String, of wanted: String) -> Bool {
    wanted.isEmpty || kind == wanted || kind.hasPrefix(wanted + ".")
  }

  /// A client that cannot ask for the edit of what was chosen gets a command, and so does one that cannot make it.
  private static func json(_ offer: ActionOffer, _ text: DocumentText, _ client: ClientCapabilities) -> JSONValue {
    let data = JSONValue.members(
      ("uri", .text(text.uri.text)), ("version", .integer(text.version)), ("title", .text(offer.title)),
      ("change", offer.action.json))
    let isUnable = offer.action.touchesFiles && !(client.renamesFiles && client.createsFiles)
    let isCommand = client.appliesEdits && (isUnable || !client.resolvesActions)
    let command = JSONValue.members(
      ("title", .text(offer.title)), ("command", .text(CommandMethod.Command.act.rawValue)),
      ("arguments", .list([data])))
    return .members(
      ("title", .text(offer.title)), ("kind", .text(offer.action.kind.rawValue)),
      ("isPreferred", offer.isPreferred ? .bool(true) : nil), ("command", isCommand ? command : nil),
      ("data", isCommand ? nil : data))
  }

  private static func resolve(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> JSONValue {
    let data = RPCParameters(try request.parameters.object("data"))
    let action = try NoteAction(data.object("change"))
    guard let editor, try data.integer("version") == request.text.version else {
      throw RPCError(.contentModified, "the document has changed since the action was offered")
    }
    let edit = try WorkspaceEdit(action.planned(in: request.path, editor), request.workspace)
    var members = (request.parameters.json.members ?? []).filter { $0.name != "edit" }
    members.append(JSONValue.Member("edit", edit.json))
    return .object(members)
  }
}
