import VaultCore
import VaultPlatform

/// Reads all that an import's source holds, and says of each file where it wants to be.
struct ImportReader {
  /// The look at the vault that lasts while the source is read.
  private let look: VaultReader
  private let request: ImportRequest
  private(set) var items: [ImportItem] = []
  private(set) var problems: [TransferProblem] = []
  /// Lines of Markdown without their ends.
  private(set) var tasks: [String] = []
  private(set) var dates: Set<ImportedDates> = []
  private var isJSON = false
  /// What the source is called.
  private(set) var name = "standard input"
  /// The folder that the items' origins count from; nil where they are in no files.
  private(set) var root: String?
  private var reader: FileReader?
  private var origins: Set<String> = []
  /// The numbers that names have come to.
  private var numbers: [String: Int] = [:]

  /// Reads it. Throws `ImportError` and what names no place in the vault.
  init(_ request: ImportRequest, _ look: VaultReader) throws {
    self.look = look
    self.request = request
    for tag in request.tags { try TagRename.check(tag) }
    switch request.source {
    case .bytes(let bytes): try addJSON(bytes)
    case .path(let path): try read(path)
    }
    if request.taskNote != nil, !isJSON { throw ImportError.noTasks(name) }
  }

  private mutating func read(_ given: String) throws {
    let path = try Self.resolved(given, from: look.environment.workingFolder)
    var status = stat()
    guard stat(path, &status) == 0 else { throw ImportError.unreadable(given, code: errno) }
    name = NotePath(path).name
    do {
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try readFolder(path, given)
      case S_IFREG: try readFile(path, given)
      default: throw ImportError.notRegular(given)
      }
    } catch let error as FileReadError {
      throw Self.error(error, given)
    }
  }

  /// The absolute path that a person's leads to.
  private static func resolved(_ given: String, from folder: String?) throws -> String {
    switch resolvedPath(Array((given.isAbsolutePath ? given : (folder ?? ".") + "/" + given).utf8)) {
    case .failure(let failure): throw ImportError.unreadable(given, code: failure.code)
    case .success(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw ImportError.undecodable(given) }
      return text
    }
  }

  /// What one file holds, relative to `folder`. Throws `ImportError`.
  static func contents(of given: String, from folder: String?) throws -> [UInt8] {
    do {
      return try GivenFile.read(given, from: folder, limit: longestFile)
    } catch .system(let code) {
      throw ImportError.unreadable(given, code: code)
    } catch .tooLarge(let limit) {
      throw ImportError.tooLarge(ShownName.path(given), bytes: limit + 1, limit: limit)
    }
  }

  private mutating func readFile(_ path: String, _ given: String) throws {
    let format: ImportRequest.Format
    switch (request.format, NotePath(path).isNote, Self.suffix(name)) {
    case (let given?, _, _): format = given
    case (nil, true, _): format = .folder
    case (nil, _, "json"): format = .json
    case (nil, _, "txt"): format = .text
    default: throw ImportError.unknownFormat(given)
    }
    let folder = NotePath(path).folder.isEmpty ? "/" : NotePath(path).folder
    let content = try FileReader(root: folder).read(NotePath(name), limit: Self.longestFile)
    if format == .json { return try addJSON(content.bytes) }
    if relativePath(of: Array(path.utf8), beneath: Array(look.location.root.utf8)) != nil, format == .folder {
      throw ImportError.insideVault(given)
    }
    root = folder
    let target = try target() ?? look.newNoteFolder(nil)
    add(NotePath(name), content, asText: format == .text, to: target, mode: Self.mode(folder + "/" + name))
  }

  private static func suffix(_ name: String) -> String {
    String(name.dropFirst(NotePath.stem(of: name).count + 1)).lowercased()
  }

  private static func error(_ error: FileReadError, _ given: String) -> ImportError {
    switch error.cause {
    case .system(let code): .unreadable(given, code: code)
    case .tooLarge(let size, let limit): .tooLarge(given, bytes: Int(size), limit: limit)
    case .notRegular, .link, .outside: .notRegular(given)
    }
  }

  // MARK: Folders

  private mutating func readFolder(_ path: String, _ given: String) throws {
    let (own, other) = (Array(look.location.root.utf8), Array(path.utf8))
    if relativePath(of: other, beneath: own) != nil { throw ImportError.insideVault(given) }
    if relativePath(of: own, beneath: other) != nil { throw ImportError.holdsVault(given) }
    if request.format == .json { throw ImportError.noFolder(given) }
    root = path
    let folder: SourceFolder
    do { folder = try SourceFolder(path) } catch let error as ChangeError {
      guard case .system(_, let code) = error.cause else { throw error }
      throw ImportError.unreadable(given, code: code)
    }
    problems += folder.problems
    var files = folder.files
    let isText = request.format.map { $0 == .text } ?? !files.contains { $0.path.isNote }
    if isText { files.removeAll { $0.path.isNote || Self.suffix($0.path.name) != "txt" } }
    let target = try target() ?? NotePath(folderName())
    let reader = try FileReader(root: path)
    self.reader = reader
    for (index, file) in files.enumerated() {
      look.progress(index + 1, files.count)
      try addFile(file, asText: isText, to: target, reader)
    }
  }

  private mutating func addFile(_ file: SourceFolder.File, asText: Bool, to target: NotePath, _ reader: FileReader)
    throws
  {
    let mode = Self.mode(file.status)
    guard file.path.isNote || asText else {
      let time = timespec(nanoseconds: FileStamp(file.status).mtimeNS)
      items.append(
        ImportItem(
          origin: file.path, wanted: target.appending(file.path.bytes), content: .file, modified: time, mode: mode))
      return
    }
    do throws(FileReadError) {
      let content = try reader.read(file.path, limit: Self.longestFile)
      add(file.path, content, asText: asText, to: target, mode: mode)
    } catch {
      try ShortageError.check("the import cannot be read", error)
      problems.append(TransferProblem(place: file.path.text, message: Self.message(error)))
    }
  }

  private mutating func add(_ path: NotePath, _ content: FileContent, asText: Bool, to target: NotePath, mode: UInt32) {
    let limit = look.configuration.maximumFileSize
    if content.bytes.count > limit {
      let message =
        "has \(content.bytes.count) bytes, more than the \(limit) that are read: it is imported, but listed by its "
        + "name only; raise `max_file_size` or split it"
      problems.append(TransferProblem(place: path.text, message: message))
    }
    var item = ImportItem(
      origin: path, wanted: target.appending(path.bytes), content: .markdown(content.bytes),
      modified: timespec(nanoseconds: content.stamp.mtimeNS), mode: mode)
    if asText {
      let (note, diagnostics) = PlainTextNote.read(content.bytes, fileName: path.name)
      problems += diagnostics.map { TransferProblem(place: path.text, message: $0.message) }
      guard let note else { return }
      let suffix = path.bytes.count - (path.bytes.lastIndex(of: UInt8(ascii: ".")) ?? path.bytes.count)
      let new = NotePath(bytes: path.bytes.dropLast(suffix) + Array(".md".utf8))
      item.content = .note(note)
      item.wanted = target.appending(new.bytes)
      item.origin = unused(new)
    }
    items.append(item)
  }

  /// A folder's own name, as far as it can be one in a vault.
  private func folderName() -> String {
    do throws(NewNoteNameError) {
      return try NoteFileName.stem(ofTitle: name)
    } catch {
      return "Imported"
    }
  }

  /// A file that was not read with the others.
  func file(_ path: NotePath) throws(FileReadError) -> [UInt8] {
    guard let reader else { throw FileReadError(path, .system(ENOENT)) }
    return try reader.read(path, limit: Self.longestFile).bytes
  }

  static func message(_ error: FileReadError) -> String {
    switch error.cause {
    case .system(ENOENT): "is gone; it may just have been moved or deleted"
    case .link: "is a symbolic link, and links are not followed; copy what it leads to by hand"
    case .notRegular, .outside: "is no regular file, and is left out"
    case .tooLarge(let size, _): "has \(size) bytes, too many to be imported; copy it by hand"
    case .system: error.reason
    }
  }

  // MARK: JSON

  private mutating func addJSON(_ bytes: [UInt8]) throws {
    let json = JSONNotes(bytes, dates: request.dates)
    isJSON = true
    dates = json.dates
    // About one of several notes, the message names it.
    let isWhole = json.notes.isEmpty && json.tasks.isEmpty && json.diagnostics.count == 1
    problems += json.diagnostics.map { diagnostic in
      let location = diagnostic.location
      return TransferProblem(
        place: isWhole || diagnostic.code == .importReplaced ? "\(name):\(location.line):\(location.column)" : "",
        message: diagnostic.message)
    }
    if request.taskNote == nil, !json.tasks.isEmpty { throw ImportError.noTaskNote(name, tasks: json.tasks.count) }
    for (number, task) in json.tasks {
      let (item, problem) = task.item(look.vault.taskFormat, look.parsingOptions, zone: look.environment.offset)
      tasks.append(item)
      if let problem { problems.append(TransferProblem(place: "\(name): to-do \(number)", message: problem)) }
    }
    let target = try target()
    let folder = try target ?? look.newNoteFolder(nil)
    for note in json.notes {
      let own = note.path.map { NotePath($0) }
      let path = try own ?? NotePath(fileName(of: note))
      let parent = own == nil ? folder : target ?? NotePath("")
      let zone = look.environment.offset
      items.append(
        ImportItem(
          origin: unused(path), wanted: parent.appending(path.bytes), content: .note(note),
          modified: note.modified.map { timespec(milliseconds: $0.instant(in: zone)) }))
    }
  }

  /// By the pattern for new notes, at the time at which the note was made.
  private func fileName(of note: ImportedNote) throws -> String {
    var new = NewNote(title: note.title)
    new.text = note.body
    let zone = look.environment.offset
    let time = note.created.map { created in
      let instant = created.instant(in: zone)
      return CivilTime(instant: instant, offset: zone(instant / 1_000))
    }
    func name(_ title: String) throws -> String {
      try NoteFileName.make(
        pattern: look.vault.newNotePattern(), title: title, id: note.id ?? ChangeSession.newID(),
        time: time ?? look.environment.civilTime)
    }
    do {
      return try name(VaultEditor.title(of: new))
    } catch NewNoteNameError.nothingLeft {
      return try name("Untitled")
    } catch is NoTitleError {
      return try name("Untitled")
    }
  }

  // MARK: Places

  /// Where the request says; nil where it says nothing.
  private func target() throws -> NotePath? {
    guard let into = request.into else { return nil }
    let path = into == "/" ? NotePath("") : try look.vault.pathInVault(into)
    if !path.text.isEmpty { try ChangePlan.checkName(path) }
    let tree = try VaultTree(root: look.location.root)
    let ignored = IgnoredPlaces(tree.root, rootPath: look.location.root, look.vault.scanOptions)
    if let reason = try ignored.reason(path, isFolder: true) { throw ChangeError(path, .refused("\(reason)")) }
    for folder in ([path] + path.ancestors).reversed() where !folder.text.isEmpty {
      guard let kind = try tree.placeIfThere(folder).flatMap({ try VaultTree.kind($0) }) else {
        if let problem = NoteFileName.problem(inNewFolder: folder.name) {
          throw ChangeError(path, .refused("\(problem)"))
        }
        continue
      }
      if kind != S_IFDIR { throw ChangeError(path, .throughLink) }
    }
    return path
  }

  /// Several notes may have one name.
  private mutating func unused(_ path: NotePath) -> NotePath {
    let key = LinkResolver.key(path.text)
    while true {
      let number = (numbers[key] ?? 0) + 1
      numbers[key] = number
      let name = path.parent.appending(NumberedName.bytes(Array(path.name.utf8), number))
      if origins.insert(LinkResolver.key(name.text)).inserted { return name }
    }
  }

  /// What can be read at all.
  static let longestFile = 1 << 30

  /// Whoever could read or execute the source can do so with the copy, and the owner can change it.
  private static func mode(_ status: stat) -> UInt32 { UInt32(status.st_mode & 0o777) | 0o600 }

  private static func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? mode(status) : 0o600
  }
}
