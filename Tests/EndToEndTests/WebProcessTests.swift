import Foundation
import Testing
import VaultTestSupport

/// The page and the server as others see them: a real browser, and sockets. The scripts are in `Tests/Browser`.
@Suite("The web page", .serialized)
struct WebProcessTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil

  @Test(.enabled(if: BrowserTools.areInstalled, "no chromium, or no selenium for it, is installed"))
  func everyScreenReads() throws { try run("reading.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "no chromium, or no selenium for it, is installed"))
  func whatIsTypedIsSaved() throws { try run("writing.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "no chromium, or no selenium for it, is installed"))
  func everyScreenDoesWhatItIsFor() throws { try run("actions.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "no chromium, or no selenium for it, is installed"))
  func nothingOfAVaultRuns() throws { try run("hostile.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "no chromium, or no selenium for it, is installed"))
  func anOddBrowserLosesNothing() throws { try run("odd_browser.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "python3 with what `Tests/Browser` asks for is not installed"))
  func noPathLeadsOut() throws { try run("places.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "python3 with what `Tests/Browser` asks for is not installed"))
  func notesAndBodiesOfEveryKindAreRefusedOrKept() throws { try run("states.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "python3 with what `Tests/Browser` asks for is not installed"))
  func malformedRequestsAreRefused() throws { try run("malformed.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "python3 with what `Tests/Browser` asks for is not installed"))
  func itListensAndEndsWell() throws { try run("service.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "python3 with what `Tests/Browser` asks for is not installed"))
  func programsGetWhatTheCommandsPrint() throws { try run("api.py", BrowserTools.python) }

  @Test(.enabled(if: BrowserTools.areInstalled, "no chromium, or no selenium for it, is installed"))
  func severalWriteAtOnce() throws { try run("together.py", BrowserTools.python) }

  private func run(_ script: String, _ python: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments =
      [RepositoryPlaces.root + "/Tests/Browser/" + script, try Sandbox.program] + (Self.isLong ? ["--long"] : [])
    var environment = ProcessInfo.processInfo.environment
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["TZ"] = "UTC"
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}

/// What `Support/setup-tests.sh` installs for the tests of the web page.
enum BrowserTools {
  static let python = RepositoryPlaces.root + "/.build-browser/bin/python"

  static let areInstalled: Bool = {
    let manager = FileManager.default
    return manager.isExecutableFile(atPath: python)
      && ["chromium", "chromedriver"].allSatisfy { manager.isExecutableFile(atPath: "/usr/bin/" + $0) }
  }()
}
