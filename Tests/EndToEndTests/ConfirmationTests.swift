import Foundation
import Testing

/// What is asked on a terminal, and what is done with the answer.
@Suite("Confirmation")
struct ConfirmationTests {
  private func exists(_ path: String, _ sandbox: Sandbox) -> Bool {
    FileManager.default.fileExists(atPath: sandbox.vault + "/" + path)
  }

  @Test(arguments: [("y\n", false), ("YES\n", false), ("n\n", true), ("\n", true), ("yellow\n", true), ("\u{4}", true)])
  func onlyYesIsAYes(_ answer: String, _ isKept: Bool) throws {
    let sandbox = try Sandbox()
    let (bytes, status) = try sandbox.runOnTerminal("vault rm Bike", typing: answer)
    #expect(String(decoding: bytes, as: UTF8.self).contains("Put it into the trash? [y/N]"))
    #expect(status == 0)
    #expect(exists("Areas/Bike.md", sandbox) == isKept)
  }

  /// One file is not worth a question; several are, and are shown as they are meant to be.
  @Test func changesOfSeveralFilesAsk() throws {
    let sandbox = try Sandbox()
    let few = try sandbox.runOnTerminal("vault mv Household Archive/", typing: "n\n").bytes
    #expect(!String(decoding: few, as: UTF8.self).contains("[y/N]"))
    #expect(exists("Archive/Household.md", sandbox))

    let many = try sandbox.runOnTerminal("vault rename Bike Velo", typing: "n\n").bytes
    let text = String(decoding: many, as: UTF8.self)
    #expect(text.contains("Move Areas/Bike.md to Areas/Velo.md"))
    #expect(text.contains("Update Journal/2026-03-09.md"))
    #expect(text.contains("Rename 1 note, with links in 1 other note? [y/N]"))
    #expect(exists("Areas/Bike.md", sandbox))

    let forced = try sandbox.runOnTerminal("vault rename Bike Velo --yes", typing: "").bytes
    #expect(!String(decoding: forced, as: UTF8.self).contains("[y/N]"))
    #expect(exists("Areas/Velo.md", sandbox))
  }

  @Test(arguments: ["rm Bike", "archive --older-than 30d", "trash empty"])
  func whereNobodyCanBeAskedItMustBeSaid(_ command: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("vault rm Household --yes")
    let outcome = try sandbox.run("vault \(command)")
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains("say --yes"))
    #expect(try sandbox.run("vault \(command) --yes").status == 0)
  }
}
