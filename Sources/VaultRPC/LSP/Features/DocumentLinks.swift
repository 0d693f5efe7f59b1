import VaultCore
import VaultStore

/// What the links of a document lead to.
struct DocumentLinks {
  enum Target: Hashable {
    /// A heading or block of the document itself.
    case line(Int)
    case place(NotePath, LinkTarget.Anchor)
    /// Whatever is named in it.
    case file(NotePath)
    /// An address, or what leads nowhere.
    case text(String)
  }

  private let resolver: LinkResolver
  private let path: NotePath
  private let lines: AnchorLines

  /// A document that belongs to no vault knows itself alone.
  init(_ request: LanguageRequest, _ reader: VaultReader?) throws {
    resolver = try reader?.linkResolver ?? LinkResolver(InMemoryLinkDirectory(paths: [request.path]))
    (path, lines) = (request.path, AnchorLines(try request.note))
  }

  func resolved(_ link: Link) -> LinkResolver.Resolution? {
    link.isExternal ? nil : resolver.resolve(target: link.target, kind: link.kind, from: path)
  }

  func target(of link: Link, wholeFile: Bool = false) -> Target {
    guard let found = resolved(link), let file = found.path else { return .text(LinkResolver.key(link.target)) }
    if wholeFile { return .file(file) }
    if file == path, let line = lines.line(of: found.anchor) { return .line(line) }
    switch found.anchor {
    case .none: return .place(file, .none)
    case .block(let id): return .place(file, .block(LinkResolver.key(id)))
    case .heading(let names): return .place(file, .heading(names.map(LinkResolver.key)))
    }
  }

  func leads(_ link: Link, to target: Target) -> Bool {
    if case .file = target { return self.target(of: link, wholeFile: true) == target }
    return self.target(of: link) == target
  }
}
