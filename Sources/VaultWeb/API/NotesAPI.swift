import VaultCore
import VaultInterface
import VaultStore

extension API {
  static let noteRoutes: [APIRoute] = [
    APIRoute(
      .get, "notes", "Notes: pinned ones first, then the newest; or in another order.",
      [
        .query, .sort, .init("referenced", .flag, "True for those that assistants were shown in the last seven days."),
        .limit, .cursor, .envelope,
      ], answer: .list("note"), or: .list("referenced-note"), run: listNotes),
    APIRoute(
      .post, "notes", "Makes a note.",
      body: [
        .init("title", "The title; else the first line of the text gives one."), .init("text", "The text."),
        .init("folder", "The folder; else the settings decide."), .init("tags", .texts, "Tags."),
        .init("source", "Where it is from: web for what is clipped from a page."),
        .init("properties", .object, "Properties for its front matter."), .init("template", "A template's name."),
      ], status: 201, change: makeNote),
    APIRoute(
      .get, "notes/{+path}",
      "A note in full, as JSON; as text/markdown its exact bytes, as text/html its body. Accept says which.",
      answer: .one("shown-note"), run: showNote),
    APIRoute(
      .put, "notes/{+path}",
      "Saves a text. If-Match names the state that it is an edit of; with the base, what others changed since is merged.",
      body: [
        .init("text", required: true, "The whole text."), .init("base", "The text that it is an edit of."),
      ], answer: .other(MediaType.json), change: saveNote),
    APIRoute(
      .patch, "notes/{+path}", "Changes properties, tags and marks, and moves the note with all links to it.",
      body: [
        .init("path", "The new path."), .init("set", .object, "Properties and their new values."),
        .init("unset", .texts, "Properties to take away."), .init("addTags", .texts, "Tags to add."),
        .init("removeTags", .texts, "Tags to take away."), .init("pinned", .flag, "True to pin it."),
        .init("favorite", .flag, "True to make it a favorite."),
      ], change: patchNote),
    APIRoute(.delete, "notes/{+path}", "Moves a note to the trash.") { call in
      let note = try call.note("path")
      return .files { try $0.delete(named: [note], $1) }
    },
    APIRoute(
      .post, "notes/{+path}/text", "Puts text at the end or the beginning of a note, or of a section.",
      body: [
        .init("text", required: true, "The text."), .init("section", "A heading; A#B is B below A."),
        .init("at", .choice(["end", "start"]), "Where; the end if nothing is said."),
      ]
    ) { call in
      let (note, text) = (try call.note("path"), Array(try call.body.neededText(of: "text").utf8))
      let section = try call.body.section()
      let place: SectionInsertion.Place = try call.body.text(of: "at") == "start" ? .prepend : .append
      return .files { try $0.insert(text, place, under: section, in: [note], $1) }
    },
    APIRoute(.get, "notes/{+path}/links", "The links of a note.", [.envelope], answer: .list("link")) { call in
      let note = try call.note("path")
      return try await call.records({ RecordFields.link(in: $0) }) { try $0.links(of: note) }
    },
    APIRoute(
      .get, "notes/{+path}/backlinks", "The links to a note, with their lines.", [.envelope], answer: .list("backlink")
    ) { call in
      let note = try call.note("path")
      return try await call.records({ RecordFields.backlink(in: $0) }) { reader in
        try reader.places(of: reader.backlinks(to: note).links)
      }
    },
    APIRoute(
      .get, "notes/{+path}/mentions", "Places that name a note without a link.", [.envelope], answer: .list("mention")
    ) { call in
      let note = try call.note("path")
      return try await call.records({ RecordFields.mention(in: $0) }) { try $0.mentions(of: note).mentions }
    },
    APIRoute(
      .get, "notes/{+path}/related", "Notes that are about the same.", [.limit, .envelope],
      answer: .list("related-note")
    ) { call in
      let (note, limit) = (try call.note("path"), try call.limit())
      return try await call.records({ RecordFields.related(in: $0) }) { try $0.related(to: note, limit: limit).notes }
    },
    APIRoute(
      .get, "notes/{+path}/history", "The changes of a note that were made here, the latest first.",
      [.limit, .cursor, .envelope], answer: .list("history-entry")
    ) { call in
      let path = try call.path("path")
      return try await call.history { reader in
        let entries = try reader.history().filter { $0.paths.contains(path) }
        // What was deleted has a history still.
        if entries.isEmpty { _ = try reader.resolve(VaultURL(.note(path)).description) }
        return entries
      }
    },
  ]

