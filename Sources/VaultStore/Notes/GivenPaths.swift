import VaultCore
import VaultPlatform

/// What the paths that people and other programs give mean in a vault.
struct GivenPaths {
  /// Absolute, as `VaultLocation` has it.
  let root: String
  /// Absolute; nil: the vault's root.
  let workingFolder: String?

  /// The path from the vault's root that `given` means: from the working folder, or absolute. Empty for the root; nil for
  /// what lies outside. By its text alone, but for an absolute path that leads into the vault through a symbolic link.
  func path(_ given: String) -> NotePath? {
    guard given.isAbsolutePath else { return Self.inside(root, names(of: (workingFolder ?? root) + "/" + given)) }
    let names = names(of: given)
    if let path = Self.inside(root, names) { return path }
    guard let name = names.last else { return nil }
    let folder = "/" + names.dropLast().joined(separator: "/")
    guard case .success(let bytes) = resolvedPath(Array(folder.utf8)),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return Self.inside(root, text.pathNames() + [name])
  }

  /// True where the working folder is the vault's root or lies below it.
  var isWorkingInside: Bool {
    workingFolder.map { Self.inside(root, names(of: $0)) != nil } ?? true
  }

  /// The names of an absolute path, without `.` and `..`.
  private func names(of path: String) -> [Substring] {
    var names: [Substring] = []
    for name in path.pathNames() where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }

  private static func inside(_ root: String, _ names: [Substring]) -> NotePath? {
    let above = root.pathNames()
    guard names.count >= above.count, zip(names, above).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) else {
      return nil
    }
    return NotePath(names.dropFirst(above.count).joined(separator: "/"))
  }
}

extension VaultReader {
  /// The paths that a note's name may mean, with and without extension: first from the working folder, then from the root.
  func paths(named name: String) -> [NotePath] {
    let near = GivenPaths(root: location.root, workingFolder: environment.workingFolder).path(name)
    let far = name.isAbsolutePath ? nil : GivenPaths(root: location.root, workingFolder: nil).path(name)
    return [near, far == near ? nil : far].compactMap { $0 }.filter { !$0.text.isEmpty }.flatMap { path in
      [path] + NotePath.noteExtensions.map { NotePath(path.text + $0) }
    }
  }
}
