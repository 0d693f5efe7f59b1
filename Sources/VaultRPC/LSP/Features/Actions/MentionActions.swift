import VaultCore
import VaultStore

/// Links where a note is named without one.
enum MentionActions: ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer] {
    guard let standing = site.standing else { return try ofText(site) }
    guard case .heading(let heading, _) = standing else { return [] }
    if ReferencesMethod.isFirst(heading, site.note) {
      return [
        ActionOffer(
          title: "Link to this note wherever others name it", action: NoteAction(.linkAllMentions, line: site.line))
      ]
    }
    // No link is written into a heading, which others name.
    return []
  }

  private static func ofText(_ site: ActionSite) throws -> [ActionOffer] {
    let table = try site.request.names(site.reader)
    guard
      let (note, place, count) = try site.reader.mention(
        around: site.offset, of: site.text.bytes, in: site.path, table)
    else { return [] }
    let name = ShownName.quoted(note.text)
    let own = ActionOffer(
      title: "Link to \"\(name)\" here", action: NoteAction(.linkMention, at: place, text: note.text))
    if count == 1 { return [own] }
    return [
      own,
      ActionOffer(
        title: "Link to \"\(name)\" in all \(count) places of this note",
        action: NoteAction(.linkMentions, line: site.line, text: note.text)),
    ]
  }

  static func planned(_ action: NoteAction, in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    let options = ChangeOptions(dryRun: true)
    switch action.name {
    case .linkMention:
      let target = NotePath(try action.neededText)
      return try editor.linkMentions(of: target, in: path, at: action.place, options).planned
    case .linkMentions: return try editor.linkMentions(of: NotePath(action.neededText), in: path, options).planned
    case .linkAllMentions: return try editor.linkMentions(of: path, options).planned
    default: throw NoteAction.malformed
    }
  }
}
