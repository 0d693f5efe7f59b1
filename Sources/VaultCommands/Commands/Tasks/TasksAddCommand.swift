import ArgumentParser
import VaultCore
import VaultStore
import VaultTerminal

/// `vault tasks add`
struct TasksAddCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write a new task into the inbox, or another note.",
    discussion: """
      The text is read as you would say it: !high, @shopping, #tag, due:friday, scheduled:'next week', start:+3d, \
      'every 2 weeks', id:x, and whatever a task's line can hold. What was understood is shown. A day without due: is \
      part of the text; \\due: writes the word itself.

      Examples:
        vault tasks add 'Buy milk !high @shopping due:tomorrow every week'
        vault tasks add 'Call Ansel due:5 may' --note Glossa --under Calls --create
        vault tasks add 'Water the ferns' --due friday --repeat 'every week' --dry-run
      """)

  @Option("The note; else the inbox of the configuration.", value: "note", completion: .notes)
  var note: String?

  @OptionGroup var heading: HeadingArguments

  @Flag(help: "Also where the due date has passed.")
  var force = false

  @OptionGroup(title: "Fields") var fields: TaskFieldArguments

  @Argument("The text; - or nothing reads standard input.")
  var text: [String] = []

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    var text = String(decoding: try StandardInput.text(or: text, context), as: UTF8.self)
    // Standard input ends with a line break.
    while text.last?.isWhitespace == true { text.removeLast() }
    text = try TaskMark.removed(from: text)
    guard !text.isEmpty else { throw EmptyTextError() }
    let quick = try context.understood(text, option: "the task") { [text] in
      try QuickTask(text, days: DayPhrase(today: $0.today, firstWeekday: $0.firstWeekday))
    }
    let given = try fields.change(context)
    let task = given.applied(to: quick.task)
    try context.editor().checkDue(of: task, mayBePast: force)
    for hint in quick.hints { context.note(hint) }
    let outcome = try context.editor().addTask(task, to: note, under: heading.section, change.options)
    if !change.json, outcome.change.end == .done || outcome.change.end == .dryRun { tell(quick, given, context) }
    return try TaskChangeReport.print(outcome, change, context, unchanged: "Nothing to add.")
  }

  /// What the words were taken for, unless they are just what is shown of the task. Of a rule, nothing is shown there.
  /// What an option says otherwise, in `given`, is told as left out.
  private func tell(_ quick: QuickTask, _ given: TaskFieldChange, _ context: CommandContext) {
    for field in quick.understood {
      if let value = given.fields[field.kind] {
        if value != field.value { context.note("\"\(field.words)\" is left out: an option says otherwise") }
        continue
      }
      guard field.words != field.value || field.kind == .recurrence else { continue }
      let words = field.words == field.value ? "" : "  (\"\(field.words)\")"
      context.note("\(field.kind.rawValue): \(field.value)\(words)")
    }
  }
}
