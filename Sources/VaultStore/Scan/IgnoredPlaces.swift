import VaultCore
import VaultPlatform

/// Tells of single paths, of files that need not be there yet, what a scan would say of them: whether they are ignored.
///
/// Ignore files are read once. For one operation, by one thread.
final class IgnoredPlaces {
  /// Why a path is ignored.
  struct Reason: CustomStringConvertible {
    /// The file, or the folder above it that is meant, with `/` then.
    var part: String
    /// The ignore file; nil for the configuration.
    var source: String?

    /// Cause and remedy, without the path.
    var description: String {
      let place = source ?? "`ignore` in \(ConfigurationFile.relativePath)"
      return
        "would never be found, since \(place) leaves out \"\(part)\"; take another name or place, or change what is "
        + "left out"
    }
  }

  private let root: OwnedDescriptor
  private let patterns: IgnoreRules
  private let respectGitignore: Bool
  private let outer: OuterIgnoreRules?
  private var scopes: [[UInt8]: IgnoreScope?] = [:]
  private static let want = "it cannot be told what is left out"

  /// `root` is opened from `rootPath`, which is absolute and without links.
  init(_ root: OwnedDescriptor, rootPath: String, _ options: ScanOptions) {
    self.root = root
    patterns = IgnoreRules(patterns: options.ignorePatterns)
    respectGitignore = options.respectGitignore
    outer = options.respectGitignore ? OuterIgnoreRules(above: Array(rootPath.utf8)) : nil
  }

  /// Returns nil for a path that is not ignored.
  func reason(_ path: NotePath, isFolder: Bool = false) throws(ShortageError) -> Reason? {
    if let code = outer?.shortage { throw ShortageError(Self.want, .system(code)) }
    let bytes = path.bytes
    let prefix = outer?.prefix ?? []
    var nameStart = 0
    while nameStart < bytes.count {
      let end = bytes[nameStart...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      let isFolder = isFolder || end < bytes.count
      let part = Array(bytes[..<end])
      let shown = NotePath(bytes: part).text + (isFolder ? "/" : "")
      let decision = part.withUnsafeBufferPointer {
        patterns.decision(path: $0, nameStart: nameStart, isFolder: isFolder)
      }
      if decision == .ignored { return Reason(part: shown, source: nil) }
      let scope = try scope(of: Array(bytes[..<max(0, nameStart - 1)]))
      if decision == nil,
        let found = (prefix + part).withUnsafeBufferPointer({
          IgnoreScope.ignoring(scope, path: $0, nameStart: prefix.count + nameStart, isFolder: isFolder)
        })
      {
        return Reason(part: shown, source: found.source)
      }
      nameStart = end + 1
    }
    return nil
  }

  /// The rules that hold in a folder, which need not be there.
  private func scope(of folder: [UInt8]) throws(ShortageError) -> IgnoreScope? {
    guard respectGitignore else { return nil }
    if let known = scopes[folder] { return known }
    var scope = outer?.scope
    if !folder.isEmpty { scope = try self.scope(of: Array(folder[..<(folder.lastIndex(of: UInt8(ascii: "/")) ?? 0)])) }
    let descriptor = openFolder(folder[...], beneath: root.number, partLimit: 0)
    if descriptor < 0 {
      try ShortageError.check(Self.want, SystemFailure(code: errno))
    } else {
      defer { close(descriptor) }
      do throws(FileReadFailure) {
        if let rules = try readIgnoreFile(Array(".gitignore".utf8), in: descriptor) {
          scope = IgnoreScope(
            rules, from: NotePath(bytes: joinedPath(folder, ".gitignore".utf8)).text,
            baseLength: (outer?.prefix.count ?? 0) + (folder.isEmpty ? 0 : folder.count + 1), outer: scope)
        }
      } catch {
        // The scan says of a file that cannot be read that nothing is left out because of it.
        try ShortageError.check(Self.want, error)
      }
    }
    scopes[folder] = .some(scope)
    return scope
  }
}
