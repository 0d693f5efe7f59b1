import Testing
import VaultTestSupport

/// The system does not let some of several notes be written.
@Suite("Unwritable", .enabled(if: Sandbox.canBeOrdinaryUser, "setpriv is not installed"))
struct UnwritableTests {
  /// Four notes with the tag `t`, each in a folder of its name: `p`, `q` and `r`, of which neither the note nor the folder may
  /// be written, and `s`. Beside the first two is a note with a link to `w`.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox(notes: false)
    let made = try sandbox.run(
      """
      for name in p q r s; do mkdir $name; printf -- '---\\ntags: [t]\\n---\\n' > $name/$name.md; done
      mkdir w; echo > w/w.md; for name in p q; do echo '[[w/w]]' > $name/${name}2.md; done
      mkdir to; chmod -R a+w .; chmod 555 p q r; chmod 444 [pqr]/*.md
      """)
    #expect(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  private static let skippable = [
    ("rm p/p q/q s/s --yes", ["p/p.md", "q/q.md"]), ("mv p/p q/q s/s to/ --yes", ["p/p.md", "q/q.md"]),
    ("rename --prefix x p/p q/q s/s --yes", ["p/p.md", "q/q.md"]),
    ("tag rename t u --yes", ["p/p.md", "q/q.md", "r/r.md"]), ("set k v p/p q/q s/s", ["p/p.md", "q/q.md"]),
    ("archive --older-than 2030-01-01 tag:t --yes", ["p/p.md", "q/q.md", "r/r.md"]),
  ]
  private static let bound = [
    ("rm p/p.md q/q.md --yes", ["p/p.md", "q/q.md"]),
    // Links do not lead elsewhere for a note's sake.
    ("mv w/w.md to/ --yes", ["p/p2.md", "q/q2.md"]),
  ]

  @Test(arguments: skippable.map { ($0.0, $0.1, true) } + bound.map { ($0.0, $0.1, false) })
  func allAreNamed(_ command: String, _ paths: [String], _ canSkip: Bool) throws {
    let sandbox = try sandbox()
    let refused = try sandbox.run("user vault \(command)")
    #expect(refused.status == 2)
    let lines = refused.errorText.split(separator: "\n")
    #expect(lines.count == paths.count + 1, "\(refused.errorText)")
    for (line, path) in zip(lines.dropFirst(), paths) { #expect(line.hasPrefix("  \(path): cannot be "), "\(line)") }
    #expect(lines.first?.contains("--skip-unchangeable") == canSkip, "\(refused.errorText)")
    #expect(try sandbox.run("find . -name .vault -prune -o -newer to -type f -print").text == "")
  }

  /// Which were left out is told to whoever wants to hear of errors only, too.
  @Test(arguments: skippable) func theOthersAreChanged(_ command: String, _ paths: [String]) throws {
    let sandbox = try sandbox()
    let before = try sandbox.run("cat p/p.md q/q.md").text
    let skipped = try sandbox.run("user vault \(command) --skip-unchangeable --quiet")
    #expect(skipped.status == 0 && skipped.output.isEmpty)
    let told = skipped.errorText.split(separator: "\n")
    #expect(told.count == paths.count, "\(skipped.errorText)")
    for (line, path) in zip(told, paths) { #expect(line.hasPrefix("vault: warning: left out: \(path): cannot be ")) }
    // The other one has gone, or says something else.
    #expect(try sandbox.run("cat s/s.md 2>/dev/null").text != "---\ntags: [t]\n---\n")
    #expect(try sandbox.run("cat p/p.md q/q.md").text == before)
  }

  @Test func nobodyIsToldThatAllHaveWhatOneCouldNotGet() throws {
    let sandbox = try sandbox()
    _ = try sandbox.run("user vault set k v s/s")
    let outcome = try sandbox.run("user vault set k v p/p s/s --skip-unchangeable")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.hasSuffix("\nNothing to change in the others.\n"))
  }
}
