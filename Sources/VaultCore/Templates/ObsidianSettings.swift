/// What Obsidian keeps in `.obsidian/` that new notes and links should follow. Files may be missing, and keys too: then
/// Obsidian's own defaults hold. Folders are paths from the vault's root without slashes at their ends, the root being
/// empty; whether they stay inside the vault is for the caller to check.
package enum ObsidianSettings {
  /// `daily-notes.json`
  package struct DailyNotes: Hashable, Sendable {
    package var folder = ""
    /// In moment's tokens; slashes make folders.
    package var format = "YYYY-MM-DD"
    /// The template's path, with `.md` or without; nil for none.
    package var template: String?
    /// Whether Obsidian opens the day's note when it starts.
    package var opensAtStart = false

    package init() {}

    /// The path of a day's note, with its extension.
    package func path(for time: CivilTime) -> String {
      let name = ObsidianSettings.folder(MomentFormat(format).string(time))
      return (folder.isEmpty ? "" : folder + "/") + name + ".md"
    }

    /// The day that a note is of; nil for notes that are no daily notes.
    package func date(ofPath path: String) -> CivilDate? {
      let prefix = Array((folder.isEmpty ? "" : folder + "/").utf8)
      let path = Array(path.utf8)
      guard path.starts(with: prefix), path.suffix(3).elementsEqual(".md".utf8) else { return nil }
      return MomentFormat(format).date(in: String(decoding: path[prefix.count..<(path.count - 3)], as: UTF8.self))
    }
  }

  /// `templates.json`
  package struct Templates: Hashable, Sendable {
    /// Nil where none is chosen.
    package var folder: String?
    package var dateFormat = "YYYY-MM-DD"
    package var timeFormat = "HH:mm"

    package init() {}
  }

  /// `app.json`
  package struct App: Hashable, Sendable {
    package enum NewNoteLocation: String, Sendable, CaseIterable { case root, current, folder }
    package enum LinkFormat: String, Sendable, CaseIterable { case shortest, relative, absolute }

    package var newNoteLocation = NewNoteLocation.root
    /// Where new notes go when the location is `folder`.
    package var newNoteFolder = ""
    package var linkFormat = LinkFormat.shortest
    package var usesMarkdownLinks = false
    /// As written: `./` and what follows it is beside the note, everything else is from the root.
    package var attachmentFolder = ""

    package init() {}
  }

  /// `plugins/obsidian-tasks-plugin/data.json`
  package struct TasksPlugin: Hashable, Sendable {
    /// Instructions before those of every query.
    package var globalQuery = ""
    package var presets: [TaskPreset] = []

    package init() {}
  }

  package static func dailyNotes(_ bytes: [UInt8]) -> (settings: DailyNotes, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = DailyNotes()
    settings.folder = folder(reader.text("folder") ?? "")
    settings.format = reader.format("format") ?? settings.format
    settings.template = reader.text("template").map(folder)
    settings.opensAtStart = reader.checkbox("autorun") ?? false
    return (settings, reader.diagnostics)
  }

  package static func templates(_ bytes: [UInt8]) -> (settings: Templates, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = Templates()
    settings.folder = reader.text("folder").map(folder)
    settings.dateFormat = reader.format("dateFormat") ?? settings.dateFormat
    settings.timeFormat = reader.format("timeFormat") ?? settings.timeFormat
    return (settings, reader.diagnostics)
  }

  package static func tasksPlugin(_ bytes: [UInt8]) -> (settings: TasksPlugin, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = TasksPlugin()
    settings.globalQuery = reader.text("globalQuery") ?? ""
    settings.presets = reader.texts("presets").map { TaskPreset(name: $0.name, text: $0.text) }
    return (settings, reader.diagnostics)
  }

  package static func app(_ bytes: [UInt8]) -> (settings: App, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = App()
    settings.newNoteLocation =
      reader.choice("newFileLocation", App.NewNoteLocation.allCases.map(\.rawValue))
      .flatMap(App.NewNoteLocation.init) ?? settings.newNoteLocation
    settings.newNoteFolder = folder(reader.text("newFileFolderPath") ?? "")
    settings.linkFormat =
      reader.choice("newLinkFormat", App.LinkFormat.allCases.map(\.rawValue)).flatMap(App.LinkFormat.init)
      ?? settings.linkFormat
    settings.usesMarkdownLinks = reader.checkbox("useMarkdownLinks") ?? false
    settings.attachmentFolder = reader.text("attachmentFolderPath") ?? ""
    return (settings, reader.diagnostics)
  }

  /// Without slashes at the ends or doubled in between.
  fileprivate static func folder(_ path: String) -> String {
    path.utf8.split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}

/// Reads keys of one settings file. What is wrong is told, and the default taken.
private struct ObsidianSettingsReader {
  private var object = JSONValue.object([])
  private(set) var diagnostics: [Diagnostic] = []

  init(_ bytes: [UInt8]) {
    // Obsidian leaves empty files behind.
    if bytes.allSatisfy({ $0 <= 0x20 }) { return }
    do throws(JSONError) {
      object = try JSONReader.read(bytes)
      guard case .object = object else {
        warn("an object in braces is expected, not \(object.kind); Obsidian's defaults are used")
        return
      }
    } catch {
      warn("\(error.description); Obsidian's defaults are used until the file is mended", at: error.location)
    }
  }

  private mutating func warn(_ message: String, at location: SourceLocation = SourceLocation(line: 1, column: 1)) {
    diagnostics.append(Diagnostic("obsidian-settings", at: location, message))
  }

  private mutating func value<Value>(
    _ key: String, _ expected: String, _ convert: (JSONValue) -> Value?
  ) -> Value? {
    guard let found = object[key], found != .null else { return nil }
    if let value = convert(found) { return value }
    warn("\"\(key)\" should be \(expected), not \(found.kind); Obsidian's default is used")
    return nil
  }

  /// Nil where it is empty.
  mutating func text(_ key: String) -> String? {
    let text = value(key, "text") { value in
      if case .text(let text) = value { text } else { nil }
    }
    return text?.isEmpty == false ? text : nil
  }

  /// The members of an object that are texts, in the order written.
  mutating func texts(_ key: String) -> [(name: String, text: String)] {
    let members = value(key, "an object of texts") { value -> [JSONValue.Member]? in
      if case .object(let members) = value { members } else { nil }
    }
    return (members ?? []).compactMap { member in
      if case .text(let text) = member.value { (member.name, text) } else { nil }
    }
  }

  /// A format of nothing but blanks is the default.
  mutating func format(_ key: String) -> String? {
    text(key).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  mutating func checkbox(_ key: String) -> Bool? {
    value(key, "true or false") { value in
      if case .bool(let bool) = value { bool } else { nil }
    }
  }

  mutating func choice(_ key: String, _ choices: [String]) -> String? {
    guard let text = text(key) else { return nil }
    if choices.contains(text) { return text }
    warn("\"\(key)\" is \"\(text)\", which is none of \(choices.joined(separator: ", ")); Obsidian's default is used")
    return nil
  }
}
