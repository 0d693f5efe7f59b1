import Testing
import VaultTestSupport

/// The system does not let some of several notes be written.
@Suite("Unwritable", .enabled(if: Sandbox.canBeOrdinaryUser, "setpriv is not installed"))
struct UnwritableTests {
  /// `p`, `q` and `r` each in a folder that may not be written to, as they may not themselves, `s` in one that may; all with the tag `t`. Beside the
  /// first two is a note with a link to `w`.
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

  @Test(arguments: [
    ("rm p/p q/q s/s --yes", ["p/p.md", "q/q.md"], true), ("mv p/p q/q s/s to/ --yes", ["p/p.md", "q/q.md"], true),
    ("rename --prefix x p/p q/q s/s --yes", ["p/p.md", "q/q.md"], true),
    ("tag rename t u --yes", ["p/p.md", "q/q.md", "r/r.md"], true),
    ("set k v p/p q/q s/s", ["p/p.md", "q/q.md"], true),
    ("archive --older-than 2030-01-01 tag:t --yes", ["p/p.md", "q/q.md", "r/r.md"], true),
    ("rm p/p.md q/q.md --yes", ["p/p.md", "q/q.md"], false),
    // Links do not lead elsewhere for a note's sake.
    ("mv w/w.md to/ --yes", ["p/p2.md", "q/q2.md"], false),
  ])
  func allAreNamed(_ command: String, _ paths: [String], _ canSkip: Bool) throws {
    let sandbox = try sandbox()
    let refused = try sandbox.run("user vault \(command)")
    #expect(refused.status == 2)
    let lines = refused.errorText.split(separator: "\n")
    #expect(lines.count == paths.count + 1, "\(refused.errorText)")
    for (line, path) in zip(lines.dropFirst(), paths) { #expect(line.hasPrefix("  \(path): cannot be "), "\(line)") }
    #expect(lines.first?.contains("--skip-unchangeable") == canSkip, "\(refused.errorText)")
    #expect(try sandbox.run("find . -name .vault -prune -o -newer to -type f -print").text == "")
    guard canSkip else { return }
    // Which were left out is told to whoever wants to hear of errors only, too.
    let skipped = try sandbox.run("user vault \(command) --skip-unchangeable --quiet")
    #expect(skipped.status == 0 && skipped.output.isEmpty)
    let told = skipped.errorText.split(separator: "\n")
    #expect(told.count == paths.count, "\(skipped.errorText)")
    for (line, path) in zip(told, paths) { #expect(line.hasPrefix("vault: warning: left out: \(path): cannot be ")) }
    #expect(try sandbox.run("ls s/s.md to/s.md; cat s/s.md").text != "s/s.md\n---\ntags: [t]\n---\n")
  }

  @Test func nobodyIsToldThatAllHaveWhatOneCouldNotGet() throws {
    let sandbox = try sandbox()
    _ = try sandbox.run("user vault set k v s/s")
    let outcome = try sandbox.run("user vault set k v p/p s/s --skip-unchangeable")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.hasSuffix("\nNothing to change in the others.\n"))
  }
}
