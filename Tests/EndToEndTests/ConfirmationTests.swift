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

  /// The number may have been meant for that of the history.
  @Test func takingBackSeveralChangesAsks() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("vault pin Bike && vault favorite Bike && vault append Bike x")
    let declined = try sandbox.runOnTerminal("vault undo 2", typing: "n\n")
    let text = String(decoding: declined.bytes, as: UTF8.self)
    #expect(declined.status == 0)
    #expect(text.contains("`vault undo --change 2` takes back number 2 of the history alone."))
    #expect(text.contains("  3  ") && text.contains("  2  ") && !text.contains("  1  "))
    #expect(text.contains("Undo these 2 changes? [y/N]") && text.contains("Nothing was changed."))
    #expect(try sandbox.run("vault get pin Bike").text == "true\n")

    #expect(try sandbox.runOnTerminal("vault undo 2", typing: "y\n").status == 0)
    #expect(try sandbox.run("vault list --favorite --format '{path}'").text.contains("Bike") == false)
    let again = String(decoding: try sandbox.runOnTerminal("vault redo 2", typing: "y\n").bytes, as: UTF8.self)
    #expect(again.contains("Do these 2 again? [y/N]") && !again.contains("--change"))
    // Only one is left, and --yes and a pipe are not asked.
    let all = try sandbox.runOnTerminal("vault undo 3 --yes", typing: "").bytes
    #expect(!String(decoding: all, as: UTF8.self).contains("[y/N]"))
    #expect(try sandbox.run("vault redo 3").status == 0)
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
