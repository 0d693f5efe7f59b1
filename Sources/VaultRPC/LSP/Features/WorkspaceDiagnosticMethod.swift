import Synchronization
import VaultCore
import VaultStore

/// `workspace/diagnostic`: what `doctor` finds in the notes that are not open, of which the client asks each by itself. Clients
/// ask again every few seconds, so what was found is kept until something changes, and only what is new to them is said.
enum WorkspaceDiagnosticMethod {
  static let method: LanguageMethod = {
    var method = LanguageMethod(name: "workspace/diagnostic", work: .vaults(most: .max, reports))
    method.together = { .members(("items", .list($0))) }
    method.isInBackground = true
    // The client asks about open texts itself.
    method.seesOpenTexts = false
    return method
  }()

  private static func reports(_ request: LanguageRequest, _ reader: VaultReader) throws -> [JSONValue] {
    let workspace = request.workspace
    let found = try workspace.problems.of(workspace.generation) { try problems(workspace, reader) }
    let previous = request.parameters.json["previousResultIds"]?.list ?? []
    let known = Dictionary(
      previous.compactMap { known -> (DocumentURI, String)? in
        guard let uri = known["uri"]?.text, let id = known["value"]?.text else { return nil }
        return (DocumentURI(uri), id)
      }
    ) { first, _ in first }
    let closed = found.filter { workspace.documents[$0.path] == nil }
    let told = closed.compactMap { note -> JSONValue? in
      let uri = workspace.uri(of: note.path)
      return known[uri] == note.id ? nil : report(uri, note.id, note.items)
    }
    // What was told before, and is wrong no more. Of other vaults nothing is known here.
    let wrong = Set(found.map(\.path))
    let mended = known.filter { uri, id in
      guard id != fine, let path = workspace.place?.path(of: uri) else { return false }
      return !wrong.contains(path)
    }.keys.sorted { $0.text < $1.text }
    return told + mended.map { report($0, fine, []) }
  }

  private static let fine = "fine"

  private static func report(_ uri: DocumentURI, _ id: String, _ items: [JSONValue]) -> JSONValue {
    .members(
      ("uri", .text(uri.text)), ("version", .null), ("kind", .text("full")), ("resultId", .text(id)),
      ("items", .list(items))
    )
  }

  private static func problems(_ workspace: OpenWorkspace, _ reader: VaultReader) throws -> [WorkspaceProblems.OfNote] {
    let findings = try reader.findings().findings.filter { $0.path?.isNote == true }
    let byNote = Dictionary(grouping: findings) { $0.path ?? NotePath("") }
    let encoding = workspace.client.encoding
    return try reader.mapTexts(of: byNote.keys.sorted()) { path, bytes in
      let coder = PositionCoder(bytes, encoding, hidesMark: true)
      let ranges = FindingRanges(bytes, coder, NoteSpans(bytes, options: workspace.parsing))
      return WorkspaceProblems.OfNote(path: path, items: (byNote[path] ?? []).map(ranges.json))
    }.map(\.1)
  }
}

/// What was found in a vault's notes, until something changes.
final class WorkspaceProblems: Sendable {
  struct OfNote: Sendable {
    let path: NotePath
    let items: [JSONValue]
    /// The same for the same problems.
    let id: String

    init(path: NotePath, items: [JSONValue]) {
      (self.path, self.items) = (path, items)
      id = StableHash(JSONValue.list(items).bytes).text
    }
  }

  private let known = Mutex<(generation: Int, all: [OfNote])?>(nil)

  /// `generation`: counts the states of the vault.
  func of(_ generation: Int, _ find: () throws -> [OfNote]) throws -> [OfNote] {
    if let known = known.withLock({ $0 }), known.generation == generation { return known.all }
    let found = try find()
    known.withLock { if $0.map({ $0.generation <= generation }) ?? true { $0 = (generation, found) } }
    return found
  }
}
