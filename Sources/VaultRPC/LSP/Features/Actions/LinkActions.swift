import VaultCore
import VaultStore

/// What can be done with a link: mend one that leads nowhere, and write one otherwise.
enum LinkActions: ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer] {
    guard let span = site.link, !span.link.isExternal else { return [] }
    var offers: [ActionOffer] = []
    if try DefinitionMethod.target(of: span.link, site.request, site.reader) == nil {
      offers += try ofMissing(span, site)
    } else if span.link.kind != .property, span.link.kind != .reference {
      let title = isWikilink(span, site.text.bytes) ? "Write it as a Markdown link" : "Write it as a wikilink"
      offers.append(ActionOffer(title: title, action: NoteAction(.changeSyntax, at: span.link.location)))
    }
    if span.link.kind == .embed,
      try DefinitionMethod.target(of: span.link, site.request, site.reader)?.path.isNote == true
    {
      offers.append(
        ActionOffer(title: "Put in the text of the embedded note", action: NoteAction(.inlineEmbed, line: site.line)))
    }
    return offers
  }

  private static func isWikilink(_ span: NoteSpans.LinkSpan, _ bytes: [UInt8]) -> Bool {
    bytes[span.range].starts(with: "[[".utf8) || bytes[span.range].starts(with: "![[".utf8)
  }

  // MARK: Links that lead nowhere

  /// More names than these nobody reads.
  private static let mostNames = 3
  private static let mostTemplates = 5

  private static func ofMissing(_ span: NoteSpans.LinkSpan, _ site: ActionSite) throws -> [ActionOffer] {
    let isDestination = span.link.kind == .markdown || span.link.kind == .reference
    let path = isDestination ? LinkTarget(markdown: span.link.target).path : LinkTarget(span.link.target).path
    guard !path.isEmpty else { return [] }
    func link(to note: NotePath, _ title: String, isPreferred: Bool) throws -> ActionOffer {
      let target = isDestination ? note.text : try site.reader.linkText(to: note) ?? note.text
      return ActionOffer(
        title: title, action: NoteAction(.linkTo, at: span.link.location, text: target), isPreferred: isPreferred)
    }
    let moved = try moved(span.link, site)
    var offers =
      try moved.map { note in
        [try link(to: note, "Link to \"\(ShownName.quoted(note.text))\", where the note has moved", isPreferred: true)]
      } ?? []
    let shown = ShownName.quoted(path)
    // A Markdown link says just where; a name alone is found in any folder.
    let exact = isDestination ? span.link.exactPaths(from: site.path).first : nil
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

  /// Links to the notes of nearly that name.
  private static func nearest(
    to path: String, _ site: ActionSite, except moved: NotePath?,
    _ link: (NotePath, String, Bool) throws -> ActionOffer
  ) throws -> [ActionOffer] {
    let notes = try site.request.names(site.reader).notes
    let stem = NotePath(path).isNote ? NotePath(path).stem : NotePath(path).name
    let names = Suggestion.nearest(to: stem, among: notes.map(\.path.stem) + notes.map(\.title), limit: mostNames)
    return try names.compactMap { name -> ActionOffer? in
      guard let note = notes.first(where: { $0.path.stem == name || $0.title == name }), note.path != moved else {
        return nil
      }
      return try link(note.path, "Link to \"\(ShownName.quoted(note.path.text))\"", false)
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
    case .createNote, .createNoteAt: return try creation(action, editor, options)
    case .linkTo: return try linking(action, in: path, editor, options)
    case .changeSyntax: return try editor.changeLinkSyntax(at: action.place, of: path, options).planned
    case .inlineEmbed: return try editor.inlineEmbed(atLine: action.line, of: path.text, options).planned
    default: throw NoteAction.malformed
    }
  }

  /// Where the link looks for it: a name alone is found in any folder, so that the settings may choose one.
  private static func creation(
    _ action: NoteAction, _ editor: VaultEditor, _ options: ChangeOptions
  ) throws -> PlannedChange {
    let target = try action.neededText
    let place = NotePath(NotePath(target).isNote ? target : target + ".md")
    var note = NewNote(title: place.stem)
    note.template = action.word
    let usual = place.folder.isEmpty && action.name == .createNote ? try editor.make(note, options).planned : nil
    if let usual, usual.texts.first?.to?.name == place.name { return usual }
    note.path = place
    return try editor.make(note, options).planned
  }

  private static func linking(
    _ action: NoteAction, in path: NotePath, _ editor: VaultEditor, _ options: ChangeOptions
  ) throws -> PlannedChange {
    let target = try action.neededText
    return try editor.edit(path, title: "link to \(target)", options) { bytes in
      let spans = NoteSpans(bytes, options: editor.vault.parsingOptions)
      guard let span = spans.links.first(where: { $0.link.location == action.place }),
        let parts = span.parts(in: bytes), !parts.path.isEmpty
      else { throw action.outdated }
      let text = isWikilink(span, bytes) ? target : DestinationText.text(to: NotePath(target), from: path)
      guard let text else { throw RPCError(.requestFailed, "no link can be written to \(target)") }
      return [TextEdit(parts.path, in: bytes, with: text)]
    }.planned
  }
}
