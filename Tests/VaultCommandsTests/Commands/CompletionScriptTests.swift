import ArgumentParser
import Testing

@testable import VaultCommands

@Suite("Completion scripts")
struct CompletionScriptTests {
  /// The places that are mended are there: else a new version of the parser has changed its scripts.
  @Test(arguments: [
    (CompletionShell.bash, "_vault_tasks() {\n    case \"${unparsed_words[0]}\" in\n    list|"),
    (.zsh, "_vault_tasks() {\n    local -i ret=1\n    case \"${words[2]}\" in\n    list|"),
    (.zsh, "_describe -V subcommand subcommands && ret=0\n        _vault_tasks_list && ret=0\n"),
    (.fish, "        case 'tasks'\n            if not contains -- \"$unparsed_tokens[2]\" list "),
    (.fish, "\"vault tasks list\" -eq 1; and test (__vault_tokens -pc)[-1] = tasks' -fa 'list'"),
    (.fish, "(commandline -ct | string length)"),
  ])
  func everyPlaceIsMended(_ shell: CompletionShell, _ expected: String) {
    let script = CompletionScript.text(for: shell)
    #expect(script.contains(expected))
    #expect(!script.contains("(__vault_tokens -tC)"))
  }

  @Test func commandsWithoutAUsualOneStayAsTheyAre() {
    let script = VaultCommand.completionScript(for: .bash)
    #expect(CompletionScript.mended(script, .bash, []) == script)
    #expect(CompletionScript.families.contains { $0.name == "tasks" && $0.usual == "list" })
    #expect(!CompletionScript.families.contains { $0.name == "tag" })
  }
}
