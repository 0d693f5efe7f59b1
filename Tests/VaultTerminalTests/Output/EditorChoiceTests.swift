import Testing

@testable import VaultTerminal

/// Which editor it is, in git's order: what was said for this program before what was said for all.
struct EditorChoiceTests {
  @Test(
    arguments: [
      ([:], nil, "vi"), (["EDITOR": "ed"], nil, "ed"), (["EDITOR": "ed", "VISUAL": "vim -n"], nil, "vim -n"),
      (["EDITOR": "ed", "VISUAL": "vim"], "code --wait", "code --wait"),
      (["EDITOR": "ed", "VISUAL": "vim", "VAULT_EDITOR": "nano"], "code --wait", "nano"),
      (["VAULT_EDITOR": " ", "VISUAL": ""], "", "vi"), (["EDITOR": "ed"], " ", "ed"),
    ] as [([String: String], String?, String)])
  func firstThatSaysSomething(_ variables: [String: String], _ setting: String?, _ expected: String) {
    #expect(Editor(environment: variables, setting: setting).command == expected)
  }
}
