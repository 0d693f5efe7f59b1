import VaultCore
import VaultPlatform

extension NoteExport {
  /// All files, byte for byte and with their folders and times, as one tar archive, and how many could not be read.
  package func archive() throws -> (file: UnnamedFile, problems: [TransferProblem]) {
    let file = try UnnamedFile()
    let source = try FileReader(root: vault.location.root)
    var problems: [TransferProblem] = []
    for path in notes.map(\.path) + attachments {
      try vault.options.cancellation?.check()
      let content: FileContent
      do { content = try source.readForExport(path) } catch {
        try ShortageError.check("the export cannot go on", error)
        problems.append(TransferProblem(place: path.text, message: "is left out: \(error.reason)"))
        continue
      }
      let seconds = content.stamp.mtimeNS / 1_000_000_000
      try file.append(TarHeader(path: path, size: content.bytes.count, modified: seconds).bytes)
      try file.append(TarHeader.padded(content.bytes))
    }
    try file.append(TarHeader.end)
    return (file, problems)
  }
}

extension FileReader {
  /// The file at a path, or the one inside the root that a link there leads to.
  func readForExport(_ path: NotePath) throws(FileReadError) -> FileContent {
    do {
      return try read(path, limit: ImportReader.longestFile)
    } catch  where error.cause == .link {
      return try read(path, isLink: true, limit: ImportReader.longestFile)
    }
  }
}
