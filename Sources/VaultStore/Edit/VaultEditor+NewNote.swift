import Foundation
import VaultCore

/// A note to be made has neither a title nor a text that could give it one.
package struct NoTitleError: Failure {
  package init() {}

  package var kind: FailureKind { .badArgument }
  package var message: Message { "the note needs a title; give one, or its text on standard input with -" }
}

/// A note to be made.
package struct NewNote: Sendable {
  /// Nil: the first heading of the text, else its first line.
  package var title: String?
  /// The text, without front matter of vault's own; nil for none.
  package var text: [UInt8]?
  package var template: String?
  /// Relative to the working folder where that lies in the vault, else to its root; nil where the settings decide.
  package var folder: String?
  package var tags: [String] = []
  /// For the front matter, in this order; templates can name them as well.
  package var properties: [(key: String, value: PropertyValue)] = []

  /// Where it is made, whatever folder and pattern the settings have; nil where they decide.
  package var path: NotePath?
  /// True for one that is called by the first free of Untitled, Untitled 1, Untitled 2 and so on.
  package var isUntitled = false

  /// True for one that gets another file name, with 2 and so on behind the title, where a file has its own.
  package var takesFreeName = false

  package init(title: String?) { self.title = title }
}

extension VaultReader {
  /// What a title asks for that is a path: the title and the folder of the note. Where `folder` is nil, what stands before
  /// the last `/` is the folder if there is one of that path with notes; a note's extension is none of a title. The title is
  /// empty where a folder alone was named.
  package func place(ofNewNote title: String, inFolder folder: String?) throws -> (title: String, folder: String?) {
    let path = NotePath(title)
    let isInFolder =
      try folder == nil && title.utf8.contains(0x2F) && !path.folder.isEmpty
      && noteCount(below: NotePath(path.folder)) > 0
    let name = isInFolder ? path.name : title
    return (path.isNote ? NotePath(name).stem : name, isInFolder ? path.folder : folder)
  }
}

extension VaultEditor {
  /// Makes a note, with a file name by the configured pattern. Never overwrites: throws `ChangeError` where the name is
  /// taken, and `NoTitleError` where there is neither a title nor a text.
  package func make(_ new: NewNote, _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    for tag in new.tags { try TagRename.check(tag) }
    let given = new.properties.last { $0.key.caseInsensitiveEquals("id") }?.value.text
    let (pattern, id) = (try vault.newNotePattern(), given ?? newNoteID())
    func fileName(_ title: String) throws -> String {
      try NoteFileName.make(pattern: pattern, title: title, id: id, time: environment.civilTime)
    }
    let (path, text) = try read { reader in
      let folder = try reader.newNoteFolder(new.folder)
      func place(_ title: String) throws -> NotePath {
        if let path = new.path { return path }
        let name = try fileName(title)
        return NotePath(folder.text.isEmpty ? name : folder.text + "/" + name)
      }
      let (title, path) = try titleAndPlace(of: new, place)
      return (path, try self.text(of: new, title: title, id: id, path, reader))
    }
    return try change("new \(path)", options) { plan in
      try plan.create(path, text)
      plan.record(ChangeRecord(.created, path))
    }
  }

  /// Makes the note that a link lacks. A name alone is found in any folder, so that the settings choose one where their file
  /// name is the one that the link looks for.
  /// - Parameters:
  ///   - target: what the link says, with or without extension.
  ///   - isExact: true for a path from the root that is meant just so.
  package func make(
    missing target: String, template: String? = nil, isExact: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let place = NotePath(NotePath(target).isNote ? target : target + ".md")
    var note = NewNote(title: place.stem)
    note.template = template
    if place.folder.isEmpty, !isExact {
      var trial = options
      trial.dryRun = true
      let usual = try make(note, trial)
      if usual.planned.texts.first?.to?.name == place.name { return options.dryRun ? usual : try make(note, options) }
    }
    note.path = place
    return try make(note, options)
  }

  /// What has no title of its own, and no name for a file in its text, is untitled.
  private func titleAndPlace(
    of new: NewNote, _ place: (String) throws -> NotePath
  ) throws -> (title: String, path: NotePath) {
    if !new.isUntitled {
      let title = try Self.title(of: new)
      do {
        return (
          title, try new.takesFreeName ? Self.freePlace(title, in: VaultTree(root: location.root), place) : place(title)
        )
      } catch NewNoteNameError.nothingLeft where new.title == nil {}
    }
    let title = try Self.freeTitle(in: VaultTree(root: location.root), place)
    return (title, try place(title))
  }

