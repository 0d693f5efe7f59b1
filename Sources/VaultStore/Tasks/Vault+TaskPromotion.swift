import VaultCore

extension Vault {
  private static let actionItemsKey = "action_items"

  /// Makes tasks of a note's `action_items`, at its end or that of a section, and takes them out of the front matter
  /// unless they are to stay (`keeping`). What the note has as a task already is not made again.
  package func promoteActionItems(
    of name: String, under heading: String?, keeping: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let path = try resolve(name)
    let note = try taskNote(path)
    let items = note.bytes.withUnsafeBufferPointer { bytes in
      NoteParser(options: parsingOptions).structure(of: Array(bytes), path: path).actionItems
    }
    let known = Set(note.tasks.map(\.item.description))
    var seen: Set<String> = []
    let new = items.map(\.trimmingBlanks).filter { !$0.isEmpty && !known.contains($0) && seen.insert($0).inserted }
    return try addTasks(
      new.map { NewTask(description: $0) }, to: path.text, under: heading, title: "tasks promote \(path)", options
    ) { plan, path in
      guard !keeping, !items.isEmpty else { return }
      try plan.changeFrontMatter(path, [.unset(key: Self.actionItemsKey)])
    }
  }
}
