import VaultCore
import VaultPlatform

/// Works out what an import makes of its items: where each goes, and what text it has there.
///
/// A file that is at an item's place already, and holds just what the item would, is that item. What it would hold hangs
/// on the names that others get, by the links to them, so that is found out round by round.
final class ImportPlan {
  private enum Place {
    case new(NotePath)
    /// A file that may be the same, and what it holds.
    case there(NotePath, [UInt8])
    /// A file that is the same.
    case same(NotePath)
    /// It cannot be imported at all.
    case none

    var path: NotePath? {
      switch self {
      case .new(let path), .there(let path, _), .same(let path): path
      case .none: nil
      }
    }
  }

  private let items: [ImportItem]
  private let source: ImportReader
  private let request: ImportRequest
  private let plan: ChangePlan
  private let places: ImportPlaces
  private let parser: NoteParser
  /// Each parallel to the items.
  private var chosen: [Place]
  private var texts: [(stem: String, bytes: [UInt8], note: Note)?]
  private var problems: [[TransferProblem]]
  private var linkProblems: [[TransferProblem]]
  /// Files that have the names that items want.
  private var wantedFiles: [Int: NotePath] = [:]
  /// Files that an item may be, and that were not tried yet.
  private var candidates: [Int: [(path: NotePath, bytes: [UInt8])]] = [:]
  private var claimed: Set<NotePath> = []
  /// The next number to be tried, by the path that several want.
  private var numbers: [[UInt8]: Int] = [:]

  init(_ source: ImportReader, _ request: ImportRequest, _ plan: ChangePlan) {
    items = source.items
    self.source = source
    self.request = request
    self.plan = plan
    places = ImportPlaces(plan.tree)
    parser = NoteParser(options: plan.reader.parsingOptions)
    chosen = Array(repeating: .none, count: items.count)
    texts = Array(repeating: nil, count: items.count)
    problems = Array(repeating: [], count: items.count)
    linkProblems = problems
  }

  /// A file to be made.
  private typealias NewFile = (path: NotePath, bytes: [UInt8], item: ImportItem)

  /// Plans all that is to be done. `times`: of the files that are to have another one than that of the import.
  func work() throws -> (report: ImportReport, times: [(path: NotePath, modified: timespec)]) {
    try choosePlaces()
    var links = try readTexts()
    let first = try self.links(to: { self.wantedFiles[$0] ?? self.chosen[$0].path })
    while try compareFiles([links, first]) { links = try readTexts() }
    let files = try newFiles(links)
    var report = self.report(created: files.count)
    report.references = references()
    let kept = try keepLinks(from: files.map(\.path), links)
    report.problems += kept.problems
    plan.firstSteps += places.missingFolders(for: files.map(\.path)).map { .makeFolder($0) }
    for file in files {
      plan.firstSteps.append(.create(file.path, file.bytes, mode: file.item.mode))
      plan.record(ChangeRecord(.created, file.path, from: file.item.origin))
    }
    for (path, edits) in kept.edits where try plan.apply(edits, to: path) { plan.record(ChangeRecord(.updated, path)) }
    return (report, files.compactMap { file in file.item.modified.map { (file.path, $0) } })
  }

  // MARK: Places

  private func choosePlaces() throws {
    // Those whose place is taken, by the place that several want.
    var groups: [[UInt8]: [Int]] = [:]
    for (index, item) in items.enumerated() {
      let (folder, name) = try wanted(item)
      let path = joinedPath(folder, name)
      if try places.take(name, in: folder) {
        chosen[index] = .new(NotePath(bytes: path))
      } else {
        groups[path, default: []].append(index)
      }
    }
    for (_, group) in groups.sorted(by: { $0.value[0] < $1.value[0] }) { try claim(group) }
  }

  private func wanted(_ item: ImportItem) throws -> (folder: [UInt8], name: [UInt8]) {
    (try places.folder(item.wanted.parent.bytes), Array(item.wanted.nameBytes))
  }

