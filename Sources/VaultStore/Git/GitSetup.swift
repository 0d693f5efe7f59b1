import VaultCore
import VaultPlatform

/// Tells git to merge a vault's notes by what stands in them: attributes say which files, and the repository's configuration
/// which program. Both can be taken back, to the byte where nothing else has changed them.
package struct GitSetup {
  package struct Request: Sendable {
    /// True for attributes that no other clone gets.
    package var isLocal: Bool
    /// Patterns of notes in which paragraphs that both sides put in at one place are both meant.
    package var appending: [String]
    package var removes: Bool

    package init(isLocal: Bool = false, appending: [String] = [], removes: Bool = false) {
      (self.isLocal, self.appending, self.removes) = (isLocal, appending, removes)
    }
  }

  /// A file that changes, with its text before and after; nil where there is none.
  package struct Change: Sendable, Hashable {
    /// Absolute.
    package var path: String
    package var before: [UInt8]?
    package var after: [UInt8]?
  }

  /// How the program is called: the drivers' command lines, by their names.
  package struct Program: Sendable {
    package var commands: [(driver: String, title: String, command: String)]

    /// `command`: what merges, and with `--append` keeps paragraphs of both sides.
    package init(command: String, appendingCommand: String) {
      commands = [
        (GitAttributesText.driver, "Markdown notes, by what stands in them", Self.guarded(command)),
        (
          GitAttributesText.appendingDriver, "Markdown notes, with the paragraphs of both sides",
          Self.guarded(appendingCommand)
        ),
      ]
    }

    /// The command line that git runs. Where the program is missing, is killed or fails, git's own merge takes its place:
    /// else the note would be ours, without a mark.
    private static func guarded(_ command: String) -> String {
      command + " %O %A %B %L %P; s=$?; test $s -le 1 || { git merge-file --marker-size=%L -L ours -L base -L theirs "
        + "%A %O %B; s=$?; }; exit $s"
    }
  }

  private let root: String
  private let variables: [String: String]
  private let program: Program
  private let repository: GitRepository

  init(root: String, variables: [String: String], program: Program) throws {
    (self.root, self.variables, self.program) = (root, variables, program)
    repository = try GitRepository(of: root, variables: variables)
  }

  // MARK: Files

  static let attributesName = ".gitattributes"
  private var sharedAttributes: String { root + "/" + Self.attributesName }
  private var localAttributes: String { repository.commonFolder + "/info/attributes" }
  private var configuration: String { repository.commonFolder + "/config" }

  /// What is read of such a file.
  private func text(_ path: String) throws -> [UInt8]? {
    path == sharedAttributes
      ? try AtomicFile.read(Self.attributesName, inside: root) : try AtomicFile.read(path)
  }

  // MARK: What changes

  /// The files that would change, in the order in which they do: at no time does an attribute name a driver that is none.
  func changes(_ request: Request) throws -> [Change] {
    if request.removes {
      return try [sharedAttributes, localAttributes].filter { !request.isLocal || $0 == localAttributes }
        .compactMap { try removal(from: $0) } + configurationChange(request)
    }
    return try configurationChange(request) + [attributesChange(request)].compactMap { $0 }
  }

  private func attributesChange(_ request: Request) throws -> Change? {
    let path = request.isLocal ? localAttributes : sharedAttributes
    let before = try text(path)
    var text = GitAttributesText(before ?? [])
    try text.add(
      notes: pattern("*.md", isLocal: request.isLocal),
      appending: request.appending.map { try pattern($0, isLocal: request.isLocal) })
    return text.bytes == before ?? [] ? nil : Change(path: path, before: before, after: text.bytes)
  }

  /// A file of which nothing else is left was made for these lines.
  private func removal(from path: String) throws -> Change? {
    guard let before = try text(path) else { return nil }
    var text = GitAttributesText(before)
    text.remove()
    guard text.bytes != before else { return nil }
    return Change(path: path, before: before, after: text.bytes.isEmpty ? nil : text.bytes)
  }

  /// The pattern as such a file has it. In the repository's own file patterns are relative to the work tree.
  private func pattern(_ given: String, isLocal: Bool) throws -> String {
    guard !given.isEmpty, !given.hasPrefix("!"), !given.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw GitSetupError.pattern(given)
    }
    var pattern = given
    if isLocal, !repository.prefix.isEmpty {
      guard let prefix = String(validating: repository.prefix, as: UTF8.self) else {
        throw GitSetupError.folderName(root)
      }
      let folder = prefix.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
      // Without a slash, a pattern is one for names in whatever folder.
      let isName = !given.dropLast().contains("/")
      pattern = folder + (isName ? "**/" : "") + (given.hasPrefix("/") ? String(given.dropFirst()) : given)
    }
    guard pattern.contains(where: { $0 == " " || $0 == "\"" }) || pattern.hasPrefix("#") else { return pattern }
    return "\"" + pattern.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  // MARK: The configuration

  private var settings: [(name: String, value: String)] {
    program.commands.flatMap { driver, title, command in
      [
        ("merge.\(driver).name", title), ("merge.\(driver).driver", command),
        // Bases that are themselves made by a merge are git's.
        ("merge.\(driver).recursive", "text"),
      ]
    }
  }

  private func configurationChange(_ request: Request) throws -> [Change] {
    guard let before = try text(configuration) else { throw GitSetupError.noConfiguration(configuration) }
    let folder = try MomentaryFolder(variables: variables)
    let copy = try folder.write(before, to: "config")
    try configure(["--file", copy], request)
    guard let after = try AtomicFile.read(copy), after != before else { return [] }
    return [Change(path: configuration, before: before, after: after)]
  }

  /// Git itself edits the file, which it locks meanwhile.
  private func configure(_ place: [String], _ request: Request) throws {
    for (name, value) in settings {
      let (_, old) = try repository.git.answer(["config"] + place + ["-z", "--get-all", name], accepting: 0...1)
      let values = GitFields(old).strings
      if request.removes {
        if !values.isEmpty { try repository.git.change(["config"] + place + ["--unset-all", name]) }
      } else if values != [value] {
        try repository.git.change(["config"] + place + ["--replace-all", name, value])
      }
    }
  }

  /// True where the configuration that holds in a folder of a repository has no driver of that name; false also where nobody
  /// can be asked: no repository, no git.
  static func lacksDriver(_ name: String, in folder: String, variables: [String: String]) throws -> Bool {
    let git = GitProcess(folder: folder, variables: variables)
    do {
      let (status, _) = try git.answer(["config", "--get", "merge.\(name).driver"], accepting: 0...1)
      if status == 0 { return false }
      _ = try GitRepository(of: folder, variables: variables)
      return true
    } catch is GitError {
      return false
    }
  }

  // MARK: Carrying out

  func carryOut(_ changes: [Change], _ request: Request) throws {
    for change in changes {
      if change.path == configuration {
        try configure(["--file", configuration], request)
      } else {
        try put(change)
      }
    }
  }

  private func put(_ change: Change) throws {
    guard try text(change.path) == change.before else { throw FileChangedError(path: change.path) }
    switch (change.before, change.after) {
    case (_, nil):
      guard unlink(change.path) == 0 else { throw AtomicFileError(change.path, .system("removed", errno)) }
    case (nil, let after?):
      if change.path == localAttributes { mkdir(repository.commonFolder + "/info", 0o777) }
      guard try AtomicFile.create(change.path, after) else { throw FileChangedError(path: change.path) }
    case (_?, let after?):
      var status = stat()
      guard stat(change.path, &status) == 0 else { throw AtomicFileError(change.path, .system("looked at", errno)) }
      try AtomicFile.replace(change.path, after, mode: status.st_mode & 0o777)
    }
  }
}

