import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TaskGraphTests {
  /// `a<b,c` bears `a` and depends on `b` and `c`; a leading `x` and a blank: it is done. Lines count from 1.
  private func graph(_ texts: String...) -> TaskGraph { TaskGraph(tasks(texts)) }

  private func tasks(_ texts: [String]) -> [TaskItem] {
    texts.enumerated().map { index, text in
      let isDone = text.hasPrefix("x ")
      let parts = (isDone ? String(text.dropFirst(2)) : text).split(separator: "<", omittingEmptySubsequences: false)
      return TaskItem(
        handle: "h\(index)", path: NotePath("a.md"), line: index + 1,
        status: TaskStatus(symbol: isDone ? "x" : " ", name: "", type: isDone ? .done : .todo),
        description: text,
        values: TaskFieldValues(
          id: parts[0].isEmpty ? nil : String(parts[0]),
          dependsOn: parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []), raw: text)
    }
  }

  private func lines(_ tasks: [TaskItem]) -> [Int] { tasks.map(\.line) }

  @Test func aTaskWaitsForOpenBearersOnly() {
    let graph = graph("a", "x b", "<a", "<b", "<c", "x <a")
    #expect(graph.tasks.map { graph.isBlocked($0) } == [false, false, true, false, false, false])
    #expect(graph.tasks.map { graph.isBlocking($0) } == [true, false, false, false, false, false])
  }

  @Test func whoIsAwaitedByDoneTasksOnlyBlocksNobody() {
    let graph = graph("a", "x <a")
    #expect(!graph.isBlocking(graph.tasks[0]))
  }

  @Test func ofSeveralBearersAllCount() {
    let graph = graph("x a", "a", "a", "<a,a")
    #expect(graph.isBlocked(graph.tasks[3]))
    #expect(graph.sharingIDs.map(\.id) == ["a"])
    #expect(graph.sharingIDs.map { lines($0.tasks) } == [[1, 2, 3]])
  }

  @Test func waitingIsDirect() {
    let graph = graph("a", "x b<a", "<b")
    #expect(!graph.isBlocked(graph.tasks[2]))
  }

  @Test func missingIDsAreNamedOnceForEachTask() {
    let graph = graph("x a", "<a,b,b,c", "<b")
    #expect(graph.missingIDs.map { "\($0.task.line)\($0.ids.joined())" } == ["2bc", "3b"])
  }

  @Test func tasksWithoutIDsTakeNoRoom() {
    #expect(graph("", "a", "").tasks.count == 1)
  }

  @Test(
    arguments: [
      (["a<a"], [[1]]),
      (["a<b", "b<a"], [[1, 2]]),
      (["b<a", "c<b", "a<c"], [[1, 3, 2]]),
      (["a<b", "b<c", "c"], []),
      (["a<b", "x b<a"], []),
      (["a<b", "b<c", "<a"], []),
      // A way into a ring is no part of it.
      (["z<a", "a<b", "b<a"], [[2, 3]]),
      // Two rings with a task in common, and one of its own.
      (["a<b,c", "b<a", "c<a", "d<d"], [[1, 2], [1, 3], [4]]),
      // The shortest way around first; what it leaves out has one of its own.
      (["a<b", "b<c,a", "c<a"], [[1, 2], [1, 2, 3]]),
      // Two bear the same id, and each waits for the same one.
      (["a<b", "a<b", "b<a"], [[1, 3], [2, 3]]),
    ] as [([String], [[Int]])])
  func cycles(_ texts: [String], _ expected: [[Int]]) {
    let all = tasks(texts)
    #expect(TaskGraph(all).cycles.map(lines) == expected)
    #expect(TaskGraph(all.reversed()).cycles.map(lines) == expected)
  }

  @Test func aLongChainAndALongRing() {
    var texts = (0..<20_000).map { "i\($0)<i\($0 + 1)" }
    #expect(TaskGraph(tasks(texts)).cycles.isEmpty)
    texts.append("i20000<i0")
    #expect(TaskGraph(tasks(texts)).cycles.map(\.count) == [20_001])
  }

  /// With a ring for each task, there would be millions of tasks in them.
  @Test func aTangle() {
    let count = 10_000
    let all = tasks((0..<count).map { "i\($0)<i\(($0 + 1) % count),i\(($0 + 2) % (count - 1))" } + ["x<y", "y<x"])
    let cycles = TaskGraph(all).cycles
    #expect(cycles.contains { $0.count > 1_000 })
    #expect(cycles.reduce(0) { $0 + $1.count } < 11 * count)
    #expect(cycles.last.map(lines) == [count + 1, count + 2])
    #expect(TaskGraph(all).cycle(throughAnyOf: [all[count - 5]])?.contains(all[count - 5]) == true)
    #expect(TaskGraph(Array(all.prefix(count / 2))).cycle(throughAnyOf: Set(all)) == nil)
  }

  /// A long ring takes nothing from the rings of others.
  @Test func aLongRingAndATangle() {
    let count = 100_000
    let all = tasks((0..<count).map { "i\($0)<i\(($0 + 1) % count)" } + ["a<b,c", "b<a", "c<a"])
    #expect(TaskGraph(all).cycles.map(\.count) == [count, 2, 2])
  }

  @Test func manyBearersOfOneID() {
    let all = tasks(Array(repeating: "a<b", count: 3_000) + Array(repeating: "b<a", count: 3_000))
    let cycles = TaskGraph(all).cycles
    #expect(cycles.allSatisfy { $0.count == 2 })
    #expect(Set(cycles.flatMap { lines($0) }).count == 6_000)
  }

  @Test func everyRingIsOne() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let names = ["a", "b", "c", "d", "e", "f"]
      let texts = (0..<8).map { _ in
        let dependencies = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        return (names.randomElement(using: &random) ?? "a") + "<" + dependencies.joined(separator: ",")
      }
      let graph = TaskGraph(tasks(texts))
      let rings = graph.cycles
      #expect(Set(rings.map { Set(lines($0)) }).count == rings.count)
      for ring in rings {
        #expect(Set(lines(ring)).count == ring.count)
        for (task, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
          #expect(task.dependsOn.contains(next.id ?? ""))
        }
      }
      // A task that can be reached from itself, and no other, is in a ring.
      for task in graph.tasks {
        var reached: Set<String> = []
        var next = task.dependsOn
        while let id = next.popLast() {
          guard reached.insert(id).inserted else { continue }
          next += graph.tasks.filter { $0.id == id }.flatMap(\.dependsOn)
        }
        let isInRing = rings.contains { $0.contains(task) }
        #expect(isInRing == reached.contains(task.id ?? ""), "\(texts)")
      }
    }
  }
}
