import Foundation

/// A program that some tests use, and that `Support/setup-tests.sh` installs where it can.
package enum InstalledTool: String, CaseIterable, Sendable {
  case bash, fish, git, groff, man, python3, setpriv, setsid, sqlite3, strace, valgrind, zsh

  /// The program's path; nil where this machine does not have it. Tests see the system's programs only.
  package var path: String? {
    ["/usr/bin/", "/bin/"].map { $0 + rawValue }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  package var isInstalled: Bool { path != nil }

  /// Whether continuous integration runs the tests on Debian, where the set-up installs every tool.
  package static let areAllInstalled =
    ProcessInfo.processInfo.environment["CI"] != nil && FileManager.default.fileExists(atPath: "/etc/debian_version")
}
