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
    /// True when Obsidian opens the day's note when it starts.
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
    /// Nil when none is chosen.
    package var folder: String?
    package var dateFormat = "YYYY-MM-DD"
    package var timeFormat = "HH:mm"

    package init() {}
  }

  /// `app.json`
  package struct App: Hashable, Sendable {
    package enum NewNoteLocation: Sendable { case root, current, folder }
    package enum LinkFormat: Sendable { case shortest, relative, absolute }

    package var newNoteLocation = NewNoteLocation.root
    /// Where new notes go when the location is `folder`.
    package var newNoteFolder = ""
    package var linkFormat = LinkFormat.shortest
    package var usesMarkdownLinks = false
    /// As written: `./` and what follows it is beside the note, everything else is from the root.
    package var attachmentFolder = ""

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

  package static func app(_ bytes: [UInt8]) -> (settings: App, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = App()
    settings.newNoteLocation =
      reader.choice("newFileLocation", ["root": .root, "current": .current, "folder": .folder]) ?? .root
    settings.newNoteFolder = folder(reader.text("newFileFolderPath") ?? "")
    settings.linkFormat =
      reader.choice("newLinkFormat", ["shortest": .shortest, "relative": .relative, "absolute": .absolute]) ?? .shortest
    settings.usesMarkdownLinks = reader.checkbox("useMarkdownLinks") ?? false
    settings.attachmentFolder = reader.text("attachmentFolderPath") ?? ""
    return (settings, reader.diagnostics)
  }

  /// Without slashes at the ends or doubled in between.
  static func folder(_ path: String) -> String {
    path.utf8.split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
