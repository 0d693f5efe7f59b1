import VaultCore
import VaultPlatform

/// What is known of a server in a vault: which note is which there, what both had when they were last in step, and what was sent
/// and not answered yet. In `.vault/sync/NAME/`:
///
/// - `map`: all notes that are in both, replaced whole;
/// - `intents`: what has happened since, a line each, synced before it is done;
/// - `base/HASH`: the fields that the server had.
///
/// Each bears this user's seal: what came with a folder must not say what is deleted on a server.
final class SyncState {
  /// What is on its way, and may have arrived.
  enum Intent: Hashable {
    /// A new note for the server; `key` goes with it however often it is sent.
    case post(key: String, id: String, NotePath, fields: [UInt8])
    case put(id: String, fields: [UInt8])
    /// A new note from the server. `fields`: what it has there; `file`: the hash of the file that it becomes here.
    case arrive(id: String, NotePath, fields: [UInt8], file: [UInt8])
  }

  private(set) var notes: [String: SyncedNote] = [:]
  /// By what tells one from another.
  private var open: [String: Intent] = [:]
  /// When all was in step.
  private(set) var synced: Int64?
  /// True where there is a state that this user has not made, for this address.
  private(set) var isForeign = false

  private let tree: VaultTree
  private let place: NotePath
  private var ids: [NotePath: String] = [:]
  private let identity: UserIdentity?
  /// What the seals are about besides the text: the server, and this very folder, which is another one in every copy.
  private var context: [UInt8] = []
  private var log: OwnedDescriptor?
  private var lock: FileLock?
  private var bases: Set<String> = []

  static let folder = NotePath(".vault/sync")

  /// `makes`: false where nothing is to be written. Throws `RemoteError` where another process is at it.
  init(_ settings: RemoteSettings, _ tree: VaultTree, _ folders: UserFolders, makes: Bool) throws {
    self.tree = tree
    place = Self.folder.appending(Array(settings.name.utf8))
    identity = try makes ? .made(in: folders) : .ofUser(folders)
    if makes {
      for folder in [Self.folder, place, place.appending(Array("base".utf8))] {
        _ = try tree.place(folder).makeFolder(mode: 0o700)
        // A link leads to what is none of the vault's.
        _ = try tree.folder(folder.bytes, for: folder)
      }
      let folder = try tree.folder(place.bytes, for: place)
      // What a process that was killed was just starting keeps it for a moment.
      lock = try FileLock.acquire("lock", in: folder, path: path + "/lock", .alone, patience: 0.5, fileMode: 0o600)
      if lock == nil { throw RemoteError.atWork(settings.name) }
    }
    guard let folder = try tree.folderIfThere(place, for: place) else { return }
    let home = try FileImage.status(of: folder.number, place).identity.inode
    context = Array("\(settings.name)\n\(settings.address)\n\(home)\n".utf8)
    try load()
  }

  private var path: String { tree.rootPath + "/" + place.text }

  // MARK: Reading

  /// Follows no link: what it leads to is none of this vault's.
  private func read(_ name: String) throws -> [UInt8]? {
    try AtomicFile.read(place.text + "/" + name, inside: tree.rootPath, limit: 1 << 30)
  }

  private func load() throws {
    if let map = try read("map") {
      if let value = opened(map) {
        for note in value["notes"]?.list ?? [] { SyncedNote(note).map(keep) }
        if case .number(let text)? = value["synced"] { synced = Int64(text) }
      } else {
        isForeign = true
      }
    }
    guard let lines = try read("intents") else { return }
    // The last line may be torn.
    for line in lines.split(separator: 0x0A) { opened(Array(line)).map(replay) }
  }

  var intents: [Intent] { open.sorted { $0.key < $1.key }.map(\.value) }

  private func replay(_ value: JSONValue) {
    if let note = value["note"].flatMap(SyncedNote.init) { keep(note) }
    if let id = value["gone"]?.text { drop(id) }
    if let key = value["settled"]?.text { open[key] = nil }
    if let intent = Intent(value) { open[intent.key] = intent }
  }

  /// What was sealed; nil for what this user has not.
  private func opened(_ bytes: [UInt8]) -> JSONValue? {
    guard let blank = bytes.firstIndex(of: 0x20), let identity else { return nil }
    let text = bytes[(blank + 1)...].reversed().drop { $0 == 0x0A }.reversed()
    guard identity.isSeal(String(decoding: bytes[..<blank], as: UTF8.self), of: context + text, for: .sync) else {
      return nil
    }
    do { return try JSONReader.read(Array(text)) } catch { return nil }
  }

  private func sealed(_ value: JSONValue) throws -> [UInt8] {
    guard let identity else { throw IdentityError.noPlace }
    let text = value.bytes
    return Array(identity.seal(context + text, for: .sync).utf8) + [0x20] + text + [0x0A]
  }

  func note(at path: NotePath) -> SyncedNote? { ids[path].flatMap { notes[$0] } }

  // MARK: What happens

  private func keep(_ note: SyncedNote) {
    if let other = ids.updateValue(note.id, forKey: note.path), other != note.id { notes[other] = nil }
    if let old = notes.updateValue(note, forKey: note.id), old.path != note.path { ids[old.path] = nil }
    open[Intent.key(note.id)] = nil
    open[Intent.key(note.path)] = nil
  }

  private func drop(_ id: String) {
    if let old = notes.removeValue(forKey: id) { ids[old.path] = nil }
    open[Intent.key(id)] = nil
  }

  /// Writes down what is going to be done.
  func intend(_ intents: [Intent]) throws {
    try write(intents.map(\.json))
    for intent in intents { open[intent.key] = intent }
  }

