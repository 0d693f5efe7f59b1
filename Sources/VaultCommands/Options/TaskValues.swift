import ArgumentParser
import VaultCore

/// Values of a task's fields as they are given on the command line.
enum TaskValues {
  /// Throws `TaskValueError`.
  static func priority(_ text: String) throws -> TaskPriority {
    let word = text.lowercased()
    if let priority = TaskPriority(rawValue: word) { return priority }
    if DayText.none.contains(word) { return .none }
    throw TaskValueError(field: .priority, value: text)
  }
}

/// Fields of a task, each with an option of its own; `none` takes one away.
struct TaskFieldArguments: ParsableArguments {
  @Option("When it is due: a day in words, or none.", value: "day")
  var due: String?

  @Option("When it is to be worked on.", value: "day")
  var scheduled: String?

  @Option("Before when it cannot be started.", value: "day")
  var start: String?

  @Option("When it was made.", value: "day")
  var created: String?

  @Option("highest, high, medium, none, low or lowest.", completion: .priorities)
  var priority: String?

  @Option("work, personal, shopping or any other word.", completion: .categories)
  var category: String?

  @Option("How it recurs: 'every week on Monday'.", value: "rule", name: .customLong("repeat"))
  var recurrence: String?

  @Option(
    "What becomes of it when it is done: keep or delete.", value: "action",
    completion: .list(["keep", "delete", "none"]))
  var onCompletion: String?

  @Option("Its 🆔, which others can depend on.", value: "id")
  var id: String?

  @Option("The ids of the tasks it waits for, joined by commas.", value: "ids")
  var dependsOn: String?

  @Option("A tag to add.", value: "tag", completion: .tags)
  var tag: [String] = []

  /// True when any is given.
  var isEmpty: Bool {
    [due, scheduled, start, created, priority, category, recurrence, onCompletion, id, dependsOn].allSatisfy {
      $0 == nil
    }
      && tag.isEmpty
  }

  /// Throws `TaskValueError`, `QueryProblem` for a day, and `TagRenameError` for what is no tag.
  func change(_ context: CommandContext) throws -> TaskFieldChange {
    var change = TaskFieldChange()
    for (kind, text, option) in [
      (TaskFieldKind.due, due, "--due"), (.scheduled, scheduled, "--scheduled"), (.start, start, "--start"),
      (.created, created, "--created"),
    ] {
      if let text { change.set(kind, try DayText.day(text, option, context)) }
    }
    if let priority { change.set(try TaskValues.priority(priority)) }
    for (kind, text) in [
      (TaskFieldKind.category, category), (.recurrence, recurrence), (.onCompletion, onCompletion), (.id, id),
      (.dependsOn, dependsOn),
    ] {
      if let text { try change.set(kind, text: DayText.none.contains(text.lowercased()) ? nil : text) }
    }
    change.addedTags = try tag.map { try Self.tag($0) }
    return change
  }

  static func tag(_ text: String, isNew: Bool = true) throws -> String {
    let tag = text.hasPrefix("#") ? String(text.dropFirst()) : text
    try TagRename.check(tag, isNew: isNew)
    return tag
  }
}
