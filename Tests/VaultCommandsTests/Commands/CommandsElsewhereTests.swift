import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultCommands

/// `Documentation/commands-elsewhere.md` names commands and options that there are.
struct CommandsElsewhereTests {
  private static let rows: [[Substring]] = {
    let path = RepositoryPlaces.root + "/Documentation/commands-elsewhere.md"
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)[...]
      }
    }
    return rows.filter { $0.count != 3 || $0[1] != "here" }
  }()

  static let commands = rows.flatMap { row in
    row.flatMap { cell in cell.matches(of: #/`vault ([^`]+)`/#).map { String($0.1) } }
  }

  @Test func areThere() {
    #expect(Self.commands.count > 100)
    for row in Self.rows {
      #expect(row.count == 3, "\(row)")
      #expect(row.dropFirst().contains { !$0.isEmpty }, "neither a command nor a reason: \(row)")
    }
  }

  @Test(arguments: Set(commands).sorted())
  func canBeTyped(_ line: String) throws {
    // Numbers have to be some.
    let words = try #require(ShellWords.split(line)).map { $0 == "N" ? "3" : $0 }
    if words.first == "help" {
      let names = CommandLineArguments.commandNames + HelpTopic.allCases.map(\.rawValue)
      return #expect(words.dropFirst().allSatisfy(names.contains), "\(line)")
    }
    let known = CommandLineArguments.command(words[0])
    #expect(known != nil, "\(line)")
    #expect(throws: Never.self, "\(line)") { try CommandLineArguments(words).parsed() }
  }

  @Test func whatIsNoCommandIsFound() {
    #expect(CommandLineArguments.command("grep") == nil)
    #expect(throws: (any Error).self) { try CommandLineArguments(["list", "--no-such-option"]).parsed() }
  }
}
