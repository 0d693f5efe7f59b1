import VaultCore
import VaultPlatform

/// The user's own configuration: what this person has decided for all vaults, in `config.yaml` of the user's own folder.
///
/// It may say what a vault may not, so it is read only where nobody else can have written it. A link is followed, since
/// people keep such files elsewhere and link them.
package struct UserConfiguration: Sendable {
  /// The user's settings over the defaults.
  package var configuration = Configuration.default
  /// The names of the settings that it decides.
  package var settings: Set<String> = []
  /// What is wrong with it.
  package var notices: [VaultNotice] = []
  private var home: String?

  package init() {}

  /// Where the file is or would be. Returns nil where the environment names no place for it.
  package static func path(_ folders: UserFolders) -> String? { folders.configuration.map { $0 + "/config.yaml" } }

  /// Nothing is decided where there is no such file, or it cannot be trusted, which is told.
  package static func load(_ folders: UserFolders) throws -> UserConfiguration {
    var user = UserConfiguration()
    user.home = folders.home
    guard let path = path(folders) else { return user }
    do {
      guard let text = try text(path) else { return user }
      let (configuration, diagnostics) = ConfigurationParser.parse(text, of: .user)
      user.configuration = configuration
      user.settings = Set(ConfigurationParser.settings(in: text, of: .user).filter(\.value).keys)
      user.notices = diagnostics.map {
        VaultNotice("\(path):\($0.location.line):\($0.location.column): \($0.message)")
      }
    } catch let error as AtomicFileError {
      if case .system(_, ENOTDIR) = error.trouble { return user }
      try ShortageError.check("your own configuration cannot be read", error)
      user.notices = [VaultNotice("\(error.path): \(error.words.cause), so it is not read; \(error.words.remedy)")]
    }
    return user
  }

  /// What stands in the file; nil where there is none. Throws `AtomicFileError`, also where another user could have written
  /// it.
  package static func text(_ path: String) throws -> String? {
    guard let bytes = try AtomicFile.read(path, isOwn: true) else { return nil }
    let folder = NotePath(path).folder
    guard let status = status(of: folder), status.isOwn else { throw AtomicFileError(folder, .notOwn) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Vaults

  /// The settings of which the user's value holds whatever a vault's own configuration says.
  var firstSettings: Set<String> {
    settings.filter { ConfigurationKey.named($0)?.power.isUsersFirst == true }
  }

  /// Where the vault of that name is.
  package func path(ofVault name: String) -> String? {
    configuration.vaults.first { $0.name == name }.map { expanded($0.path) }
  }

  /// With the user's home in place of `~`.
  func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  /// True for a root that the user has accepted, or named as a vault; links are followed as they are in naming one.
  package func accepts(_ root: String) -> Bool {
    let named = configuration.vaults.map(\.path) + (configuration.defaultVault.map { [$0] } ?? [])
    return (configuration.trusted + named).contains { path in
      // A name, or a place beneath a home that is unknown, would lead to whatever stands in the working folder.
      let path = expanded(path)
      guard path.isAbsolutePath, case .success(let bytes) = resolvedPath(Array(path.utf8)) else { return false }
      return bytes == Array(root.utf8)
    }
  }

  // MARK: Changing it

  /// Writes the file anew with what `edit` makes of its text, whole or not at all; where it is a link, what that leads to.
  /// Makes it, and its folder, where there is none.
  package static func change(_ folders: UserFolders, _ edit: (String) throws -> String) throws {
    guard let path = path(folders), let folderPath = folders.configuration else { throw UserConfigurationError.noPlace }
    let folder: PrivateFolder
    do {
      folder = try PrivateFolder(try resolved(folderPath) ?? folderPath, others: .mayRead, makes: true)
      // Between reading and writing nobody else of this user's writes.
      guard retrying({ flock(folder.descriptor.number, LOCK_EX) }) == 0 else {
        throw FileFailure(path: folderPath, code: errno)
      }
    } catch let error as FileFailure {
      throw UserConfigurationError.folder(error.path, code: error.code)
    }
    defer { withExtendedLifetime(folder) {} }
    let known = try text(path)
    let old = known ?? ConfigurationTemplate.text(for: .user)
    let new = try edit(old)
    guard new != old else { return }
    let mode = status(of: path).map { $0.st_mode & 0o777 } ?? 0o600
    try AtomicFile.replace(try resolved(path) ?? path, Array(new.utf8), mode: mode)
  }

  /// Where a path leads; nil where nothing is there.
  private static func resolved(_ path: String) throws -> String? {
    switch resolvedPath(Array(path.utf8)) {
    case .success(let bytes): return String(validating: bytes, as: UTF8.self)
    case .failure(let failure) where failure.code == ENOENT: return nil
    case .failure(let failure): throw UserConfigurationError.folder(path, code: failure.code)
    }
  }
}

/// The user's own configuration has no place that is this user's alone.
package enum UserConfigurationError: Failure {
  case noPlace
  /// An `errno` value; EPERM also for what others may write to.
  case folder(String, code: CInt)

  package var kind: FailureKind { .noPlace }
  package var message: Message {
    switch self {
    case .noPlace:
      "there is no place for your own configuration: set XDG_CONFIG_HOME or HOME to a folder of yours"
    case .folder(let path, EPERM):
      "\(path): belongs to another user, or others may write to it; make it yours alone, or set XDG_CONFIG_HOME to a "
        + "folder of yours"
    case .folder(let path, let code):
      "\(path): \(systemMessage(code)); check its permissions, or set XDG_CONFIG_HOME to a folder of yours"
    }
  }
}
