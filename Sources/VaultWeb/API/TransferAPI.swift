import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

extension API {
  private static let formats = ["json", "md", "todotxt", "ics"]

  static let transferRoutes: [APIRoute] = [
    APIRoute(
      .get, "export",
      "Notes with their texts as JSON, or their files as a tar archive (md); tasks as todo.txt or a calendar.",
      [
        .init("format", .choice(formats), "json if nothing is said."), .query,
        .init("scope", .choice(["open", "done", "all"]), "Which tasks; open if nothing is said."),
      ], answer: .other("*/*"), run: export),
    APIRoute(
      .post, "import", "Takes notes in JSON over, or the lines of todo.txt as tasks of a note; never overwrites.",
      body: [
        .init("notes", .any, "Notes in JSON, as export gives them or as other apps do."),
        .init("todotxt", "The text of a todo.txt file."), .init("note", "The note that takes tasks."),
        .init("into", "The folder that takes notes."), .init("tags", .texts, "For every note."),
      ], change: importing),
  ]

  private static func export(_ call: APICall) async throws -> WebResponse {
    let (format, text) = (call.query["format"] ?? "json", call.query["q"] ?? "")
    let scope = try taskScope(call)
    let made: Exported = try await call.ask { reader in
      let query = try reader.vault.query(text)
      switch format {
      case "json":
        var notes: [ExportedNote] = []
        let problems = try reader.export(query).readNotes { notes.append($0) }.problems
        return Exported(MediaType.json, RecordFields.exportedNote(in: reader.vault).array(notes), problems)
      case "md":
        let (file, problems) = try reader.export(query, withFiles: true).archive()
        var made = Exported(MediaType.archive, [], problems)
        made.file = ServedFile(descriptor: file.descriptor, range: 0..<(try file.size))
        return made
      case "todotxt":
        let lines = try reader.tasks(query, scope: scope).tasks.compactMap { TodoTxtLine.line(of: $0.task)?.line }
        return Exported(MediaType.text, lines.flatMap { Array($0.description.utf8) + [0x0A] })
      case "ics":
        let tasks = try reader.tasks(query, scope: scope).tasks
        return Exported(MediaType.calendar, TaskCalendar(tasks, in: reader.vault.environment).bytes)
      default:
        throw WebProblem(
          422, "bad-argument",
          "format takes \(formats.joined(separator: ", ")), not \(ShownName.quoted(format)).")
      }
    }
    var response = WebResponse(200, type: made.type, made.bytes)
    if let file = made.file {
      response.body = .file(file)
      response["content-disposition"] = "attachment; filename=notes.tar"
    }
    // What cannot be told in the body without being taken for notes.
    if !made.problems.isEmpty { response["vault-problems"] = "\(made.problems.count)" }
    return response
  }

  private struct Exported: Sendable {
    var type: String
    var bytes: [UInt8]
    var problems: [TransferProblem]
    var file: ServedFile?

    init(_ type: String, _ bytes: [UInt8], _ problems: [TransferProblem] = []) {
      (self.type, self.bytes, self.problems) = (type, bytes, problems)
    }
  }

  private static func importing(_ call: APICall) throws -> APIChange {
    let (note, into) = (try call.body.text(of: "note"), try call.body.text(of: "into"))
    if let text = try call.body.text(of: "todotxt") {
      guard let note else { throw WebProblem(422, "bad-argument", "Say with note which one takes the tasks.") }
      return .files { try $0.importTodoTxt(.bytes(Array(text.utf8)), into: note, $1).outcome }
    }
    guard let notes = call.body["notes"], notes != .null else {
      throw WebProblem(422, "bad-argument", "Send notes, or todotxt and note.")
    }
    var request = ImportRequest(.bytes(notes.bytes))
    request.format = .json
    (request.into, request.taskNote) = (into, note)
    request.tags = try call.body.texts(of: "tags") ?? []
    return .files { [request] in try $0.importNotes(request, $1).outcome }
  }
}