  private static func listNotes(_ call: APICall) async throws -> WebResponse {
    let (text, sort, limit) = (call.query["q"] ?? "", call.query["sort"] ?? "", try call.limit())
    let isReferenced = try call.flag("referenced")
    let question = ListCursor.Question(text, sort: isReferenced ? "referenced \(sort)" : sort)
    let place = try call.place(in: question)
    let (bytes, total, next, notices) = try await call.ask { reader in
      let keys = sort.isEmpty ? [] : try reader.vault.sortKeys(sort, option: "sort")
      let query = try reader.vault.query(text)
      if isReferenced {
        let page = try reader.referencedNotes(query, sort: keys, limit: limit, after: place)
        return (
          RecordFields.referencedNote(in: reader.vault).array(page.entries), page.total,
          page.next.map { ListCursor.text($0, in: question) }, query.warnings.map(\.message)
        )
      }
      let page = try reader.list(query, sort: keys, limit: limit, after: place)
      return (
        RecordFields.note(in: reader.vault).array(page.entries), page.total,
        page.next.map { ListCursor.text($0, in: question) }, query.warnings.map(\.message)
      )
    }
    return try call.list(bytes, total: total, next: next, notices: notices)
  }

  private static func showNote(_ call: APICall) async throws -> WebResponse {
    let note = try call.note("path")
    let wanted = call.request.field("accept").map { $0.prefix { $0 != "," && $0 != ";" } } ?? ""
    let (bytes, type, hash) = try await call.ask { reader in
      let shown = try reader.show(note)
      switch wanted {
      case "text/markdown", "text/plain": return (shown.bytes, MediaType.markdown, shown.record.hash)
      case "text/html":
        let body = shown.note.bodyRange.clamped(to: 0..<shown.bytes.count)
        let html = shown.bytes.withUnsafeBufferPointer {
          HTMLRenderer.html(of: UnsafeBufferPointer(rebasing: $0[body]))
        }
        return (html, MediaType.html, shown.record.hash)
      default: return (RecordFields.shownNote(in: reader.vault).document(shown), MediaType.json, shown.record.hash)
      }
    }
    var response = WebResponse(200, type: type, bytes)
    // JSON and HTML say more than the file: where links lead now, and handles.
    let known = call.request.field("if-none-match").flatMap(ETag.named(in:))
    if type == MediaType.markdown, known?.contains(hash.hexadecimal) == true {
      response = WebResponse(304)
    }
    response["etag"] = ETag.field(hash)
    response["vary"] = "Accept"
    return response
  }

  private static func makeNote(_ call: APICall) throws -> APIChange {
    var new = NewNote(
      title: try call.body.text(of: "title").flatMap { $0.trimmingBlanks.isEmpty ? nil : $0.trimmingBlanks })
    if let text = try call.body.text(of: "text") {
      guard new.title != nil || !text.allSatisfy(\.isWhitespace) else { throw EmptyTextError() }
      new.text = Array(text.utf8)
    }
    guard new.title != nil || new.text != nil else { throw NoTitleError() }
    new.folder = try call.body.text(of: "folder").flatMap { $0.isEmpty ? nil : $0 }
    new.template = try call.body.text(of: "template")
    new.tags = try call.body.texts(of: "tags") ?? []
    new.properties = try call.body.properties(of: "properties")
    if let source = try call.body.text(of: "source") { new.properties.append(("source", .text(source))) }
    return .files { [new] in try $0.make(new, $1) }
  }

  private static func saveNote(_ call: APICall) throws -> APIChange {
    let base = try call.body.text(of: "base").map { Array($0.utf8) }
    let states = call.request.field("if-match").flatMap(ETag.named(in:))?.compactMap { [UInt8](hash: $0) }
    guard let states else {
      throw WebProblem(
        428, "bad-argument", "Say with If-Match which state of the note the text is an edit of: its etag, and not *.")
    }
    let saved = SavedText(
      Array(try call.body.neededText(of: "text").utf8), of: try call.path("path"), base: base, states: states)
    return APIChange { .saved(saved.path, try $0.save(saved, $1)) }
  }

  private static func patchNote(_ call: APICall) throws -> APIChange {
    let note = try call.note("path")
    let set = try call.body.properties(of: "set")
    let unset = try call.body.texts(of: "unset") ?? []
    let (add, remove) = (try call.body.texts(of: "addTags") ?? [], try call.body.texts(of: "removeTags") ?? [])
    let (pinned, favorite, target) = (
      try call.body.bool(of: "pinned"), try call.body.bool(of: "favorite"), try call.body.text(of: "path")
    )
    guard call.body.members?.contains(where: { $0.value != .null }) == true else {
      throw WebProblem(422, "bad-argument", "Nothing is to be changed.")
    }
    guard set.count + unset.count + add.count + remove.count <= APICall.mostEntries else {
      throw WebProblem(422, "bad-argument", "One request changes at most \(APICall.mostEntries) properties and tags.")
    }
    let title = "change \(try call.path("path"))"
    return .files { editor, options in
      try editor.changeAsOne(title, options) { editor in
        for (key, value) in set { _ = try editor.set(key, to: value, in: [note]) }
        for key in unset { _ = try editor.unset(key, in: [note]) }
        for tag in add { _ = try editor.addTag(tag, to: [note]) }
        for tag in remove { _ = try editor.removeTag(tag, from: [note]) }
        if let pinned { _ = try editor.setPinned(pinned, [note]) }
        if let favorite { _ = try editor.setFavorite(favorite, [note]) }
        if let target { _ = try editor.move([note], to: target) }
      }
    }
  }
}
