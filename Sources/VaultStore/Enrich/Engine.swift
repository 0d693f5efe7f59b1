import VaultCore

/// What fills in summaries, action items and categories, as the user's own `engines.yaml` has it. No vault may name a program or a
/// server: a vault comes from anybody.
package struct Engine: Sendable, Hashable {
  package enum Work: Sendable, Hashable {
    /// Rules of this program's own.
    case rules
    /// A program and its arguments. No shell is asked.
    case command([String])
    case http(HTTPEngine)
  }

  /// With its version: `local/1`. What another one has written is written anew.
  package var name: String
  package var work: Work

  package static let rules = Engine(name: RulesEngine.name, work: .rules)
  /// By which it is asked for.
  package static let rulesName = "rules"
}

/// A server that is asked by POST.
package struct HTTPEngine: Sendable, Hashable {
  package enum Style: String, Sendable, CaseIterable {
    /// It is sent what a program would read, and answers what one would print.
    case plain
    /// It is a server of models, which is spoken to in messages.
    case chat
  }

  package var address: String
  package var style = Style.plain
  /// What a server of models calls the one that is meant.
  package var model: String?
  package var token: String?

  package init(address: String) { self.address = address }
}

/// What the program that speaks over networks is handed to ask an engine over HTTP.
package struct HTTPQuestion: Sendable, Hashable {
  /// With which that program is started, and behind it the version of this one.
  package static let argument = "enrich"

  package var engine: HTTPEngine
  /// What the engine is told.
  package var note: JSONValue

  init(_ engine: HTTPEngine, about note: JSONValue) { (self.engine, self.note) = (engine, note) }

  package var json: JSONValue {
    .object([
      .init("url", .text(engine.address)), .init("style", .text(engine.style.rawValue)),
      .init("model", engine.model.map { .text($0) } ?? .null), .init("token", engine.token.map { .text($0) } ?? .null),
      .init("note", note),
    ])
  }

  /// Nil for what is none.
  package init?(json: [UInt8]) {
    let value: JSONValue
    do { value = try JSONReader.read(json) } catch { return nil }
    guard let address = value["url"]?.text, let style = value["style"]?.text.flatMap(HTTPEngine.Style.init),
      let note = value["note"]
    else { return nil }
    engine = HTTPEngine(address: address)
    (engine.style, engine.model, engine.token) = (style, value["model"]?.text, value["token"]?.text)
    self.note = note
  }

  /// What the server is sent.
  package var body: [UInt8] {
    switch engine.style {
    case .plain: note.bytes
    case .chat: ChatStyle.request(note, model: engine.model ?? "").bytes
    }
  }

  /// What the engine says, in what the server has answered. Throws `EnrichmentError`.
  package func answer(in body: [UInt8]) throws(EnrichmentError) -> [UInt8] {
    switch engine.style {
    case .plain: body
    case .chat: try ChatStyle.answer(in: body)
    }
  }
}
