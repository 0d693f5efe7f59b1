import Foundation
import Testing
import VaultTestSupport

/// `vault edit` gives the editor the file itself. Editors are lines of shell here, whose first argument is the note.
@Suite("Edit")
struct EditTests {
  private static let note = "Areas/Bike.md"

  private func text(_ sandbox: Sandbox, _ path: String = note) throws -> String {
    // Not by Foundation's own reading of text, which drops a byte order mark.
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: sandbox.vault + "/" + path)), as: UTF8.self)
  }

  private func original(_ path: String = note) throws -> String {
    try String(contentsOfFile: Sandbox.sampleVault + "/" + path, encoding: .utf8)
  }

  /// A line that edits the note with this body of a function of the shell.
  private func edit(_ body: String, _ note: String = "Bike") -> String {
    "EDITOR='f() { \(body); }; f' vault edit \(note)"
  }

  private func expectUndo(_ sandbox: Sandbox, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try sandbox.run("vault undo").errorText == "Undid: edit Areas/Bike.md\n", sourceLocation: sourceLocation)
    #expect(try text(sandbox) == original(), sourceLocation: sourceLocation)
  }

  @Test func theEditorGetsTheFileItself() throws {
    let sandbox = try Sandbox()
    let line = edit(#"printf %s "$1" > "$RESULTS/path"; echo more >> "$1""#)
    let outcome = try sandbox.run("mkdir \"$RESULTS/tmp\"; export TMPDIR=\"$RESULTS/tmp\"; \(line)")
    #expect(outcome == Outcome(output: Array("Areas/Bike.md\n".utf8), errors: [], status: 0))
    let place = try sandbox.run("cat \"$RESULTS/path\"").text
    #expect(place.hasSuffix("/vault/Areas/Bike.md"))
    #expect(try text(sandbox).hasSuffix("\nmore\n"))
    #expect(try text(sandbox).contains("\nupdated: \(Sandbox.today)\n"))
    #expect(try sandbox.run("ls \"$RESULTS/tmp\"").text == "")
    try expectUndo(sandbox)
  }

  // MARK: What ends an editor

  @Test(arguments: ["kill -KILL $$", "exit 7", "no-such-program"])
  func whatWasSavedBeforeAnErrorStays(_ end: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(edit("echo saved >> \"$1\"; \(end)"))
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("; what it saved is in the note, and `vault undo` takes it back\n"))
    #expect(try text(sandbox).hasSuffix("\nsaved\n"))
    try expectUndo(sandbox)
  }

  @Test func anEditorThatFailsOrIsNotThereChangesNothing() throws {
    let sandbox = try Sandbox()
    let failed = try sandbox.run("EDITOR=false vault edit Bike")
    #expect(failed.status == 2)
    #expect(failed.errorText == "vault: error: Areas/Bike.md: the editor ended with status 1; the note is as it was\n")
    let missing = try sandbox.run("EDITOR=no-such-program vault edit Bike")
    #expect(missing.status == 2)
    #expect(
      missing.errorText.hasSuffix(
        "Areas/Bike.md: the editor (no-such-program) cannot be started; set EDITOR, or say `vault config set --user editor …`\n"
      ))
    #expect(try sandbox.run("vault history").text == "")
    #expect(try text(sandbox) == original())
  }

  /// The signal comes while the editor has the note, and ends the process only when all is written down.
  @Test(arguments: [("HUP", 129), ("TERM", 143)] as [(String, Int32)])
  func aSignalWaitsForWhatWasSaved(_ signal: String, _ status: Int32) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(edit("echo saved >> \"$1\"; kill -\(signal) $PPID; kill -\(signal) $$"))
    #expect(outcome.status == status)
    #expect(try text(sandbox).hasSuffix("\nsaved\n"))
    #expect(try text(sandbox).contains("\nupdated: \(Sandbox.today)\n"))
    try expectUndo(sandbox)
  }

  /// As where a window of a terminal is opened for nothing but `vault edit`, and closed.
  @Test(.enabled(if: InstalledTool.setsid.isInstalled, "setsid is not installed"))
  func aTerminalThatClosesLosesNothing() throws {
    let sandbox = try Sandbox()
    let line = "EDITOR='f() { echo saved >> \"$1\"; echo ready; sleep 1000; }; f' exec setsid --ctty vault edit Bike"
    let status = try PseudoTerminal.closing(after: "ready") { try sandbox.start(line, streams: $0) }
    #expect(status == 129)
    #expect(try text(sandbox).hasSuffix("\nsaved\n"))
    try expectUndo(sandbox)
  }

  // MARK: Text that is gone

  @Test(arguments: ["truncate -s 0", "sed -i.bak 's/.*//'", "sed -i.bak '1,/^---$/d'"])
  func isPutBackWhereNobodyCanBeAsked(_ editor: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("EDITOR=\"\(editor.replacing("$", with: "\\$"))\" vault edit Bike")
    #expect(outcome.status == 3)
    #expect(outcome.errorText.contains("Areas/Bike.md: came back "))
    #expect(outcome.errorText.hasSuffix("it is as it was before; `vault redo` makes it what the editor left\n"))
    #expect(try text(sandbox) == original())
    #expect(try sandbox.run("vault redo").status == 0)
    #expect(try text(sandbox) != original())
    #expect(try sandbox.run("vault undo").status == 0)
    #expect(try text(sandbox) == original())
  }

  @Test(arguments: [("y\n", true), ("n\n", false), ("\u{4}", false)])
  func isPutBackUnlessThePersonSaysYes(_ answer: String, _ isWanted: Bool) throws {
    let sandbox = try Sandbox()
    let (bytes, status) = try sandbox.runOnTerminal("EDITOR='truncate -s 0' vault edit Bike", typing: answer)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains("came back from the editor blank, and is as it was before."))
    #expect(status == 0)
    #expect(try text(sandbox) == (isWanted ? "" : original()))
    #expect(try sandbox.run("vault \(isWanted ? "undo" : "redo")").status == 0)
    #expect(try text(sandbox) == (isWanted ? original() : ""))
  }

  /// Half of it was written when the editor was killed.
  @Test func isPutBackAfterAnErrorToo() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(edit(": > \"$1\"; kill -KILL $$")).status == 3)
    #expect(try text(sandbox) == original())
  }

  @Test func aNoteThatTheEditorTookAwayComesBackByUndo() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("EDITOR=rm vault edit Bike")
    #expect(outcome.status == 3)
    #expect(outcome.errorText.contains("moved, deleted or replaced it; `vault undo` puts it back"))
    try expectUndo(sandbox)
  }

  // MARK: Others

  @Test(arguments: ["mkdir", "mkfifo", "ln -s Household.md"])
  func aNoteThatIsNoFileAnyMoreIsInTheHistory(_ make: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(edit("rm \"$1\"; \(make) \"$1\""))
    #expect(outcome.status == 3)
    #expect(outcome.errorText.contains("moved, deleted or replaced it"), "\(outcome.errorText)")
    #expect(try sandbox.run("vault undo").status == 2)
    #expect(try sandbox.run("rm -r Areas/Bike.md; vault undo").status == 0)
    #expect(try text(sandbox) == original())
  }

  @Test func anotherCommandMeanwhileIsKept() throws {
    let sandbox = try Sandbox()
    let both = try sandbox.run(edit("vault -q append Bike other; echo more >> \"$1\""))
    #expect(both == Outcome(output: Array("Areas/Bike.md\n".utf8), errors: [], status: 0))
    #expect(try text(sandbox).hasSuffix("\nother\nmore\n"))
    #expect(try sandbox.run("vault undo").errorText == "Undid: edit Areas/Bike.md\n")
    #expect(try text(sandbox).hasSuffix("\nother\n"))
  }

  @Test func whatTheEditorSavedOverIsTold() throws {
    let sandbox = try Sandbox()
    let over = #"cp "$1" "$RESULTS/x"; vault -q append Bike other; echo more >> "$RESULTS/x"; cp "$RESULTS/x" "$1""#
    let outcome = try sandbox.run(edit(over))
    #expect(outcome.status == 0)
    #expect(
      outcome.errorText.contains("Areas/Bike.md: was changed meanwhile, and not all of that is in what the editor"))
    #expect(try sandbox.run("vault undo").status == 0)
    #expect(try text(sandbox).hasSuffix("\nother\n"))
  }

  @Test func anEditorThatEndsAtOnceIsTold() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("printf '#!/bin/sh\\n' > \"$RESULTS/code\"; chmod +x \"$RESULTS/code\"")
    let atOnce = try sandbox.run("PATH=\"$RESULTS:$PATH\" EDITOR=code vault edit Bike")
    #expect(atOnce.status == 0)
    #expect(atOnce.errorText.contains("have the editor wait"))
    let waiting = try sandbox.run("PATH=\"$RESULTS:$PATH\" EDITOR='code --wait' vault edit Bike")
    #expect(waiting.errorText == "Areas/Bike.md: nothing was changed.\n")
  }

  // MARK: Before the editor begins

  @Test(.enabled(if: Sandbox.canBeOrdinaryUser, "neither an ordinary user nor setpriv"))
  func whatCannotBeWrittenIsToldFirst() throws {
    let sandbox = try Sandbox()
    let own = "[ \"$(id -u)\" != 0 ] || chown -R 65534 .; chmod 444 Areas/Bike.md"
    let line = "\(own); EDITOR='touch \"$RESULTS/begun\"; true' user vault edit Bike"
    let outcome = try sandbox.run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("Areas/Bike.md: cannot be written: "))
    #expect(try sandbox.run("ls \"$RESULTS\"").text == "")
  }

  @Test func aLinkOutOfTheVaultIsToldFirst() throws {
    let sandbox = try Sandbox()
    let line =
      "echo there > \"$RESULTS/out.md\"; ln -s \"$RESULTS/out.md\" Out.md; EDITOR='echo more >>' vault edit Out.md"
    #expect(try sandbox.run(line).status != 0)
    #expect(try sandbox.run("cat \"$RESULTS/out.md\"").text == "there\n")
  }

  /// Editors that save under a new name would put a file in the link's place.
  @Test func aLinkInsideStaysALink() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      "ln -s Bike.md Areas/Velo.md; EDITOR='sed -i.bak s/Steel/Iron/' vault edit Areas/Velo.md")
    #expect(outcome.status == 0)
    #expect(try sandbox.run("readlink Areas/Velo.md").text == "Bike.md\n")
    #expect(try text(sandbox).contains("\nIron, nine gears"))
  }

  @Test(arguments: ["\u{FEFF}---\r\nupdated: 2020-01-01\r\n---\r\none\r\n", "one\r\ntwo"])
  func lineEndingsAndMarksStay(_ original: String) throws {
    let sandbox = try Sandbox(notes: false)
    try sandbox.addNote("n.md", original)
    #expect(try sandbox.run(edit("printf three >> \"$1\"", "n")).status == 0)
    #expect(try text(sandbox, "n.md") == original.replacing("2020-01-01", with: Sandbox.today) + "three")
    #expect(try sandbox.run("vault undo").status == 0)
    #expect(try text(sandbox, "n.md") == original)
  }
}
