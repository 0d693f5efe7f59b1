import ArgumentParser
import Testing

@testable import VaultCommands

private typealias ExitStatus = VaultCommands.ExitStatus

struct OutputOptionsTests {
  @Test(arguments: [["--json", "--jsonl"], ["--count", "-0"], ["--format", "{path}", "--json"]])
  func formsExcludeEachOther(_ arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try OutputOptions.parse(arguments) }
    #expect(error.map { OutputOptions.exitCode(for: $0).rawValue } == ExitStatus.usage.rawValue)
    #expect(error.map { OutputOptions.message(for: $0).contains("exclude each other") } == true)
  }

  @Test(arguments: [["--limit", "0"], ["--limit", "x"], ["--format", "{path"]])
  func badValuesAreWrongUsage(_ arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try OutputOptions.parse(arguments) }
    #expect(error.map { OutputOptions.exitCode(for: $0).rawValue } == ExitStatus.usage.rawValue)
  }

  @Test(arguments: ["-{path}", "--{path}", "-0", "--json"])
  func templatesMayBeginWithHyphens(_ template: String) throws {
    #expect(try OutputOptions.parse(["--format", template, "--limit", "1"]).format == template)
  }

  @Test func modesFollowTheOptions() throws {
    #expect(try OutputOptions.parse([]).mode() == .text)
    #expect(try OutputOptions.parse(["--json"]).mode() == .json)
    #expect(try OutputOptions.parse(["-0"]).mode() == .paths0)
    #expect(try OutputOptions.parse(["--count"]).mode() == .count)
    #expect(try OutputOptions.parse([]).mode(GlobalOptions.parse(["-q"])) == .quiet)
    #expect(throws: ValidationError.self) { try OutputOptions.parse(["--json"]).mode(GlobalOptions.parse(["-q"])) }
  }
}
