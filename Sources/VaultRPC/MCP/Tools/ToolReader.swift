import VaultCore
import VaultInterface
import VaultStore

/// A look at the vault for a tool, and how what it finds is told: in few words, and with nothing hidden.
struct ToolReader {
  let reader: VaultReader
  let server: MCPServer

  init(_ reader: VaultReader, _ server: MCPServer) { (self.reader, self.server) = (reader, server) }

  var vault: Vault { reader.vault }
  /// How many bytes a result may have.
  var room: Int { vault.configuration.largestAnswer }

  /// The note that an argument names, for readers who are given names.
  func address(_ name: String) throws -> (path: NotePath, name: String) {
    let path = try reader.resolve(name)
    return (path, VaultURL(.note(path)).description)
  }

  /// Keeps that notes were shown. An answer is good without it, so what goes wrong is only written down.
  func reference(_ paths: [NotePath]) {
    do { try vault.reference(paths) } catch {
      server.log.writeObject(.members(("problem", .text("that notes were shown is not kept: \(Message(error))"))))
    }
  }

  /// A page of a list, with no more entries than there is room for. `find` is asked again for so many, so that the next page
  /// begins behind the last one that is given.
  func list<Entry>(
    _ name: String, limit: Int, _ question: ListCursor.Question, _ find: (Int) throws -> ListPage<Entry>,
    json: (Entry) -> JSONValue
  ) throws -> JSONValue {
    var page = try find(limit)
    var entries = page.entries.map(json)
    let count = entries.fitting(room - Self.frame)
    if count < entries.count {
      page = try find(max(count, 1))
      entries = page.entries.map(json)
      if count == 0 { entries = entries.map { $0.fitting(room - Self.frame) } }
    }
    return .members(
      (name, .list(entries)), ("total", .integer(page.total)),
      ("cursor", page.next.map { .text(ListCursor.text($0, in: question)) }))
  }

  /// What a result takes besides its entries, remarks and a cursor among it, in bytes.
  static let frame = 2_048

  /// Members of front matter, as many as fit into so many bytes.
  func properties(_ record: NoteRecord, room: Int) -> JSONValue {
    let all = (JSONValue(properties: record.properties).shown.members ?? []).map { JSONValue.object([$0]) }
    return .object(all.prefix(all.fitting(room)).flatMap { $0.members ?? [] })
  }

  // MARK: Records

  func text(_ text: String, most: Int = 300) -> JSONValue { .text(UnseenCharacters.shown(text.beginning(most))) }

  /// A name that can be given back as it is.
  func path(_ path: NotePath) -> JSONValue { .text(UnseenCharacters.shown(path.text)) }

  func preview(_ preview: Preview, matches: [LineMatch]? = nil) -> JSONValue {
    let record = preview.record
    return .members(
      ("path", path(record.path)), ("title", text(record.title)), ("id", record.id.map { text($0) }),
      ("snippet", text(preview.snippet, most: 800)), ("state", .text(preview.state.rawValue)),
      ("etag", record.hash.isEmpty ? nil : .text(NoteETag.text(of: record.hash))),
      ("updated", .text(record.updated.iso8601(in: vault.environment.offset))),
      ("tags", .list(record.tags.prefix(20).map { text($0, most: 100) })),
      ("matches", matches.map { .list($0.map(match)) }))
  }

  private func match(_ match: LineMatch) -> JSONValue {
    let excerpt = Excerpt(match.text, match.ranges, focus: match.focus, width: Preview.width).text
    return .members(
      ("line", .integer(match.line)), ("heading", match.heading.isEmpty ? nil : heading(match.heading)),
      ("text", text(excerpt, most: 800)))
  }

  /// As a section is named.
  func heading(_ path: [String]) -> JSONValue { text(path.joined(separator: " > ")) }

  func task(_ view: TaskView) -> JSONValue {
    let task = view.task
    func date(_ kind: TaskFieldKind) -> JSONValue? { task.dates[day: kind].map { .text($0.description) } }
    return .members(
      ("task", .text(task.handle)), ("text", text(task.description, most: 800)),
      ("status", .text(task.status.type.rawValue)),
      ("path", path(task.path)), ("line", .integer(task.line)), ("heading", task.heading.map { text($0) }),
      ("due", date(.due)), ("scheduled", date(.scheduled)), ("start", date(.start)), ("done", date(.done)),
      ("priority", task.priority == .none ? nil : .text(task.priority.rawValue)),
      ("category", task.category == TaskItem.defaultCategory ? nil : text(task.category)),
      ("recurrence", task.recurrence.map { text($0) }),
      ("tags", task.tags.isEmpty ? nil : .list(task.tags.prefix(20).map { text($0, most: 100) })),
      ("overdue", view.isOverdue ? .bool(true) : nil), ("blocked", view.isBlocked ? .bool(true) : nil))
  }
}

extension [JSONValue] {
  /// How many of them, from the first, fit into a list of so many bytes.
  func fitting(_ bytes: Int) -> Int {
    var size = 2
    return prefix { value in
      size += value.bytes.count + 1
      return size <= bytes
    }.count
  }
}

extension JSONValue {
  /// An entry with as many of its matching lines as there is room for.
  fileprivate func fitting(_ bytes: Int) -> JSONValue {
    guard let members, let matches = self["matches"]?.list else { return self }
    let others = members.filter { $0.name != "matches" }
    let fitting = matches.prefix(matches.fitting(bytes - JSONValue.object(others).bytes.count))
    return .object(others + [Member("matches", .list(Array(fitting)))])
  }

  func adding(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard let value, case .object(let members) = self else { return self }
    return .object(members + [Member(name, value)])
  }

  /// With nothing hidden in its texts.
  var shown: JSONValue {
    switch self {
    case .text(let text): .text(UnseenCharacters.shown(text))
    case .list(let values): .list(values.map(\.shown))
    case .object(let members): .object(members.map { Member(UnseenCharacters.shown($0.name), $0.value.shown) })
    case .null, .bool, .number: self
    }
  }
}