  /// The place of the title, or of the first of `title 2`, `title 3` and so on by which no file is called.
  static func freePlace(
    _ title: String, in tree: VaultTree, _ place: (String) throws -> NotePath
  ) throws -> NotePath {
    let first = try place(title)
    let there = try tree.folderIfThere(first.parent, for: first) == nil ? [] : tree.names(in: first.parent)
    let taken = Set(there.map { LinkResolver.key(String(decoding: $0, as: UTF8.self)) })
    var (path, number) = (first, 2)
    while taken.contains(LinkResolver.key(path.name)) {
      path = try place("\(title) \(number)")
      number += 1
      // A pattern without the title calls all alike.
      if path == first { break }
    }
    return path
  }

  /// The first of Untitled, Untitled 1 and so on by which no file is called; the first where all are called alike.
  private static func freeTitle(in tree: VaultTree, _ place: (String) throws -> NotePath) throws -> String {
    let first = "Untitled"
    var (title, number) = (first, 0)
    while try tree.exists(place(title)) {
      number += 1
      title = "\(first) \(number)"
      if try place(title) == place(first) { return first }
    }
    return title
  }

  /// A new one each time; short where the configuration wants none.
  func newNoteID() -> String {
    configuration.newNoteID == .uuid ? UUID().uuidString.lowercased() : ChangeSession.newID()
  }

  static func title(of new: NewNote) throws -> String {
    if let title = new.title {
      let line = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingWhitespace
      guard !line.isEmpty else { throw NoTitleError() }
      return line
    }
    let text = new.text ?? []
    let note = NoteParser().structure(of: text, path: NotePath(".md"))
    if note.title != ".md" { return note.title }
    let body = String(decoding: text[note.bodyRange], as: UTF8.self)
    let lines = body.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmingWhitespace }
    guard let line = lines.first(where: { !$0.isEmpty }) else { throw NoTitleError() }
    return String(line.prefix(80))
  }

  private func text(
    of new: NewNote, title: String, id: String, _ path: NotePath, _ reader: VaultReader
  ) throws -> [UInt8] {
    var text = new.text ?? []
    if let template = new.template ?? configuration.newNoteTemplate {
      // The template has the line's end.
      let content = String(decoding: text, as: UTF8.self)
      var others = ["id": id, "content": String(content.reversed().drop(while: \.isNewline).reversed())]
      for (key, value) in new.properties {
        others[key.lowercased()] = value.text ?? value.stringList?.joined(separator: ", ")
      }
      others["tags"] = new.tags.joined(separator: ", ")
      let source = try reader.template(template, namedBy: new.template == nil ? "the setting `new.template`" : nil)
      let filled = try reader.filled(
        source, name: template, title: title, time: environment.civilTime, others: others)
      let takesContent = String(decoding: source, as: UTF8.self).lowercased().contains("{{content}}")
      text = takesContent || text.isEmpty ? filled : filled + (filled.last == 0x0A ? [] : [0x0A]) + text
    }
    if !text.isEmpty, text.last != 0x0A { text.append(0x0A) }
    let changes = frontMatterChanges(new, title: title, id: id, path, of: text)
    do {
      return try FrontMatterEditor.applying(changes, to: text)
    } catch {
      throw ChangeError(path, .refused(error.message))
    }
  }

  private func frontMatterChanges(
    _ new: NewNote, title: String, id: String, _ path: NotePath, of text: [UInt8]
  ) -> [FrontMatterChange] {
    let read = NoteParser().structure(of: text, path: path).title
    let frontMatter = text.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    var changes: [FrontMatterChange] = []
    func add(_ keys: [String], _ value: PropertyValue) {
      let key = frontMatter.key(keys)
      if key.map({ frontMatter[$0]?.value == .null }) ?? true {
        changes.append(.set(key: key ?? keys[0], value))
      }
    }
    if configuration.newNoteID != .none { add(["id"], .text(id)) }
    // What a file name cannot say.
    if read != title { add(["title"], .text(title)) }
    if configuration.writesCreated, configuration.timestamps != .never {
      add(["created", "date", "created_at", "createdAt"], TimestampStyle.created(now: environment.civilTime))
    }
    let properties = new.properties.map { FrontMatterChange.set(key: $0.key, $0.value) }
    guard !new.tags.isEmpty else { return changes + properties }
    // Tags that are given as a property are joined by the others.
    let names = ["tags", "tag"]
    let given = new.properties.first { property in names.contains { $0.caseInsensitiveEquals(property.key) } }?.key
    let key = given ?? frontMatter.key(names) ?? names[0]
    let tags = FrontMatterChange.append(key: key, new.tags, comparing: .tag)
    return changes + (given == nil ? [tags] + properties : properties + [tags])
  }
}