  /// What was sent of a note that was new to the server; nil where nothing is on its way.
  func intent(ofNewNoteAt path: NotePath) -> Intent? { open[Intent.key(path)] }

  /// Notes are in both, with these fields on the server.
  func set(_ notes: [(note: SyncedNote, fields: SharedFields)]) throws {
    for (note, fields) in notes { try keepBase(fields, note.there) }
    try write(notes.map { .object([.init("note", $0.note.json)]) })
    for (note, _) in notes { keep(note) }
  }

  /// Writes down a note of which the server has what it had.
  func update(_ note: SyncedNote) throws {
    guard notes[note.id] != note else { return }
    try write([.object([.init("note", note.json)])])
    keep(note)
  }

  func remove(_ id: String) throws {
    try write([.object([.init("gone", .text(id))])])
    drop(id)
  }

  /// What was on its way has come to its end.
  func settle(_ intent: Intent) throws {
    guard open[intent.key] == intent else { return }
    try write([.object([.init("settled", .text(intent.key))])])
    open[intent.key] = nil
  }

  private func write(_ values: [JSONValue]) throws {
    if values.isEmpty { return }
    let lines = try values.flatMap(sealed)
    let path = path + "/intents"
    if log == nil {
      let file = openFile(
        path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw AtomicFileError(path, .system("opened", errno)) }
      log = OwnedDescriptor(file)
      // What was torn must not swallow the next line.
      try append([0x0A], path)
    }
    try append(lines, path)
  }

  private func append(_ bytes: [UInt8], _ path: String) throws {
    guard let log else { return }
    do {
      try completing(bytes.count) { done in bytes[done...].withUnsafeBytes { writeSome(log.number, $0) } }
    } catch {
      throw AtomicFileError(path, .system("written", error.code))
    }
    if syncDescriptor(log.number) != 0 { throw AtomicFileError(path, .system("written", errno)) }
  }

  // MARK: What the server had

  private func basePath(_ hash: [UInt8]) -> String { "\(path)/base/\(hash.hexadecimal)" }

  private func keepBase(_ fields: SharedFields, _ hash: [UInt8]) throws {
    guard bases.insert(hash.hexadecimal).inserted else { return }
    let place = basePath(hash)
    // Where one is lost with the power, both versions of that note are kept.
    if status(of: place, followsLink: false) == nil {
      try AtomicFile.replace(place, fields.json, mode: 0o600, isLasting: false)
    }
  }

  /// Returns nil where it is lost, or is not what it was: then it is made anew.
  func base(_ hash: [UInt8]) throws -> SharedFields? {
    let json: [UInt8]?
    do { json = try read("base/" + hash.hexadecimal) } catch {
      try ShortageError.check("what the server had cannot be read", error)
      return nil
    }
    guard let json else { return nil }
    if let fields = SharedFields(json: json), fields.hash == hash { return fields }
    if lock != nil { unlink(basePath(hash)) }
    return nil
  }

  // MARK: Saving

  /// Lets another process have it.
  func end() {
    log = nil
    lock = nil
  }

  /// Writes all of it anew, and removes what is no longer asked for. `time`: when all was in step; nil where it is not.
  func save(inStepAt time: Int64?) throws {
    if let time { synced = time }
    let all = notes.values.sorted { $0.path < $1.path }
    let map = JSONValue.object([
      .init("synced", synced.map { .number(String($0)) } ?? .null), .init("notes", .list(all.map(\.json))),
    ])
    try AtomicFile.replace(path + "/map", sealed(map), mode: 0o600)
    let open = try intents.flatMap { try sealed($0.json) }
    log = nil
    try AtomicFile.replace(path + "/intents", open, mode: 0o600)
    let used = Set(all.map(\.there.hexadecimal))
    for name in try tree.names(in: place.appending(Array("base".utf8))).map({ String(decoding: $0, as: UTF8.self) })
    where !used.contains(name) {
      unlink("\(path)/base/\(name)")
    }
    bases = used
  }
}

extension SyncState.Intent {
  var id: String {
    switch self {
    case .post(_, let id, _, _), .put(let id, _), .arrive(let id, _, _, _): id
    }
  }

  static func key(_ path: NotePath) -> String { "path \(path.text)" }
  static func key(_ id: String) -> String { "id \(id)" }

  /// A note that is new to the server has no id there yet.
  var key: String { if case .post(_, _, let path, _) = self { Self.key(path) } else { Self.key(id) } }

  var path: NotePath? {
    switch self {
    case .post(_, _, let path, _), .arrive(_, let path, _, _): path
    case .put: nil
    }
  }

  fileprivate var json: JSONValue {
    let (kind, key, fields, file): (String, String?, [UInt8], [UInt8]?) =
      switch self {
      case .post(let key, _, _, let fields): ("post", key, fields, nil)
      case .put(_, let fields): ("put", nil, fields, nil)
      case .arrive(_, _, let fields, let file): ("arrive", nil, fields, file)
      }
    return .object([
      .init("intent", .text(kind)), .init("key", .text(key)), .init("id", .text(id)), .init("path", .text(path?.text)),
      .init("fields", .text(fields.hexadecimal)), .init("file", .text(file?.hexadecimal)),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.text, let fields = json["fields"]?.hash else { return nil }
    let path = json["path"]?.text.map { NotePath($0) }
    switch (json["intent"]?.text, path) {
    case ("post", let path?):
      guard let key = json["key"]?.text else { return nil }
      self = .post(key: key, id: id, path, fields: fields)
    case ("put", _): self = .put(id: id, fields: fields)
    case ("arrive", let path?):
      guard let file = json["file"]?.hash else { return nil }
      self = .arrive(id: id, path, fields: fields, file: file)
    default: return nil
    }
  }
}
