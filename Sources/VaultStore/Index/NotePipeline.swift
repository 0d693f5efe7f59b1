import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// One note to be read.
struct NoteJob: Sendable {
  var path: NotePath
  /// Index of the scanned folder.
  var folder = 0
  var stamp = FileStamp(size: 0, mtimeNS: 0, ctimeNS: 0, device: 0, inode: 0)
  /// True when it is a symbolic link to a file elsewhere in the vault; nil for a note of which only the path is known, which
  /// may be one.
  var isLink: Bool?
}

extension [NoteJob] {
  /// Each path once: a folder that changes while it is listed may name a file twice.
  var sortedByPath: [NoteJob] {
    let sorted = sorted { $0.path < $1.path }
    return sorted.indices.filter { $0 == 0 || sorted[$0].path != sorted[$0 - 1].path }.map { sorted[$0] }
  }
}

/// Reads and parses notes on all cores, and hands them over in order, a bounded number ahead of whoever takes them.
///
/// The order makes the result independent of timing; the bound keeps memory small however many notes there are.
struct NotePipeline: Sendable {
  let root: String
  let options: ParsingOptions
  let maxFileSize: Int
  /// What a file's stamp is taken to be; tests give files times that no clock here would.
  var stamping: @Sendable (FileStamp) -> FileStamp = { $0 }
  /// Told how long reading and parsing take.
  var timing = PhaseTiming.off
  /// Ends reading, between two notes.
  var cancellation: Cancellation?
  /// Texts of editors, which are read in place of these notes' files.
  var overlays: [NotePath: Overlay] = [:]
  /// What dates the notes that have no dates of their own; nil where their files do.
  var dates: GitDates?
  var threads = ScanOptions.defaultThreads

  private static let batchSize = 32
  /// In batches: enough for the time in which the writer sorts what it has gathered and writes it out.
  private static let window = 32

  /// Calls `take` on the calling thread with each job's result, in the order of `jobs`. Stops when it throws.
  func run<Output: Sendable>(
    _ jobs: [NoteJob], transform: @escaping @Sendable (ReadNote, inout NoteParser) -> Output,
    take: (Output) throws -> Void
  ) throws {
    let options = options
    try run(jobs, worker: { NoteParser(options: options) }, transform: transform, take: take)
  }

  /// `worker` makes what each thread keeps from note to note.
  func run<Worker, Output: Sendable>(
    _ jobs: [NoteJob], worker: @escaping @Sendable () -> Worker,
    transform: @escaping @Sendable (ReadNote, inout Worker) -> Output, take: (Output) throws -> Void
  ) throws {
    guard !jobs.isEmpty else { return }
    if jobs.count <= 4 { return try runAlone(jobs, worker: worker, transform: transform, take: take) }
    // Few jobs are shared out, too.
    let batchSize = max(1, min(Self.batchSize, jobs.count / (threads * 4)))
    let batches = (jobs.count + batchSize - 1) / batchSize
    let workers = min(threads, batches)
    let shared = Shared<Output>(workers: workers)
    var started = 0
    while started < workers {
      let number = started
      guard OwnThread.start({ work(number, jobs, batchSize, batches, shared, worker, transform) }) else { break }
      started += 1
    }
    if started == 0 { return try runAlone(jobs, worker: worker, transform: transform, take: take) }
    defer {
      // Workers hold what they need; they stop at their next batch.
      shared.state.withLock { $0.stopped = true }
      for _ in 0..<started { shared.room.signal() }
      for _ in 0..<started { shared.finished.wait() }
    }
    for batch in 0..<batches {
      var finished: (worker: Int, output: Result<[Output], ShortageError>)?
      while finished == nil {
        finished = shared.state.withLock { $0.done.removeValue(forKey: batch) }
        if finished == nil { shared.ready.wait() }
      }
      // A worker that sees it first hands over less than a batch.
      try cancellation?.check()
      shared.room.signal()
      guard let (worker, result) = finished else { continue }
      finished = nil
      let output = try result.get()
      for each in output { try take(each) }
      shared.state.withLock { $0.taken[worker].append(output) }
    }
  }

