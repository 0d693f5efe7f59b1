import VaultCore

extension VaultReader {
  /// Those of some files, other than notes, that are named otherwise than by a link: in HTML of a note, in a property, or in
  /// a text file of the vault such as a canvas or a style sheet.
  func filesNamedOutsideOfLinks(among files: [NotePath]) throws -> Set<NotePath> {
    guard !files.isEmpty else { return [] }
    var byName: [String: [NotePath]] = [:]
    for file in files { byName[LinkResolver.key(file.name), default: []].append(file) }
    var named: Set<NotePath> = []
    func add(_ text: String) {
      let name = NotePath(text).name
      named.formUnion(byName[LinkResolver.key(name)] ?? [])
    }
    for record in try snapshot.records(of: snapshot.universe.ids) {
      // All texts of the front matter stand between quotes in JSON.
      for text in record.properties.split(separator: 0x22) where text.contains(0x2E) {
        add(String(decoding: text, as: UTF8.self))
      }
    }
    func addAddresses(in bytes: [UInt8]) {
      for address in bytes.split(whereSeparator: { "\"'()[]<>\n\r\t".utf8.contains($0) }) where address.contains(0x2E) {
        add(LinkTarget(markdown: String(decoding: address, as: UTF8.self)).path)
      }
    }
    let notes = NoteReader(pipeline)
    for path in try notesWithHTMLAddresses() {
      if case .bytes(let bytes) = try notes.read(path).content { addAddresses(in: bytes) }
    }
    let reader = try FileReader(root: location.root)
    for file in try snapshot.files() where Self.namesFiles(file) {
      do throws(FileReadError) { addAddresses(in: try reader.read(file, limit: Self.largestText).bytes) } catch {
        try ShortageError.check("files cannot be read", error)
        // What cannot be read names nothing.
      }
    }
    return named
  }

  /// In bytes. What programs write into a vault for people to read is far smaller.
  private static let largestText = 4 << 20
  private static let textExtensions: Set<String> = [
    "base", "bib", "canvas", "css", "excalidraw", "htm", "html", "js", "json", "scss", "svg", "tex", "toml", "txt",
    "xml",
    "yaml", "yml",
  ]

  private static func namesFiles(_ file: NotePath) -> Bool {
    file.name.split(separator: ".").last.map { textExtensions.contains($0.lowercased()) } ?? false
  }

  /// The notes in which an attribute of HTML may name a file.
  private func notesWithHTMLAddresses() throws -> [NotePath] {
    let query = try QueryParser(context: vault.queryContext).parse("content:src OR content:href OR content:poster")
    return try snapshot.heads(of: select(texts(of: query)).notes).map(\.path)
  }
}
