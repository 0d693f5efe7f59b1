import Crypto
import Foundation
import VaultCore
import VaultInterface
import VaultStore

/// The resource that clients of the app NoteApp speak, at the app's own path, so that they change the host alone:
/// `{id, name, details, isFav, isSynced, createdAt, tags}`.
struct NoteAppAPI {
  static let path = "/todoapp/v1/notes"
  private static let longestBody = 32 << 20

  let application: WebApplication

  /// What `isSynced` would say is not known here, and is passed over.
  private static let members: [APIMember] = [
    .init("id", .any, "The note's id."), .init("name", "The title."), .init("details", "The text."),
    .init("isFav", .flag, "True for a favorite."), .init("isSynced", .flag, "Passed over."),
    .init("createdAt", .number, "Seconds since 1970."), .init("tags", .texts, "The tags."),
  ]

  func answer(_ request: WebRequest) async throws -> WebResponse {
    if request.method?.isReading == false, let parameter = FormFields(request.query).names.first {
      throw WebProblem(
        422, "bad-argument", "There is no parameter \(ShownName.quoted(parameter)) here. Nothing was done.")
    }
    let rest = request.path.dropFirst(Self.path.count)
    let id = rest.isEmpty || rest == "/" ? nil : FormFields.bytes(rest.dropFirst(), plus: 0x2B)
    let name = id.flatMap { String(validating: $0, as: UTF8.self) }
    if id != nil, name == nil { throw WebProblem.notFound("There is no such note.") }
    switch (request.method, name) {
    case (.get?, nil), (.head?, nil): return try await list(FormFields(request.query))
    case (.get?, let id?), (.head?, let id?):
      return try await application.answer { try $0.noteAppNote(id) }
    case (.post?, nil): return try await make(request)
    case (.put?, let id?): return try await change(id, request)
    case (.delete?, let id?):
      let condition = request.field("if-match")
      _ = try await application.change { editor in
        let path = try editor.read { try $0.noteAppNote(id, condition).path }
        return try editor.delete(named: [VaultURL(.note(path)).description])
      }
      return WebResponse(204)
    default:
      var problem = WebProblem(405, "bad-argument", "This path does not answer that method.")
      problem.allowed = name == nil ? [.get, .post] : [.get, .put, .delete]
      throw problem
    }
  }

  private func list(_ query: FormFields) async throws -> WebResponse {
    func number(_ name: String, usual: Int, most: Int) throws(WebProblem) -> Int {
      guard let text = query[name] else { return usual }
      guard let number = Int(text), (1...most).contains(number) else {
        throw WebProblem(422, "bad-argument", "\(name) takes a number from 1 to \(most).")
      }
      return number
    }
    let limit = try number("limit", usual: APICall.usualLimit, most: APICall.mostEntries)
    let page = try number("page", usual: 1, most: 1_000_000)
    let bytes = try await application.ask(
      Question { reader in
        let keys = [Query.SortKey(.created, isReversed: true)]
        let records = try reader.list(Query(), sort: keys, limit: page * limit).records
        return JSONValue.list(try records.dropFirst((page - 1) * limit).map(reader.noteApp)).bytes
      })
    return APICall.one(bytes.value + [0x0A])
  }

  private func make(_ request: WebRequest) async throws -> WebResponse {
    let sent = try await Sent(request, in: application.environment().offset)
    guard sent.name != nil || sent.details?.contains(where: { !$0.isSpaceOrLineBreak }) == true else {
      throw EmptyTextError()
    }
    var new = NewNote(title: sent.name)
    // Front matter is the server's to write: what looks like it is text.
    new.text = sent.details.map { details in
      let fence = details.withUnsafeBufferPointer { FrontMatterFence.find(in: $0) }
      return fence.format == .none ? details : [0x0A] + details
    }
    // Its clients tell notes by their ids, and several may have one name.
    new.takesFreeName = true
    new.tags = sent.tags ?? []
    new.properties = [("id", .text(sent.id ?? Self.newID()))]
    if sent.isFavorite == true { new.properties.append(("favorite", .checkbox(true))) }
    if let created = sent.created { new.properties.append(("created", created)) }
    guard let key = request.field("idempotency-key") else { return try await make(new, sent.id, as: nil) }
    let keyed = try RepeatedRequests.Keyed(key, asking: Array(request.target.utf8), sent.bytes)
    return try await application.repeated.answer(keyed, of: application) { [self] _, made in
      try await answer(made.done.first?.path)
    } run: { [self, new] in
      try await make(new, sent.id, as: keyed.name)
    }
  }

  private func make(_ new: NewNote, _ id: String?, as request: String?) async throws -> WebResponse {
    let outcome = try await application.change { editor in
      if let id, try editor.read({ try $0.noteAppRecord(id) }) != nil {
        throw WebProblem(409, "exists", "Another note has that id.")
      }
      var options = ChangeOptions()
      options.request = request
      return try editor.make(new, options)
    }
    return try await answer(outcome.planned.records.first?.path)
  }

  /// A note that was made.
  private func answer(_ path: NotePath?) async throws -> WebResponse {
    guard let path else { throw WebProblem.notFound("The note is gone.") }
    var response = try await note(path)
    response.status = 201
    return response
  }

