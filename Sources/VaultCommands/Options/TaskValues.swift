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
  @Option(
    help: ArgumentHelp("When it is due: a day in words, or none.", valueName: "day"),
    transform: CommandLineArguments.decoded)
  var due: String?

  @Option(
    help: ArgumentHelp("When it is to be worked on.", valueName: "day"), transform: CommandLineArguments.decoded)
  var scheduled: String?

  @Option(
    help: ArgumentHelp("Before when it cannot be started.", valueName: "day"), transform: CommandLineArguments.decoded)
  var start: String?

  @Option(help: ArgumentHelp("When it was made.", valueName: "day"), transform: CommandLineArguments.decoded)
  var created: String?

  @Option(
    help: "highest, high, medium, none, low or lowest.",
    completion: .list(TaskPriority.allCases.sorted(by: >).map(\.rawValue)), transform: CommandLineArguments.decoded)
  var priority: String?

  @Option(
    help: "work, personal, shopping or any other word.",
    completion: .custom { words, _, prefix in VaultCompletion.categories(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var category: String?

  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("How it recurs: 'every week on Monday'.", valueName: "rule"),
    transform: CommandLineArguments.decoded)
  var recurrence: String?

  @Option(
    help: ArgumentHelp("What becomes of it when it is done: keep or delete.", valueName: "action"),
    completion: .list(["keep", "delete", "none"]), transform: CommandLineArguments.decoded)
  var onCompletion: String?

  @Option(
    help: ArgumentHelp("Its 🆔, which others can depend on.", valueName: "id"),
    transform: CommandLineArguments.decoded)
  var id: String?

  @Option(
    help: ArgumentHelp("The ids of the tasks it waits for, joined by commas.", valueName: "ids"),
    transform: CommandLineArguments.decoded)
  var dependsOn: String?

  @Option(
    help: ArgumentHelp("A tag to add.", valueName: "tag"),
    completion: .custom { words, _, prefix in VaultCompletion.tags(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
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
    change.addedTags = try tag.map(Self.tag)
    return change
  }

  static func tag(_ text: String) throws -> String {
    let tag = text.hasPrefix("#") ? String(text.dropFirst()) : text
    try TagRename.check(tag)
    return tag
  }
}
