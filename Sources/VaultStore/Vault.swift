import Foundation
import VaultCore

/// A folder of notes, and everything that can be asked about it. The one façade of all front ends.
///
/// Every answer reflects the files as they are when it is asked for.
package final class Vault {
  package struct Options: Sendable {
    /// Answer by reading every file.
    package var noIndex = false
    /// Told what the time goes into.
    package var timing = PhaseTiming.off

    package init(noIndex: Bool = false, timing: PhaseTiming = .off) {
      (self.noIndex, self.timing) = (noIndex, timing)
    }
  }

  package let location: VaultLocation
  package let configuration: Configuration
  /// What would hold without the configuration file.
  package let configurationDefaults: Configuration
  /// Of Obsidian's plugin Tasks.
  let tasksPlugin: ObsidianSettings.TasksPlugin
  /// What is wrong in the configuration file.
  package let configurationDiagnostics: [Diagnostic]
  package let environment: VaultEnvironment
  let options: Options
  /// Told, in a sentence each, what a person should know although the answer is good: an unreadable note, an index
  /// that had to be rebuilt.
  let notice: (VaultNotice) -> Void
  /// Told how many notes of how many have been read, when there are many to read.
  package var progress: (Int, Int) -> Void = { _, _ in }
  /// Told how many steps of how many have been done of a change to many files.
  package var changeProgress: (Int, Int) -> Void = { _, _ in }
  /// The symbolic links that the last look at the vault found.
  var symbolicLinks: [NotePath] = []
  let journalHeads = JournalHeads()
  /// Where questions are answered from while there is one; see `holding`.
  var heldSnapshot: (any VaultSnapshot)?

  package init(
    location: VaultLocation, environment: VaultEnvironment, options: Options = Options(),
    notice: @escaping (VaultNotice) -> Void = { _ in }
  ) throws {
    self.location = location
    self.options = options
    self.notice = notice
    tasksPlugin = try ObsidianFiles.tasksPlugin(root: location.root, notice)
    configurationDefaults = Configuration.defaults(tasksPlugin)
    let loaded = try ConfigurationFile.load(root: location.root, defaults: configurationDefaults)
    configuration = loaded.configuration
    configurationDiagnostics = loaded.diagnostics
    var environment = environment
    environment.firstWeekday = configuration.firstWeekday
    self.environment = environment
    if let path = configuration.indexPath, !path.isEmpty, !ConfiguredIndexPath.isSafe(path) {
      notice(
        VaultNotice(
          "\(ConfigurationFile.relativePath): \(path) is no place for an index; \(ConfiguredIndexPath.remedy)"))
    }
    for diagnostic in loaded.diagnostics {
      let place = diagnostic.place.map { ":\($0.line):\($0.column)" } ?? ""
      notice(VaultNotice("\(ConfigurationFile.relativePath)\(place): \(diagnostic.message)"))
    }
  }

  package var parsingOptions: ParsingOptions {
    ParsingOptions(
      statuses: StatusRegistry(custom: configuration.taskStatuses), taskFilter: configuration.taskFilter)
  }

  var pipeline: NotePipeline {
    var pipeline = NotePipeline(
      root: location.root, options: parsingOptions, maxFileSize: configuration.maximumFileSize)
    pipeline.timing = options.timing
    return pipeline
  }

  /// Says how notes are read: an index made otherwise is of no use.
  var parsingFingerprint: String { "\(IndexSchema.version) \(configuration.parsingFingerprint)" }

  /// Of `FolderListings`; nil where no index is wanted, or the environment names no place for one.
  var listingsPath: String? {
    options.noIndex ? nil : indexPath.map { $0 + ".folders" }
  }

  var scanner: Scanner {
    Scanner(root: location.root, options: scanOptions)
  }

  /// Which files are the vault's.
  var scanOptions: ScanOptions {
    ScanOptions(
      ignorePatterns: configuration.ignore, respectGitignore: configuration.respectGitignore,
      listingsPath: listingsPath)
  }

  /// The civil day of a note's date in the user's zone.
  package func day(of date: NoteDate) -> CivilDate {
    date.day(in: environment.offset)
  }

  /// What queries depend on besides their text.
  package var queryContext: QueryContext {
    QueryContext(
      today: environment.today, firstWeekday: environment.firstWeekday, saved: configuration.searches)
  }
}

/// Something to be told to a person beside the answer.
package struct VaultNotice: Sendable, Hashable {
  /// One sentence, with the path where there is one.
  package var text: Message
  /// The text with neutral names for the remedies.
  package var message: String { text.text }
  /// Of something that is not quite right.
  package var isWarning: Bool

  package init(_ text: Message, isWarning: Bool = true) {
    self.text = text
    self.isWarning = isWarning
  }
}