  /// Gives items that want one taken place the files that may be they: those with the same body first. All others get
  /// numbers.
  private func claim(_ group: [Int]) throws {
    let (folder, name) = try wanted(items[group[0]])
    var files: [(path: NotePath, bytes: [UInt8])] = []
    for path in try places.filesThere(name, in: folder) {
      let place = try plan.tree.place(path)
      guard try VaultTree.kind(place) == S_IFREG, let image = try FileImage.readIfThere(place) else { continue }
      files.append((path, image.bytes))
    }
    var byBody: [ArraySlice<UInt8>: [Int]] = [:]
    for (index, file) in files.enumerated().reversed() {
      byBody[Self.body(file.path, file.bytes), default: []].append(index)
    }
    for index in group {
      wantedFiles[index] = files.first?.path
      if let file = byBody[try body(index)]?.popLast() {
        let (path, bytes) = files[file]
        claimed.insert(path)
        chosen[index] = items[index].isNote ? .there(path, bytes) : .same(path)
      }
    }
    for index in group {
      // Links may have been rewritten, so a note's file need not have its body.
      if try hasLinks(index) { candidates[index] = Array(files.prefix(Self.mostCandidates)) }
      if case .none = chosen[index], !takeNextFile(index) { try giveNumber(index) }
    }
  }

  /// At most this many files that have a note's name are tried.
  private static let mostCandidates = 4

  private func takeNextFile(_ index: Int) -> Bool {
    while let (path, bytes) = candidates[index]?.first {
      candidates[index]?.removeFirst()
      guard claimed.insert(path).inserted else { continue }
      if case .there(let former, _) = chosen[index] { claimed.remove(former) }
      chosen[index] = .there(path, bytes)
      return true
    }
    return false
  }

  private func hasLinks(_ index: Int) throws -> Bool {
    guard items[index].isNote else { return false }
    return try parser.structure(of: Array(body(index)), path: items[index].origin).links.contains { !$0.isExternal }
  }

  private func body(_ index: Int) throws -> ArraySlice<UInt8> {
    switch items[index].content {
    case .note(let note): note.body[...]
    case .markdown(let bytes): Self.body(items[index].origin, bytes)
    case .file: try bytes(index)[...]
    }
  }

  private static func body(_ path: NotePath, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
    path.isNote ? bytes.withoutFrontMatter : bytes[...]
  }

  private func giveNumber(_ index: Int) throws {
    let (folder, name) = try wanted(items[index])
    let key = joinedPath(folder, name)
    var number = numbers[key] ?? 2
    while try !places.take(NumberedName.bytes(name, number), in: folder) { number += 1 }
    numbers[key] = number + 1
    chosen[index] = .new(NotePath(bytes: joinedPath(folder, NumberedName.bytes(name, number))))
  }

  // MARK: Texts

  /// What the item is without regard to links; empty for a file that is gone.
  private func bytes(_ index: Int) throws -> [UInt8] {
    if let text = texts[index] { return text.bytes }
    guard case .file = items[index].content else { return [] }
    do throws(FileReadError) {
      return try source.file(items[index].origin)
    } catch {
      try ShortageError.check("the import cannot be read", error)
      problems[index] = [TransferProblem(place: items[index].origin.text, message: ImportReader.message(error))]
      chosen[index] = .none
      return []
    }
  }

  private func readText(_ index: Int) throws {
    guard let path = chosen[index].path, texts[index]?.stem != path.stem else { return }
    let item = items[index]
    problems[index] = []
    do {
      let (bytes, refusal) = try item.text(stem: path.stem, zone: plan.reader.environment.offset, request)
      if let refusal { problems[index].append(TransferProblem(place: item.origin.text, message: refusal)) }
      var note = parser.structure(of: bytes, path: item.origin)
      // Only the links count, and there may be many notes.
      (note.headings, note.tagOccurrences, note.diagnostics) = ([], [], [])
      texts[index] = (path.stem, bytes, note)
    } catch let error as UnwritableNoteError {
      problems[index].append(TransferProblem(place: item.origin.text, message: "is left out: \(error)"))
      chosen[index] = .none
      texts[index] = nil
    }
  }

  // MARK: Links

  /// `place`: where an item is in the vault; nil for none.
  private func links(to place: (Int) -> NotePath?) throws -> ImportLinks {
    var moves: [NotePath: NotePath] = [:]
    var aliases: [(alias: String, path: NotePath)] = []
    for index in items.indices {
      guard let path = place(index) else { continue }
      moves[items[index].origin] = path
      aliases += (texts[index]?.note.aliases ?? []).map { ($0, items[index].origin) }
    }
    return ImportLinks(moves: moves, aliases: aliases, vault: try plan.reader.snapshot.directory, root: source.root)
  }

