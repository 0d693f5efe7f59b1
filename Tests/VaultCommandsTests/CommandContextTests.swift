import ArgumentParser
import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultStore
import VaultTestSupport

@testable import VaultCommands
@testable import VaultTerminal

private typealias ExitStatus = VaultCommands.ExitStatus

struct CommandContextTests {
  private func context(_ arguments: [String], _ variables: [String: String] = [:]) throws -> CommandContext {
    CommandContext(try GlobalOptions.parse(["--quiet"] + arguments), variables: variables)
  }

  @Test func todayFixesTheClockAtNoon() throws {
    let environment = try context(["--today", "2026-03-12"]).environment
    #expect(environment.today == CivilDate(year: 2026, month: 3, day: 12))
    #expect(environment.timeZone == .gmt)
    #expect(environment.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 43_200)
  }

  @Test(arguments: ["2026-02-30", "today", ""])
  func impossibleDaysAreWrongUsage(_ day: String) {
    let error = #expect(throws: (any Error).self) { try GlobalOptions.parse(["--today", day]) }
    #expect(error.map { GlobalOptions.exitCode(for: $0).rawValue } == ExitStatus.usage.rawValue)
  }

  @Test func asciiOverridesTheLocale() throws {
    #expect(try context([], ["LANG": "en_US.UTF-8"]).terminal.unicode)
    #expect(try !context(["--ascii"], ["LANG": "en_US.UTF-8"]).terminal.unicode)
  }

  @Test func configurationGivesTheTheme() throws {
    try TemporaryFolder.with { folder in
      try folder.write("theme: orange\nappearance: light\n", to: ".vault/config.yaml")
      let plain = try context(["-C", folder.path])
      #expect(plain.theme.scheme == .grey)
      _ = try plain.vault()
      #expect(plain.theme.scheme == .orange)
      #expect(plain.theme.background == .light)
      let chosen = try context(["-C", folder.path, "--theme", "blue"])
      _ = try chosen.vault()
      #expect(chosen.theme.scheme == .blue)
    }
  }

  @Test func queriesPointAtTheirErrors() throws {
    try TemporaryFolder.with { folder in
      let context = try context(["-C", folder.path])
      let words = try QueryWords.parse(["due:tomorow"])
      let problem = #expect(throws: QueryProblem.self) { try context.query(words) }
      #expect(problem?.description.contains("Did you mean tomorrow?") == true)
      let option = #expect(throws: QueryProblem.self) { try context.predicate(.due, "x", option: "--due") }
      #expect(option?.description.hasPrefix("--due ") == true)
      #expect(try context.sortKeys("\0-updated") == [Query.SortKey(.updated, isReversed: true)])
      #expect(try context.sortKeys(nil).isEmpty)
    }
  }

  // MARK: Exit statuses

  fileprivate static let errors: [(any Error, ExitStatus)] = [
    (OutputClosed(), .success),
    (OutputFailure(code: EIO), .failed),
    (ValidationError("x"), .usage),
    (QueryProblem(text: "x", error: QueryError("x", at: 0..<1)), .usage),
    (UnknownName(noun: "command", name: "x", known: []), .usage),
    (NoteNameError.notFound("x", nearest: []), .nothingFound),
    (NoteNameError.ambiguous("x", candidates: []), .failed),
    (VaultLocationError.notFound(from: "/"), .failed),
    (ConfigurationEditError.unknownKey("x"), .usage),
    (ConfigurationEditError.byHand(key: "x", line: 1), .failed),
    (CocoaError(.fileReadNoPermission), .failed),
  ]

  @Test(arguments: errors.indices)
  func everyErrorHasItsStatus(_ index: Int) throws {
    let (error, expected) = Self.errors[index]
    #expect(ExitStatus.of(error).status == expected)
    #expect((ExitStatus.of(error).message == nil) == (expected == .success))
  }

  @Test func bodiesStatusIsKept() throws {
    #expect(try context([]).status { _ in .nothingFound } == .nothingFound)
    #expect(try context([]).status { _ in throw OutputClosed() } == .success)
  }

  @Test func nearNamesAreSuggested() {
    let near = UnknownName(noun: "command", name: "serach", known: ["search", "show"])
    #expect(near.description == "there is no command \"serach\". Did you mean search?")
    let far = UnknownName(noun: "command", name: "zzz", known: ["search", "show"])
    #expect(far.description == "there is no command \"zzz\". There are: search, show")
  }
}
