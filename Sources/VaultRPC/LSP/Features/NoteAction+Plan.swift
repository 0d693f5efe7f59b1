import VaultCore
import VaultStore

extension NoteAction {
  /// What the action would change.
  func planned(in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    let options = ChangeOptions(dryRun: true)
    switch self {
    case .toggleTask(let line): return try editor.toggleTask("\(path.text):\(line)", options).change.planned
    case .setDate(let line, let kind, let day):
      var change = TaskFieldChange()
      change.set(kind, day)
      return try editor.editTasks(["\(path.text):\(line)"], change, options).change.planned
    case .setPriority(let line, let priority):
      var change = TaskFieldChange()
      change.set(priority)
      return try editor.editTasks(["\(path.text):\(line)"], change, options).change.planned
    case .createNote(let target):
      // Where the link looks for it: a name alone is found in any folder, so that the settings may choose one.
      let place = NotePath(NotePath(target).isNote ? target : target + ".md")
      var note = NewNote(title: place.stem)
      let usual = place.folder.isEmpty ? try editor.make(note, options).planned : nil
      if let usual, usual.texts.first?.to?.name == place.name { return usual }
      note.path = place
      return try editor.make(note, options).planned
    case .linkTo(let target, let place): return try link(at: place, to: target, in: path, editor, options)
    case .renameAfterTitle:
      let title = try editor.read { try $0.show(path.text).note.title }
      let name = try Self.fileName(title)
      return try editor.rename([path.text], title: "rename \(path.text) \(name)", options) { _, _ in name }.planned
    case .addBlockID(let line): return try addBlockID(line, in: path, editor, options)
    case .extractSection(let line, let embeds):
      let note = try editor.read { try $0.show(path.text).note }
      guard let heading = note.headings.first(where: { $0.line == line }) else {
        throw RPCError(.contentModified, "line \(line) is no heading any more")
      }
      let name = try Self.fileName(heading.text)
      let target = path.folder.isEmpty ? name : path.folder + "/" + name
      return try editor.extract(
        .section(heading.text, line: line), of: path.text, to: target, leaving: embeds ? .embed : .link, options
      ).planned
    case .inlineEmbed(let line): return try editor.inlineEmbed(atLine: line, of: path.text, options).planned
    case .changeSyntax(let place): return try editor.changeLinkSyntax(at: place, of: path, options).planned
    case .alignTable(let line):
      return try editor.edit(path, title: "align the table in line \(line)", options) { bytes in
        guard let edits = TableAlignment.edits(ofTableAtLine: line, in: bytes) else {
          throw RPCError(.contentModified, "line \(line) is not what it was any more")
        }
        return edits
      }.planned
    case .makeTask(let line):
      return try edit(path, line, "make a task of line \(line)", editor, options) { bytes, content in
        guard let marker = Self.endOfMarker(bytes, content) else { return nil }
        return TextEdit(insertingAt: marker, Array("[ ] ".utf8))
      }
    case .makeItem(let line):
      return try edit(path, line, "make an item of line \(line)", editor, options) { bytes, content in
        guard let marker = Self.endOfMarker(bytes, content), marker + 3 <= content.upperBound, bytes[marker] == 0x5B
        else { return nil }
        guard let end = bytes[marker..<content.upperBound].firstIndex(of: 0x5D) else { return nil }
        let blank = end + 1 < content.upperBound && bytes[end + 1].isSpaceOrTab ? 1 : 0
        return TextEdit(marker..<end + 1 + blank, in: bytes, with: [])
      }
    }
  }

  /// A title as a file's name, without extension.
  private static func fileName(_ title: String) throws -> String {
    let time = CivilTime(date: CivilDate(dayNumber: 0))
    return NotePath(try NoteFileName.make(pattern: "{{title}}", title: title, id: "", time: time)).stem
  }

  /// One edit of a line's content. Throws where the line is no longer what the action was offered for.
  private func edit(
    _ path: NotePath, _ line: Int, _ title: String, _ editor: VaultEditor, _ options: ChangeOptions,
    _ make: ([UInt8], SourceRange) -> TextEdit?
  ) throws -> PlannedChange {
    try editor.edit(path, title: title, options) { bytes in
      let content = PositionCoder(bytes, .utf8).content(ofLine: line - 1, in: bytes)
      guard let edit = make(bytes, content) else {
        throw RPCError(.contentModified, "line \(line) is not what it was any more")
      }
      return [edit]
    }.planned
  }

  /// Where the text of a list's item begins: behind its `-`, `*`, `+` or number and the blank that follows. Nil for other
  /// lines.
  static func endOfMarker(_ bytes: [UInt8], _ content: SourceRange) -> Int? {
    var i = content.lowerBound
    while i < content.upperBound, bytes[i].isSpaceOrTab || bytes[i] == 0x3E { i += 1 }
    let start = i
    while i < content.upperBound, bytes[i].isDigit { i += 1 }
    guard i < content.upperBound else { return nil }
    let isNumber = i > start && (bytes[i] == 0x2E || bytes[i] == 0x29)
    guard isNumber || i == start && "-*+".utf8.contains(bytes[i]), i + 1 < content.upperBound,
      bytes[i + 1].isSpaceOrTab
    else { return nil }
    i += 1
    while i < content.upperBound, bytes[i].isSpaceOrTab { i += 1 }
    return i
  }

  // MARK: Links and blocks

  private func link(
    at place: SourceLocation, to target: String, in path: NotePath, _ editor: VaultEditor, _ options: ChangeOptions
  ) throws -> PlannedChange {
    try editor.edit(path, title: "link to \(target)", options) { bytes in
      let spans = NoteSpans(bytes, options: editor.vault.parsingOptions)
      guard let span = spans.links.first(where: { $0.link.location == place }), let parts = span.parts(in: bytes),
        !parts.path.isEmpty
      else { throw RPCError(.contentModified, "the link is not there any more") }
      let isWikilink = bytes[span.range].starts(with: "[[".utf8) || bytes[span.range].starts(with: "![[".utf8)
      let text = isWikilink ? target : DestinationText.text(to: NotePath(target), from: path)
      guard let text else { throw RPCError(.requestFailed, "no link can be written to \(target)") }
      return [TextEdit(parts.path, in: bytes, with: text)]
    }.planned
  }

  /// The length of an id that is made here.
  private static let idLength = 6

  private func addBlockID(
    _ line: Int, in path: NotePath, _ editor: VaultEditor, _ options: ChangeOptions
  ) throws -> PlannedChange {
    try edit(path, line, "add a block id to line \(line)", editor, options) { bytes, content in
      var end = content.upperBound
      while end > content.lowerBound, bytes[end - 1].isSpaceOrTab { end -= 1 }
      guard end > content.lowerBound else { return nil }
      // Of what the block says, so that the same is offered twice alike, and not what another block has.
      let taken = Set(NoteSpans(bytes).blockIDs.map { LinkResolver.key($0.blockID.id) })
      var number: UInt64 = 0
      var id: String
      repeat {
        id = Self.id(of: bytes[content.lowerBound..<end], number)
        number += 1
      } while taken.contains(id)
      return TextEdit(insertingAt: end, Array(" ^\(id)".utf8))
    }
  }

  /// Letters and digits of a hash (FNV-1a).
  private static func id(of text: ArraySlice<UInt8>, _ number: UInt64) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ number
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(String(hash, radix: 36).suffix(idLength))
  }
}
