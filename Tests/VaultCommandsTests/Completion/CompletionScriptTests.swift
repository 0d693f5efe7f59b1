import Testing

@testable import VaultCommands

@Suite("Completion scripts")
struct CompletionScriptTests {
  /// What would have a shell read a candidate, or the line, once more.
  @Test(arguments: CompletionCommand.Shell.allCases)
  func nothingIsEvaluated(_ shell: CompletionCommand.Shell) {
    let script = CompletionScript.text(for: shell)
    for word in ["eval", "compgen", "source ", "-W", "${(e", "_describe", "_arguments"] {
      #expect(!script.contains(word), "\(word)")
    }
  }

  @Test(arguments: CompletionCommand.Shell.allCases)
  func theProgramIsAskedOnceAndSilently(_ shell: CompletionCommand.Shell) {
    let script = CompletionScript.text(for: shell)
    #expect(script.split(separator: CompletionRequest.name, omittingEmptySubsequences: false).count == 2)
    #expect(script.contains("< /dev/null") && script.contains("2> /dev/null"))
  }
}
