import Crypto
import GRDB
import GRDBSQLite
import VaultCore

/// The tables of the index, and what marks a file as one.
///
/// A note's row never changes its number: a changed note gets a new one, and the old number goes to `tombstone`. The
/// full-text table keeps the words of dead numbers (SQLite before 3.43 cannot delete from a contentless one), as do
/// `tag`, `alias`, `own_id` and `link_key`; whoever reads them leaves dead numbers out. When more than a fifth is dead, the
/// index is built anew. Every number from 1 up to the next one is either alive or dead. `word_list` has one row at
/// most, made by the first search that looks for pieces of words.
enum IndexSchema {
  /// Raised with every change of the tables, of what is stored in them, or of how notes are read.
  static let version: Int32 = 24
  /// `vlt1`, in SQLite's header: a file without it is not ours.
  static let applicationID: Int32 = 0x766C_7431

  /// How many of the tasks, links or warnings of one note can be told apart: `id = note << shift | ordinal`.
  static let ordinalBits: Int64 = 20

  /// The full-text table's columns, the body first: whatever stands in another column takes two bytes more for
  /// each word of each note.
  static let wordColumns: [SearchableText.Field] = [
    .body, .title, .alias, .heading, .tag, .part, .name, .property, .link,
  ]

  static let sql = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE folder(id INTEGER PRIMARY KEY, path BLOB NOT NULL, fingerprint INTEGER NOT NULL, settled INTEGER NOT NULL);
    CREATE TABLE file(folder INTEGER NOT NULL, name BLOB NOT NULL, key TEXT NOT NULL, PRIMARY KEY(folder, name)) WITHOUT ROWID;
    CREATE INDEX file_key ON file(key);
    CREATE TABLE note(
      id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, path BLOB NOT NULL, key TEXT NOT NULL,
      size INTEGER NOT NULL, mtime INTEGER NOT NULL, ctime INTEGER NOT NULL, device INTEGER NOT NULL,
      inode INTEGER NOT NULL, settled INTEGER NOT NULL, hash BLOB NOT NULL, title TEXT NOT NULL,
      body_bytes INTEGER NOT NULL, pinned INTEGER NOT NULL, favorite INTEGER NOT NULL, category TEXT NOT NULL,
      source TEXT NOT NULL, created_kind INTEGER NOT NULL, created INTEGER NOT NULL, updated_kind INTEGER NOT NULL,
      updated INTEGER NOT NULL, flags INTEGER NOT NULL, commits TEXT NOT NULL);
    CREATE INDEX note_folder ON note(folder);
    CREATE INDEX note_key ON note(key);
    CREATE INDEX note_unread ON note(path) WHERE flags & \(NoteFlags.unread);
    CREATE INDEX note_cut_words ON note(id) WHERE flags & \(NoteFlags.hasCutWords);
    CREATE INDEX note_partly_read ON note(path) WHERE flags & \(NoteFlags.isPartlyRead);
    CREATE TABLE record(id INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE links(id INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE link_key(key INTEGER NOT NULL, note INTEGER NOT NULL, PRIMARY KEY(key, note)) WITHOUT ROWID;
    CREATE TABLE tag(key TEXT NOT NULL, note INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY(key, note)) WITHOUT ROWID;
    CREATE TABLE alias(key TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY(key, note)) WITHOUT ROWID;
    CREATE TABLE own_id(key TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY(key, note)) WITHOUT ROWID;
    CREATE TABLE task(
      id INTEGER PRIMARY KEY, handle TEXT NOT NULL, type INTEGER NOT NULL, data BLOB NOT NULL, name TEXT);
    CREATE INDEX task_handle ON task(handle);
    CREATE INDEX task_name ON task(name) WHERE name IS NOT NULL;
    CREATE TABLE vanished_task(id INTEGER PRIMARY KEY, handle TEXT NOT NULL UNIQUE, path BLOB NOT NULL, data BLOB NOT NULL);
    CREATE TABLE tombstone(id INTEGER PRIMARY KEY);
    CREATE TABLE word_list(next_id INTEGER NOT NULL, words BLOB NOT NULL);
    CREATE VIRTUAL TABLE words USING fts5(
      \(wordColumns.map(\.column).joined(separator: ", ")), content='', columnsize=0, tokenize="ascii tokenchars '_'");
    """

  /// What SQLite keeps of the statements in `sql`, those of the full-text table's own tables among them, by SHA-256.
  static let fingerprint = "cb1326f16f6fd9fafbf1328edf5d280a2302e686b0ecb89472a52cc06608b83e"

  /// The same of a database. Reading what is written there of tables, views and triggers runs none of them.
  static func fingerprint(of db: Database) throws -> String {
    var text: [UInt8] = []
    let rows = try IndexStatement(db, "SELECT type, name, tbl_name, sql FROM sqlite_master")
    while try rows.step() {
      for column in 0..<4 as Range<Int32> {
        text += rows.bytes(column)
        text.append(0)
      }
    }
    return SHA256.hash(data: text).hexadecimal
  }

  /// Makes the tables in an empty database.
  static func create(in db: Database) throws {
    try db.execute(sql: sql)
    try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }

  /// In bytes.
  static let pageSize = 8_192

  /// More notes than any vault has; sets of numbers up to it fit into memory.
  static let largestID = 1 << 28

  enum State {
    case current, empty, otherVersion, foreign
    /// Other tables than ours, or something besides, in what says that it is an index.
    case strange
  }

  static func state(of db: Database) throws -> State {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let user = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if application == applicationID {
      guard user == version else { return .otherVersion }
      return try fingerprint(of: db) == fingerprint ? .current : .strange
    }
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    return application == 0 && user == 0 && tables == 0 ? .empty : .foreign
  }
}

/// How much there is in an index.
struct IndexTotals {
  /// The number of the next note.
  var nextID: Int
  var noteCount: Int
  var bodyBytes: Int

  init(_ meta: IndexMetaReader) throws {
    nextID = try meta.int(.nextID) ?? 1
    noteCount = try meta.int(.noteCount) ?? 0
    bodyBytes = try meta.int(.bodyBytes) ?? 0
    guard (1...IndexSchema.largestID).contains(nextID) else { throw Self.damage }
  }

  /// Throws where they cannot be those of an index that nobody but `IndexWriter` wrote. `dead`: how many notes are.
  func check(dead: Int) throws {
    guard (0..<nextID).contains(noteCount), nextID - 1 - noteCount == dead, (0..<1 << 56).contains(bodyBytes) else {
      throw Self.damage
    }
  }

  private static var damage: DatabaseError { IndexSnapshot.damage("the totals of the index are") }
}

/// Keys of the `meta` table.
enum IndexMeta: String {
  /// `ScanResult`'s folders in one number; equal means that nothing changed.
  case fingerprint
  /// What it and the folders' fingerprints are made with (`KeyedHash`).
  case fingerprintKey = "fingerprint_key"
  /// 1 when every folder's stamps can be believed.
  case settled
  /// How notes were read: `ParsingOptions` and limits, as text.
  case parsing
  /// What dates the notes that have no dates of their own: `GitHead.mark`; not there where their files do.
  case dates
  case root
  /// A number that no other index has.
  case identity
  /// The key of `RecordCheck`.
  case checkKey = "check_key"
  /// Since when the system has been running on which an unfinished index was begun.
  case boot
  case nextID = "next_id"
  case noteCount = "note_count"
  case bodyBytes = "body_bytes"
  /// How many files could not be read.
  case unread
  /// Raised by every change.
  case generation
  /// When all notes were read last, in nanoseconds since 1970.
  case verified
}

/// Bits of `note.flags`.
enum NoteFlags {
  static let hasTask: Int64 = 1
  static let hasTag: Int64 = 2
  static let hasLink: Int64 = 4
  static let hasAttachment: Int64 = 8
  static let hasWarning: Int64 = 16
  static let isEmpty: Int64 = 32
  static let unread: Int64 = 64
  static let hasAlias: Int64 = 128
  static let hasCategory: Int64 = 256
  static let hasSource: Int64 = 512
  static let isPartlyRead: Int64 = 1_024
  /// Some word is longer than what of it is indexed.
  static let hasCutWords: Int64 = 2_048
}
