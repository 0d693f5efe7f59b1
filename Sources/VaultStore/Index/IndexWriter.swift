import Foundation
import GRDB
import VaultCore

/// Puts notes into the index and takes them out, within the caller's transaction.
final class IndexWriter {
  let db: Database
  private var totals: IndexTotals
  private(set) var dead: Int
  private let insertNote: IndexStatement
  private let insertRecord: IndexStatement
  private let insertLinks: IndexStatement
  private let insertLinkKey: IndexStatement
  /// Written in order and many at once: one by one, each would go to another page.
  private var linkKeys: [(key: Int64, note: Int)] = []
  private static let mostLinkKeys = 1 << 18
  private let insertTag: IndexStatement
  private let insertAlias: IndexStatement
  private let insertOwnID: IndexStatement
  private let insertTask: IndexStatement
  private let insertWords: IndexStatement
  private let check: RecordCheck
  private var vanished: VanishedTasks

  init(_ db: Database) throws {
    self.db = db
    totals = try IndexTotals(IndexMetaReader(db))
    check = try RecordCheck(IndexMetaReader(db))
    vanished = VanishedTasks(check)
    dead = try db.count("FROM tombstone")
    try totals.check(dead: dead)
    insertNote = try IndexStatement(
      db, "INSERT INTO note VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23)")
    insertRecord = try IndexStatement(db, "INSERT INTO record VALUES(?1,?2)")
    insertLinks = try IndexStatement(db, "INSERT INTO links VALUES(?1,?2)")
    insertLinkKey = try IndexStatement(db, "INSERT INTO link_key VALUES(?1,?2)")
    insertTag = try IndexStatement(db, "INSERT OR IGNORE INTO tag VALUES(?1,?2,?3)")
    insertAlias = try IndexStatement(db, "INSERT OR IGNORE INTO alias VALUES(?1,?2)")
    insertOwnID = try IndexStatement(db, "INSERT INTO own_id VALUES(?1,?2)")
    insertTask = try IndexStatement(db, "INSERT INTO task VALUES(?1,?2,?3,?4,?5)")
    insertWords = try IndexStatement(
      db,
      "INSERT INTO words(rowid, title, alias, heading, tag, body, part, name, property, link) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)"
    )
  }

  /// Adds a note. `checkedAt`: when its stamp was taken, in nanoseconds; its content is believed to be that stamp's
  /// only if the stamp was conclusive by then.
  func add(_ note: PreparedNote, folderID: Int, checkedAt: Int64) throws {
    let id = totals.nextID
    totals.nextID += 1
    totals.noteCount += 1
    let (record, stamp) = (note.record, note.stamp)
    totals.bodyBytes += record.bodyBytes
    let (createdKind, created) = record.created.columns
    let (updatedKind, updated) = record.updated.columns
    try insertNote.run(
      id, folderID, record.path.bytes, note.key, stamp.size, stamp.mtimeNS, stamp.ctimeNS,
      Int64(bitPattern: stamp.device), Int64(bitPattern: stamp.inode),
      note.isRead && stamp.isConclusive(checkedAt: checkedAt), record.hash, record.title, record.bodyBytes,
      record.pinned, record.favorite, note.category, note.source, createdKind, created, updatedKind, updated,
      note.flags,
      note.commits
    )
    try insertRecord.run(id, check.sealed(note.recordData, .record, id))
    if !note.linksData.isEmpty {
      try insertLinks.run(id, check.sealed(note.linksData, .links, id))
      for key in note.linkKeys { linkKeys.append((key, id)) }
      if linkKeys.count >= Self.mostLinkKeys { try writeLinkKeys() }
    }
    for tag in note.tags { try insertTag.run(tag.key, id, tag.name) }
    for key in note.aliasKeys { try insertAlias.run(key, id) }
    if let own = record.id { try insertOwnID.run(own, id) }
    for (ordinal, task) in note.tasks.prefix(1 << IndexSchema.ordinalBits).enumerated() {
      let number = id << Int(IndexSchema.ordinalBits) | ordinal
      try insertTask.run(number, task.handle, task.isOpen, check.sealed(task.data, .task, number), task.id)
    }
    try addWords(note.text, id: id)
  }

  private func writeLinkKeys() throws {
    linkKeys.sort { ($0.key, $0.note) < ($1.key, $1.note) }
    for (key, note) in linkKeys { try insertLinkKey.run(key, note) }
    linkKeys.removeAll(keepingCapacity: true)
  }

  private func addWords(_ text: SearchableText, id: Int) throws {
    insertWords.bind(id)
    let columns = [
      text.title, text.alias, text.heading, text.tag, text.body, text.part, text.name, text.property, text.link,
    ]
    // One within the other, so that all are bound where they stand when the statement runs.
    func bind(from place: Int) throws {
      if place == columns.count { return try insertWords.run() }
      try columns[place].withUnsafeBufferPointer {
        insertWords.bind(text: Int32(place) + 2, $0)
        try bind(from: place + 1)
      }
    }
    try bind(from: 0)
  }

