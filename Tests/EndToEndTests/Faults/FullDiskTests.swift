import Foundation
import Testing

private enum SmallDisk {
  static let isPossible: Bool = {
    guard let sandbox = try? Sandbox(notes: false) else { return false }
    return (try? sandbox.run("unshare -m mount -t tmpfs -o size=64k none \"$RESULTS\"").status) == 0
  }()
}

/// A file system of 64 KiB, filled to the brim.
@Suite("A full disk", .enabled(if: SmallDisk.isPossible))
struct FullDiskTests {
  /// Runs a line in a vault of two notes on such a disk, with that much left; then prints the notes.
  private func run(_ line: String, free kilobytes: Int) throws -> Outcome {
    try Sandbox(notes: false).run(
      """
      unshare -m sh -c '
        mkdir "$RESULTS/disk" && mount -t tmpfs -o size=64k none "$RESULTS/disk" && cd "$RESULTS/disk" || exit 99
        vault init . >/dev/null
        head -c 5000 /dev/zero | tr "\\0" x > a.md; printf "[[a]]\\n" > b.md
        head -c 65536 /dev/zero > filler 2>/dev/null; rm filler; free=$(df -k --output=avail . | tail -1)
        head -c $(( (free - \(kilobytes)) * 1024 )) /dev/zero > filler 2>/dev/null
        \(line) >/dev/null; echo "status $?"
        rm -f filler; vault list --count --no-index >/dev/null || echo "next failed"
        cat a.md c.md 2>/dev/null | tr -d "x" ; wc -c < a.md 2>/dev/null; cat b.md; find . -name ".vault-tmp*"'
      """)
  }

  @Test(arguments: [0, 4, 8, 12, 16, 20, 28])
  func appendKeepsTheOriginal(free: Int) throws {
    let outcome = try run("vault append a more", free: free)
    if outcome.text.hasPrefix("status 0") {
      #expect(outcome.text == "status 0\n\n\nmore5006\n[[a]]\n")
    } else {
      #expect(outcome.text == "status 2\n5000\n[[a]]\n", "\(outcome.errorText)")
      #expect(outcome.errorText.contains("full"), "\(outcome.errorText)")
    }
  }

  @Test(arguments: [0, 4, 8, 12, 16, 20, 28])
  func moveIsAllOrNothing(free: Int) throws {
    let outcome = try run("vault mv a.md c.md --yes", free: free)
    if outcome.text.hasPrefix("status 0") {
      #expect(outcome.text == "status 0\n[[c]]\n", "\(outcome.text)")
    } else {
      #expect(outcome.text == "status 2\n5000\n[[a]]\n", "\(outcome.errorText)")
      #expect(outcome.errorText.contains("full"), "\(outcome.errorText)")
    }
  }
}
