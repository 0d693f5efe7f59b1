import Foundation
import Testing

/// Killed at random times while it changes many notes of a thousand: all of them or none.
@Suite("Killed at random times", .serialized)
struct RandomKillTests {
  static let kills = KillTests.isSoak ? 10_000 : 25

  private static func text(_ number: Int, tag: Int) -> String {
    number % 20 == 0
      ? "---\r\ntags: [t\(tag), other]  # kept\r\n---\r\n# Note \(number)\r\n\r\n#t\(tag)/sub and [[Note \(number + 1)]]\r\n"
      : "# Note \(number)\n\n[[Note \(number + 1)]] #other\n"
  }

  @Test func allOrNothing() throws {
    let sandbox = try Sandbox(notes: false)
    let count = KillTests.isSoak ? 1_000 : 200
    for number in 0..<count {
      let path = sandbox.vault + "/Note \(number).md"
      try Data(Self.text(number, tag: 0).utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(try sandbox.run("vault init && vault index").status == 0)
    var random = SystemRandomNumberGenerator()
    var tag = 0
    var (before, after, killed, recovered) = (0, 0, 0, 0)
    // About the time of a whole run, so that one of five is over before it is killed.
    var typical = try seconds { _ = try sandbox.run("vault tag rename t0 t1 --yes && vault undo") } / 2
    for _ in 0..<Self.kills {
      let streams = try (0..<3).map { _ in try Descriptor(opening: "/dev/null", O_RDWR) }
      let process = try sandbox.start("exec vault tag rename t\(tag) t\(tag + 1) --yes", streams: streams)
      usleep(UInt32(typical * .random(in: 0.2...1.2, using: &random) * 1_000_000))
      process.kill()
      let isKilled = process.wait() == 137
      if isKilled { killed += 1 }
      // A machine that was busy while the time was taken is not so for ever.
      if !isKilled { typical *= 0.7 }
      let next = try sandbox.run("vault tags --count")
      #expect(next.status == 0, "\(next.errorText)")
      if next.errorText.contains("was interrupted") { recovered += 1 }
      if try notes(sandbox, count, are: tag) {
        before += 1
        typical *= 1.05
      } else if try notes(sandbox, count, are: tag + 1) {
        after += 1
        tag += 1
      } else {
        Issue.record("lost or torn after \(before + after) kills; tag \(tag)")
        return
      }
    }
    #expect(killed > Self.kills / 4)
    #expect(before > 0)
    let leftovers = try FileManager.default.subpathsOfDirectory(atPath: sandbox.vault).filter { $0.contains("tmp") }
    #expect(leftovers.isEmpty)
    print(
      "killed \(killed) times of \(Self.kills) at random: \(before) as before, of them \(recovered) taken back in the "
        + "middle, \(after) done, none lost or torn")
  }

  private func notes(_ sandbox: Sandbox, _ count: Int, are tag: Int) throws -> Bool {
    for number in 0..<count {
      let path = sandbox.vault + "/Note \(number).md"
      if try Data(contentsOf: URL(fileURLWithPath: path)) != Data(Self.text(number, tag: tag).utf8) { return false }
    }
    return true
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = Date()
    try body()
    return Date().timeIntervalSince(start)
  }
}
