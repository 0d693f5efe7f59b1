/// The settings that hold in a vault: what `.vault/config.yaml` and the user's own configuration say, and the defaults for
/// the rest.
package struct Configuration: Hashable, Sendable {
  package enum Theme: String, Sendable, CaseIterable {
    case grey, blue, orange, yellow, green, indigo

    /// Reads the name of a theme, and the other names that some have: `gray` and `default`. Nil for an unknown one.
    package init?(named name: String) {
      if let theme = Self.allCases.first(where: { $0.rawValue.caseInsensitiveEquals(name) }) {
        self = theme
      } else if ["gray", "default"].contains(where: { $0.caseInsensitiveEquals(name) }) {
        self = .grey
      } else {
        return nil
      }
    }
  }

  package enum Appearance: String, Sendable, CaseIterable {
    case auto, light, dark
  }

  /// How closely the entries of a list stand on the web page.
  package enum Density: String, Sendable, CaseIterable {
    case comfortable, compact
  }

  /// Where what is captured goes.
  package enum Capture: String, Sendable, CaseIterable {
    case inbox, today
  }

  /// When an edit of a note's text brings `updated` up to date: where the note has the key, also where it has none (then
  /// it gets one), or never.
  package enum Timestamps: String, Sendable, CaseIterable {
    case auto, always, never
  }

  /// How new task fields are written.
  package enum TaskFormat: String, Sendable, CaseIterable {
    case emoji, inline
  }

  /// Where the next occurrence of a completed task is put.
  package enum NextOccurrence: String, Sendable, CaseIterable {
    case above, below
  }

  /// What a new note gets as its `id`.
  package enum NewNoteID: String, Sendable, CaseIterable {
    case none, short, uuid
  }

  /// Where the dates of a note come from that gives none of its own.
  package enum DateSource: String, Sendable, CaseIterable {
    case file, git
  }

  /// How often all notes are read and compared with the index, whatever their times say.
  package enum Verification: String, Sendable, CaseIterable {
    case never, daily
  }

  /// Patterns in gitignore syntax, relative to the root.
  package var ignore: [String] = []
  package var respectGitignore = true
  /// How many files that are not open an editor changes itself in a rename.
  package var lspRenameLimit = 50
  package var lspLenses = true
  package var lspHints = true
  package var uiSpacing = Density.compact
  package var uiMouse = true
  package var uiKeys: [ConfiguredKeys] = []
  /// Milliseconds.
  package var uiEscapeDelay = 25
  /// Bytes; larger notes are listed by name only.
  package var maximumFileSize = 16 << 20
  /// Where the index is: a file, relative to the root, or where it begins with `/` or `~/` a folder for the indexes of all
  /// vaults; nil for the cache directory.
  package var indexPath: String?
  package var verification = Verification.never
  package var dateSource = DateSource.file
  package var theme = Theme.grey
  package var appearance = Appearance.auto
  package var webDensity = Density.comfortable
  /// 1 is Monday, 7 is Sunday.
  package var firstWeekday = 1
  package var taskFormat = TaskFormat.emoji
  package var nextOccurrence = NextOccurrence.above
  /// True when tasks that are made get ➕ with the day.
  package var writesCreatedDates = false
  /// True when tasks that are completed get ✅ with the day.
  package var writesDoneDates = true
  /// True when tasks that are cancelled get ❌ with the day.
  package var writesCancelledDates = true
  /// True when the next occurrence of a task with a start or due date has a scheduled date too, where that one has it.
  package var repeatsScheduledDates = true
  /// True when tasks without start, scheduled and due date are scheduled for the day in the name of their file.
  package var schedulesByFileName = false
  /// Where that holds; folders from the root, none for everywhere.
  package var fileNameDateFolders: [String] = []
  /// In moment's tokens: how the names say the day, besides the usual ways.
  package var fileNameDateFormat: String?
  /// Only items that contain it are tasks; nil for all.
  package var taskFilter: String?
  /// Each symbol once: the built-in ones, changed and extended by the configuration's.
  package var taskStatuses: [StatusDefinition] = StatusDefinition.defaults
  /// For queries of the plugin Tasks. Each name once.
  package var taskPresets: [TaskPreset] = []
  /// Each name once.
  package var searches: [SavedSearch] = []
  package var categories: [LabelDefinition] = Self.defaultCategories
  package var sources: [LabelDefinition] = Self.defaultSources
  /// The note, relative to the root, that takes what has no place of its own.
  package var inbox = "Inbox.md"
  package var capture = Capture.inbox
  package var timestamps = Timestamps.auto
  /// A pattern for `NoteFileName.make`.
  package var newNoteName = "{{title}}"
  /// Folders and templates, relative to the root; nil where Obsidian's settings, or none, decide.
  package var newNoteFolder: String?
  package var newNoteTemplate: String?
  /// True when new notes get `created`.
  package var writesCreated = true
  package var newNoteID = NewNoteID.none
  package var templateFolder: String?
  package var dailyFolder: String?
  package var dailyFormat: String?
  package var dailyTemplate: String?
  package var archiveFolder = "Archive"
  /// As the shell understands it; nil for what the environment says.
  package var editor: String?
  /// As the shell understands it; nil for this program's own.
  package var picker: String?
  package var pickerLine: String?
  package var pickerPreview: String?
  /// The program that `vault open` starts, with its first arguments; empty for the system's.
  package var opener: [String] = []
  /// Each name once.
  package var aliases: [CommandAlias] = []
  /// True where a sync commits all files, and not notes and what they name alone.
  package var syncsAll = false
  /// True where a served vault is synced by itself.
  package var syncsByItself = false
  /// The program that hears of every change of files, with its first arguments; empty for none.
  package var afterChange: [String] = []
  /// Each name once.
  package var vaults: [NamedVault] = []
  /// A name of `vaults`, or a path as those have it.
  package var defaultVault: String?
  /// Roots, as paths of `vaults`.
  package var trusted: [String] = []
  package var check = CheckSettings()
  /// The folders that assistants see; all where there are none.
  package var assistantsRead: [String] = []
  /// The folders in which assistants may write without having been allowed to when they were started; `.` for all.
  package var assistantsWrite: [String] = []
  /// A query for notes that no assistant sees.
  package var assistantsHide: String?
  /// How many bytes a tool's answer to an assistant may have.
  package var largestAnswer = Self.answerSizes.lowerBound
  package static let answerSizes = 24 << 10...96 << 10

  /// The definition of that name, in any case; for an unknown one that of `other`.
  package func category(_ name: String) -> LabelDefinition? {
    Self.label(name, in: categories) ?? Self.label(Note.defaultCategory, in: categories)
  }

  /// The definition of that name, in any case.
  package func source(_ name: String) -> LabelDefinition? {
    Self.label(name, in: sources)
  }

  private static func label(_ name: String, in labels: [LabelDefinition]) -> LabelDefinition? {
    labels.first { $0.name.caseInsensitiveEquals(name) }
  }

  /// All that changes how a note's bytes are understood. Notes read under another one must be read again.
  package var parsingFingerprint: String {
    var json: [UInt8] = []
    for key in ConfigurationKey.all where key.changesParsing {
      json += Array(key.name.utf8) + [UInt8(ascii: "=")]
      key.value(self).appendJSON(to: &json)
      json.append(UInt8(ascii: "\n"))
    }
    return String(decoding: json, as: UTF8.self)
  }
}
