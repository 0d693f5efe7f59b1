import VaultCore
import VaultPlatform

/// The place that an import reads from.
package enum ImportSource: Sendable, Hashable {
  /// A file or folder; relative to the working folder.
  case path(String)
  /// What came by standard input.
  case bytes([UInt8])
}

/// Notes that are to be imported, and how. Standard input is JSON.
package struct ImportRequest: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    /// Notes in JSON (`JSONNotes`).
    case json
    /// A folder of Markdown notes with all their files, or one such note.
    case folder
    /// A folder of `.txt` files, or one such file.
    case text
  }

  package var source: ImportSource
  /// Nil: found out from the source.
  package var format: Format?
  /// The folder that takes it in, relative to the working folder where that lies in the vault; `/` is the root. Nil:
  /// for a folder one of the same name, for single notes their own paths, else where new notes go.
  package var into: String?
  /// For every note, beside those that it has.
  package var tags: [String] = []
  /// For every note that does not say where it comes from.
  package var noteSource: String?
  /// What numbers in the dates of JSON count; nil where each object tells.
  package var dates: ImportedDates?
  /// The note that takes the to-dos of JSON; made where it is not there yet.
  package var taskNote: String?

  package init(_ source: ImportSource) { self.source = source }
}

/// What an import did beside making files, or would do.
package struct ImportReport: Sendable {
  package var created = 0
  /// Files that the vault has already, byte for byte, where they would have been made.
  package var same = 0
  /// What could not have the path it wanted.
  package var renamed: [(wanted: NotePath, path: NotePath)] = []
  package var problems: [TransferProblem] = []
  /// When notes were last referenced, for the user's own store.
  var references: [NoteReference] = []
  /// To-dos that became tasks.
  package var tasks = 0
  /// The note that they are in.
  package var taskNote: NotePath?
  /// What numbers in the dates of JSON were taken for.
  package var dates: Set<ImportedDates> = []

  /// True when there was something to import, and none of it could be.
  package var failed: Bool { created == 0 && same == 0 && tasks == 0 && !problems.isEmpty }
}

/// Nothing of a source can be imported. Nothing was changed.
package enum ImportError: Failure, Hashable {
  /// With the `errno` value.
  case unreadable(String, code: CInt)
  case undecodable(String)
  case notRegular(String)
  /// Not UTF-8.
  case notText(String)
  case nul(String, line: Int)
  case insideVault(String)
  case holdsVault(String)
  case unknownFormat(String)
  case noFolder(String)
  /// To-dos, of which no note takes the tasks.
  case noTaskNote(String, tasks: Int)
  /// A note for tasks is named, and the source is nothing that has to-dos.
  case noTasks(String)
  /// Bytes of all files together.
  case tooLarge(String, bytes: Int, limit: Int)

  package var kind: FailureKind {
    switch self {
    case .noTaskNote, .noTasks: .badArgument
    default: .refused
    }
  }
  package var message: Message {
    switch self {
    case .noTaskNote(let name, let tasks):
      "\(ShownName.path(name)): has \(tasks == 1 ? "1 to-do" : "\(tasks) to-dos"), and to-dos become tasks of one note; name "
        + "it with \(option: .taskNote)"
    case .noTasks(let name):
      "\(ShownName.path(name)): has no to-dos, and \(option: .taskNote) is for those of JSON and, with \(option: .todoTxt), of "
        + "todo.txt"
    case .unreadable(let path, let code):
      "\(ShownName.path(path)): cannot be read: \(systemMessage(code)); nothing was imported"
    case .undecodable(let path): "\(ShownName.path(path)): the path is not UTF-8; rename the folder, and import it then"
    case .notRegular(let path): "\(ShownName.path(path)): is neither a file nor a folder; nothing was imported"
    case .notText(let path):
      "\(ShownName.path(path)): is no UTF-8 text; convert it first, for example with iconv. Nothing was imported"
    case .nul(let path, let line):
      "\(ShownName.path(path)):\(line): has a NUL byte, which no text has; take it out, for example with tr -d '\\000'. "
        + "Nothing was imported"
    case .insideVault(let path):
      "\(ShownName.path(path)): is in the vault already; \(command: .move) gives notes another place"
    case .holdsVault(let path):
      "\(ShownName.path(path)): the vault itself lies in it; name the folders beside it one by one"
    case .unknownFormat(let path):
      "\(ShownName.path(path)): its name does not tell what it holds; say \(option: .importFormat)"
    case .noFolder(let path): "\(ShownName.path(path)): is a folder, and notes in JSON are one file; name the file"
    case .tooLarge(let name, let bytes, let limit):
      "\(name): its files have \(bytes >> 20) MiB, and at most \(limit >> 20) MiB can be imported, and taken back, at "
        + "once. Import its folders one by one; or copy the largest files to their places by hand first, since what is "
        + "there already is left out"
    }
  }
}
