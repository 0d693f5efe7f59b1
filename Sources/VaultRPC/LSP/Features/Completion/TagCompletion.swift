import VaultCore
import VaultStore

/// Tags, those of most notes first. Without a vault, those of the note itself.
struct TagCompletion {
  private let site: CompletionSite
  private let tags: [(name: String, count: Int)]

  init(_ site: CompletionSite, _ request: LanguageRequest, _ reader: VaultReader?) throws {
    self.site = site
    tags = try reader?.tags().map { ($0.tag, $0.total) } ?? request.note.tags.map { ($0, 1) }
  }

  var offers: [CompletionOffer] {
    let matcher = NameMatcher(site.typed)
    let own = LinkResolver.key(site.typed)
    return tags.filter { matcher.matches($0.name) && !($0.count == 1 && LinkResolver.key($0.name) == own) }
      .enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
      .map { tag in
        CompletionOffer(
          label: tag.name, detail: tag.count == 1 ? "1 note" : "\(tag.count) notes", kind: .constant, range: site.range,
          newText: tag.name)
      }
  }
}
