import Foundation
import Testing
import VaultTestSupport

/// What is below the command line does not name its commands and options: a browser has none.
@Suite struct NeutralWordsTests {
  /// They make the text of `config.yaml`, which is a file for people at a command line, and `diff --git`, as git prints it.
  private static let exceptions: Set = ["ConfigurationKey.swift", "ConfigurationTemplate.swift", "ChangeDiff.swift"]

  @Test(arguments: ["VaultPlatform", "VaultCore", "VaultStore", "VaultInterface"])
  func messagesNameNoCommandsAndOptions(_ module: String) throws {
    let folder = URL(fileURLWithPath: RepositoryPlaces.root + "/Sources/\(module)")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      // Git is asked by its own options.
      let isOfGit = file.path.contains("/VaultStore/Git/")
      if isOfGit || Self.exceptions.contains(file.lastPathComponent) { continue }
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where Self.namesCommandLine(line) {
        Issue.record("\(module)/\(file.lastPathComponent):\(number + 1): \(line)")
      }
    }
    #expect(count > 5)
  }

  private static func namesCommandLine(_ line: Substring) -> Bool {
    let code = line.drop { $0 == " " }
    return !code.hasPrefix("//") && code.contains(/(^|[" (`])--[a-z]|[`"]vault [a-z]/)
  }

  @Test func isSeen() {
    #expect(Self.namesCommandLine("  \"say --yes\""))
    #expect(Self.namesCommandLine("  \"`vault tags` shows all\""))
    #expect(!Self.namesCommandLine("  /// As `vault tags` shows it."))
    #expect(!Self.namesCommandLine("  i--"))
  }
}
