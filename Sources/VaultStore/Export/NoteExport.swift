import VaultCore
import VaultPlatform

/// Notes that leave the vault: those that matched at one moment. Their files are read as they are handed over.
package struct NoteExport: Sendable {
  let vault: Vault
  /// By path, where the query names no order.
  let notes: [NoteRecord]
  /// Other files of the vault that links and embeds of the notes lead to, each once, by path.
  let attachments: [NotePath]
}

extension VaultReader {
  /// The notes that match. `withFiles`: and the other files that they lead to.
  package func export(_ query: Query, withFiles: Bool = false) throws -> NoteExport {
    let notes = try list(query, sort: query.sort.isEmpty ? [Query.SortKey(.path, isReversed: false)] : []).records
    return NoteExport(vault: vault, notes: notes, attachments: withFiles ? try attachments(of: notes) : [])
  }

  private func attachments(of notes: [NoteRecord]) throws -> [NotePath] {
    let snapshot = try snapshot
    let resolver = LinkResolver(snapshot.directory)
    var found: Set<NotePath> = []
    for path in notes.map(\.path) {
      guard let id = try snapshot.note(at: path) else { continue }
      for link in try snapshot.links(of: id) {
        let target = resolver.resolve(target: link.target, kind: link.kind, from: path).path
        if let target, !target.isNote { found.insert(target) }
      }
    }
    return found.sorted()
  }
}

extension NoteExport {
  /// Hands over the notes, one after the other. The result says what could not be handed over as it is.
  package func readNotes(
    telling listener: VaultListener = VaultListener(), _ take: (ExportedNote) throws -> Void
  ) throws -> (count: Int, problems: [TransferProblem]) {
    let reader = NoteReader(vault.pipeline)
    var parser = NoteParser(options: vault.parsingOptions)
    var problems: [TransferProblem] = []
    var count = 0
    for (index, record) in notes.enumerated() {
      listener.progress(index + 1, notes.count)
      let read = try reader.read(record.path)
      guard case .bytes(let bytes) = read.content else {
        if !read.isGone {
          problems.append(TransferProblem(place: record.path.text, message: "is left out: \(read.unreadReason)"))
        }
        continue
      }
      // It may have been saved since it was listed.
      var record = record
      let hash = read.hash()
      if hash != record.hash, let parsed = read.parsed(with: &parser) { record = NoteRecord(parsed.note, hash: hash) }
      let fence = bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0) }
      if let loss = Self.loss(of: bytes, fence, record) {
        problems.append(
          TransferProblem(place: record.path.text, message: "\(loss); \(option: .exactCopies) exports exact copies"))
      }
      try take(ExportedNote(record: record, body: String(decoding: bytes[fence.range.upperBound...], as: UTF8.self)))
      count += 1
    }
    return (count, problems)
  }

  /// What JSON cannot hold of a note.
  private static func loss(of bytes: [UInt8], _ fence: FrontMatterFence, _ record: NoteRecord) -> String? {
    if String(validating: bytes, as: UTF8.self) == nil { return "is not UTF-8, and has replacement characters in JSON" }
    switch fence.format {
    case .none: return nil
    case .toml: return "of its TOML front matter only title, tags and date are exported"
    case .yaml:
      let isWhitespace = bytes[fence.contentRange].allSatisfy { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
      return record.properties == Array("{}".utf8) && !isWhitespace && !record.warnings.isEmpty
        ? "its front matter cannot be read, and is left out" : nil
    }
  }

  // MARK: As files

  /// Copies the files byte for byte, with their folders and times. Never overwrites. `folder` is made if need be; relative
  /// to the working folder.
  package func copy(to folder: String, telling listener: VaultListener = VaultListener()) throws -> ExportReport {
    guard !notes.isEmpty else { return ExportReport() }
    let files = notes.map(\.path) + attachments
    let copies = try FileCopies(from: vault.location.root, to: try exportFolder(folder), named: folder)
    var report = ExportReport()
    do {
      for (index, path) in files.enumerated() {
        listener.progress(index + 1, files.count)
        switch try copies.copy(path) {
        case .copied:
          report.paths.append(path)
          if index < notes.count { report.notes += 1 } else { report.attachments += 1 }
        case .same: report.same += 1
        case .refused(let reason): report.problems.append(TransferProblem(place: path.text, message: reason))
        }
      }
      try copies.sync()
    } catch let error as ChangeError {
      throw ExportError(stopping: error, after: report.paths.count)
    }
    return report
  }

  /// Makes the folder; absolute and without links.
  private func exportFolder(_ given: String) throws -> String {
    let path = given.isAbsolutePath ? given : (vault.environment.workingFolder ?? vault.location.root) + "/" + given
    // What is missing lies below what is there.
    var there = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var missing: [String] = []
    var resolved = resolvedPath(Array(path.utf8))
    while case .failure(let failure) = resolved, failure.code == ENOENT, let last = there.popLast(), last != ".." {
      missing.insert(last, at: 0)
      resolved = resolvedPath(Array(("/" + there.joined(separator: "/")).utf8))
    }
    let own = Array(vault.location.root.utf8)
    switch resolved {
    case .failure(let failure): throw ExportError.unusable(given, code: failure.code)
    case .success(let bytes):
      let target = missing.filter { $0 != "." }.reduce(bytes) { joinedPath($0 == [0x2F] ? [] : $0, Array($1.utf8)) }
      if relativePath(of: target, beneath: own) != nil { throw ExportError.insideVault(given) }
      if relativePath(of: own, beneath: target) != nil { throw ExportError.holdsVault(given) }
      guard let text = String(validating: target, as: UTF8.self) else {
        throw ExportError.unusable(given, code: EILSEQ)
      }
      for (index, byte) in target.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
        mkdir(String(decoding: target[..<index], as: UTF8.self), 0o777)
      }
      guard mkdir(text, 0o777) == 0 || errno == EEXIST else { throw ExportError.unusable(given, code: errno) }
      return text
    }
  }
}

/// A note as it leaves the vault: all that lists say of it, and its text.
package struct ExportedNote: Sendable {
  package var record: NoteRecord
  /// Without the front matter; bytes that are no UTF-8 replaced.
  package var body: String
}

/// What became of an export of files.
package struct ExportReport: Sendable, Hashable {
  package var notes = 0
  /// Files that the notes lead to and that are no notes.
  package var attachments = 0
  /// Files that were there already, byte for byte.
  package var same = 0
  /// What was copied, relative to the target, in order.
  package var paths: [NotePath] = []
  package var problems: [TransferProblem] = []
}

/// Files cannot be exported to where they should go.
package enum ExportError: Failure, Hashable {
  case insideVault(String)
  case holdsVault(String)
  /// With the `errno` value.
  case unusable(String, code: CInt)
  /// Something went wrong after so many files.
  case stopped(String, cause: String, copied: Int)

  init(stopping error: ChangeError, after copied: Int) {
    let cause =
      if case .system(let step, let code) = error.cause {
        "cannot be \(step): \(systemMessage(code))"
      } else {
        "cannot be copied"
      }
    self = .stopped(error.path.text, cause: cause, copied: copied)
  }

  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .insideVault(let path):
      "\(path): lies in the vault, where copies would be notes of their own; name a folder outside"
    case .holdsVault(let path): "\(path): holds the vault, and copies could come among its notes; name another folder"
    case .unusable(let path, let code):
      "\(path): cannot be used: \(systemMessage(code)); name a folder that can be written"
    case .stopped(let path, let cause, let copied):
      "\(path): \(cause). \(copied) files had been copied and stay; when it is mended, the same command copies the rest"
    }
  }
}