extension VaultEditor {
  /// Arranges, or takes back, that git merges the vault's notes by a program. Returns the files that change, with
  /// `isDryRun` without changing them. Throws `GitError` outside of a repository.
  package func setUpGit(
    _ request: GitSetup.Request, program: GitSetup.Program, isDryRun: Bool = false
  ) throws -> [GitSetup.Change] {
    let setup = try GitSetup(root: location.root, variables: environment.variables, program: program)
    let changes = try setup.changes(request)
    if isDryRun || changes.isEmpty { return changes }
    try vault.checkChangeable()
    try setup.carryOut(changes, request)
    return changes
  }
}

package enum GitSetupError: Failure, Hashable {
  case pattern(String)
  case folderName(String)
  case noConfiguration(String)

  package var kind: FailureKind {
    switch self {
    case .pattern: .badArgument
    case .folderName: .refused
    case .noConfiguration: .unreadable
    }
  }

  package var message: Message {
    switch self {
    case .pattern(let pattern):
      "\"\(pattern)\" is no pattern of git's attributes; name notes like Journal/*.md, without ! and line breaks"
    case .folderName(let folder):
      "\(folder): the folder's name is not UTF-8, so no pattern can name its notes; write .gitattributes instead"
    case .noConfiguration(let path): "\(path): there is no such file; make the repository's configuration anew"
    }
  }
}
