import GRDB
import VaultCore

// A note whose stamp is the one in the index is taken for unchanged. That is wrong where a program writes through a shared
// memory map, by which a file may change without its times, or where somebody writes to the disk past the system. Only
// reading all notes finds that.

/// Notes whose stamps are those in the index, and whose contents are not.
struct DoubtedNotes: Sendable {
  var notes: Set<NotePath> = []
  /// Where they are, by the places of the scanned folders.
  var folders: Set<Int> = []
}

extension IndexRefresh {
  /// So many notes are read at a time: what is known of them is held meanwhile.
  private static let notesAtOnce = 8_192

  /// Reads every note that the index takes for unchanged and compares it by its hash, within one read transaction.
  func doubtedNotes(_ db: Database) throws -> DoubtedNotes {
    var doubted = DoubtedNotes()
    var hashes: [NotePath: [UInt8]] = [:]
    var jobs: [NoteJob] = []
    var done = 0
    let total = scan.noteCount
    func readJobs() throws {
      let known = hashes
      try pipeline.run(
        jobs, worker: {},
        transform: { note, _ in (job: note.job, isDoubted: known[note.job.path].map(note.isDoubtful(hash:)) ?? false) },
        take: { job, isDoubted in
          done += 1
          progress(done, total)
          guard isDoubted else { return }
          doubted.notes.insert(job.path)
          doubted.folders.insert(job.folder)
        })
      (hashes, jobs) = ([:], [])
    }
    let folders = try folders(db)
    for (index, folder) in scan.folders.enumerated() {
      guard let id = folders[folder.pathBytes]?.id else { continue }
      let known = try notes(db, folder: id)
      for entry in folder.notes {
        let path = folder.path(of: entry.name)
        guard let note = known[path], note.settled, note.stamp == entry.stamp else { continue }
        hashes[path] = note.hash
        jobs.append(NoteJob(path: path, folder: index, stamp: entry.stamp, isLink: entry.isLink))
      }
      if jobs.count >= Self.notesAtOnce { try readJobs() }
    }
    try readJobs()
    return doubted
  }
}

extension ReadNote {
  /// Returns true for a note that is not what had this hash although nothing has told of a change.
  fileprivate func isDoubtful(hash known: [UInt8]) -> Bool {
    switch content {
    case .bytes: known != hash()
    case .unreadable: !known.isEmpty
    case .tooLarge, .gone: false
    }
  }
}

extension IndexKeeper {
  /// True when the vault asks for all notes to be read once a day, and it is time.
  func isVerificationDue(_ db: Database, at now: Int64) throws -> Bool {
    guard verifiesDaily else { return false }
    guard let last = try IndexMetaReader(db).int(.verified) else { return true }
    // Also where the clock was set back.
    return !(0..<Self.day).contains(now &- Int64(last))
  }

  /// In nanoseconds.
  private static let day: Int64 = 86_400_000_000_000

  /// Tells which notes were found to be other than the index had them.
  func tell(differing notes: [NotePath]) {
    for path in notes.prefix(Self.mostTold) {
      listener.notice(
        VaultNotice("\(path.text): its text has changed although its times have not; the index is mended"))
    }
    if notes.count > Self.mostTold {
      listener.notice(
        VaultNotice("\(notes.count - Self.mostTold) more notes have changed in that way; the index is mended"))
    }
  }

  private static let mostTold = 20
}
