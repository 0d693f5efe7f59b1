import Testing
import VaultTestSupport

/// Tests whose tool is missing are skipped on a person's machine. Continuous integration must not skip any.
@Suite("Installed tools")
struct InstalledToolTests {
  @Test(.enabled(if: InstalledTool.areAllInstalled, "only continuous integration on Debian has them all"))
  func noneIsMissing() {
    #expect(InstalledTool.allCases.filter { !$0.isInstalled } == [])
    #expect(TypingShell.allCases.filter { !$0.isInstalled } == [])
    #expect(CalendarReader.isPresent, "python3 finds no icalendar")
    #expect(FaultyRun.isPossible, "strace cannot trace")
  }
}
