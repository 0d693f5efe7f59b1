import Foundation
import GRDB
import VaultCore

/// What bringing the index up to date changed, in notes.
package struct IndexChanges: Sendable, Hashable {
  package var added = 0
  package var changed = 0
  package var removed = 0
  /// Looked at because of their stamps, and found unchanged.
  package var verified = 0
  package var total = 0
  /// Found to be other than the index had them although their stamps are what they were, where all notes were read; they
  /// count among `changed`.
  package var differing: [NotePath] = []
  /// Which notes these are.
  package var notes = NoteChanges.some(NoteChanges.Paths())
  /// True when the index is in another state than before, be it only that other stamps are known.
  var isNewState = false
  /// True when so much of the index is dead that building it anew pays.
  var wantsRebuild = false

  package init() {}

  package var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
}

/// Compares the folder with what was indexed, and indexes the difference.
struct IndexRefresh {
  let scan: ScanResult
  /// When the scan began, in nanoseconds since 1970.
  let checkedAt: Int64
  let pipeline: NotePipeline
  /// What was found when all notes were read; nil where they were not.
  var doubted: DoubtedNotes?
  /// Called with how many notes of how many are done.
  var progress: (Int, Int) -> Void = { _, _ in }
  /// The limit that hears of what is going to be written; nil for an index that nobody else can have made.
  var steps: StepLimit?
  /// Called after every so many notes that were written, between two of them.
  var pause: (every: Int, body: () throws -> Void)?

  typealias KnownFolder = (id: Int, fingerprint: UInt64, settled: Bool)

  struct KnownNote {
    var id: Int
    var stamp: FileStamp
    var settled: Bool
    var hash: [UInt8]
    /// True when the file's mtime is one of the note's dates.
    var isDatedByFile: Bool
    /// As `ReadNote.commits`.
    var commits: String
    /// True when the folder still has it.
    var isSeen = false

    /// Returns true when what is stored is what reading the file would give.
    func isUnchanged(_ read: ReadNote) -> Bool {
      guard commits == read.commits else { return false }
      guard case .bytes = read.content else { return hash.isEmpty && stamp == read.job.stamp }
      return !hash.isEmpty && (!isDatedByFile || stamp.mtimeMS == read.job.stamp.mtimeMS) && hash == read.hash()
    }
  }

  /// To be run within one write transaction. Equal folders and notes are not touched. Where the scan's key is not the
  /// index's, no folder has the same fingerprint: then all are compared, and the index takes the scan's.
  func run(_ db: Database, writer: IndexWriter) throws -> IndexChanges {
    try pipeline.timing.measure(.compare) { try compare(db, writer: writer) }
  }

  private func compare(_ db: Database, writer: IndexWriter) throws -> IndexChanges {
    var changes = IndexChanges()
    var log = NoteChangeLog()
    var turns = CancellableTurns(pipeline.cancellation)
    var known = try folders(db)
    var jobs: [NoteJob] = []
    /// Those among the notes to be read that are known already.
    var suspects: [NotePath: KnownNote] = [:]
    var folderIDs: [Int: Int] = [:]
    var touched: [Int] = []
    let meta = IndexMetaReader(db)
    let isDatedAlike = try pipeline.dates?.isMark(meta.text(.dates)) ?? true
    let insert = try IndexStatement(db, "INSERT INTO folder(path, fingerprint, settled) VALUES(?1, 0, 0)")
    func remove(_ notes: [NotePath: KnownNote]) throws {
      for (path, note) in notes.sorted(by: { $0.value.id < $1.value.id }) {
        try writer.remove(id: note.id)
        changes.removed += 1
        log.remove(path, hash: note.hash)
      }
    }

    for (index, folder) in scan.folders.enumerated() {
      try turns.next()
      let before = known.removeValue(forKey: folder.pathBytes)
      if let before, before.settled, before.fingerprint == folder.fingerprint, isDatedAlike,
        doubted?.folders.contains(index) != true
      {
        continue
      }
      touched.append(index)
      try steps?.begin(.folder(files: folder.files.count), db)
      var notes: [NotePath: KnownNote] = [:]
      if let before {
        folderIDs[index] = before.id
        notes = try self.notes(db, folder: before.id)
      } else {
        try insert.run(folder.pathBytes)
        folderIDs[index] = Int(db.lastInsertedRowID)
      }
      for job in compare(folder, index: index, isDatedAlike: isDatedAlike, with: &notes) {
        jobs.append(job)
        suspects[job.path] = notes[job.path]
      }
      try remove(notes.filter { !$0.value.isSeen })
      try writeFiles(db, folder: folder, id: folderIDs[index] ?? 0)
    }
    for folder in known.values.sorted(by: { $0.id < $1.id }) {
      try remove(notes(db, folder: folder.id))
      try db.execute(sql: "DELETE FROM file WHERE folder = ?", arguments: [folder.id])
      try db.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [folder.id])
    }

