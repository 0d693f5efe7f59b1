import VaultCore
import VaultInterface
import VaultStore

// Notes and the agenda as resources, which hosts show to people, who hand them to a model.

extension MCPServer {
  private static let newest = 50
  private static let mostPinned = 50
  private static let notePrefix = VaultURL.scheme + "note/"

  static let resourceTemplates = JSONValue.members(
    (
      "resourceTemplates",
      .list([
        .members(
          ("uriTemplate", .text(notePrefix + "{+path}")), ("name", .text("note")),
          ("title", .text("A note by its path")),
          ("mimeType", .text("text/markdown")))
      ])
    ))

  /// The agenda, then pinned notes, those that were referenced lately, and the newest; each once.
  func resourceList() -> Question<Result<JSONValue, RPCError>> {
    Question { reader in
      let look = ToolReader(reader, self)
      let pinned = try reader.list(Query().adding(.isNote(.pinned)), limit: Self.mostPinned).records
      var referenced: [NoteRecord] = []
      do { referenced = try reader.referencedNotes(limit: Self.newest).entries.map(\.record) } catch let error
        as ReferencedNotesError
      {
        self.log.writeObject(.members(("problem", .text("what assistants were shown is not known: \(error.message)"))))
      }
      let newest = try reader.list(Query(), sort: [.init(.updated, isReversed: true)], limit: Self.newest).records
      var seen: Set<NotePath> = []
      let notes = (pinned + referenced + newest).filter { seen.insert($0.path).inserted }.compactMap(look.resource)
      let agenda = JSONValue.members(
        ("uri", .text(VaultURL(.agenda).description)), ("name", .text("agenda")),
        ("title", .text("Tasks of the next days")), ("mimeType", .text("text/markdown")))
      let all = [agenda] + notes
      return .success(.members(("resources", .list(Array(all.prefix(all.fitting(look.room)))))))
    }
  }

  func resourceQuestion(_ call: Call) throws(RPCError) -> Question<Result<JSONValue, RPCError>> {
    let uri = try RPCParameters(call.params).text("uri")
    return Question { reader in
      let look = ToolReader(reader, self)
      let contents = try look.contents(of: uri)
      look.reference(resource: uri)
      return .success(.members(("contents", .list([contents]))))
    }
  }
}

extension ToolReader {
  /// Nil for a note whose path no address can hold.
  fileprivate func resource(_ record: NoteRecord) -> JSONValue? {
    guard let url = VaultURL(file: record.path) else { return nil }
    return .members(
      ("uri", .text(url.description)), ("name", text(record.path.name)), ("title", text(record.title)),
      ("mimeType", .text("text/markdown")),
      ("annotations", .members(("lastModified", .text(record.updated.iso8601(in: vault.environment.offset))))))
  }

  /// What a resource holds. Throws `ToolFailure` for one that is not there, and, unless it `cuts`, for one of more bytes.
  func contents(of uri: String, most: Int = 256 << 10, cuts: Bool = false) throws -> JSONValue {
    let url: VaultURL
    do { url = try VaultURL(uri) } catch {
      throw ToolFailure(.notFound, "there is no such resource; \(error.description)")
    }
    switch url.place {
    case .agenda:
      return .members(
        ("uri", .text(uri)), ("mimeType", .text("text/markdown")), ("text", .text(try agenda().beginning(most))))
    case .note(let path):
      let note = try reader.show(VaultURL(.note(path)).description)
      guard cuts || note.bytes.count <= most else {
        throw ToolFailure(.tooLarge, "the note has \(note.bytes.count) bytes; read_note gives it in parts")
      }
      // One more, so that whoever cuts sees that there is more.
      let bytes = cuts ? Array(note.bytes.prefix(most + 1)) : note.bytes
      let text = UnseenCharacters.shown(String(decoding: LineEnding.lf.applied(to: bytes), as: UTF8.self))
      return .members(
        ("uri", .text(uri)), ("mimeType", .text("text/markdown")), ("text", .text(text)),
        (
          "_meta",
          .members(
            ("etag", .text(NoteETag.text(of: note.record.hash))),
            ("lastModified", .text(note.record.updated.iso8601(in: vault.environment.offset))))
        ))
    default:
      throw ToolFailure(.notFound, "there is no such resource; those that there are begin with \(VaultURL.scheme)note/")
    }
  }

  /// Keeps that the note of an address was shown.
  func reference(resource address: String) {
    if case .note(let path)? = (try? VaultURL(address))?.place { reference([path]) }
  }

  /// The open tasks of the next days, as Markdown.
  func agenda() throws -> String {
    let agenda = try reader.agenda(Query(), days: 7)
    var (text, last) = ("# Agenda of \(vault.environment.today)\n", "")
    for entry in agenda.entries {
      let heading = entry.entry.part.heading
      if heading != last { text += "\n## \(heading)\n\n" }
      last = heading
      let task = entry.view.task
      let due = task.due?.date.map { ", due \($0)" } ?? ""
      text += "- [\(task.status.symbol)] \(task.description) (\(task.path)\(due))\n"
    }
    return UnseenCharacters.shown(text)
  }
}

extension Agenda.Part {
  fileprivate var heading: String {
    switch self {
    case .overdue: "Overdue"
    case .day(let day): "\(day.weekdayName) \(day)"
    case .later: "Later"
    }
  }
}