  /// Reads every note's text under the name that it has now.
  private func readTexts() throws -> ImportLinks {
    for index in items.indices where items[index].isNote { try readText(index) }
    return try links { self.chosen[$0].path }
  }

  /// Returns true when the files that notes may be are they; those that differ get other places, and true is given
  /// back.
  ///
  /// A file is the same with any of the links that an import may have given it: notes are not made again for the sake of
  /// one that they link to and that has changed.
  private func compareFiles(_ links: [ImportLinks]) throws -> Bool {
    var differing: [Int] = []
    for index in items.indices {
      guard case .there(let path, let bytes) = chosen[index] else { continue }
      if let text = texts[index], text.bytes == bytes || links.contains(where: { rewritten(index, $0) == bytes }) {
        chosen[index] = .same(path)
      } else {
        differing.append(index)
      }
    }
    for index in differing where !takeNextFile(index) { try giveNumber(index) }
    return !differing.isEmpty
  }

  /// The text with its links as they have to be in the vault; nil where it stays as it is. Notes what is in the way.
  private func rewritten(_ index: Int, _ links: ImportLinks) -> [UInt8]? {
    guard chosen[index].path != nil, let text = texts[index] else { return nil }
    let (bytes, problems) = links.rewritten(text.note, text.bytes)
    linkProblems[index] = problems
    return bytes
  }

  // MARK: The change

  private func newFiles(_ links: ImportLinks) throws -> [NewFile] {
    var files: [NewFile] = []
    var total = 0
    for index in items.indices {
      guard case .new(let path) = chosen[index] else { continue }
      let bytes = try rewritten(index, links) ?? self.bytes(index)
      if case .none = chosen[index] { continue }
      total += bytes.count
      files.append((path, bytes, items[index]))
      if let reason = try plan.ignored.reason(path) {
        problems[index].append(TransferProblem(place: path.text, message: "\(reason)"))
      }
      guard total <= Self.largestImport else {
        throw ImportError.tooLarge(source.name, bytes: total, limit: Self.largestImport)
      }
    }
    return files
  }

  /// The journal keeps a copy, and all of it is in memory for a moment.
  static let largestImport = Journal.maximumBytes

  private func report(created: Int) -> ImportReport {
    var report = ImportReport(created: created, problems: source.problems)
    report.problems += zip(problems, linkProblems).flatMap { $0 + $1 }
    for index in items.indices {
      switch chosen[index] {
      case .there, .same: report.same += 1
      // A folder that is there in another case is the same folder.
      case .new(let path) where LinkResolver.key(path.text) != LinkResolver.key(items[index].wanted.text):
        report.renamed.append((items[index].wanted, path))
      case .new, .none: break
      }
    }
    return report
  }

  /// When notes that have a place in the vault now were last referenced.
  private func references() -> [NoteReference] {
    items.indices.compactMap { index in
      guard case .note(let note) = items[index].content, let time = note.referenced, let path = chosen[index].path
      else {
        return nil
      }
      let instant = time.instant(in: plan.reader.environment.offset)
      return NoteReference(path: path, milliseconds: instant)
    }
  }

  /// Links of the vault's own notes that a new file would catch go on leading where they led.
  private func keepLinks(
    from new: [NotePath], _ links: ImportLinks
  ) throws -> (edits: [(path: NotePath, edits: [TextEdit])], problems: [TransferProblem]) {
    let snapshot = try plan.reader.snapshot
    let notes = try snapshot.notes(linkingToAny: new.lazy.flatMap { LinkKey.all(to: $0, aliases: []) })
    var edits: [(path: NotePath, edits: [TextEdit])] = []
    var problems: [TransferProblem] = []
    for path in try snapshot.heads(of: notes).map(\.path).sorted() {
      do {
        let note = try plan.note(path)
        let own = try links.keeping(note, in: try plan.text(path))
        if !own.isEmpty { edits.append((path, own)) }
      } catch let error as LinkRewriteError {
        problems.append(TransferProblem(place: "", message: "\(error). The note's links stay as they are"))
      } catch let error as ChangeError where error.cause == .notUTF8 {
        problems.append(TransferProblem(place: path.text, message: "is not UTF-8, so its links stay as they are"))
      }
    }
    return (edits, problems)
  }
}
