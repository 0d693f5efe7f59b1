import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TaskItemCodingTests {
  private static let path = NotePath("Projects/Kitchen.md")

  private static let bare = TaskItem(
    handle: "0123456789abc", path: path, line: 1, status: StatusRegistry.default.status(for: " "), description: "",
    raw: "- [ ]")

  private static let full = TaskItem(
    handle: "zzzzzzzzzzzzz", path: path, line: 70_000,
    status: TaskStatus(symbol: "🄰", name: "On hold: waiting for someone", type: .onHold),
    description: "Tiles für die Küche\u{0}",
    values: TaskFieldValues(
      dates: [
        .due: .date(CivilDate(dayNumber: 20_485)), .scheduled: .impossible,
        .start: CivilDate(year: 1, month: 1, day: 1).map(TaskDate.date),
        .created: CivilDate(year: 9999, month: 12, day: 31).map(TaskDate.date),
        .done: .date(CivilDate(dayNumber: 0)), .cancelled: .impossible,
      ], priority: .highest, category: "home", recurrence: "every day", id: "a1", dependsOn: ["b", "c"],
      onCompletion: "keep"),
    tags: ["home/kitchen", "日本"], heading: "House › Kitchen", parent: "0123456789abc", blockID: "tiles",
    raw: "- [🄰] …")

  @Test(arguments: [bare, full]) func comesBack(_ task: TaskItem) {
    let bytes = task.encoded()
    #expect(bytes.withUnsafeBytes { TaskItem(decoding: $0, path: Self.path) } == task)
  }

  @Test(arguments: TaskPriority.allCases, StatusType.allCases)
  func everyPriorityAndTypeComesBack(_ priority: TaskPriority, _ type: StatusType) {
    var task = Self.bare
    task.values.priority = priority
    task.status.type = type
    #expect(task.encoded().withUnsafeBytes { TaskItem(decoding: $0, path: Self.path) } == task)
  }

  @Test func bareTaskIsSmall() {
    #expect(Self.bare.encoded().count <= 32)
  }

  @Test func tasksOfOneRecordFollowEachOther() {
    var writer = ByteWriter()
    Self.full.encode(into: &writer)
    Self.bare.encode(into: &writer)
    writer.bytes.withUnsafeBytes {
      var reader = ByteReader($0)
      #expect(TaskItem(from: &reader, path: Self.path) == Self.full)
      #expect(TaskItem(from: &reader, path: Self.path) == Self.bare)
      #expect(TaskItem(from: &reader, path: Self.path) == nil)
    }
  }

  @Test func everyTruncationAndAnExtraByteAreDamage() {
    let bytes = Self.full.encoded()
    for count in 0..<bytes.count {
      #expect(bytes[..<count].withUnsafeBytes { TaskItem(decoding: $0, path: Self.path) } == nil)
    }
    #expect((bytes + [0]).withUnsafeBytes { TaskItem(decoding: $0, path: Self.path) } == nil)
  }

  @Test func damagedBytesNeverTrap() {
    var random = SeededGenerator(seed: 11)
    let good = Self.full.encoded()
    var read = 0
    for run in 0..<20_000 {
      var bytes = good
      if run % 4 == 0 {
        bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
      }
      guard let task = bytes.withUnsafeBytes({ TaskItem(decoding: $0, path: Self.path) }) else { continue }
      let again = task.encoded().withUnsafeBytes { TaskItem(decoding: $0, path: Self.path) }
      #expect(again == task)
      read += 1
    }
    #expect(read > 1_000)
  }
}
