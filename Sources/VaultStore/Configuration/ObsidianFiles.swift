import VaultCore

extension VaultReader {
  /// Obsidian's settings of daily notes, with what the configuration says instead.
  func dailySettings() throws -> ObsidianSettings.DailyNotes {
    var settings = try obsidianSettings("daily-notes.json", .init(), ObsidianSettings.dailyNotes)
    if let folder = configuration.dailyFolder {
      settings.folder = try vault.configuredPlace(folder, setting: "daily.folder").text
    }
    if let format = configuration.dailyFormat { settings.format = format }
    if let template = configuration.dailyTemplate { settings.template = template }
    return settings
  }

  func templateSettings() throws -> ObsidianSettings.Templates {
    try ObsidianFiles.templates(root: location.root) { notice($0) }
  }

  /// The folder of a new note. `given`: what a person says; nil where the settings decide.
  package func newNoteFolder(_ given: String?) throws -> NotePath {
    if let given { return try vault.pathInVault(given) }
    if let folder = configuration.newNoteFolder { return try vault.configuredPlace(folder, setting: "new.folder") }
    let settings = try obsidianSettings("app.json", .init(), ObsidianSettings.app)
    switch settings.newNoteLocation {
    case .folder: return NotePath(settings.newNoteFolder)
    case .root, .current: return try vault.pathInVault(".")
    }
  }

  private func obsidianSettings<Settings>(
    _ name: String, _ defaults: Settings, _ read: ([UInt8]) -> (settings: Settings, diagnostics: [Diagnostic])
  ) throws -> Settings {
    try ObsidianFiles.settings(name, root: location.root, defaults, { notice($0) }, read)
  }
}

enum ObsidianFiles {
  static let dailyNotes = ".obsidian/daily-notes.json"
  static let tasksPluginPath = ".obsidian/" + tasksPlugin
  private static let tasksPlugin = "plugins/obsidian-tasks-plugin/data.json"

  static func templates(root: String, _ notice: (VaultNotice) -> Void) throws -> ObsidianSettings.Templates {
    try settings("templates.json", root: root, .init(), notice, ObsidianSettings.templates)
  }

  static func tasksPlugin(root: String, _ notice: (VaultNotice) -> Void) throws -> ObsidianSettings.TasksPlugin {
    try settings(tasksPlugin, root: root, .init(), notice, ObsidianSettings.tasksPlugin)
  }

  /// What a file in `.obsidian` says; the defaults where there is none of that name. What cannot be understood in it is
  /// told.
  static func settings<Settings>(
    _ name: String, root: String, _ defaults: Settings, _ notice: (VaultNotice) -> Void,
    _ read: ([UInt8]) -> (settings: Settings, diagnostics: [Diagnostic])
  ) throws -> Settings {
    try SettingsFile.settings(".obsidian/" + name, of: "Obsidian", root: root, defaults, notice, read)
  }
}

/// A file in which another program keeps its settings of this folder.
enum SettingsFile {
  /// What the file at `path` says, from the root; `defaults` where there is none. What cannot be understood in it is told.
  static func settings<Settings>(
    _ path: String, of program: String, root: String, _ defaults: Settings, _ notice: (VaultNotice) -> Void,
    _ read: ([UInt8]) -> (settings: Settings, diagnostics: [Diagnostic])
  ) throws -> Settings {
    do {
      guard let bytes = try AtomicFile.read(path, inside: root) else { return defaults }
      let (settings, diagnostics) = read(bytes)
      for problem in diagnostics {
        notice(VaultNotice("\(path):\(problem.location.line):\(problem.location.column): \(problem.message)"))
      }
      return settings
    } catch let error as AtomicFileError {
      try ShortageError.check("the settings cannot be read", error)
      notice(VaultNotice("\(path): \(error.words.cause), so \(program)'s defaults hold; \(error.words.remedy)"))
      return defaults
    }
  }
}
