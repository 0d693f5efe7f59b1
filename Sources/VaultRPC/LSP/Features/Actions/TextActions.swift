import VaultCore
import VaultStore

/// What can be done with a note's text: its title, its sections and blocks, its lists and tables.
enum TextActions: ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer] {
    var offers = dates(site)
    func offer(_ title: String, _ name: NoteAction.Name, _ text: String? = nil) {
      offers.append(ActionOffer(title: title, action: NoteAction(name, line: site.line, text: text)))
    }
    let bytes = site.text.bytes
    if let edits = TableAlignment.edits(ofTableAtLine: site.line, in: bytes), !edits.isEmpty {
      offer("Align the table", .alignTable)
    }
    if let heading = site.heading {
      if ReferencesMethod.isFirst(heading, site.note), site.path.stem != site.note.title {
        offer("Name the file after its title", .renameAfterTitle)
      }
      if site.text.outline.range(ofSectionAtLine: site.line) != nil {
        offer("Move the section into a note of its own, and leave a link", .extractSection, Leaving.link.rawValue)
        offer("Move the section into a note of its own, and embed it", .extractSection, Leaving.embed.rawValue)
      }
    }
    if site.isItem {
      var hasTasks = false
      let edits = ListSort.edits(ofListAtLine: site.line, in: bytes) { items in
        hasTasks = items.contains(where: \.isTask)
        return ListSort.byText(items)
      }
      if edits?.isEmpty == false { offer("Sort the list by its texts", .sortList, VaultEditor.ListOrder.text.rawValue) }
      if hasTasks, edits != nil {
        offer("Sort the tasks: open ones first, by date and priority", .sortList, VaultEditor.ListOrder.tasks.rawValue)
      }
    }
    if BlockIDInsertion(bytes).edit(ofLine: site.line) != nil {
      offer("Add a block id, for links to this line", .addBlockID)
    }
    return offers
  }

  private enum Leaving: String { case link, embed }

  /// Corrections of the dates in the line that cannot be read.
  private static func dates(_ site: ActionSite) -> [ActionOffer] {
    let environment = site.reader.vault.environment
    let phrase = DayPhrase(today: environment.today, firstWeekday: environment.firstWeekday)
    let bytes = site.text.bytes
    return site.note.diagnostics.filter { $0.location.line == site.line }.flatMap { problem -> [ActionOffer] in
      let start = site.text.offset(of: problem.location)
      guard let repair = DateRepair(problem, at: start, in: bytes, phrase) else { return [] }
      let written = String(decoding: bytes[repair.range], as: UTF8.self)
      let first = problem.location.column + repair.range.lowerBound - start
      return repair.days.map { day in
        ActionOffer(
          title: "Write \(day) instead of \(ShownName.quoted(written))",
          action: NoteAction(
            .fixDate, at: SourceLocation(line: site.line, column: first), text: day.description, word: written),
          isPreferred: repair.days.count == 1)
      }
    }
  }

  static func planned(_ action: NoteAction, in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    let options = ChangeOptions(dryRun: true)
    switch action.name {
    case .fixDate:
      guard let day = CivilDate(try action.neededText), let written = action.word else { throw NoteAction.malformed }
      return try editor.edit(path, title: "correct a date in line \(action.line)", options) { bytes in
        let start = PositionCoder(bytes, .utf8).offset(of: action.place, in: bytes)
        guard bytes[start...].starts(with: written.utf8) else { throw action.outdated }
        return [TextEdit(start..<start + written.utf8.count, in: bytes, with: day.description)]
      }.planned
    case .renameAfterTitle:
      let title = try editor.read { try $0.show(path.text).note.title }
      let name = try NoteFileName.stem(ofTitle: title)
      return try editor.rename([path.text], title: "rename \(path.text) \(name)", options) { _, _ in name }.planned
    case .addBlockID:
      return try action.planned(in: path, editor, "add a block id") { bytes, _ in
        guard let (id, edit) = BlockIDInsertion(bytes).edit(ofLine: action.line), action.word ?? id == id else {
          return nil
        }
        return edit
      }
    case .alignTable:
      return try editor.edit(path, title: "align the table in line \(action.line)", options) { bytes in
        guard let edits = TableAlignment.edits(ofTableAtLine: action.line, in: bytes) else { throw action.outdated }
        return edits
      }.planned
    case .sortList:
      guard let order = VaultEditor.ListOrder(rawValue: try action.neededText) else { throw NoteAction.malformed }
      return try editor.sortList(atLine: action.line, of: path, by: order, options).planned
    case .extractSection:
      guard let leaving = Leaving(rawValue: try action.neededText) else { throw NoteAction.malformed }
      let note = try editor.read { try $0.show(path.text).note }
      guard let heading = note.headings.first(where: { $0.line == action.line }) else { throw action.outdated }
      return try editor.extract(
        .section(heading.text, line: action.line), of: path.text,
        leaving: leaving == .embed ? .embed : .link, options
      ).planned
    default: throw NoteAction.malformed
    }
  }
}