  /// On the calling thread only.
  private func runAlone<Worker, Output>(
    _ jobs: [NoteJob], worker: () -> Worker, transform: (ReadNote, inout Worker) -> Output,
    take: (Output) throws -> Void
  ) throws {
    var parser = worker()
    let reader = NoteReader(self)
    for job in jobs {
      try cancellation?.check()
      try take(timing.measureBeside(.parse) { transform(try reader.read(job), &parser) })
    }
  }

  /// What is on the disk, whatever editors have: an index is made of that.
  var withoutOverlays: NotePipeline {
    var pipeline = self
    pipeline.overlays = [:]
    return pipeline
  }

  private struct State<Output: Sendable>: Sendable {
    var next = 0
    var done: [Int: (worker: Int, output: Result<[Output], ShortageError>)] = [:]
    /// By the worker who made it, who frees it: memory that another thread frees costs both of them.
    var taken: [[[Output]]]
    var stopped = false
  }

  private final class Shared<Output: Sendable>: Sendable {
    let state: Mutex<State<Output>>
    let room = DispatchSemaphore(value: 0)
    let ready = DispatchSemaphore(value: 0)
    let finished = DispatchSemaphore(value: 0)

    init(workers: Int) {
      state = Mutex(State(taken: Array(repeating: [], count: workers)))
      // Not its first value: a semaphore must not go with less than that, which it has when `take` throws.
      for _ in 0..<NotePipeline.window { room.signal() }
    }
  }

  private func work<Worker, Output: Sendable>(
    _ number: Int, _ jobs: [NoteJob], _ batchSize: Int, _ batches: Int, _ shared: Shared<Output>,
    _ worker: @Sendable () -> Worker,
    _ transform: @Sendable (ReadNote, inout Worker) -> Output
  ) {
    defer { shared.finished.signal() }
    var parser = worker()
    let reader = NoteReader(self)
    while true {
      shared.room.wait()
      var taken: [[Output]] = []
      let batch = shared.state.withLock { state -> Int? in
        swap(&taken, &state.taken[number])
        guard !state.stopped, state.next < batches else { return nil }
        defer { state.next += 1 }
        return state.next
      }
      taken = []
      guard let batch else { return }
      let range = batch * batchSize..<min((batch + 1) * batchSize, jobs.count)
      let output = timing.measureBeside(.parse) {
        Result { () throws(ShortageError) in
          var output: [Output] = []
          output.reserveCapacity(range.count)
          for job in jobs[range] {
            if cancellation?.isCancelled == true { break }
            output.append(transform(try reader.read(job), &parser))
          }
          return output
        }
      }
      shared.state.withLock { $0.done[batch] = (number, output) }
      shared.ready.signal()
    }
  }
}

/// Reads notes' files, one after the other.
struct NoteReader {
  private let reader: Result<FileReader, FileReadError>
  private let pipeline: NotePipeline

  init(_ pipeline: NotePipeline) {
    reader = Result { () throws(FileReadError) in try FileReader(root: pipeline.root) }
    self.pipeline = pipeline
  }

  /// Reads a note of which only the path is known.
  func read(_ path: NotePath) throws(ShortageError) -> ReadNote { try read(NoteJob(path: path)) }

  /// Throws where nothing can be said of the note; what can be is in the result.
  func read(_ job: NoteJob) throws(ShortageError) -> ReadNote {
    var note = try content(of: job)
    note.committed = pipeline.dates?.entry(of: job.path)
    return note
  }