  /// Takes a note out: its rows go, its words stay behind under a number that is no longer anyone's.
  func remove(id: Int) throws {
    let row = try Row.fetchOne(db, sql: "SELECT body_bytes, path FROM note WHERE id = ?", arguments: [id])
    guard let row else { return }
    let bytes: Int = try row.decode(atIndex: 0)
    let path: Data = try row.decode(atIndex: 1)
    totals.noteCount -= 1
    totals.bodyBytes &-= bytes
    dead += 1
    let first = Int64(id) << IndexSchema.ordinalBits
    try vanished.willRemove(tasks: first..<(first &+ 1 << IndexSchema.ordinalBits), path: Array(path), db)
    for table in ["note", "record", "links"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [id])
    }
    try db.execute(
      sql: "DELETE FROM task WHERE id >= ? AND id < ?", arguments: [first, first &+ 1 << IndexSchema.ordinalBits])
    try db.execute(sql: "INSERT INTO tombstone VALUES(?)", arguments: [id])
  }

  /// The content is what it was: only the stamp is new.
  func restamp(id: Int, _ stamp: FileStamp, checkedAt: Int64, isRead: Bool) throws {
    try db.execute(
      sql: "UPDATE note SET size = ?, mtime = ?, ctime = ?, device = ?, inode = ?, settled = ? WHERE id = ?",
      arguments: [
        stamp.size, stamp.mtimeNS, stamp.ctimeNS, Int64(bitPattern: stamp.device), Int64(bitPattern: stamp.inode),
        isRead && stamp.isConclusive(checkedAt: checkedAt), id,
      ])
  }

  /// Writes what it takes to go on from here later.
  func keep() throws {
    try writeLinkKeys()
    let meta = IndexMetaReader(db)
    try meta.set(.nextID, Int64(totals.nextID))
    try meta.set(.noteCount, Int64(totals.noteCount))
    try meta.set(.bodyBytes, Int64(totals.bodyBytes))
  }

  /// Writes the totals; to be called once, last. Not `isNewState`: all that is known better now is that stamps are
  /// conclusive, so that whoever knows the state by its number still knows it.
  func finish(fingerprint: Int64, _ key: KeyedHash, isNewState: Bool) throws {
    try keep()
    let settled = try Int.fetchOne(db, sql: "SELECT count(*) FROM folder WHERE settled = 0") == 0
    let unread = try Int64.fetchOne(db, sql: "SELECT count(*) FROM note WHERE flags & \(NoteFlags.unread)") ?? 0
    let meta = IndexMetaReader(db)
    try meta.set(.fingerprint, fingerprint)
    try meta.set(.fingerprintKey, Data(key.key))
    try meta.set(.settled, settled ? 1 : 0)
    try meta.set(.unread, unread)
    if isNewState { try meta.set(.generation, Int64((try meta.int(.generation) ?? 0) &+ 1)) }
    try vanished.finish(db)
  }

  /// Merges a small part of the words' segments: with every change, so that they stay few and no change has to merge many.
  /// To be called when the words of the change are written.
  func mergeWords() throws {
    try db.execute(sql: "INSERT INTO words(words, rank) VALUES('merge', \(Self.pagesMerged))")
  }

  /// The large segments that a build leaves are one after some hundred changes at this pace, each of which takes a few
  /// milliseconds for it.
  private static let pagesMerged = 64

  /// True when so much is dead that building anew pays.
  var wantsRebuild: Bool { dead > 200 && dead * 5 > totals.noteCount + dead }
}

/// Access to the `meta` table.
struct IndexMetaReader {
  let db: Database

  init(_ db: Database) {
    self.db = db
  }

  func int(_ key: IndexMeta) throws -> Int? {
    try value(key) { $0.int(0) }
  }

  func text(_ key: IndexMeta) throws -> String? {
    try value(key) { $0.string(0) }
  }

  func bytes(_ key: IndexMeta) throws -> [UInt8]? {
    try value(key) { Array($0.bytes(0)) }
  }

  /// Converts whatever a damaged file may hold there.
  private func value<Value>(_ key: IndexMeta, _ read: (IndexStatement) -> Value) throws -> Value? {
    let statement = try IndexStatement(db, "SELECT value FROM meta WHERE key = ?1", key.rawValue)
    return try statement.step() ? read(statement) : nil
  }

  func set(_ key: IndexMeta, _ value: some DatabaseValueConvertible) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO meta VALUES(?, ?)", arguments: [key.rawValue, value])
  }
}

extension NoteDate {
  /// 0 with milliseconds, 1 with a wall clock's milliseconds, 2 with a day's milliseconds.
  var columns: (kind: Int, value: Int64) {
    switch self {
    case .instant(let value): (0, value)
    case .dateTime(let value): (1, value)
    case .date(let date): (2, Int64(date.dayNumber) * 86_400_000)
    }
  }

  init(kind: Int, value: Int64) {
    switch kind {
    case 0: self = .instant(value)
    case 1: self = .dateTime(value)
    default: self = .date(CivilDate(dayNumber: Int(value / 86_400_000)))
    }
  }
}

extension NoteRecord {
  func flags(isRead: Bool) -> Int64 {
    var flags: Int64 = 0
    if taskCount > 0 { flags |= NoteFlags.hasTask }
    if !tags.isEmpty { flags |= NoteFlags.hasTag }
    if linkCount > 0 { flags |= NoteFlags.hasLink }
    if hasAttachment { flags |= NoteFlags.hasAttachment }
    if warnings.contains(where: { $0.severity != .info }) { flags |= NoteFlags.hasWarning }
    if words == 0 { flags |= NoteFlags.isEmpty }
    if !isRead { flags |= NoteFlags.unread }
    if !aliases.isEmpty { flags |= NoteFlags.hasAlias }
    if category != nil { flags |= NoteFlags.hasCategory }
    if source != nil { flags |= NoteFlags.hasSource }
    if isPartlyRead { flags |= NoteFlags.isPartlyRead }
    return flags
  }
}
