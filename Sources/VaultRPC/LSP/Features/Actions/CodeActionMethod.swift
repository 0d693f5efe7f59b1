import VaultCore
import VaultStore

/// `textDocument/codeAction` and `codeAction/resolve`: what can be done with what stands there.
enum CodeActionMethod {
  static let method = LanguageMethod(name: "textDocument/codeAction", work: .plan(answer))
  static let resolving = LanguageMethod(name: "codeAction/resolve", work: .plan(resolve))

  private static func answer(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> JSONValue {
    guard let editor, request.client.takesActions else { return .list([]) }
    let range = try PositionRange(request.parameters.object("range"))
    let wanted = request.parameters.json[path: ["context", "only"]]?.list?.compactMap(\.text)
    let offers = try editor.read { reader in
      let site = try ActionSite(at: range.start, request, reader)
      return try NoteAction.families.flatMap { try $0.offers(at: site) }
    }.filter { offer in
      wanted.map { kinds in kinds.contains { isKind(offer.action.kind.rawValue, of: $0) } } ?? true
    }
    return .list(try offers.compactMap { try json($0, request, editor) })
  }

  /// Kinds are names with dots, each of which holds those that begin so.
  private static func isKind(_ kind: String, of wanted: String) -> Bool {
    wanted.isEmpty || kind == wanted || kind.hasPrefix(wanted + ".")
  }

  /// Nil for an action that cannot be made, of a client that would not ask for its edit later.
  private static func json(
    _ offer: ActionOffer, _ request: LanguageRequest, _ editor: VaultEditor
  ) throws -> JSONValue? {
    var edit: JSONValue?
    let text = try request.text
    let data = JSONValue.members(
      ("uri", .text(text.uri.text)), ("version", .integer(text.version)), ("change", offer.action.json))
    let isUnable = offer.action.touchesFiles && !(request.client.renamesFiles && request.client.createsFiles)
    if isUnable || offer.action.isLong && !request.client.resolvesActions {
      guard request.client.appliesEdits else { return nil }
      return .members(
        ("title", .text(offer.title)), ("kind", .text(offer.action.kind.rawValue)),
        (
          "command",
          .members(
            ("title", .text(offer.title)), ("command", .text(CommandMethod.Command.act.rawValue)),
            ("arguments", .list([data])))
        ))
    }
    if !request.client.resolvesActions {
      do {
        let made = try WorkspaceEdit(offer.action.planned(in: request.path, editor), request.workspace)
        if made.isEmpty { return nil }
        edit = made.json
      } catch let error where error is RPCError || error is any Failure && !(error is CancelledError) {
        return nil
      }
    }
    return .members(
      ("title", .text(offer.title)), ("kind", .text(offer.action.kind.rawValue)),
      ("isPreferred", offer.isPreferred ? .bool(true) : nil), ("edit", edit),
      ("data", edit == nil ? data : nil))
  }

  private static func resolve(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> JSONValue {
    let data = RPCParameters(try request.parameters.object("data"))
    let action = try NoteAction(data.object("change"))
    guard let editor, try data.integer("version") == request.text.version else {
      throw RPCError(.contentModified, "the document has changed since the action was offered")
    }
    let edit = try WorkspaceEdit(action.planned(in: request.path, editor), request.workspace)
    var members = request.parameters.json.members ?? []
    members.append(JSONValue.Member("edit", edit.json))
    return .object(members)
  }
}
