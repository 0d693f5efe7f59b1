/// No file name can be made for a note.
package enum NewNoteNameError: Error, Hashable {
  /// Nothing of what the pattern gives can stand in a file name.
  case nothingLeft(title: String)
  /// Names in `{{…}}` that nothing is known by.
  case unknown([String], pattern: String)
}

extension NewNoteNameError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .nothingLeft(let title):
      "no file name can be made of \"\(ControlCharacters.visible(title, .singleLine))\": give the note a title with a letter or digit"
    case .unknown(let names, let pattern):
      "the file name pattern \"\(ControlCharacters.visible(pattern, .singleLine))\" has \(names.map { "{{\(ControlCharacters.visible($0, .singleLine))}}" }.joined(separator: ", ")), which is not known; use {{title}}, {{slug}}, {{id}}, {{date:FORMAT}} or {{time:FORMAT}}"
    }
  }
}

extension NoteFileName {
  /// The file name that says a title, without extension.
  package static func stem(ofTitle title: String) throws(NewNoteNameError) -> String {
    let time = CivilTime(instant: 0, offset: 0)
    return NotePath(try make(pattern: "{{title}}", title: title, id: "", time: time)).withoutNoteExtension
  }

  /// A path for a new note by a pattern as `{{title}}` or `{{date:YYYY/MM}}/{{slug}}`: with folders where the pattern has
  /// slashes (a title has none left), with `.md`, at most 255 bytes a name, and with nothing in it that
  /// `problems(inPath:)` finds.
  ///
  /// What the title has too much is cut from it, between two characters, before the rest of the name is.
  package static func make(pattern: String, title: String, id: String, time: CivilTime) throws(NewNoteNameError)
    -> String
  {
    let name = FittedTitle.name(of: title)
    let room = longestName - noteExtension.utf8.count
    var limit = min(name.utf8.count, room)
    while true {
      let fitted = FittedTitle.cut(name, toBytes: limit)
      let values = Template.Values(
        title: fitted, time: time, timeFormat: "HHmm",
        others: ["slug": FittedTitle.slug(of: fitted), "id": FittedTitle.name(of: id)])
      let filled = Template(pattern).filled(values)
      guard filled.unknown.isEmpty else { throw .unknown(filled.unknown, pattern: pattern) }
      let parts = filled.text.split(separator: 0x2F).map { FittedTitle.name(of: String(decoding: $0, as: UTF8.self)) }
        .filter { !$0.isEmpty }
      guard let last = parts.last, filled.text.last != 0x2F else { throw .nothingLeft(title: title) }
      let excess = (parts.map(\.utf8.count).max() ?? 0) - room
      if excess > 0, limit > 1 {
        limit = max(1, limit - excess)
        continue
      }
      let folders = parts.dropLast().map { safe(FittedTitle.cut($0, toBytes: room)) }
      return (folders + [safe(FittedTitle.cut(withoutExtension(last), toBytes: room)) + noteExtension])
        .joined(separator: "/")
    }
  }

  private static let noteExtension = ".md"

  /// A path whose names have no `\`, which parts names on Windows, and are none of its devices'; all else stays.
  static func safePath(_ path: String) -> String {
    guard path.utf8.contains(0x5C) || path.pathNames().contains(where: { isReserved(String($0)) }) else {
      return path
    }
    let parts = path.pathNames().map(String.init)
    return parts.enumerated().map { index, part in
      guard part.utf8.contains(0x5C) || isReserved(part) else { return part }
      let stem = index == parts.count - 1 ? NotePath.stem(of: part) : part
      let name = FittedTitle.name(of: stem)
      return safe(name.isEmpty ? "Untitled" : name) + part.dropFirst(stem.count)
    }.joined(separator: "/")
  }

  /// A pattern may be written with the extension.
  private static func withoutExtension(_ name: String) -> String {
    guard name.hasSuffix(noteExtension) else { return name }
    let stem = FittedTitle.name(of: String(name.dropLast(noteExtension.utf8.count)))
    return stem.isEmpty ? name : stem
  }

  /// Another name where Windows or vault has a use for this one.
  private static func safe(_ name: String) -> String {
    isReserved(name) || HiddenName.isHidden(name.utf8) || name == "node_modules" ? "_" + name : name
  }
}
