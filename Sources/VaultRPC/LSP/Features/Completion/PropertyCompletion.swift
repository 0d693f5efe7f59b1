import VaultCore
import VaultInterface
import VaultStore

/// Keys and values of front matter as the vault's notes use them, the most frequent first.
struct PropertyCompletion {
  private let site: CompletionSite
  private let request: LanguageRequest
  private let reader: VaultReader

  init(_ site: CompletionSite, _ request: LanguageRequest, _ reader: VaultReader) {
    (self.site, self.request, self.reader) = (site, request, reader)
  }

  /// Keys that the note does not have yet.
  var keys: [CompletionOffer] {
    get throws {
      let matcher = NameMatcher(site.typed)
      let text = try request.text
      let isClosed = text.bytes[site.range.upperBound...].first == 0x3A
      let own = try request.note.frontMatter.properties.map(\.key)
      return try reader.properties().filter { property in
        matcher.matches(property.key) && !own.contains { $0.caseInsensitiveEquals(property.key) && $0 != site.typed }
      }.map { property in
        CompletionOffer(
          label: property.key, detail: property.types.joined(separator: ", "), kind: .field, range: site.range,
          newText: isClosed ? property.key : property.key + site.closing)
      }
    }
  }

  func values(of key: String) throws -> [CompletionOffer] {
    if FrontMatterReader.tagKeys(inNotebook: reader.vault.notebook != nil).contains(where: {
      $0.caseInsensitiveEquals(key)
    }) {
      return try TagCompletion(site, request, reader).offers
    }
    let matcher = NameMatcher(site.typed)
    return try reader.values(ofProperty: key).compactMap { value in
      let text = value.value.formatted
      guard !text.isEmpty, !text.utf8.contains(0x0A), matcher.matches(text) else { return nil }
      return CompletionOffer(
        label: text, detail: value.count == 1 ? "1 note" : "\(value.count) notes", kind: .value, range: site.range,
        newText: written(value.value, text))
    }
  }

  /// Texts that YAML would read as something else in quotes.
  private func written(_ value: JSONValue, _ text: String) -> String {
    guard case .text = value else { return text }
    return FrontMatterEditor.written(text)
  }
}
