import Testing
import VaultTestSupport

#if os(Linux)
  /// Files on which another process holds a lease, as this program does while it writes to a hard-linked note in its place.
  @Suite("Held files", .enabled(if: InstalledTool.python3.isInstalled, "python3 is missing"))
  struct HeldFileTests {
    /// `seconds`: for how long the file is held, whoever asks for it.
    private func run(_ line: String, holding path: String, seconds: Double, in sandbox: Sandbox) throws -> Outcome {
      try sandbox.run(
        """
        cat > "$RESULTS/hold.py" <<'END'
        import fcntl, os, signal, sys, time
        file = os.open(sys.argv[1], os.O_RDWR)
        signal.signal(signal.SIGIO, lambda *_: None)
        # A program that another test has just started may have the file open for a moment.
        for attempt in range(500):
            try:
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                break
            except BlockingIOError:
                if attempt == 499: raise
                time.sleep(0.01)
        open(sys.argv[2], "w").close()
        end = time.monotonic() + float(sys.argv[3])
        while time.monotonic() < end:
            time.sleep(0.01)
        END
        rm -f "$RESULTS/held"
        python3 "$RESULTS/hold.py" '\(path)' "$RESULTS/held" \(seconds) >&2 &
        while [ ! -e "$RESULTS/held" ]; do kill -0 $! || exit 99; sleep 0.01; done
        \(line)
        status=$?
        kill $! 2> "$RESULTS/kill"
        exit $status
        """)
    }

    @Test(arguments: [
      "vault --no-index search fahrrad", "vault set rating 3 Areas/Bike.md", "vault get title Areas/Bike.md",
    ])
    func isWaitedFor(_ line: String) throws {
      let sandbox = try Sandbox()
      try sandbox.addNote("Areas/Bike.md", "---\ntitle: Bike\n---\nfahrrad\n")
      let outcome = try run(line, holding: "Areas/Bike.md", seconds: 0.4, in: sandbox)
      #expect(outcome.status == 0 && outcome.errors == [], "\(outcome.errorText)")
    }

    /// It is neither missing nor unreadable, and what it would say of other files is not known.
    @Test(arguments: ["Areas/Bike.md", ".gitignore", ".vault/config.yaml"])
    func oneThatIsNotLetGoIsAFailure(_ path: String) throws {
      let sandbox = try Sandbox()
      try sandbox.addNote(".gitignore", "Archive/\n")
      let outcome = try run("vault --no-index search zirconium", holding: path, seconds: 600, in: sandbox)
      #expect(outcome.status == 2 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains("another program holds a file"), "\(outcome.errorText)")
    }
  }
#endif