  private func content(of job: NoteJob) throws(ShortageError) -> ReadNote {
    let limit = pipeline.maxFileSize
    if let overlay = pipeline.overlays[job.path] { return ReadNote(overlay, limit: limit) }
    var job = job
    do throws(FileReadError) {
      let reader = try reader.get()
      let file: FileContent
      do throws(FileReadError) {
        file = try reader.read(job.path, isLink: job.isLink ?? false, limit: limit)
      } catch {
        guard error.cause == .link, job.isLink == nil else { throw error }
        file = try reader.read(job.path, isLink: true, limit: limit)
      }
      job.stamp = pipeline.stamping(file.stamp)
      return ReadNote(job: job, content: .bytes(file.bytes))
    } catch {
      try ShortageError.check("the notes cannot be read", error)
      let content: ReadNote.Content =
        switch error.cause {
        case .tooLarge: .tooLarge(limit: limit)
        case .system(ENOENT): .gone
        default: .unreadable(error)
        }
      return ReadNote(job: job, content: content)
    }
  }
}

/// A note's bytes, or why there are none.
struct ReadNote: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    case tooLarge(limit: Int)
    case unreadable(FileReadError)
    /// Deleted since its folder was walked, or a link whose target was: no note any more.
    case gone
  }

  /// With the stamp of the very file that was read.
  var job: NoteJob
  var content: Content
  /// What git knows of it, where that counts.
  var committed: GitLog.Entry?
  /// What is known of a text of an editor.
  var known: KnownReading?

  /// SHA-256; empty without bytes.
  func hash() -> [UInt8] {
    guard case .bytes(let bytes) = content else { return [] }
    return known?.hash { NoteHash.of(bytes) } ?? NoteHash.of(bytes)
  }

  /// Throws `NoteNameError` where there are none.
  func bytes() throws -> [UInt8] {
    guard case .bytes(let bytes) = content else {
      throw NoteNameError.unreadable(job.path, reason: unreadReason, code: unreadCode)
    }
    return bytes
  }

  /// A file too large counts as read: it stays what it is until it changes.
  var isRead: Bool {
    switch content {
    case .bytes, .tooLarge: true
    case .unreadable, .gone: false
    }
  }

  var isGone: Bool {
    if case .gone = content { true } else { false }
  }

  func parsed(with parser: inout NoteParser) -> ParsedNote? {
    guard case .bytes(let bytes) = content else { return nil }
    let (created, modified) = dates
    func read() -> ParsedNote {
      bytes.withUnsafeBufferPointer { parser.parse($0, path: job.path, modified: modified, created: created) }
    }
    let key = KnownReading.Key(path: job.path, options: parser.options, modified: modified, created: created)
    return known?.note(key, read) ?? read()
  }

  /// Why there are no bytes, and what helps.
  var unreadReason: String {
    switch content {
    case .tooLarge(let limit):
      "the file is larger than \(limit) bytes; raise max_file_size in the configuration to read it"
    case .unreadable(let error): error.reason
    case .bytes, .gone: FileReadError(job.path, .system(ENOENT)).reason
    }
  }

  /// The `errno` value of that; nil for what is none of the system's.
  private var unreadCode: CInt? {
    switch content {
    case .tooLarge: EFBIG
    case .unreadable(let error): if case .system(let code) = error.cause { code } else { nil }
    case .bytes, .gone: ENOENT
    }
  }

  /// For a note that could not be read: what is known without its content.
  var unreadRecord: NoteRecord {
    let code: Diagnostic.Code = if case .tooLarge = content { .tooLarge } else { .unreadable }
    let message = unreadReason + "; until then it is listed by its name only"
    return NoteRecord(
      unread: job.path, modified: dates.updated, created: dates.created,
      warning: Diagnostic(code, at: SourceLocation(line: 1, column: 1), message))
  }

  func prepared(with parser: inout NoteParser) -> PreparedNote {
    guard let parsed = parsed(with: &parser) else { return withoutContent() }
    return PreparedNote(parsed, hash: hash(), job, commits: commits)
  }

  func withoutContent() -> PreparedNote { PreparedNote(unread: unreadRecord, job, isRead: isRead, commits: commits) }
}

extension FileStamp {
  /// Milliseconds since 1970, as notes' dates have it.
  var mtimeMS: Int64 { mtimeNS / 1_000_000 }
}
