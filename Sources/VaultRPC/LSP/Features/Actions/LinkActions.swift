import VaultCore
import VaultStore

/// What can be done with a link: mend one that leads nowhere, and write one otherwise.
enum LinkActions: ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer] {
    guard let span = site.link, !span.link.isExternal else { return [] }
    guard let (path, anchor) = try DefinitionMethod.target(of: span.link, site.request, site.reader) else {
      return try ofMissing(span, site)
    }
    var offers = try headings(meantBy: anchor, in: path, span.link, site)
    if span.link.kind != .property, span.link.kind != .reference {
      let title = span.isWikilink(in: site.text.bytes) ? "Write it as a Markdown link" : "Write it as a wikilink"
      offers.append(ActionOffer(title: title, action: NoteAction(.changeSyntax, at: span.link.location)))
    }
    if span.link.kind == .embed, path.isNote, path != site.path, canBeInlined(anchor, site) {
      offers.append(
        ActionOffer(title: "Put in the text of the embedded note", action: NoteAction(.inlineEmbed, line: site.line)))
    }
    return offers
  }

  /// True where the embed stands alone, so that a text can take its place.
  private static func canBeInlined(_ anchor: LinkTarget.Anchor, _ site: ActionSite) -> Bool {
    if case .block = anchor { return false }
    do throws(EmbedInliningError) {
      _ = try EmbedInlining.embed(atLine: site.line, of: site.note, in: site.text.bytes)
      return true
    } catch {
      return false
    }
  }

  /// Those that a link to a missing heading may mean.
  private static func headings(
    meantBy anchor: LinkTarget.Anchor, in path: NotePath, _ link: Link, _ site: ActionSite
  ) throws -> [ActionOffer] {
    guard path.isNote else { return [] }
    return try site.reader.headings(meantBy: anchor, from: link.kind, in: path, limit: mostNames).enumerated().map {
      ActionOffer(
        title: "Link to the heading \"\(ShownName.quoted($1.text))\"",
        action: NoteAction(.linkTo, at: link.location, text: path.text, word: $1.anchor), isPreferred: $0 == 0)
    }
  }

  // MARK: Links that lead nowhere

  /// More names than these nobody reads.
  private static let mostNames = 3
  private static let mostTemplates = 5

  private static func ofMissing(_ span: NoteSpans.LinkSpan, _ site: ActionSite) throws -> [ActionOffer] {
    let isDestination = span.link.kind == .markdown || span.link.kind == .reference
    let path = isDestination ? LinkTarget(markdown: span.link.target).path : LinkTarget(span.link.target).path
    guard !path.isEmpty else { return [] }
    func link(to note: NotePath, _ title: String, isPreferred: Bool) -> ActionOffer {
      ActionOffer(
        title: title, action: NoteAction(.linkTo, at: span.link.location, text: note.text), isPreferred: isPreferred)
    }
    let moved = try moved(span.link, site)
    var offers =
      moved.map { note in
        [link(to: note, "Link to \"\(ShownName.quoted(note.text))\", where the note has moved", isPreferred: true)]
      } ?? []
    let shown = ShownName.quoted(path)
    // A Markdown link says just where; a name alone is found in any folder.
    let exact = isDestination ? span.link.exactPaths(from: site.path).first : nil
    guard Self.canBeMade(exact?.text ?? path) else { return try offers + nearest(to: path, site, except: moved, link) }
    offers.append(
      ActionOffer(
        title: "Create the note \"\(shown)\"",
        action: NoteAction(exact == nil ? .createNote : .createNoteAt, line: site.line, text: exact?.text ?? path),
        isPreferred: moved == nil))
    if exact != nil { return try offers + nearest(to: path, site, except: moved, link) }
    if !path.utf8.contains(0x2F), try site.reader.newNoteFolder(nil).text != site.path.folder {
      offers.append(
        ActionOffer(
          title: "Create the note \"\(shown)\" beside this one",
          action: NoteAction(
            .createNoteAt, line: site.line,
            text: [site.path.folder, path].filter { !$0.isEmpty }.joined(separator: "/"))))
    }
    for template in try site.reader.templates().prefix(mostTemplates) {
      offers.append(
        ActionOffer(
          title: "Create the note \"\(shown)\" by the template \"\(ShownName.quoted(template))\"",
          action: NoteAction(.createNote, line: site.line, text: path, word: template)))
    }
    return try offers + nearest(to: path, site, except: moved, link)
  }

  /// False for a path that no note of a vault can have.
  private static func canBeMade(_ path: String) -> Bool {
    // `plan.pdf` looks for a file of that name, which is no note.
    if VaultReader.isAttached(NotePath(path)) { return false }
    return NoteFileName.problem(inPath: NotePath(path).isNote ? path : path + ".md")?.severity != .refused
  }

  /// Links to the notes of nearly that name.
  private static func nearest(
    to path: String, _ site: ActionSite, except moved: NotePath?,
    _ link: (NotePath, String, Bool) -> ActionOffer
  ) throws -> [ActionOffer] {
    let stem = NotePath(path).isNote ? NotePath(path).stem : NotePath(path).name
    return try site.request.names(site.reader).nearest(to: stem, limit: mostNames).filter { $0 != moved }.map {
      link($0, "Link to \"\(ShownName.quoted($0.text))\"", false)
    }
  }

  /// Where a note is now that the link led to.
  private static func moved(_ link: Link, _ site: ActionSite) throws -> NotePath? {
    let moves = site.request.workspace.moves
    let before = LinkResolver(InMemoryLinkDirectory(paths: moves.keys.sorted()))
    guard let old = before.resolve(target: link.target, kind: link.kind, from: site.path).path, let new = moves[old],
      try site.reader.titles(ofNotesAt: [new])[new] != nil
    else { return nil }
    return new
  }

  // MARK: What they change

  static func planned(_ action: NoteAction, in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    let options = ChangeOptions(dryRun: true)
    switch action.name {
    case .createNote, .createNoteAt:
      return try editor.make(
        missing: try action.neededText, template: action.word, isExact: action.name == .createNoteAt, options
      ).planned
    case .linkTo:
      return try editor.leadLink(
        at: action.place, of: path, to: NotePath(try action.neededText), anchor: action.word, options
      ).planned
    case .changeSyntax: return try editor.changeLinkSyntax(at: action.place, of: path, options).planned
    case .inlineEmbed: return try editor.inlineEmbed(atLine: action.line, of: path.text, options).planned
    default: throw NoteAction.malformed
    }
  }
}
