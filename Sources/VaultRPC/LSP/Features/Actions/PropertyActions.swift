import VaultCore
import VaultStore

/// Keys, tags and aliases for the front matter.
enum PropertyActions: ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer] {
    // TOML is read, and not written.
    guard [.yaml, .none].contains(site.note.frontMatter.format) else { return [] }
    var offers: [ActionOffer] = []
    if site.isInFrontMatter || site.line == 1 { offers += try keys(site) }
    if case .tag(let tag, _)? = site.standing, !site.isInFrontMatter, !isTagged(tag, site) {
      offers.append(
        ActionOffer(
          title: "Add #\(ShownName.quoted(tag)) to the front matter",
          action: NoteAction(.addTag, line: site.line, text: tag)))
    }
    if let heading = site.heading, ReferencesMethod.isFirst(heading, site.note), site.path.stem != site.note.title {
      offers += alias(site.note.title, of: site.path, known: site.note.aliases, site)
    }
    if let link = site.link?.link, !link.isExternal, link.callsItsTarget, !link.text.isEmpty,
      let target = try DefinitionMethod.target(of: link, site.request, site.reader), target.anchor == .none,
      target.path.isNote,
      target.path != site.path
    {
      offers += alias(link.text, of: target.path, known: try site.reader.aliases(ofNoteAt: target.path), site)
    }
    return offers
  }

  /// Those that a schema asks for, then those that notes get names and subjects by.
  private static func keys(_ site: ActionSite) throws -> [ActionOffer] {
    let missing = try site.reader.findings(ofNoteAt: site.path).compactMap { finding in
      finding.property.flatMap { $0.kind == .missing && $0.isAbsent ? $0.key : nil }
    }
    let usual = ["tags", "aliases"].filter { site.isInFrontMatter && site.note.frontMatter[$0] == nil }
    return (missing + usual).uniqued(by: \.self).map { key in
      ActionOffer(
        title: "Add the property \"\(ShownName.quoted(key))\"", action: NoteAction(.addKey, line: site.line, text: key),
        isPreferred: missing.contains(key))
    }
  }

  private static func isTagged(_ tag: String, _ site: ActionSite) -> Bool {
    let keys = FrontMatterReader.tagKeys(inNotebook: site.reader.vault.notebook != nil)
    let own = keys.compactMap { site.note.frontMatter[$0]?.value.stringList }.joined()
    return own.contains { LinkResolver.key(TagGrammar.bare($0)) == LinkResolver.key(tag) }
  }

  private static func alias(_ name: String, of path: NotePath, known: [String], _ site: ActionSite) -> [ActionOffer] {
    let key = LinkResolver.key(name)
    guard key != LinkResolver.key(path.stem), !known.contains(where: { LinkResolver.key($0) == key }) else { return [] }
    return [
      ActionOffer(
        title: path == site.path
          ? "Add \"\(ShownName.quoted(name))\" as an alias"
          : "Add \"\(ShownName.quoted(name))\" as an alias of \"\(ShownName.quoted(path.text))\"",
        action: NoteAction(.addAlias, line: site.line, text: name, word: path.text))
    ]
  }

  static func planned(_ action: NoteAction, in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    let options = ChangeOptions(dryRun: true)
    let text = try action.neededText
    switch action.name {
    case .addKey: return try editor.set(text, to: .null, in: [path.text], options).planned
    case .addTag: return try editor.addTag(text, to: [path.text], evenWhereTextHasIt: true, options).planned
    case .addAlias: return try editor.addAlias(text, to: [action.word ?? path.text], options).planned
    default: throw NoteAction.malformed
    }
  }
}
