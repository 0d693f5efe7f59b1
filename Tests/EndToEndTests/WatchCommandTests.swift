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
        trap 'kill -CONT $watcher 2>/dev/null; kill -9 $watcher 2>/dev/null' EXIT
        \(lines)
        """)
    }

    /// Starts a watcher, and waits until it has had its first look at the notes and made their index.
    private let start = """
      vault watch --detach --quiet && watcher=$(process)
      for try in $(seq 600); do vault watch --status --json | grep -q '"hindrance":null' && break; sleep 0.1; done
      """

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
        for try in $(seq 600); do vault watch --status | grep -q '^Notes *50$' && break; sleep 0.1; done
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

    /// What it finds while nobody looks stands in its log.
    @Test func keepsALogOfWhatIsNotRight() throws {
      let outcome = try run(
        """
        \(start)
        index=$(find "$XDG_CACHE_HOME" -name index.sqlite)
        printf 'no index' | dd of="$index" conv=notrunc 2> ../results/dd
        printf 'A kumquat of rye.\\n' > kumquat.md
        # On a slow machine the search would find it out before the watcher.
        for try in $(seq 600); do grep -q 'built anew' "${index%/*}/watch.log" && break; sleep 0.1; done
        vault search --format '{path}' kumquat
        vault watch --stop --quiet
        grep -c 'the index .*index.sqlite cannot be read as an index; it was moved to .* and is built anew' "${index%/*}/watch.log"
        grep -c Watching "${index%/*}/watch.log"
        """)
      #expect(outcome.text == "kumquat.md\n1\n0\n", "\(outcome.text)\(outcome.errorText)")
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
        # On a busy machine the watcher may be late, and then the notes are looked at without it.
        for try in $(seq 50); do
          looks=$(count vault search --format '{path}' kumquat OR sourdough)
          [ "$looks" = 0 ] && break
        done
        echo "$looks"
        vault watch --stop --quiet
        count vault search --format '{path}' kumquat OR sourdough
        """)
      let numbers = outcome.text.split(separator: "\n").compactMap { Int($0) }
      #expect(numbers.first == 0 && (numbers.last ?? 0) > 0, "\(outcome.text)\(outcome.errorText)")
    }

    /// True where this user may have mounts of its own.
    private static let canMount: Bool = {
      do {
        return try Sandbox(notes: false).run("unshare -m mount --bind . .").status == 0
      } catch {
        return false
      }
    }()

    /// As a container does, or `unshare`: other files stand below the same path there.
    @Test(.enabled(if: canMount, "nothing can be mounted here")) func answersOnlyWhoSeesTheSameFiles() throws {
      let outcome = try run(
        """
        \(start)
        mkdir ../other && printf 'A kumquat.\\n' > ../other/kumquat.md
        unshare -m sh -c 'mount --bind ../other Recipes
          vault search --format "{path}" kumquat; echo "inside $?"
          vault search --format "{path}" title:sourdough; echo "inside $?"'
        vault search --format '{path}' kumquat; echo "outside $?"
        vault search --format '{path}' title:sourdough; echo "outside $?"
        vault watch --stop --quiet
        """)
      #expect(
        outcome.text
          == "Recipes/kumquat.md\ninside 0\ninside 1\noutside 1\nRecipes/Rye sourdough.md\noutside 0\n",
        "\(outcome.errorText)")
    }

    /// Nobody asks, and the index follows all the same.
    @Test(.enabled(if: canMount, "nothing can be mounted here")) func learnsOfMountsBelowTheRoot() throws {
      let outcome = try run(
        """
        mkdir ../other && printf 'A kumquat.\\n' > ../other/kumquat.md
        cat > ../results/script <<'END'
        process() { vault watch --status --json | sed 's/.*"process":\\([0-9]*\\).*/\\1/'; }
        notes() { vault watch --status --json | sed 's/.*"notes":\\([0-9]*\\).*/\\1/'; }
        vault watch --detach --quiet; watcher=$(process)
        trap 'kill -9 $watcher 2>/dev/null' EXIT
        until [ "$(notes)" = 50 ]; do sleep 0.1; done
        mount --bind ../other Recipes
        until [ "$(notes)" != 50 ]; do sleep 0.1; done
        vault search --format '{path}' kumquat
        umount Recipes
        until [ "$(notes)" = 50 ]; do sleep 0.1; done
        vault search --format '{path}' kumquat; echo "search $?"
        vault watch --stop --quiet
        END
        unshare -m sh ../results/script
        """)
      #expect(outcome.text == "Recipes/kumquat.md\nsearch 1\n", "\(outcome.errorText)")
    }

    /// What another user has put where the watcher's folder would be is neither followed nor believed.
    @Test(arguments: ["ln -s ../theirs ../run/vault", "mkdir -m 0755 ../run/vault && cp ../theirs/* ../run/vault"])
    func believesNoFolderThatOthersMayWriteTo(_ make: String) throws {
      let outcome = try run(
        """
        \(start)
        vault watch --stop --quiet
        mv ../run/vault ../theirs
        lock=$(basename ../theirs/*.lock)
        echo 1 > "../theirs/$lock"
        \(make)
        exec 8< "../run/vault/$lock"
        flock 8
        vault watch --status --json
        vault watch --status; echo "status $?"
        vault watch --detach 2>&1 | sed "s#${PWD%/vault}##"
        vault search --format '{path}' title:sourdough
        cat "../theirs/$lock"
        """)
      #expect(outcome.text.contains("{\"running\":false,"), "\(outcome.text)\(outcome.errorText)")
      #expect(outcome.text.contains("\nstatus 1\n"))
      #expect(outcome.text.contains("set XDG_RUNTIME_DIR to a folder that is yours alone"))
      #expect(outcome.text.hasSuffix("\nRecipes/Rye sourdough.md\n1\n"))
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
        for try in $(seq 600); do vault watch --status --quiet && break; done; echo "status $?"
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
        outcome.text.replacing(#/[0-9a-f]{32}/#, with: "SOCKET") == """
          ended 130
          Watching 50 notes in 13 folders; Ctrl-C ends it.
          1 added (time)
          SOCKET.lock

          """, "\(outcome.errorText)")
    }
  }
#endif
