import Synchronization
import VaultCore
import VaultPlatform

/// A vault as it was opened, for as long as its settings files are unchanged: to read them for every question takes longer than
/// many an answer.
final class KeptSettings: Sendable {
  private struct Known {
    var vault: Vault
    var files: [FileStamp?]
  }

  private let location: VaultLocation
  private let options: Vault.Options
  private let state = Mutex<Known?>(nil)

  init(_ location: VaultLocation, _ options: Vault.Options) { (self.location, self.options) = (location, options) }

  /// The vault at a moment. `notice` hears what is wrong with its settings where they were read anew.
  func vault(in environment: VaultEnvironment, notice: (VaultNotice) -> Void) throws -> Vault {
    let files = Self.files(of: location, environment.folders)
    if let known = state.withLock({ $0 }), known.files == files,
      known.vault.environment.variables == environment.variables
    {
      return known.vault.at(environment)
    }
    let lookedAt = Scanner.clock()
    let vault = try Vault(location: location, environment: environment, options: options, notice: notice)
    // What may change again within the same tick of the clock is looked at again.
    let isKnown = files.allSatisfy { $0?.isConclusive(checkedAt: lookedAt) ?? true }
    state.withLock { $0 = isKnown ? Known(vault: vault, files: files) : nil }
    return vault
  }

  /// All files that `Vault.init` reads, and the folder whose owner counts.
  private static func files(of location: VaultLocation, _ folders: UserFolders) -> [FileStamp?] {
    let own = UserConfiguration.path(folders).map { [$0, NotePath($0).folder] } ?? []
    let places = [
      ConfigurationFile.relativePath, ObsidianFiles.tasksPluginPath, NotebookFiles.folder, NotebookFiles.path,
    ]
    return own.map { FileStamp(at: $0) } + places.map { FileStamp(at: location.root + "/" + $0) }
  }
}
