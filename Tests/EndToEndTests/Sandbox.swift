import Foundation
import VaultPlatform
import VaultTestSupport

/// A copy of the sample vault with a home and a cache of its own, where shell lines run and `vault` is the program
/// that was built with the tests, its clock at noon of 14 March 2026 in UTC.
final class Sandbox: Sendable {
  static let today = "2026-03-14"

  private let folder: TemporaryFolder
  let environment: [String: String]

  /// `notes`: whether to copy the sample vault; else the vault has no note.
  init(notes: Bool = true) throws {
    folder = try TemporaryFolder()
    // Some lines run as a user who does not own it.
    try folder.setMode(0o755, of: "")
    for name in ["home", "cache", "results", "run"] {
      try folder.makeFolder(name)
      try folder.setMode(0o777, of: name)
    }
    if notes {
      try FileManager.default.copyItem(atPath: Self.sampleVault, toPath: folder.absolute("vault"))
      try Self.setTimes(below: folder.absolute("vault"))
    } else {
      try folder.makeFolder("vault/.vault")
    }
    for (name, script) in Self.scripts {
      try folder.writeProgram(script, to: "bin/" + name)
    }
    environment = [
      "PATH": folder.absolute("bin") + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "VAULT_FOLDER": folder.absolute("vault"),
      "HOME": folder.absolute("home"),
      "XDG_CACHE_HOME": folder.absolute("cache"),
      "XDG_RUNTIME_DIR": folder.absolute("run"),
      "RESULTS": folder.absolute("results"),
      "SAMPLE_VAULT": Self.sampleVault,
      "VAULT_PROGRAM": try Self.program,
      "TZ": "UTC",
      "LANG": "C.UTF-8",
      "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Absolute.
  var root: String { folder.path }
  var vault: String { folder.absolute("vault") }

  /// `changed`: the lines of notes that are not what they were at its last call, or in the sample vault; `user`: runs a
  /// command as a user whom file modes hold back.
  private static let scripts = [
    "vault": """
    #!/bin/sh
    case ${1-} in ---*) exec "$VAULT_PROGRAM" "$@" ;; esac
    exec "$VAULT_PROGRAM" --today \(today) ${VAULT_OPTIONS-} "$@"

    """,
    "changed": """
    #!/bin/sh
    before="$RESULTS/before"
    [ -d "$before" ] || cp -R "$SAMPLE_VAULT" "$before"
    for folder in "$before" .; do
      (cd "$folder" && find . -name .vault -prune -o -type f -print)
    done | LC_ALL=C sort -u | while IFS= read -r name; do
      name=${name#./}
      if [ ! -e "$before/$name" ]; then echo "new: $name"
      elif [ ! -e "$name" ]; then echo "gone: $name"
      elif ! cmp -s "$before/$name" "$name"; then
        echo "$name"
        diff -U0 "$before/$name" "$name" | sed -e 1,2d -e '/^@@ /d'
      fi
    done
    rm -rf "$before"
    cp -R . "$before"

    """,
    "user": """
    #!/bin/sh
    [ "$(id -u)" != 0 ] && exec "$@"
    export XDG_STATE_HOME="$HOME/of-user"
    # The vault is not that user's, and is therefore named.
    export VAULT_DIR="${VAULT_DIR-$VAULT_FOLDER}"
    exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"

    """,
  ]

  /// Whether `user` works here.
  static let canBeOrdinaryUser = geteuid() != 0 || InstalledTool.setpriv.isInstalled

  /// One that many tests may share, because they only read.
  static let shared = Result { try Sandbox() }

  // MARK: Running

  /// Runs a shell line in the vault's folder.
  func run(_ line: String, options: String = "", input: String = "") throws -> Outcome {
    let place = "run-" + UUID().uuidString
    defer {
      do { try folder.remove(place) } catch {}  // The folder itself is going to be deleted.
    }
    try folder.write(input, to: place + "/input")
    let streams = [
      try Descriptor(opening: folder.absolute(place + "/input"), O_RDONLY),
      try Descriptor(opening: folder.absolute(place + "/output"), O_WRONLY | O_CREAT),
      try Descriptor(opening: folder.absolute(place + "/errors"), O_WRONLY | O_CREAT),
    ]
    let status = try start(line, options: options, streams: streams).wait()
    return Outcome(
      output: try folder.bytes(of: place + "/output"), errors: try folder.bytes(of: place + "/errors"), status: status)
  }

  /// Starts a shell line in the vault's folder. `options`: what every `vault` gets in addition; `variables`: what the
  /// environment has in addition.
  func start(
    _ line: String, options: String = "", variables: [String: String] = [:], streams: [Descriptor]
  ) throws -> ShellProcess {
    var environment = environment.merging(variables) { $1 }
    environment["VAULT_OPTIONS"] = options
    return try ShellProcess(
      "cd \"$VAULT_FOLDER\" || exit\n" + line, environment: environment, streams: streams.map(\.number))
  }

  // MARK: Places

  /// The package's folder.
  static let package: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  static let sampleVault = package + "/SampleVault"

  struct NoProgram: Error, CustomStringConvertible {
    var folders: [String]
    var description: String { "no program \"vault\" in \(folders.joined(separator: ", ")): build it first" }
  }

  /// Beside the tests' own executable or bundle, or as `VAULT_PROGRAM` says.
  static var program: String {
    get throws {
      if let given = ProcessInfo.processInfo.environment["VAULT_PROGRAM"] { return given }
      var folders = [Bundle.main.executablePath, CommandLine.arguments.first, Bundle(for: Sandbox.self).bundlePath]
        .compactMap { $0.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path } }
      folders.append(package + "/.build/debug")
      guard
        let path = folders.map({ $0 + "/vault" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) })
      else { throw NoProgram(folders: folders) }
      return path
    }
  }

  /// 1 March 2026, 09:00 UTC, for everything below a folder.
  private static func setTimes(below path: String) throws {
    let date = Date(timeIntervalSince1970: 1_772_355_600)
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: path) {
      try manager.setAttributes([.modificationDate: date], ofItemAtPath: path + "/" + name)
    }
    try manager.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }
}
