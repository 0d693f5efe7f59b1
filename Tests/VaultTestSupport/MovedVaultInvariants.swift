import VaultCore

/// What holds of every vault, whatever moves in it: links lead where they led, and there and back too.
package enum MovedVaultInvariants {
  package enum Outcome {
    case holds
    /// A name cannot be written where it is needed.
    case refused(LinkRewriteError)
    case violated([String])
  }

  package static func check(seed: UInt64, risky: Bool, parser: inout NoteParser) -> Outcome {
    var vault = RandomVault(seed: seed, risky: risky)
    let moves = vault.moves()
    return check(vault.files, moves, parser: &parser)
  }

  package static func check(_ files: [MovedVault.File], _ moves: [NotePath: NotePath], parser: inout NoteParser)
    -> Outcome
  {
    do {
      let there = try MovedVault(files, moves, parser: &parser)
      guard there.violations.isEmpty else { return .violated(there.violations) }
      let back = try MovedVault(there.after, Dictionary(uniqueKeysWithValues: moves.map { ($1, $0) }), parser: &parser)
      guard back.violations.isEmpty else { return .violated(back.violations.map { "back: " + $0 }) }
      let idle = try MovedVault(files, [:], parser: &parser)
      return idle.edits.allSatisfy(\.isEmpty) ? .holds : .violated(["links change though nothing moves"])
    } catch let error as LinkRewriteError {
      return .refused(error)
    } catch {
      return .violated(["\(error)"])
    }
  }

  /// A note of these bytes among files with names of every kind. The last four bytes choose what moves.
  package static func check(fuzzed bytes: UnsafeBufferPointer<UInt8>, parser: inout NoteParser) -> Outcome {
    let text = Array(bytes.dropLast(4))
    guard String(validating: text, as: UTF8.self) != nil else { return .holds }
    let seed = bytes.suffix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let files = ["a/From.md"] + names
    var vault = RandomVault(files.map { (NotePath($0), $0 == "a/From.md" ? text : []) }, seed: seed)
    return check(vault.files, vault.moves(), parser: &parser)
  }

  private static let names = [
    "A.md", "B.md", "Home.md", "Note.md", "a.md", "a/A.md", "a/b.md", "a/c.png", "b/a.md", "b/x y.md", "c d/e(f).md",
    "dir/Note.md", "dir/sub/Deep.md", "x.md", "y.md", "p.png", "it's.md", "v1.2.md", "100%.md", "r.markdown", "n>o.md",
    "t`u.md", "\u{6F22}.md", "u.md",
  ]
}
