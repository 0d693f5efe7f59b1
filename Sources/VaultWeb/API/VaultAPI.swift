import VaultCore
import VaultInterface
import VaultStore

extension API {
  private static let keepChanged = APIMember(
    "keepChanged", .flag,
    "True for a partial undo: files whose changes cannot be taken back any more are left alone, and the others are not."
  )

  static let vaultRoutes: [APIRoute] = [
    APIRoute(
      .get, "history", "The changes that were made, the latest first.", [.limit, .cursor, .envelope],
      answer: .list("history-entry")
    ) { call in try await call.history { try $0.history() } },
    APIRoute(
      .post, "undo", "Takes back the last change, or the one of a number.",
      body: [.init("change", .number, "The number of the change."), keepChanged]
    ) { call in
      let (number, keepsChanged) = (try call.body.number(of: "change"), try call.body.bool(of: keepChanged.name))
      return .files { try $0.undo(number: number, keepingChanged: keepsChanged == true, $1).outcome }
    },
    APIRoute(.post, "redo", "Makes again what was taken back last.", body: [keepChanged]) { call in
      let keepsChanged = try call.body.bool(of: keepChanged.name)
      return .files { try $0.undo(redo: true, keepingChanged: keepsChanged == true, $1).outcome }
    },
    APIRoute(.get, "trash", "What was deleted and can come back.", [.envelope], answer: .list("trash-item")) { call in
      try await call.records({ RecordFields.trashItem(in: $0.environment) }) { try $0.trash() }
    },
    APIRoute(.post, "trash/{id}", "Puts back what one deletion took.", body: []) { call in
      let id = try call.name("id")
      return .files { try $0.restore([id], $1) }
    },
    APIRoute(
      .delete, "trash/{id}", "Deletes for good what one deletion took.", answer: .list("trash-item")
    ) { call in
      let id = try call.name("id")
      let items = try await call.ask { try $0.trash().filter { $0.id == id } }
      guard !items.isEmpty else { throw WebProblem.notFound("The trash has nothing of that id.") }
      let gone = try await call.application.change { try $0.emptyTrash(items) }
      return APICall.one(try await call.ask { RecordFields.trashItem(in: $0.vault.environment).array(gone) })
    },
    APIRoute(.get, "config", "All settings, and where each value is from.", [.envelope], answer: .list("setting")) {
      call in try await call.records({ _ in .setting }) { try $0.vault.settings() }
    },
    APIRoute(.get, "config/{key}", "A setting.", answer: .one("setting")) { call in
      try await setting(try call.name("key"), call)
    },
    APIRoute(
      .put, "config/{key}", "Changes a setting of the vault; null takes its line away.",
      body: [.init("value", .any, "The value, as text as config set takes it, or as JSON.")],
      answer: .one("setting")
    ) { call in
      let name = try call.name("key")
      guard let value = call.body["value"] else {
        throw WebProblem(422, "bad-argument", "The member value is missing; null takes the setting away.")
      }
      let new = try PropertyValue(json: value, named: name)
      return APIChange { editor, options in
        let outcome = try editor.changeConfiguration("config \(value == .null ? "unset" : "set") \(name)", options) {
          text in
          if value == .null { return try ConfigurationEditor.removing(name, in: text) }
          guard value.text == nil, let key = ConfigurationKey.withPart(name), key.part == nil else {
            return try ConfigurationEditor.setting(name, value.text ?? JSONValue(new).formatted, in: text)
          }
          return try ConfigurationEditor.setting(key.key, to: new, in: text, of: .vault)
        }
        return .setting(name, outcome)
      }
    },
  ]

  static func setting(_ name: String, _ call: APICall) async throws -> WebResponse {
    let bytes = try await call.ask { reader in
      let key = ConfigurationKey.withPart(name)?.key.name ?? name
      return try reader.vault.settings().first { $0.key.name == key }.map { RecordFields.setting.document($0) }
    }
    guard let bytes else { throw WebProblem.notFound("There is no setting \(ShownName.quoted(name)).") }
    return APICall.one(bytes)
  }
}

extension APICall {
  /// A part of the history, whose changes are known by their numbers.
  func history(_ body: @escaping @Sendable (VaultReader) throws -> [HistoryEntry]) async throws -> WebResponse {
    let (limit, question) = (try limit(), ListCursor.Question("history", sort: ""))
    let place = try place(in: question)
    let (bytes, total, next) = try await ask { reader in
      let all = try body(reader)
      var entries = all[...]
      if let place {
        guard case .integer(let number)? = place.values.first else { throw ListPlaceError() }
        entries = entries.drop { $0.sequence >= number }
      }
      let chosen = entries.prefix(limit)
      let last = chosen.count < entries.count ? chosen.last : nil
      return (
        RecordFields.change(in: reader.vault.environment).array(chosen), all.count,
        last.map {
          ListCursor.text(
            ListPlace(isPinned: false, values: [.integer(Int64($0.sequence))], path: NotePath("")), in: question)
        }
      )
    }
    return try list(bytes, total: total, next: next)
  }
}
