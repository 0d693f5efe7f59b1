import Testing

@testable import VaultCommands

struct HelpTextTests {
  private static let shared = """
    OPTIONS OF EVERY COMMAND:
      -C, --vault <dir>       The vault's folder or name; else VAULT_DIR, else the
                              nearest vault upwards.
      --absolute              Give other programs absolute paths.
      -q, --quiet             Print errors only.

    """

  @Test func sharedOptionsAreNamedOnOneLine() {
    let help = """
      OVERVIEW: All tags.

      USAGE: vault tags <options>

      OPTIONS:
        --tree                  Print the tree in a pipe, too.
        --version               Show the version.
        -h, --help              Show help information.

      \(Self.shared)
      """
    #expect(
      HelpText.withSharedOptionsNamed(help) == """
        OVERVIEW: All tags.

        USAGE: vault tags <options>

        OPTIONS:
          --tree                  Print the tree in a pipe, too.

        OPTIONS OF EVERY COMMAND: -C, --absolute, -q, --version, -h; `vault --help`
          explains them.

        """)
  }

  @Test func aSectionOfTheParsersOwnOptionsGoes() {
    let help =
      "USAGE: x\n\nOPTIONS:\n  --version               Show it.\n  -h, --help              Help.\n\n\(Self.shared)"
    #expect(!HelpText.withSharedOptionsNamed(help).contains("\nOPTIONS:\n"))
  }

  @Test func helpWithoutSuchASectionStaysAsItIs() {
    let help = "OVERVIEW: All.\n\nOPTIONS:\n  -C, --vault <dir>       The folder.\n  -h, --help              Help.\n"
    #expect(HelpText.withSharedOptionsNamed(help) == help)
  }
}
