import VaultCore

extension VaultReader {
  /// Ids and aliases that several notes have.
  func nameFindings(_ records: [NoteRecord]) throws -> [Finding] {
    var ids: [String: [NotePath]] = [:]
    var aliases: [String: (text: String, paths: [NotePath])] = [:]
    for record in records {
      if let id = record.id, !Self.isPlaceholder(id) { ids[id, default: []].append(record.path) }
      for alias in record.aliases.filter({ !Self.isPlaceholder($0) }).uniqued(by: LinkResolver.key) {
        aliases[LinkResolver.key(alias), default: (alias, [])].paths.append(record.path)
      }
    }
    let places = PropertyPlaces(self)
    let shared = ids.filter { $0.value.count > 1 }
    let found = try shared.flatMap { id, paths in
      try paths.map { path in
        Finding(
          path: path,
          diagnostic: Diagnostic(
            "id-duplicate", at: try places.place(of: ["id"], in: path),
            "\(Self.others(paths, than: path)) the id \"\(id)\", too; give each its own"))
      }
    }
    let resolver = LinkResolver(try snapshot.directory)
    return try found
      + aliases.filter { $0.value.paths.count > 1 }.flatMap { key, alias in
        let target = resolver.resolve(target: alias.text, kind: .wiki, from: NotePath("")).path
        return try alias.paths.map { path in
          Finding(
            path: path,
            diagnostic: Diagnostic(
              "alias-duplicate",
              at: try places.place(of: FrontMatterReader.aliasKeys, in: path) { LinkResolver.key($0) == key },
              """
              \(Self.others(alias.paths, than: path)) the alias "\(alias.text)", too, and a link by it leads to \
              "\((target ?? path).text)"; take it out of the others
              """))
        }
      }
  }

  /// `"A.md" has`, `"A.md" and 3 more notes have`.
  private static func others(_ paths: [NotePath], than own: NotePath) -> String {
    let others = paths.filter { $0 != own }
    guard let first = others.first, others.count > 1 else { return "\"\(others.first?.text ?? "")\" has" }
    return "\"\(first.text)\" and \(others.count - 1) more \(others.count == 2 ? "note" : "notes") have"
  }

  private static func isPlaceholder(_ text: String) -> Bool { PropertyValue.text(text).isPlaceholder }
}

/// Where properties stand in the notes that have them. Notes are read for it: each once where its places are asked for one
/// after the other.
final class PropertyPlaces {
  private let notes: NoteReader
  private var last: (path: NotePath, frontMatter: FrontMatter?)?

  init(_ reader: VaultReader) { notes = NoteReader(reader.pipeline) }

  /// The place of the first of the keys that is there: of the value that is meant, where there is one, else of its value.
  /// The beginning of the note where nothing is.
  func place(of keys: [String], in path: NotePath, where isMeant: (String) -> Bool = { _ in true }) throws
    -> SourceLocation
  {
    let frontMatter = try frontMatter(of: path)
    for key in keys {
      guard let property = frontMatter?[key] else { continue }
      guard case .list(let values) = property.value, values.count == property.itemLocations.count else {
        return property.valueLocation
      }
      let index = values.firstIndex { $0.text.map(isMeant) ?? false }
      return index.map { property.itemLocations[$0] } ?? property.valueLocation
    }
    return SourceLocation(line: 1, column: 1)
  }

  /// Nil where the note cannot be read.
  func frontMatter(of path: NotePath) throws -> FrontMatter? {
    if let last, last.path == path { return last.frontMatter }
    var frontMatter: FrontMatter?
    if case .bytes(let bytes) = try notes.read(path).content {
      frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    }
    last = (path, frontMatter)
    return frontMatter
  }
}
