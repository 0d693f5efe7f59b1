import Testing

@testable import VaultCore

@Suite struct TaskHandleTests {
  @Test func isThirteenCharactersOfTheAlphabet() {
    for number in 0..<500 {
      let handle = make(description: "\(number)")
      #expect(handle.utf8.count == TaskHandle.length)
      #expect(handle.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) })
      #expect(TaskHandle.normalized(handle) == handle)
    }
  }

  /// Handles are written into scripts: the same task must have the same one in every version.
  @Test func staysTheSameForever() {
    #expect(make() == "d4dp3vwmzt8bv")
    #expect(make(recurrence: "every day", dates: [.due: Self.date]) == "0pmak485cfgmj")
  }

  @Test func everyPartCounts() {
    let handles = [
      make(), make(path: "b.md"), make(description: "Buy tea"), make(heading: "Home"), make(heading: ""),
      make(recurrence: "every day"), make(recurrence: "every day", dates: [.due: Self.date]),
      make(recurrence: "every day", dates: [.scheduled: Self.date]),
      make(recurrence: "every day", dates: [.due: .impossible]), make(path: "a.mdB", description: "uy milk"),
      make(below: ["Home"]), make(below: [""]), make(below: ["x", "y"]), make(below: ["xy"]), make(below: ["y", "x"]),
    ]
    #expect(Set(handles).count == handles.count)
  }

  @Test func datesCountOnlyOfWhatRecursOrHasTwins() {
    #expect(make(dates: [.due: Self.date]) == make())
    let subjects = [Self.date, nil, .impossible].map { Self.subject(dates: [.due: $0]) }
    let three = TaskHandle.make(subjects, path: NotePath("a.md"))
    #expect(Set(three + [make(description: "x")]).count == 4)
    // A fourth changes none of them, nor does their order.
    let other = Self.subject(dates: [.start: Self.date])
    #expect(
      Array(TaskHandle.make([other] + subjects.reversed(), path: NotePath("a.md")).dropFirst()) == three.reversed())
  }

  @Test func ofThoseAlikeItCountsWhichOfHowMany() {
    let handles = (2...4).flatMap { count in
      TaskHandle.make(Array(repeating: TaskHandle.Subject(description: "x"), count: count), path: NotePath("a.md"))
    }
    #expect(Set(handles + [make(description: "x"), make(description: "x", recurrence: "every day")]).count == 11)
  }

  /// Whatever their order, one that recurs and one that does not are never taken for each other.
  @Test func ofThoseAlikeTheRuleCounts() {
    let rules = [nil, "every day", "every week"]
    let subjects = rules.map { Self.subject(recurrence: $0, dates: [.due: Self.date]) }
    func handles(_ places: [Int]) -> [String] {
      TaskHandle.make(places.map { subjects[$0] }, path: NotePath("a.md"))
    }
    #expect(handles([0, 1, 2]) == handles([2, 1, 0]).reversed())
    #expect(handles([0, 1]) == handles([1, 0]).reversed())
    let all =
      handles([0]) + handles([1]) + [[0, 0], [0, 1], [1, 1], [2, 2], [0, 0, 1], [0, 1, 1]].flatMap(handles)
    // Those of a rule are the same beside however many of another.
    #expect(Set(all).count == 10 && all.count == 16)
    // What its dates tell from its twins is no task that recurs on the same day.
    let undated = TaskHandle.Subject(description: "x")
    #expect(TaskHandle.make([subjects[0], undated], path: NotePath("a.md"))[0] != handles([1])[0])
  }

  /// A twin that went and another that came in its place are not taken for each other, if anything shows the difference.
  @Test func ofThoseAlikeAllFieldsCount() {
    let high = Self.subject { $0.values.priority = .high }
    let low = Self.subject { $0.values.priority = .low }
    let others = [
      Self.subject { $0.values.id = "aa" }, Self.subject { $0.values.id = "bb" },
      Self.subject { $0.values.dependsOn = ["aa"] }, Self.subject { $0.blockID = "x" },
      Self.subject(dates: [.created: Self.date]), Self.subject { $0.isOpen = false },
    ]
    func handles(_ subjects: TaskHandle.Subject...) -> [String] { TaskHandle.make(subjects, path: NotePath("a.md")) }
    #expect(handles(high, low) == handles(low, high).reversed())
    let all = others.flatMap { handles(high, $0) }
    #expect(Set(all).count == others.count + 1 && all.count == 2 * others.count)
    // Only what is equal is counted, and closing one of two leaves the other its handle.
    let open = Self.subject()
    let closed = Self.subject {
      $0.isOpen = false
      $0.values.dates[.done] = Self.date
    }
    let (before, after) = (handles(open, open), handles(open, closed))
    #expect(before[0] == after[0] && before[1] != after[1])
    #expect(handles(open, open, high).dropLast() == before[...])
    #expect(handles(closed, open)[1] == before[1])
  }

  @Test func whatIsNoTaskHasNone() {
    let handles = TaskHandle.make([nil, TaskHandle.Subject(description: "Buy milk"), nil], path: NotePath("a.md"))
    #expect(handles == ["", make(), ""])
  }

  @Test func undecodablePathsDiffer() {
    let paths = [[0x61, 0xFF], [0x61, 0xFE]].map { NotePath(bytes: $0 as [UInt8]) }
    #expect(Set(paths.map { TaskHandle.make([TaskHandle.Subject(description: "x")], path: $0) }).count == 2)
  }

  @Test(
    arguments: [
      ("7KQ", "7kq"), ("oOiIlL", "001111"), ("abc", "abc"), ("", nil), ("u", nil), ("a-b", nil), ("é", nil),
      ("0123456789abc", "0123456789abc"), ("0123456789abcd", nil),
    ] as [(String, String?)])
  func typedHandlesAreNormalized(_ typed: String, _ expected: String?) {
    #expect(TaskHandle.normalized(typed) == expected)
  }

  private static func subject(
    recurrence: String? = nil, dates: TaskDates = [:], _ change: (inout TaskHandle.Subject) -> Void = { _ in }
  ) -> TaskHandle.Subject {
    var subject = TaskHandle.Subject(description: "x")
    subject.values.recurrence = recurrence
    subject.values.dates = dates
    change(&subject)
    return subject
  }

  private static let date = CivilDate("2026-03-12").map(TaskDate.date)

  /// `below`: the descriptions of the tasks around it, the outermost first.
  private func make(
    path: String = "a.md", description: String = "Buy milk", heading: String? = nil, below: [String] = [],
    recurrence: String? = nil, dates: TaskDates = [:]
  ) -> String {
    let around = below.enumerated().map { place, description in
      TaskHandle.Subject(description: description, parent: place > 0 ? place - 1 : nil)
    }
    let own = TaskHandle.Subject(
      description: description, heading: heading, parent: below.isEmpty ? nil : below.count - 1,
      values: Self.subject(recurrence: recurrence, dates: dates).values)
    return TaskHandle.make(around + [own], path: NotePath(path))[below.count]
  }
}
