/// A todo.txt file as the items of a list.
package struct TodoTxtTasks: Sendable {
  package struct Problem: Hashable, Sendable {
    /// From 1.
    package var line: Int
    package var message: String
  }

  /// Lines of Markdown, without their ends.
  package private(set) var items: [String] = []
  package private(set) var problems: [Problem] = []
  private let writer: ImportedTaskLine
  private let options: ParsingOptions

  /// `format`: of the fields that are written.
  package init(_ text: String, format: TaskFieldFormat, options: ParsingOptions) {
    writer = ImportedTaskLine(format: format, options: options)
    self.options = options
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var line = String(Substring(line))
      if index == 0, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      let words = TodoTxtWords.split(line).map(\.text)
      if !words.isEmpty { add(words.joined(separator: " "), number: index + 1) }
    }
  }

  private mutating func add(_ text: String, number: Int) {
    let line = TodoTxtLine(text)
    let (item, problem) = writer.item(for: line.task(options.statuses), text: text, category: line.context)
    items.append(item)
    if let problem { problems.append(Problem(line: number, message: problem)) }
  }
}
