import VaultCore
import VaultStore

/// `textDocument/documentLink`: all links with what they lead to, in the vault and out of it.
enum DocumentLinkMethod {
  static let method = LanguageMethod(name: "textDocument/documentLink", lapses: .whenChanged, work: .vault(answer))

  /// Addresses that a click may open. Others can run programs.
  private static let schemes = ["http:", "https:", "mailto:"]

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    let text = try request.text
    let resolver = try reader?.linkResolver ?? LinkResolver(InMemoryLinkDirectory(paths: [request.path]))
    return .list(
      text.spans(request.workspace.parsing).links.compactMap { span -> JSONValue? in
        guard !span.range.isEmpty, let target = target(of: span.link, resolver, request) else { return nil }
        return .members(("range", text.range(span.range).json), ("target", .text(target)))
      })
  }

  private static func target(of link: Link, _ resolver: LinkResolver, _ request: LanguageRequest) -> String? {
    if link.isExternal {
      let address = String(decoding: InlineTree.unescaped(link.target.utf8), as: UTF8.self)
      return schemes.contains { address.lowercased().hasPrefix($0) } ? address : nil
    }
    let found = resolver.resolve(target: link.target, kind: link.kind, from: request.path)
    return found.path.map { request.workspace.uri(of: $0).text }
  }
}