  /// Changes what is named, as one operation; what is not named stays as it is, byte for byte.
  private func change(_ id: String, _ request: WebRequest) async throws -> WebResponse {
    let sent = try await Sent(request, in: application.environment().offset)
    if let details = sent.details, !details.contains(where: { !$0.isSpaceOrLineBreak }) { throw EmptyTextError() }
    let condition = request.field("if-match")
    let found = try await application.change { editor -> NotePath in
      var path = NotePath("")
      _ = try editor.changeAsOne("change note \(id)") { editor in
        let record = try editor.read { try $0.noteAppNote(id, condition) }
        path = record.path
        let note = VaultURL(.note(path)).description
        let known = try editor.read { try $0.noteApp(record) }
        if sent.says(nothingBut: known) { return }
        // The text first: what it says itself need not be said above it.
        if let details = sent.details { _ = try editor.replaceBody(of: note, with: details) }
        if record.id == nil { _ = try editor.set("id", to: .text(id), in: [note]) }
        if let name = sent.name, name != record.title { _ = try editor.set("title", to: .text(name), in: [note]) }
        if let created = sent.created { _ = try editor.set("created", to: created, in: [note]) }
        if let favorite = sent.isFavorite { _ = try editor.setFavorite(favorite, [note]) }
        guard let tags = sent.tags else { return }
        for tag in tags { _ = try editor.addTag(tag, to: [note]) }
        for tag in record.tags where !tags.contains(tag) { _ = try editor.removeTag(tag, from: [note]) }
      }
      return path
    }
    return try await note(found)
  }

  private func note(_ path: NotePath) async throws -> WebResponse {
    try await application.answer { reader in try reader.show(VaultURL(.note(path)).description).record }
  }

  private static func newID() -> String {
    SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }.hexadecimal
  }

  /// What a client sent.
  private struct Sent: Sendable {
    var id: String?
    /// Without blanks at either end; nil where nothing is left.
    var name: String?
    var details: [UInt8]?
    var isFavorite: Bool?
    var created: PropertyValue?
    /// The same moment in seconds since 1970.
    var seconds: Int?
    var tags: [String]?
    /// The body as it came.
    let bytes: [UInt8]

    init(_ request: WebRequest, in zone: ZoneOffset) async throws {
      bytes = try await request.json(atMost: NoteAppAPI.longestBody)
      let body = try API.object(bytes, NoteAppAPI.members)
      switch body["id"] {
      case .text(let text)? where !text.isEmpty: id = text
      case .number(let text)?: id = text
      default: break
      }
      name = try body.text(of: "name").map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
      details = try body.text(of: "details").map { Array($0.utf8) }
      isFavorite = try body.bool(of: "isFav")
      tags = try body.texts(of: "tags")
      seconds = try body.number(of: "createdAt")
      if let seconds {
        guard (0...253_402_300_799).contains(seconds) else {
          throw WebProblem(422, "bad-argument", "createdAt takes seconds since 1970, up to the year 9999.")
        }
        created = Self.date(seconds, in: zone)
      }
    }

    /// True where nothing is to be changed of a note that is that already.
    func says(nothingBut known: JSONValue) -> Bool {
      [
        name.map { .text($0) == known["name"] },
        details.map { .text(String(decoding: $0, as: UTF8.self)) == known["details"] },
        isFavorite.map { .bool($0) == known["isFav"] }, seconds.map { .integer($0) == known["createdAt"] },
        tags.map { .texts($0) == known["tags"] },
      ].allSatisfy { $0 != false }
    }

    /// As front matter has an instant.
    private static func date(_ seconds: Int, in zone: ZoneOffset) -> PropertyValue {
      .dateTime(NoteDate(Date(timeIntervalSince1970: Double(seconds))).iso8601(in: zone))
    }
  }
}

extension WebApplication {
  /// One note, with its state.
  fileprivate func answer(_ find: @escaping @Sendable (VaultReader) throws -> NoteRecord) async throws -> WebResponse {
    let found = try await ask(
      Question { reader in
        let record = try find(reader)
        return (try reader.noteApp(record).bytes, record.hash)
      }
    ).value
    var response = APICall.one(found.0 + [0x0A])
    response["etag"] = ETag.field(found.1)
    return response
  }
}

extension VaultReader {
  /// The note of that id. Throws `WebProblem`: 404, and 412 for one that is in none of the states that a condition names.
  fileprivate func noteAppNote(_ id: String, _ condition: String? = nil) throws -> NoteRecord {
    guard let record = try noteAppRecord(id) else { throw WebProblem.notFound("There is no note of that id.") }
    if let states = condition.flatMap(ETag.named(in:)), !states.contains(record.hash.hexadecimal) {
      throw WebProblem(412, "changed", "The note was changed meanwhile; nothing was written.", path: record.path.text)
    }
    return record
  }

  /// Nil where no note has that id, of its own or of its path.
  fileprivate func noteAppRecord(_ id: String) throws -> NoteRecord? {
    if let record = try notes(withID: id).first { return record }
    guard id.utf8.count == NoteRecord.pathIDLength else { return nil }
    return try list(Query()).records.first { $0.noteAppID == id }
  }

  fileprivate func noteApp(_ record: NoteRecord) throws -> JSONValue {
    var body = ArraySlice<UInt8>()
    // A note that cannot be read is in the list by its name.
    do {
      let shown = try show(VaultURL(.note(record.path)).description)
      body = shown.bytes[shown.note.bodyRange.clamped(to: 0..<shown.bytes.count)]
    } catch NoteNameError.unreadable {}
    return .object([
      .init("id", .text(record.noteAppID)), .init("name", .text(record.title)),
      .init("details", .text(String(decoding: body, as: UTF8.self))), .init("isFav", .bool(record.favorite)),
      .init("isSynced", .bool(true)),
      .init("createdAt", .integer(Int(record.created.instant(in: vault.environment.offset) / 1_000))),
      .init("tags", .texts(record.tags)),
    ])
  }
}

extension NoteRecord {
  /// The note's own id, else a hash of its path, which becomes the id once a client changes the note.
  fileprivate var noteAppID: String {
    id ?? SHA256.hash(data: path.bytes).prefix(Self.pathIDLength / 2).hexadecimal
  }

  /// In digits.
  fileprivate static let pathIDLength = 32
}
