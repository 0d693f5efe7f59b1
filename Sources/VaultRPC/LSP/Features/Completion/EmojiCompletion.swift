import VaultCore

/// Emoji by the names that Unicode has for them: `:party` gives 🎉.
struct EmojiCompletion {
  private let site: CompletionSite

  init(_ site: CompletionSite) { self.site = site }

  var offers: [CompletionOffer] {
    let typed = String(site.typed.dropFirst()).replacing("_", with: " ").replacing("-", with: " ")
    let words = typed.lowercased().split(separator: " ")
    return Self.all.filter { emoji in words.allSatisfy { emoji.name.contains($0) } }
      .sorted { ($0.name.utf8.count, $0.name) < ($1.name.utf8.count, $1.name) }.prefix(CompletionMethod.most)
      .map { emoji in
        CompletionOffer(
          label: "\(emoji.text) \(emoji.name)", kind: .text, range: site.range, newText: emoji.text)
      }
  }

  /// Single scalars that are shown as pictures by themselves.
  private static let all: [(text: String, name: String)] = [0x2190...0x2BFF, 0x1F300...0x1FAFF].joined()
    .compactMap { Unicode.Scalar(UInt32($0)) }.filter(\.properties.isEmojiPresentation)
    .compactMap { scalar in scalar.properties.name.map { (String(scalar), $0.lowercased()) } }
}
