import VaultCore
import VaultStore

/// Notes behind `[[`, and files behind `](`: those with a name that matches, and of equally good ones those that are open or
/// linked here, and then those that were changed last.
struct LinkCompletion {
  private let site: CompletionSite
  private let request: LanguageRequest
  /// Nil before there is an index.
  private let reader: VaultReader?
  private let table: NameTable
  private let resolver: LinkResolver

  init(_ site: CompletionSite, _ request: LanguageRequest, _ reader: VaultReader) throws {
    (self.site, self.request, self.reader) = (site, request, reader)
    table = try request.names(reader)
    resolver = try reader.linkResolver
  }

  /// Knows the files alone.
  init(_ site: CompletionSite, _ request: LanguageRequest, _ paths: [NotePath]) {
    (self.site, self.request, reader) = (site, request, nil)
    table = NameTable(paths: paths)
    resolver = LinkResolver(InMemoryLinkDirectory(paths: paths))
  }

  /// `[[name]]`, with the title or alias as its text where that is what matched.
  var notes: [CompletionOffer] {
    get throws {
      try ranked.compactMap { match in
        guard let target = resolver.linkText(to: match.note.path, from: request.path) else { return nil }
        var text = target
        let bar = site.isInTable ? "\\|" : "|"
        var label = match.note.title
        switch match.name {
        case .alias(let alias):
          label = alias
          if !site.hasText { text += bar + shown(alias) }
        case .title where !site.hasText && !site.closing.isEmpty && match.note.title != match.note.path.stem:
          text += bar + shown(match.note.title)
        default: break
        }
        if !fits(text) { text = target }
        guard fits(text) else { return nil }
        return CompletionOffer(
          label: label, detail: match.note.path.text, kind: .file, range: site.range, newText: text + site.closing,
          target: match.note.path)
      }
    }
  }

  /// A text of a link in a table has no bar of its own.
  private func shown(_ text: String) -> String { site.isInTable ? text.replacing("|", with: "\\|") : text }

  /// False for what would end the link, or the quotes around it.
  private func fits(_ text: String) -> Bool {
    if text.contains("]]") || text.hasSuffix("]") || text.contains("\n") { return false }
    guard let quote = site.quote else { return true }
    return !text.utf8.contains(quote) && (quote != 0x22 || !text.utf8.contains(0x5C))
  }

  /// `](path)`, relative to the note's folder, with escapes where they are needed.
  var paths: [CompletionOffer] {
    get throws {
      let typed = LinkTarget(markdown: site.typed).path
      let notes = try ranked(typed).map(\.note.path)
      let key = LinkResolver.key(typed)
      let files = try (reader?.attachments() ?? []).filter { key.isEmpty || LinkResolver.key($0.text).contains(key) }
      return (notes + files.prefix(CompletionMethod.most)).compactMap { path in
        guard let text = DestinationText.text(to: path, from: request.path) else { return nil }
        return CompletionOffer(
          label: path.text, kind: .file, range: site.range, newText: text + site.closing, target: path)
      }
    }
  }

  /// `note#heading` for the headings of all notes that have all words that were typed behind `##`.
  var headings: [CompletionOffer] {
    get throws {
      let words = site.typed.drop { $0 == "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      let found = try reader?.mapHeadings(beginning: words, notes: CompletionMethod.most) { path, _, headings in
        (path, headings.map(\.heading))
      }
      return (found ?? []).flatMap { path, headings -> [CompletionOffer] in
        guard let name = resolver.linkText(to: path, from: request.path) else { return [] }
        return headings.compactMap { heading in
          let anchor = heading.anchor
          guard !anchor.isEmpty else { return nil }
          let target = (path == request.path ? "" : name) + "#" + anchor
          return CompletionOffer(
            label: heading.text, detail: path.text, kind: .reference, range: site.range, newText: target + site.closing,
            target: path, anchor: anchor)
        }
      }
    }
  }

  private var ranked: [NameTable.Match] { get throws { try ranked(site.typed) } }

  private func ranked(_ typed: String) throws -> [NameTable.Match] {
    let matches = table.matches(typed, limit: CompletionMethod.most)
    let near = try nearPaths
    // Those that are near are few of many that match alike, and may not be among the first.
    let known = Set(matches.map(\.note.path))
    return sorted(table.matches(typed, among: near.keys.sorted().filter { !known.contains($0) }) + matches, near)
  }

  private func sorted(_ matches: [NameTable.Match], _ near: [NotePath: Int]) -> [NameTable.Match] {
    matches.enumerated().filter { $0.element.note.path != request.path }.sorted { a, b in
      let (x, y) = (near[a.element.note.path] ?? .max, near[b.element.note.path] ?? .max)
      return (-a.element.score / 1_024, x, a.offset) < (-b.element.score / 1_024, y, b.offset)
    }.map(\.element)
  }

  /// How many notes count as changed last.
  private static let recent = 50

  /// How near each note is, keyed by path; the least is the nearest.
  private var nearPaths: [NotePath: Int] {
    get throws {
      var near: [NotePath: Int] = [:]
      func add(_ path: NotePath) { if near[path] == nil { near[path] = near.count } }
      for path in request.workspace.documents.keys.sorted() { add(path) }
      for link in try request.note.links where !link.isExternal {
        if let path = resolver.resolve(target: link.target, kind: link.kind, from: request.path).path { add(path) }
      }
      for path in table.recent(Self.recent) { add(path) }
      return near
    }
  }
}
