import Foundation

/// A copy of a folder of notes without the links that its queries are made of, and what is asked about it.
struct KnownItemVault {
  let queries: [KnownItems.Query]
  /// Made from the notes' texts instead of their links.
  let descriptions: [KnownItems.Query]
  private let session: Session
  private let ranked: RankedVault
  private let formula: PlainFormula

  init(_ session: Session, root: String, copy: String) throws {
    self.session = session
    var folder = FolderCopy()
    try folder.add(root, as: copy)
    let notes = try Self.notes(in: copy)
    let names = try Self.names(session, copy)
    let items = KnownItems(notes: notes, names: names)
    queries = items.queries
    for (path, text) in items.changed {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(copy)/\(path)"), options: .atomic)
    }
    ranked = try RankedVault(session, root: copy, tokenizer: "porter unicode61 remove_diacritics 2")
    let bodies = Dictionary(
      uniqueKeysWithValues: notes.map { path, text in
        let bytes = Array((items.changed[path] ?? text).utf8)
        let body = String(decoding: bytes[(NoteWords.bodyStart(bytes) ?? 0)...], as: UTF8.self)
        return (path, KnownItems.words(of: body))
      })
    descriptions = Descriptions.queries(bodies, count: Self.descriptionCount)
    formula = PlainFormula(
      Dictionary(
        uniqueKeysWithValues: bodies.map { path, body in
          let names = names[path]
          let fields = [names?.title ?? "", KnownItems.stem(of: path), (names?.aliases ?? []).joined(separator: " ")]
          return (path, fields.map(KnownItems.words) + [body])
        }))
  }

  private static let descriptionCount = 200

  func paths(for query: String, _ ranker: KnownItemSearch.Ranker) throws -> [String] {
    switch ranker {
    case .any: try ranked.own(query, "--any")
    case .terminal: try ranked.asOnTerminal(query)
    case .all: try ranked.own(query, "--all")
    case .fullTextAll: try ranked.paths(for: query, by: .fullTextAll)
    case .fullTextAny: try ranked.paths(for: query, by: .fullTextAny)
    case .formula: formula.paths(for: KnownItems.words(of: query), limit: RankingScore.depth)
    }
  }

  /// The half of each query: tuning where its SHA-256 is even. No hash of the project's own is used, since weights were chosen before it had
  /// this measure, by the half that this hash gives.
  func halves() throws -> [Judgments.Half] {
    let folder = session.folder + "/hashed"
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = queries.indices.map { "\(folder)/\($0)" }
    for (file, query) in zip(files, queries) { try Data(query.text.utf8).write(to: URL(fileURLWithPath: file)) }
    let lines = try session.answer(["sha256sum"] + files).split(separator: "\n")
    guard lines.count == files.count else { throw Session.Failure(description: "sha256sum: \(lines.count) lines") }
    return lines.map { line in
      // The last of 64 digits.
      let digit = line.prefix(64).last.flatMap(\.hexDigitValue) ?? 0
      return digit.isMultiple(of: 2) ? .tuning : .unseen
    }
  }

  private static func notes(in folder: String) throws -> [String: String] {
    guard let files = FileManager.default.enumerator(atPath: folder) else {
      throw Session.Failure(description: "\(folder) cannot be read")
    }
    var notes: [String: String] = [:]
    while let path = files.nextObject() as? String {
      guard path.hasSuffix(".md"), !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
      notes[path] = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")), as: UTF8.self)
    }
    return notes
  }

  private struct Listed: Decodable {
    let path: String
    let title: String
    let aliases: [String]
  }

  /// As the vault command reads them, so that none of its own titles is asked for.
  private static func names(_ session: Session, _ root: String) throws -> [String: KnownItems.Names] {
    let listed = try JSONDecoder().decode(
      [Listed].self, from: Data(try session.answer(session.vault("list", "--json", "--no-index", in: root)).utf8))
    return Dictionary(
      listed.map { ($0.path, KnownItems.Names(title: $0.title, aliases: $0.aliases)) },
      uniquingKeysWith: { first, _ in first })
  }
}
