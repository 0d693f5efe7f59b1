import ArgumentParser
import Testing

@testable import VaultCommands

struct ManualPagesTests {
  @Test func everyCommandHasAPage() throws {
    let names = Set(try ManualPages.all().map(\.name))
    for type in VaultCommand.configuration.subcommands where type.configuration.shouldDisplay {
      #expect(names.contains("vault-\(type._commandName).1"))
    }
    #expect(names.contains("vault.1"))
    #expect(!names.contains("vault-manual.1"))
  }

  @Test func noTextIsTakenForARequest() throws {
    for page in try ManualPages.all() {
      for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        let request = line.dropFirst().prefix { $0 != " " }
        #expect(["TH", "SH", "PP", "TP", "RS", "RE", "nf", "fi", "nh"].contains(request), "\(page.name): \(line)")
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
