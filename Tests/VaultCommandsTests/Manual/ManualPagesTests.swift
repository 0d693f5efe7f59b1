import ArgumentParser
import Testing
import VaultStore

@testable import VaultCommands

struct ManualPagesTests {
  @Test func everyCommandHasAPage() throws {
    let names = Set(try ManualPages.all(in: .live).map(\.name))
    for type in VaultCommand.configuration.subcommands where type.configuration.shouldDisplay {
      #expect(names.contains("vault-\(type._commandName)"))
    }
    #expect(names.contains("vault"))
    #expect(!names.contains("vault-manual"))
  }

  @Test func noTextIsTakenForARequest() throws {
    for page in try ManualPages.all(in: .live) {
      for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        let request = line.dropFirst().prefix { $0 != " " }
        #expect(
          ["TH", "SH", "SS", "br", "PP", "TP", "RS", "RE", "nf", "fi", "nh"].contains(request), "\(page.name): \(line)")
      }
    }
  }

  @Test(arguments: [
    (".SH", "\\&.SH"), ("'x'", "\\&'x\\(aq"), ("a\\b", "a\\eb"), ("--json", "\\-\\-json"), ("a\n.b", "a\n\\&.b"),
    ("`x`", "\\(gax\\(ga"),
  ])
  func textIsEscaped(_ text: String, _ expected: String) {
    #expect(RoffPage.escaped(text) == expected)
  }
}
