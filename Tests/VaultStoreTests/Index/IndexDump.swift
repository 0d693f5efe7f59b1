import VaultCore
import VaultPlatform

@testable import VaultStore

/// All that an index says, as sorted lines, whatever the notes' numbers are and in whatever order they came in.
enum IndexDump {
  static func lines(of index: SearchIndex) throws -> [String] {
    try index.read { db in
      var paths: [Int: String] = [:]
      var lines: [String] = []
      /// Each row's columns as texts; a column called `note` becomes the note's path, and rows of dead notes are left out.
      func add(
        _ table: String, note: Int32?, texts: [Int32], numbers: [Int32] = [], blobs: [Int32] = [],
        records: [Int32] = [], _ sql: String
      )
        throws
      {
        let statement = try IndexStatement(db, sql)
        while try statement.step() {
          var line = table
          if let note {
            guard let path = paths[statement.int(note)] else { continue }
            line += " <\(path)>"
          }
          for column in texts { line += " " + statement.string(column).debugDescription }
          for column in numbers { line += " \(statement.int64(column))" }
          for column in blobs { line += " \(Array(statement.bytes(column)))" }
          // Checksums are different in each index.
          for column in records { line += " \(Array(statement.bytes(column).dropLast(RecordCheck.size)))" }
          lines.append(line)
        }
      }

      let notes = try IndexStatement(db, "SELECT id, path FROM note")
      while try notes.step() { paths[notes.int(0)] = notes.string(1) }
      try add(
        "note", note: 0, texts: [1, 2, 3, 4, 20], numbers: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
        blobs: [19],
        """
        SELECT note.id, key, title, category, source, size, mtime, ctime, device, inode, body_bytes, pinned, favorite,
          created_kind, created, updated_kind, updated, flags, folder.path = substr(note.path, 1, length(folder.path)), hash,
          commits
        FROM note JOIN folder ON folder.id = note.folder
        """)
      try add("record", note: 0, texts: [], records: [1], "SELECT id, data FROM record")
      try add("links", note: 0, texts: [], records: [1], "SELECT id, data FROM links")
      try add("link_key", note: 0, texts: [1], "SELECT note, key FROM link_key")
      try add("tag", note: 0, texts: [1, 2], "SELECT note, key, name FROM tag")
      try add("alias", note: 0, texts: [1], "SELECT note, key FROM alias")
      try add("own_id", note: 0, texts: [1], "SELECT note, key FROM own_id")
      try add(
        "task", note: 0, texts: [1], numbers: [2, 3], records: [4],
        "SELECT id >> 20, handle, type, id & 1048575, data FROM task")
      try add(
        "file", note: nil, texts: [0, 1, 2],
        "SELECT folder.path, name, key FROM file LEFT JOIN folder ON folder.id = file.folder")
      try add("folder", note: nil, texts: [0], numbers: [1], "SELECT path, fingerprint FROM folder")
      try add(
        "meta", note: nil, texts: [0, 1],
        "SELECT key, value FROM meta WHERE key IN ('fingerprint', 'note_count', 'body_bytes', 'unread', 'parsing')")

      try IndexStatement(db, "CREATE VIRTUAL TABLE temp.instances USING fts5vocab('main', 'words', 'instance')").run()
      try add(
        "word", note: 0, texts: [1, 2], numbers: [3], "SELECT doc, term, col, offset FROM temp.instances")
      try IndexStatement(db, "DROP TABLE temp.instances").run()
      return lines.sorted()
    }
  }

  static func opened(_ path: String) throws -> SearchIndex {
    guard case .opened(let index) = try SearchIndex.open(IndexFile(at: path), lock: nil) else {
      throw NoIndex(path: path)
    }
    return index
  }

  struct NoIndex: Error {
    var path: String
  }

  /// What an index built from nothing would say now.
  static func ofFreshIndex(_ vault: OpenVault, at path: String) throws -> [String] {
    let pending = PendingScan(vault.scanner)
    let refresh = IndexRefresh(scan: try pending.wait(), checkedAt: pending.startedAt, pipeline: vault.pipeline)
    _ = try IndexBuild(path: path, root: vault.location.root, parsing: vault.parsingFingerprint).run(
      refresh, continues: false)
    return try lines(of: opened(path))
  }
}

extension IndexFile {
  /// A file at an absolute path.
  init(at path: String) throws {
    self.init(path: path, in: try PrivateFolder(NotePath(path).folder, others: .mayRead))
  }
}

extension IndexBuild {
  init(path: String, root: String, parsing: String) throws {
    self.init(file: try IndexFile(at: path), root: root, parsing: parsing)
  }
}
