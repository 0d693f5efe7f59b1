import VaultCore

/// A task's description without marks, for other programs: links are their text, tags stay.
struct TaskPlainText {
  private let styler: InlineStyler

  init(_ printer: Printer) {
    styler = InlineStyler(theme: printer.theme, definitions: [:])
  }

  func callAsFunction(_ task: TaskItem) -> String {
    styler.styled(task.description).plain
  }
}
