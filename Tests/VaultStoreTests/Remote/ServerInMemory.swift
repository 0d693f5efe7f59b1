import Foundation
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A server of notes without a network, which can be told to go wrong.
final class ServerInMemory: RemoteNotes {
  struct Entry {
    var object: JSONValue
    var version = 1
  }

  enum Fault {
    /// The question does not get there.
    case before
    /// It is carried out, and the answer does not come back.
    case after
  }

  var notes: [String: Entry] = [:]
  /// False for a server that tells no states.
  var tellsStates = true
  /// True for one that gives its own ids.
  var givesIDs = false
  /// True for one that answers a key that it knows with what it made then.
  var knowsKeys = true
  var pageSize = 1_000
  /// What goes wrong with the next questions, asked for at each.
  var fault: () -> Fault? = { nil }
  /// Replaces what is listed.
  var listed: ((JSONValue) -> JSONValue)?
  /// What becomes of the text that is stored.
  var stores: (JSONValue) -> JSONValue = { $0 }
  /// True for what it does not take.
  var refuses: (JSONValue) -> Bool = { _ in false }
  /// True for what it breaks on, each time.
  var breaks: (JSONValue) -> Bool = { _ in false }
  /// The id that it gives to every note; nil for one that does not.
  var onlyID: String?
  /// False for one that answers a change without the note.
  var answersChanges = true
  /// Called behind each change of a note, as by another client.
  var behind: (String) -> Void = { _ in }
  /// True where the next change is carried out and not answered.
  var losesNextWrite = false
  private(set) var writes = 0
  private var keys: [String: String] = [:]
  private var next = 100

  private func asking<Answer>(_ answer: () throws -> Answer) throws -> Answer {
    let fault = fault()
    if fault == .before { throw RemoteError.unavailable("connection refused", seconds: nil) }
    let before = writes
    let answer = try answer()
    let isLost = losesNextWrite && writes > before
    if isLost { losesNextWrite = false }
    if fault == .after || isLost { throw RemoteError.unavailable("connection lost", seconds: nil) }
    return answer
  }

  private func note(_ id: String, _ entry: Entry) throws -> RemoteNote {
    try RemoteNote(entry.object, tag: tellsStates ? "\"\(entry.version)\"" : nil)
  }

  func list() throws -> RemoteListing {
    try asking {
      var listing = RemoteListing()
      let all = notes.sorted { $0.key < $1.key }.map(\.value.object)
      for start in stride(from: 0, to: max(all.count, 1), by: pageSize) {
        let page = JSONValue.list(Array(all.dropFirst(start).prefix(pageSize)))
        do throws(RemoteNote.Problem) { _ = try listing.add(listed?(page) ?? page) } catch {
          throw RemoteError.odd(error.reason)
        }
      }
      return listing
    }
  }

  func note(_ id: String) throws -> RemoteNote? {
    try asking { try notes[id].map { try note(id, $0) } }
  }

  func make(_ object: JSONValue, key: String) throws -> RemoteNote? {
    try asking {
      if knowsKeys, let id = keys[key], let entry = notes[id] { return try note(id, entry) }
      if refuses(object) { throw RemoteRefusal.refused(status: 413, "too long") }
      if breaks(object) { throw RemoteError.unavailable("the server answers 500", seconds: 0) }
      next += 1
      let id = onlyID ?? (givesIDs ? "\(next)" : object["id"]?.text ?? "\(next)")
      if onlyID == nil, notes[id] != nil { throw RemoteRefusal.refused(status: 409, "another note has that id") }
      var members = object.members ?? []
      members.removeAll { $0.name == "id" }
      let entry = Entry(object: stores(.object([.init("id", .text(id))] + members)))
      notes[id] = entry
      keys[key] = id
      writes += 1
      return answersChanges ? try note(id, entry) : nil
    }
  }

  func replace(_ id: String, with object: JSONValue, ifIn tag: String?) throws -> RemoteNote? {
    return try asking {
      guard var entry = notes[id] else { throw RemoteRefusal.gone }
      if refuses(object) { throw RemoteRefusal.refused(status: 413, "too long") }
      if breaks(object) { throw RemoteError.unavailable("the server answers 500", seconds: 0) }
      if let tag, tag != "\"\(entry.version)\"" { throw RemoteRefusal.changed }
      entry.object = stores(object)
      entry.version += 1
      notes[id] = entry
      writes += 1
      behind(id)
      return answersChanges ? try note(id, entry) : nil
    }
  }

  func delete(_ id: String, ifIn tag: String?) throws {
    try asking {
      guard let entry = notes[id] else { throw RemoteRefusal.gone }
      if let tag, tag != "\"\(entry.version)\"" { throw RemoteRefusal.changed }
      notes[id] = nil
      writes += 1
    }
  }

  // MARK: As another client

  func put(_ id: String, _ title: String, _ body: String, tags: [String] = [], isFavorite: Bool = false) {
    let object = JSONValue.object([
      .init("id", .text(id)), .init("name", .text(title)), .init("details", .text(body)),
      .init("isFav", .bool(isFavorite)), .init("isSynced", .bool(true)), .init("createdAt", .integer(1_700_000_000)),
      .init("tags", .texts(tags)),
    ])
    notes[id] = Entry(object: object, version: (notes[id]?.version ?? 0) + 1)
  }

  func edit(_ id: String, _ change: (String) -> String) {
    guard let entry = notes[id], var members = entry.object.members,
      let index = members.firstIndex(where: { $0.name == "details" })
    else { return }
    members[index].value = .text(change(members[index].value.text ?? ""))
    notes[id] = Entry(object: .object(members), version: entry.version + 1)
  }

  func id(of title: String) -> String? { notes.first { $0.value.object["name"]?.text == title }?.key }
  func body(of title: String) -> String? { id(of: title).flatMap { notes[$0]?.object["details"]?.text } }

  var fields: [SharedFields] { get throws { try notes.map { try RemoteNote($0.value.object).fields } } }
}

/// A vault and a server that it is kept in step with.
struct ServedVault {
  let folder: TemporaryFolder
  let test: VaultUnderTest
  let server = ServerInMemory()
  var settings = RemoteSettings(name: "phone", address: "https://notes.example/notes")

  init(_ notes: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: path) }
    test = try VaultUnderTest(folder)
  }

  @discardableResult
  func sync(_ change: (inout RemoteOptions) -> Void = { _ in }) throws -> RemoteOutcome {
    var options = RemoteOptions()
    change(&options)
    var outcome = RemoteOutcome()
    try test.vault().editor.sync(with: settings, server, options, &outcome)
    return outcome
  }

  func text(_ path: String) throws -> String { try String(contentsOfFile: folder.absolute(path), encoding: .utf8) }
  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder.absolute(path)) }

  /// By path.
  func notes() throws -> [String: String] {
    var notes: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".md") && !path.hasPrefix(".vault") {
      notes[path] = try text(path)
    }
    return notes
  }

  func fields() throws -> [SharedFields] {
    try notes().map { SharedFields(of: Array($0.value.utf8), path: NotePath($0.key), ParsingOptions()) }
  }
}

extension [RemoteOutcome.Change] {
  var told: [String] { map { "\($0.kind.rawValue) \($0.path)" }.sorted() }
}