    changes.total = scan.noteCount
    let unreadFolders = try pipeline.timing.measure(.write) {
      try read(jobs, suspects, folderIDs, writer, &changes, &log)
    }
    changes.notes = log.changes
    let update = try IndexStatement(db, "UPDATE folder SET fingerprint = ?1, settled = ?2 WHERE id = ?3")
    for index in touched {
      let folder = scan.folders[index]
      try update.run(
        Int64(bitPattern: folder.fingerprint), folder.isConclusive(asOf: checkedAt) && !unreadFolders.contains(index),
        folderIDs[index] ?? 0)
    }
    let fingerprint = Int64(bitPattern: scan.fingerprint)
    changes.isNewState = try !changes.isEmpty || meta.int(.fingerprint).map(Int64.init) != fingerprint
    try pipeline.timing.measure(.write) {
      try steps?.measure(db)
      steps?.begin()
      try writer.finish(fingerprint: fingerprint, scan.key, isNewState: changes.isNewState)
      if doubted != nil { try meta.set(.verified, checkedAt) }
      if !isDatedAlike, let dates = pipeline.dates { try meta.set(.dates, dates.mark()) }
    }
    changes.wantsRebuild = writer.wantsRebuild
    return changes
  }

  /// The notes of a folder that have to be read, in the order of their paths. Notes that the folder still has are marked
  /// in `known`.
  ///
  /// Most often few of many differ, so that only these are put in order.
  private func compare(
    _ folder: ScannedFolder, index: Int, isDatedAlike: Bool, with known: inout [NotePath: KnownNote]
  ) -> [NoteJob] {
    let doubted = doubted?.folders.contains(index) == true ? doubted?.notes : nil
    var different: [NoteJob] = []
    for entry in folder.notes {
      let path = folder.path(of: entry.name)
      if let place = known.index(forKey: path) {
        known.values[place].isSeen = true
        let note = known.values[place]
        if note.settled, note.stamp == entry.stamp, doubted?.contains(path) != true,
          isDatedAlike || note.commits == pipeline.dates?.entry(of: path)?.mark ?? ""
        {
          continue
        }
      }
      different.append(NoteJob(path: path, folder: index, stamp: entry.stamp, isLink: entry.isLink))
    }
    return different.sortedByPath
  }

  /// Returns the folders with notes that could not be read, or were gone: they are to be looked at again.
  private func read(
    _ jobs: [NoteJob], _ suspects: [NotePath: KnownNote], _ folderIDs: [Int: Int], _ writer: IndexWriter,
    _ changes: inout IndexChanges, _ log: inout NoteChangeLog
  ) throws -> Set<Int> {
    var unread: Set<Int> = []
    var done = 0
    var written = 0
    try pipeline.run(
      jobs,
      transform: { note, parser -> (PreparedNote?, NoteJob, isRead: Bool, isGone: Bool) in
        let isKept = note.isGone || suspects[note.job.path]?.isUnchanged(note) == true
        return (isKept ? nil : note.prepared(with: &parser), note.job, note.isRead, note.isGone)
      },
      take: { prepared, job, isRead, isGone in
        if !isRead { unread.insert(job.folder) }
        let known = suspects[job.path]
        done += 1
        defer { progress(done, jobs.count) }
        if isGone { changes.total -= 1 }
        if let known, isGone || prepared != nil { try writer.remove(id: known.id) }
        guard let prepared else {
          if let known, isGone {
            changes.removed += 1
            log.remove(job.path, hash: known.hash)
          } else if let known {
            try writer.restamp(id: known.id, job.stamp, checkedAt: checkedAt, isRead: isRead)
            changes.verified += 1
          }
          return
        }
        if known == nil {
          changes.added += 1
          log.add(job.path, hash: prepared.record.hash)
        } else {
          changes.changed += 1
          log.change(job.path)
          if isRead, doubted?.notes.contains(job.path) == true { changes.differing.append(job.path) }
        }
        try steps?.begin(.note(bytes: Int(clamping: prepared.stamp.size)), writer.db)
        try writer.add(prepared, folderID: folderIDs[job.folder] ?? 0, checkedAt: checkedAt)
        written += 1
        if let pause, written.isMultiple(of: pause.every) { try pause.body() }
      })
    return unread
  }

  func folders(_ db: Database) throws -> [[UInt8]: KnownFolder] {
    var folders: [[UInt8]: KnownFolder] = [:]
    let statement = try IndexStatement(db, "SELECT id, path, fingerprint, settled FROM folder")
    while try statement.step() {
      folders[Array(statement.bytes(1))] = (
        statement.int(0), UInt64(bitPattern: statement.int64(2)), statement.int(3) != 0
      )
    }
    return folders
  }

  func notes(_ db: Database, folder: Int) throws -> [NotePath: KnownNote] {
    var notes: [NotePath: KnownNote] = [:]
    let statement = try IndexStatement(
      db,
      "SELECT id, path, size, mtime, ctime, device, inode, settled, hash, created_kind = 0 AND created = mtime / 1000000 "
        + "OR updated_kind = 0 AND updated = mtime / 1000000, commits FROM note WHERE folder = ?", folder)
    while try statement.step() {
      notes[NotePath(bytes: statement.bytes(1))] = KnownNote(
        id: statement.int(0),
        stamp: FileStamp(
          size: statement.int64(2), mtimeNS: statement.int64(3), ctimeNS: statement.int64(4),
          device: UInt64(bitPattern: statement.int64(5)), inode: UInt64(bitPattern: statement.int64(6))),
        settled: statement.int(7) != 0, hash: Array(statement.bytes(8)), isDatedByFile: statement.int(9) != 0,
        commits: statement.string(10))
    }
    return notes
  }

  private func writeFiles(_ db: Database, folder: ScannedFolder, id: Int) throws {
    try db.execute(sql: "DELETE FROM file WHERE folder = ?", arguments: [id])
    guard !folder.files.isEmpty else { return }
    let insert = try IndexStatement(db, "INSERT OR IGNORE INTO file VALUES(?1, ?2, ?3)")
    for name in folder.files {
      try insert.run(id, Array(name), LinkResolver.key(String(decoding: name, as: UTF8.self)))
    }
  }
}
