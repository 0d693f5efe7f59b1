import Foundation
import Testing
import VaultTestSupport

/// README's picture shows what the program prints.
@Suite("Picture")
struct PictureTests {
  @Test(.enabled(if: InstalledTool.python3.isInstalled, "python3 is not installed")) func isOfThisProgram() throws {
    let sandbox = try Sandbox()
    let picture = Sandbox.package + "/Documentation/picture.svg"
    let script = "python3 '\(Sandbox.package)/Support/picture.py' \"$VAULT_PROGRAM\""
    if ProcessInfo.processInfo.environment["VAULT_RECORD"] != nil {
      #expect(try sandbox.run("\(script) '\(picture)'").status == 0)
    }
    let outcome = try sandbox.run("\(script) \"$RESULTS/picture.svg\"")
    #expect(outcome == Outcome(output: [], errors: [], status: 0), "\(outcome.errorText)")
    let drawn = FileManager.default.contents(atPath: sandbox.root + "/results/picture.svg")
    #expect(drawn == FileManager.default.contents(atPath: picture), "`make picture` draws it anew")
  }
}
