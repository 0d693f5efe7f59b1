import Testing
import VaultCore

@testable import VaultStore

@Suite struct EnrichQueueTests {
  private let begin = ContinuousClock.now
  private var queue = EnrichQueue()

  private func at(_ seconds: Int) -> ContinuousClock.Instant { begin + .seconds(seconds) }

  private mutating func heard(
    added: [NotePath] = [], changed: [NotePath] = [], removed: [NotePath] = [], moved: [NoteChanges.Move] = [],
    at seconds: Int
  ) -> Bool {
    let paths = NoteChanges.Paths(added: added, changed: changed, removed: removed, moved: moved)
    return queue.heard(.some(paths), at: at(seconds))
  }

  private mutating func taken(at seconds: Int) -> [String] {
    var paths: [String] = []
    while let (path, _) = queue.take(at: at(seconds)) { paths.append(path.text) }
    return paths
  }

  @Test mutating func aNoteIsLeftAloneForAWhileFirst() {
    _ = heard(added: ["a.md"], changed: ["b.md"], at: 0)
    _ = heard(changed: ["a.md"], at: 20)
    #expect(queue.next(after: at(20)) == at(30))
    let found = [29, 49, 50].map { taken(at: $0) }
    #expect(found == [[], ["b.md"], ["a.md"]] && queue.next(after: at(50)) == nil)
    // What was saved last goes first.
    _ = heard(changed: ["a.md", "b.md"], at: 100)
    _ = heard(changed: ["a.md"], at: 101)
    let next = taken(at: 200)
    #expect(next == ["a.md", "b.md"])
  }

  @Test mutating func itFollowsMovesAndForgetsWhatIsGone() {
    _ = heard(changed: ["a.md", "b.md"], at: 0)
    _ = heard(removed: ["b.md"], moved: [.init(from: "a.md", to: "c.md"), .init(from: "x.md", to: "y.md")], at: 10)
    let found = taken(at: 30)
    #expect(found == ["c.md"])
  }

  @Test mutating func anHourHasSixtyQuestions() {
    for n in 0..<60 { queue.noteAsked(at: at(n)) }
    _ = heard(changed: ["a.md"], at: 100)
    #expect(queue.next(after: at(200)) == at(3_600))
    let found = [200, 3_600].map { taken(at: $0) }
    #expect(found == [[], ["a.md"]])
    queue.noteAsked(at: at(3_600))
    _ = heard(changed: ["b.md"], at: 3_600)
    #expect(queue.next(after: at(3_600)) == at(3_630))
  }

  @Test mutating func aFailureIsTriedThreeTimesAltogether() {
    _ = heard(changed: ["a.md"], at: 0)
    var failures: [Int] = []
    var now = 30
    while let (path, before) = queue.take(at: at(now)) {
      failures.append(before)
      if !queue.failed(path, before: before, at: at(now)) { break }
      let early = taken(at: now + 59)
      #expect(early == [])
      now += 600
    }
    #expect(failures == [0, 1, 2] && queue.next(after: at(now)) == nil)
    // One that is saved while it is asked about begins anew.
    _ = heard(changed: ["a.md"], at: now)
    let isTriedAgain = queue.failed("a.md", before: 2, at: at(now))
    let next = queue.take(at: at(now + 30))
    #expect(isTriedAgain && next?.failures == 0)
  }

  @Test mutating func whatChangesThousandsIsNobodyWhoSaves() {
    let isHeard = queue.heard(.many, at: at(0))
    #expect(!isHeard && queue.next(after: at(0)) == nil)
    let areAllHeard = heard(added: (0..<EnrichQueue.most).map { NotePath("\($0).md") }, at: 0)
    let isOneMoreHeard = heard(added: ["one.md"], at: 1)
    let isKnownHeard = heard(changed: ["1.md"], at: 1)
    #expect(areAllHeard && !isOneMoreHeard && isKnownHeard)
  }
}
