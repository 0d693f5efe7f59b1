import VaultCore
import VaultInterface
import VaultStore

/// What a page is made of: one look at the vault, and the address that was asked for.
struct PageContext {
  let reader: VaultReader
  let url: VaultURL
  /// The parameters of the address that are no part of a screen's own: how many entries it shows.
  let parameters: FormFields
  let isReadOnly: Bool
  /// What is known of the vault's syncs with other machines.
  var syncs = VaultSyncs.State()

  var vault: Vault { reader.vault }
  var environment: VaultEnvironment { vault.environment }
  var listed: ListedVault { ListedVault(vault) }

  /// Entries of a list that are shown at once.
  static let pageLength = 50
  static let mostEntries = 500

  /// How many entries the address asks for.
  var limit: Int {
    parameters["limit"].flatMap { Int($0) }.map { min(max($0, 1), Self.mostEntries) } ?? Self.pageLength
  }

  /// A link to the entries that follow; nothing behind the last.
  func more(_ title: String, _ place: ListPlace?, in question: ListCursor.Question) -> HTML {
    guard let place else { return HTML() }
    var url = url
    url.cursor = ListCursor.text(place, in: question)
    return "<p class=\"more\"><a class=\"button\" rel=\"next\" href=\"\(url.path)\">\(title)</a></p>"
  }

  func date(_ date: NoteDate) -> HTML {
    "<time datetime=\"\(date.iso8601(in: environment.offset))\">\(listed.time(date, isRelative: true))</time>"
  }

  /// A name for the note that its address leads to.
  func link(_ path: NotePath, _ text: String, line: Int? = nil) -> HTML {
    guard var url = VaultURL(file: path) else { return "<span>\(text)</span>" }
    if case .note = url.place { url.line = line }
    return "<a href=\"\(url.path)\">\(text)</a>"
  }

  func tags(_ tags: [String]) -> HTML {
    guard !tags.isEmpty else { return HTML() }
    let links = tags.map { tag -> HTML in "<a class=\"tag\" href=\"\(VaultURL(.tag(tag)).path)\">#\(tag)</a>" }
    return "<span class=\"tags\">\(links.joined(" "))</span>"
  }

  /// Says what to do where a list has no entries.
  static func empty(_ text: HTML) -> HTML { "<div class=\"empty\"><p>\(text)</p></div>" }
}
