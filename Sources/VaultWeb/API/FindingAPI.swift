import VaultCore
import VaultInterface
import VaultStore

extension API {
  static let findingRoutes: [APIRoute] = [
    APIRoute(
      .get, "search", "Notes that a query finds, the best first, with the lines that match.",
      [
        .query, .limit, .init("lines", .number(0...100), "At most so many lines of each note."),
        .init("any", .flag, "True for notes that have some of the words, too."), .sort, .cursor,
        .init("explain", .number(0...100), "To be told, in place of the hits, how so many of them were found."),
        .envelope,
      ], answer: .list("search-hit"), or: .object, run: search),
    APIRoute(
      .get, "resolve", "The note that a name means: a path, a file name, a title, an alias or an id.",
      [.init("name", "The name.")], answer: .other(MediaType.json)
    ) { call in
      guard let name = call.query["name"], !name.isEmpty else {
        throw WebProblem(422, "bad-argument", "Say with name which note is meant.")
      }
      let path = try await call.ask { try $0.resolve(name) }
      return APICall.json(
        .object([.init("path", .text(path.text)), .init("uri", .text(VaultURL(file: path)?.description))]))
    },
    APIRoute(
      .get, "names",
      "Notes by how well their names match what was typed, as links are completed: path, title, and link.",
      [.init("q", "What was typed."), .limit], answer: .other(MediaType.json), run: names),
    APIRoute(
      .get, "completions",
      "How a query that is being typed can go on: its whole text, what that is, and open where the "
        + "word may go on.",
      [.init("q", "What was typed."), .limit], answer: .other(MediaType.json)
    ) { call in
      let (typed, limit) = (call.query["q"] ?? "", try call.limit())
      let found = try await call.ask { try QueryCompletion(OfferedNames($0)).candidates(typed).prefix(limit).map(json) }
      return APICall.json(.list(found))
    },
    APIRoute(.get, "tags", "The tags that notes have.", [.envelope], answer: .list("tag")) { call in
      try await call.records({ _ in .tag }) { try $0.tags().filter { $0.count > 0 } }
    },
    APIRoute(
      .patch, "tags/{tag}", "Gives a tag another name in all notes, and those below it.",
      body: [.init("name", required: true, "The new name.")]
    ) { call in
      let (tag, name) = (try call.name("tag"), try call.body.neededText(of: "name"))
      return .files { try $0.renameTag(tag, to: name, $1) }
    },
    APIRoute(.get, "folders", "All folders with files.", [.envelope], answer: .list("folder")) { call in
      try await call.records({ RecordFields.folder(in: $0) }) { try $0.folders() }
    },
    APIRoute(.post, "folders/{+path}", "Makes a folder, with those above it.", body: [], status: 201) { call in
      let path = try call.path("path")
      return .files { try $0.makeFolder(path, $1) }
    },
    APIRoute(
      .patch, "folders/{+path}", "Moves a folder, with all links to what is in it.",
      body: [.init("path", required: true, "The new path.")]
    ) { call in
      let (path, target) = (try call.path("path"), try call.body.neededText(of: "path"))
      return .files { try $0.move([path.text + "/"], to: target, $1) }
    },
    APIRoute(.delete, "folders/{+path}", "Moves a folder with all that is in it to the trash.") { call in
      let path = try call.path("path")
      return .files { try $0.delete(named: [path.text + "/"], $1) }
    },
    APIRoute(
      .get, "properties", "The properties that notes have.", [.envelope], answer: .list("property-count")
    ) { call in try await call.records({ _ in .property }) { try $0.properties() } },
    APIRoute(.get, "templates", "The names of the templates.", answer: .other(MediaType.json)) { call in
      APICall.json(.texts(try await call.ask { try $0.templates() }))
    },
    APIRoute(.get, "stats", "Figures of the vault.", answer: .one("stats")) { call in
      APICall.one(try await call.ask { try RecordFields.stats(in: $0.vault.environment).document($0.stats()) })
    },
    APIRoute(.get, "doctor", "What is not right in the vault.", [.envelope], answer: .list("finding")) { call in
      try await call.records({ RecordFields.finding(in: $0) }) { try $0.findings().findings }
    },
  ]

  private static func json(_ candidate: Candidate) -> JSONValue {
    .object([
      .init("text", .text(candidate.text)), .init("about", .text(candidate.about)),
      .init("open", .bool(candidate.isOpen)),
    ])
  }

  private static func names(_ call: APICall) async throws -> WebResponse {
    let (typed, limit, known) = (call.query["q"] ?? "", try call.limit(), call.application.session.names)
    let found = try await call.ask { reader in
      try (known ?? NameTable(reader)).matches(typed, limit: limit).compactMap { match -> JSONValue? in
        let (path, title) = (match.note.path, match.note.title)
        guard let link = try reader.linkText(to: path) else { return nil }
        return .object([
          .init("path", .text(path.text)), .init("title", .text(title)),
          .init("link", .text(link)),
        ])
      }
    }
    return APICall.json(.list(found))
  }

  /// What a search is answered with.
  private struct FoundNotes: Sendable {
    var bytes: [UInt8]
    var total = 0
    var next: String?
    var notices: [String] = []
  }

  private static func search(_ call: APICall) async throws -> WebResponse {
    let (text, limit) = (call.query["q"] ?? "", try call.limit())
    let lines = try call.number("lines", usual: 3, in: 0...100)
    let sort = call.query["sort"] ?? ""
    let isAny = try call.flag("any")
    let question = ListCursor.Question(text, sort: "\(sort) \(isAny)")
    var options = SearchOptions(
      breadth: isAny ? .any : .all(orSomeBelow: nil), limit: limit, after: try call.place(in: question),
      linesPerHit: lines)
    let explained = try call.number("explain", usual: 0, in: 0...100)
    if explained > 0 { (options.explains, options.limit, options.linesPerHit) = (explained, explained, 0) }
    let answer = try await call.ask { [options] reader -> FoundNotes in
      var options = options
      if !sort.isEmpty { options.sort = try reader.vault.sortKeys(sort, option: "sort") }
      let query = try reader.vault.query(text)
      let result = try reader.search(query, options: options)
      if let explanation = result.explanation {
        return FoundNotes(bytes: explanation.json(of: query).bytes + [0x0A])
      }
      return FoundNotes(
        bytes: RecordFields.searchHit(in: reader.vault).array(result.hits), total: result.total,
        next: result.next.map { ListCursor.text($0, in: question) }, notices: query.warnings.map(\.message))
    }
    if explained > 0 { return APICall.one(answer.bytes) }
    return try call.list(answer.bytes, total: answer.total, next: answer.next, notices: answer.notices)
  }
}
