import VaultCore
import VaultPlatform

/// `git`, asked in a folder. Nothing but what a person asks of git runs it: neither opening a vault nor searching does, but
/// where the setting `dates` has notes dated by it and HEAD has moved.
///
/// A repository comes from anybody, and its configuration names programs: for its monitor, its hooks, its filters, for the
/// differences between its files. Whoever only reads has none of them run, and nothing fetched. What the user's own
/// configuration names runs as ever.
package struct GitProcess: Sendable {
  /// An absolute path.
  let folder: String
  let variables: [String: String]
  let cancellation: Cancellation?

  /// In seconds. Reading the whole history of a large repository takes some.
  private static let longestRead = 120

  package init(folder: String, variables: [String: String], cancellation: Cancellation? = nil) {
    (self.folder, self.variables, self.cancellation) = (folder, variables, cancellation)
  }

  /// Runs a command that only reads, and returns what it answers. `accepting`: the statuses that are an answer.
  func read(
    _ arguments: [String], input: [UInt8] = [], accepting statuses: ClosedRange<Int32> = 0...0
  ) throws -> [UInt8] {
    try answer(arguments, input: input, accepting: statuses).output
  }

  /// The same, with the status, for a command that says something by it.
  func answer(
    _ arguments: [String], input: [UInt8] = [], accepting statuses: ClosedRange<Int32>
  ) throws -> (status: Int32, output: [UInt8]) {
    let call = try call(
      Self.reading + arguments, input: input, readingVariables, AnsweredCall.Limits(seconds: Self.longestRead))
    guard statuses.contains(call.status) else { throw GitError(arguments, call, in: folder) }
    return (call.status, call.output)
  }

  /// Runs a command that changes the repository and none of the notes, as one of its configuration.
  func change(_ arguments: [String]) throws { _ = try read(arguments) }

  /// Runs a command that reads files of the work tree, too: for these, git would run the repository's filters.
  func readWorkTree(
    _ arguments: [String], input: [UInt8] = [], accepting statuses: ClosedRange<Int32> = 0...0
  ) throws -> [UInt8] {
    let process = GitProcess(
      folder: folder, variables: GitVariables.adding(try filterSettings(), to: variables), cancellation: cancellation)
    return try process.read(arguments, input: input, accepting: statuses)
  }

  func call(
    _ arguments: [String], input: [UInt8], _ variables: [String: String], _ limits: AnsweredCall.Limits
  ) throws -> AnsweredCall {
    do {
      return try AnsweredCall(
        ["git", "-C", folder] + arguments, environment: variables, input: input, limits: limits,
        isCancelled: { try cancellation?.check() })
    } catch let failure as AnsweredCall.Failure {
      throw GitError(arguments, failure)
    }
  }

  // MARK: Reading

  private static let reading = [
    "--no-optional-locks", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null",
    "-c", "diff.external=", "-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "diff.relative=false",
    "-c", "core.quotePath=false", "-c", "color.ui=false",
  ]

  private var readingVariables: [String: String] {
    var variables = variables
    variables["LC_ALL"] = "C"
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["GIT_EXTERNAL_DIFF"] = nil
    // What a partial clone does not have is missing: to fetch it would run what the repository names.
    variables["GIT_NO_LAZY_FETCH"] = "1"
    variables["GIT_ALLOW_PROTOCOL"] = ""
    return variables
  }

  /// The settings that keep git from running the filters which the repository's own configuration names.
  private func filterSettings() throws -> [(String, String)] {
    let listing = try read(["config", "--list", "--show-scope", "--name-only", "-z", "--includes"])
    let fields = GitFields(listing).strings
    var settings: [String: String] = [:]
    for index in stride(from: 0, to: fields.count - 1, by: 2) where ["local", "worktree"].contains(fields[index]) {
      let name = fields[index + 1]
      guard name.hasPrefix("filter."), let end = name.lastIndex(of: ".") else { continue }
      settings[name] = ""
      // Without its filter, a file that must have one could not be read at all.
      settings[name[..<end] + ".required"] = "false"
    }
    return settings.sorted { $0.key < $1.key }
  }
}

/// Settings of git in environment variables, where no sign in a name is misread.
enum GitVariables {
  static func adding(_ settings: [(String, String)], to variables: [String: String]) -> [String: String] {
    var variables = variables
    var count = variables["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    for (name, value) in settings {
      variables["GIT_CONFIG_KEY_\(count)"] = name
      variables["GIT_CONFIG_VALUE_\(count)"] = value
      count += 1
    }
    if !settings.isEmpty { variables["GIT_CONFIG_COUNT"] = "\(count)" }
    return variables
  }
}

/// What git answers with a NUL behind each field.
struct GitFields {
  let fields: [ArraySlice<UInt8>]

  init(_ answer: [UInt8]) {
    let fields = answer.split(separator: 0, omittingEmptySubsequences: false)
    self.fields = fields.last?.isEmpty == true ? fields.dropLast() : fields
  }

  var strings: [String] { fields.map { String(decoding: $0, as: UTF8.self) } }
}
