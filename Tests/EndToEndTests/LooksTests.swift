#if os(Linux)
  import Foundation
  import Testing

  /// How often a command looks at the folders, as the system sees it.
  @Suite("Looks", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
  struct LooksTests {
    /// Each runs with a note that it has no reason to read; a scan asks for that note's stamp once.
    @Test(arguments: [
      "backlinks Home Household 'Rye sourdough'", "links Home Household 'Rye sourdough'",
      "unlinked Home Household 'Rye sourdough'", "show Home Household 'Rye sourdough'",
      "printf 'Home\\nRye sourdough\\n' | vault backlinks -", "show Home 'Rye sourdough' --json", "doctor", "stats",
      "graph --note Home", "stats --svg",
      "tasks --group note --all", "get title Home 'Rye sourdough'", "mv Home 'Rye sourdough' Moved/",
      // What is told besides: others of the new name, and which links lead nowhere.
      "rename Home Start", "mv Home Moved/Start.md", "rm Home.md --yes",
    ])
    func isOne(_ command: String) throws {
      let sandbox = try Sandbox()
      let (before, own) =
        command.range(of: " | vault ").map { (command[..<$0.lowerBound] + " | ", command[$0.upperBound...]) }
        ?? ("", command[...])
      let outcome = try sandbox.run(
        """
        mkdir -p Moved .vault; echo x > Untouched.md; sleep 2.2; vault index --quiet
        \(before)strace -f -e trace=newfstatat,statx -o ../results/trace vault \(own) > /dev/null
        grep -c 'Untouched.md' ../results/trace
        """)
      #expect(outcome.text == "1\n" && !outcome.errorText.contains("error"), "\(outcome.text)\(outcome.errorText)")
    }

    /// What is a file of its own needs no look at the notes.
    @Test(arguments: ["history", "trash list", "undo", "journal today --print"])
    func isNone(_ command: String) throws {
      let sandbox = try Sandbox()
      let outcome = try sandbox.run(
        """
        mkdir -p Moved .vault; echo x > Untouched.md; vault tag add seen Home --quiet
        strace -f -e trace=newfstatat,statx -o ../results/trace vault \(command) > /dev/null
        grep -c 'Untouched.md' ../results/trace
        """)
      #expect(outcome.text == "0\n", "\(outcome.text)\(outcome.errorText)")
    }
  }
#endif
