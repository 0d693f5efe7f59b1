#if os(Linux)
  import Testing

  /// `vault watch`, as a process of its own.
  @Suite("The watcher")
  struct WatchCommandTests {
    /// Runs the lines in one shell. Whatever becomes of them, no watcher stays.
    private func run(_ lines: String) throws -> Outcome {
      let sandbox = try Sandbox()
      return try sandbox.run(
        """
        process() { vault watch --status --json | sed 's/.*"process":\\([0-9]*\\).*/\\1/'; }
        answers() { vault watch --status --json | sed 's/.*"answers":\\([0-9]*\\).*/\\1/'; }
        trap 'kill -CONT $watcher 2>/dev/null; kill -9 $watcher 2>/dev/null' EXIT
        \(lines)
        """)
    }

    private let start = "vault watch --detach --quiet && watcher=$(process) && until [ \"$(answers)\" ]; do :; done"

    @Test func livesInTheBackground() throws {
      let outcome = try run(
        """
        vault watch --status; echo "status $?"
        vault watch --stop; echo "stop $?"
        vault watch --detach | sed 's/process [0-9]*/process N/'
        watcher=$(process)
        vault watch --detach | sed 's/process [0-9]*/process N/'
        vault watch 2>&1 | sed 's/process [0-9]*/process N/'
        vault search --format '{path}' title:sourdough
        printf 'A kumquat of rye.\\n' > kumquat.md
        vault search --format '{path}' kumquat
        rm kumquat.md
        vault search --format '{path}' kumquat; echo "search $?"
        vault watch --status > ../results/status; echo "status $?"
        sed -n 's/^Notes *//p' ../results/status
        vault watch --stop | sed "s#$PWD#VAULT#"; echo "stop $?"
        vault search --format '{path}' title:sourdough
        """)
      let vault = outcome.text.split(separator: "\n").first { $0.hasPrefix("Watching ") }?.split(separator: " ")[1]
      #expect(
        outcome.text == """
          status 1
          stop 1
          Watching \(vault ?? "") in the background, as process N.
          \(vault ?? "") is watched already, by process N.
          vault: error: \(vault ?? ""): is watched already by process N; `vault watch --stop` would end that
          Recipes/Rye sourdough.md
          kumquat.md
          search 1
          status 0
          50
          VAULT is no longer watched.
          stop 0
          Recipes/Rye sourdough.md

          """)
      #expect(outcome.errorText.split(separator: "\n").allSatisfy { $0.hasSuffix(" is not watched") })
    }

    @Test func keepsNothingOfTheShell() throws {
      let outcome = try run(
        """
        exec 9> ../results/held
        \(start)
        readlink /proc/$watcher/cwd
        readlink /proc/$watcher/fd/* | grep -c results
        vault watch --stop --quiet
        """)
      #expect(outcome.text == "/\n0\n", "\(outcome.errorText)")
    }

    @Test(.enabled(if: FaultyRun.isPossible, "strace cannot trace")) func sparesTheLookAtTheNotes() throws {
      let outcome = try run(
        """
        \(start)
        count() { strace -f -e trace=newfstatat,statx,openat -o ../results/trace "$@" > ../results/found || echo failed
          grep -c -e 'Recipes' ../results/trace; }
        count vault search --format '{path}' kumquat OR sourdough
        vault watch --stop --quiet
        count vault search --format '{path}' kumquat OR sourdough
        """)
      let numbers = outcome.text.split(separator: "\n").compactMap { Int($0) }
      #expect(numbers.first == 0 && (numbers.last ?? 0) > 0, "\(outcome.text)\(outcome.errorText)")
    }

    @Test func nobodyWaitsForOneThatWasKilled() throws {
      let outcome = try run(
        """
        \(start)
        kill -9 $watcher
        vault search --format '{path}' title:sourdough
        vault watch --status; echo "status $?"
        \(start)
        vault search --format '{path}' title:sourdough
        vault watch --stop --quiet; echo "stop $?"
        """)
      #expect(
        outcome.text == "Recipes/Rye sourdough.md\nstatus 1\nRecipes/Rye sourdough.md\nstop 0\n",
        "\(outcome.errorText)")
    }

    @Test func nobodyWaitsForOneThatHangs() throws {
      let outcome = try run(
        """
        \(start)
        kill -STOP $watcher
        printf 'A kumquat of rye.\\n' > kumquat.md
        vault search --format '{path}' kumquat
        vault watch --status; echo "status $?"
        kill -CONT $watcher
        vault watch --status --quiet; echo "status $?"
        vault search --format '{path}' kumquat
        vault watch --stop --quiet; echo "stop $?"
        """)
      #expect(outcome.text == "kumquat.md\nstatus 2\nstatus 0\nkumquat.md\nstop 0\n", "\(outcome.errorText)")
      #expect(outcome.errorText.contains("does not answer; `kill -9 "))
    }

    @Test func endsWithTheVault() throws {
      let outcome = try run(
        """
        mkdir ../other && printf 'x\\n' > ../other/x.md && cd ../other && export VAULT_DIR=$PWD
        (vault watch 2>&1; echo "ended $?") | sed "s#$PWD#VAULT#" > ../results/watched &
        until watcher=$(process) && [ "$watcher" ] && [ "$watcher" != null ]; do :; done
        vault search --format '{path}' x
        cd .. && rm -r other && wait && cat results/watched
        """)
      #expect(
        outcome.text == """
          x.md
          Watching 1 notes in 1 folders; Ctrl-C ends it.
          vault: error: VAULT: No such file or directory; it was moved, deleted or unmounted
          ended 2

          """, "\(outcome.errorText)")
    }

    @Test func endsWithCtrlC() throws {
      let outcome = try run(
        """
        timeout -s INT 20 vault watch > ../results/watched &
        until [ -s ../results/watched ]; do :; done
        printf 'x\\n' > x.md
        until grep -q added ../results/watched; do :; done
        kill -INT $(process); wait $!; echo "ended $?"
        sed 's/^[0-9:]* //; s/([^)]*)/(time)/' ../results/watched
        ls "$XDG_RUNTIME_DIR/vault"
        """)
      #expect(
        outcome.text.replacing(#/[0-9a-f]{16}/#, with: "SOCKET") == """
          ended 130
          Watching 50 notes in 13 folders; Ctrl-C ends it.
          1 added (time)
          SOCKET.lock

          """, "\(outcome.errorText)")
    }
  }
#endif
