/// Makes tasks of a document's boxes: fields from `TaskTextParser`, surroundings from the note.
struct TaskReader {
  let options: ParsingOptions
  let document: MarkdownDocument
  let inlines: InlineContent
  let note: Note
  var diagnostics: [Diagnostic] = []
  private var nextOpaque = 0
  private var nextTag = 0

  init(options: ParsingOptions, document: MarkdownDocument, inlines: InlineContent, note: Note) {
    self.options = options
    self.document = document
    self.inlines = inlines
    self.note = note
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [TaskItem] {
    guard !document.tasks.isEmpty else { return [] }
    var tasks: [TaskItem] = []
    tasks.reserveCapacity(document.tasks.count)
    /// By site; nil for a box that the global filter leaves out.
    var handles: [String?] = []
    var seen: [String: Int] = [:]
    let parser = TaskTextParser()
    for site in document.tasks {
      if let filter = options.taskFilter, !filter.isEmpty, !contains(filter, bytes[site.text]) {
        handles.append(nil)
        continue
      }
      let text = parser.parse(
        UnsafeBufferPointer(rebasing: bytes[site.text]), opaque: opaque(in: site.text))
      let heading = site.heading >= 0 ? document.headings[site.heading].text : nil
      let parent = parentHandle(site, handles)
      func handle(_ ordinal: Int) -> String {
        TaskHandle.make(
          path: note.path, description: text.description, heading: heading, parent: parent, ordinal: ordinal)
      }
      var name = handle(0)
      let earlier = seen[name, default: 0]
      seen[name] = earlier + 1
      if earlier > 0 { name = handle(earlier) }
      handles.append(name)
      let line = site.line + 1 + document.lineOffset
      let lineStart = document.lineTable.starts[site.line]
      for problem in text.problems {
        diagnostics.append(
          Diagnostic(
            problem.code,
            at: SourceLocation(line: line, column: site.text.lowerBound - lineStart + problem.offset + 1),
            problem.message))
      }
      tasks.append(
        TaskItem(
          handle: name, path: note.path, line: line, status: options.statuses.status(for: site.status),
          description: text.description, priority: text.priority,
          category: text.category ?? note.category ?? "general", due: text.due, scheduled: text.scheduled,
          start: text.start, created: text.created, done: text.done, cancelled: text.cancelled,
          recurrence: text.recurrence, id: text.id, dependsOn: text.dependsOn, onCompletion: text.onCompletion,
          tags: tags(in: site.text), heading: heading, parent: parent, blockID: text.blockID,
          raw: bytes.text(lineStart..<document.lineTable.contentEnd(site.line, in: bytes))))
    }
    countChildren(&tasks)
    return tasks
  }

  private func countChildren(_ tasks: inout [TaskItem]) {
    guard tasks.contains(where: { $0.parent != nil }) else { return }
    let places = Dictionary(tasks.enumerated().map { ($1.handle, $0) }, uniquingKeysWith: { first, _ in first })
    for task in tasks where task.status.type != .nonTask {
      guard let parent = task.parent.flatMap({ places[$0] }) else { continue }
      tasks[parent].childCount += 1
      if !task.status.type.isOpen { tasks[parent].childrenDone += 1 }
    }
  }

  /// The nearest enclosing box that is a task.
  private func parentHandle(_ site: MarkdownDocument.TaskSite, _ handles: [String?]) -> String? {
    var parent = site.parent
    while parent >= 0 {
      if let handle = handles[parent] { return handle }
      parent = document.tasks[parent].parent
    }
    return nil
  }

  private func contains(_ filter: String, _ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let needle = Array(filter.utf8)
    guard text.count >= needle.count else { return false }
    return (text.startIndex...(text.endIndex - needle.count)).contains {
      text[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }

  private mutating func opaque(in range: SourceRange) -> [SourceRange] {
    while nextOpaque < inlines.opaque.count, inlines.opaque[nextOpaque].upperBound <= range.lowerBound {
      nextOpaque += 1
    }
    var found: [SourceRange] = []
    var i = nextOpaque
    while i < inlines.opaque.count, inlines.opaque[i].lowerBound < range.upperBound {
      let part = inlines.opaque[i].clamped(to: range)
      if !part.isEmpty { found.append(part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound) }
      i += 1
    }
    return found
  }

  private mutating func tags(in range: SourceRange) -> [String] {
    while nextTag < inlines.tagRanges.count, inlines.tagRanges[nextTag].upperBound <= range.lowerBound { nextTag += 1 }
    var found: [String] = []
    var seen: Set<String> = []
    while nextTag < inlines.tagRanges.count, inlines.tagRanges[nextTag].lowerBound < range.upperBound {
      let tag = inlines.tags[nextTag].tag
      if seen.insert(tag.lowercased()).inserted { found.append(tag) }
      nextTag += 1
    }
    return found
  }
}
