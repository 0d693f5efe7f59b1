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

  /// A task with where it was found.
  struct Found {
    var item: TaskItem
    /// Its place among the document's sites.
    var site: Int
    var text: TaskText
    /// The places of its tags, without `#`.
    var tags: [SourceRange]
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [TaskItem] {
    find(bytes).map(\.item)
  }

  mutating func find(_ bytes: UnsafeBufferPointer<UInt8>) -> [Found] {
    guard !document.tasks.isEmpty else { return [] }
    let parser = TaskTextParser()
    let filter = options.taskFilter.flatMap { $0.isEmpty ? nil : ByteSearch(Array($0.utf8)) }
    var texts: [TaskText?] = []
    texts.reserveCapacity(document.tasks.count)
    for site in document.tasks {
      let text = UnsafeBufferPointer(rebasing: bytes[site.text])
      let isTask = filter.map { $0.first(in: UnsafeRawBufferPointer(text)) != nil } ?? true
      texts.append(isTask ? parser.parse(text, opaque: opaque(in: site.text)) : nil)
    }
    let names = names(of: texts)
    let day = options.fileNameDates?.day(of: note.path)
    var found: [Found] = []
    found.reserveCapacity(texts.count)
    for (index, site) in document.tasks.enumerated() {
      guard let text = texts[index] else { continue }
      let line = site.line + 1 + document.lineOffset
      let lineStart = document.lineTable.starts[site.line]
      for problem in text.problems {
        diagnostics.append(
          Diagnostic(
            problem.code,
            at: SourceLocation(line: line, column: site.text.lowerBound - lineStart + problem.offset + 1),
            problem.message))
      }
      let (tags, tagRanges) = tags(in: site.text)
      let item = TaskItem(
        handle: names[index], path: note.path, line: line, status: options.statuses.status(for: site.status),
        description: text.description, values: values(of: text, scheduled: day),
        tags: tags, heading: heading(site), parent: parent(site, texts).map { names[$0] },
        blockID: text.blockID, raw: bytes.text(lineStart..<document.lineTable.contentEnd(site.line, in: bytes)))
      found.append(Found(item: item, site: index, text: text, tags: tagRanges))
    }
    countChildren(&found)
    return found
  }

  /// `day`: what the file's name says, for a task that says nothing of when.
  private func values(of text: TaskText, scheduled day: CivilDate?) -> TaskFieldValues {
    var values = text.values
    if values.dates.reference == nil { values.dates[day: .scheduled] = day }
    values.category = values.category ?? note.category
    if values.category == TaskItem.defaultCategory { values.category = nil }
    return values
  }

  // MARK: Handles

  /// By site; empty for those without a text.
  private func names(of texts: [TaskText?]) -> [String] {
    let subjects = zip(document.tasks, texts).map { site, text in
      text.map { text in
        TaskHandle.Subject(
          description: text.description, heading: heading(site), parent: parent(site, texts), values: text.values,
          blockID: text.blockID, isOpen: options.statuses.status(for: site.status).type.isOpen)
      }
    }
    return TaskHandle.make(subjects, path: note.path)
  }

  private func heading(_ site: MarkdownDocument.TaskSite) -> String? {
    site.heading >= 0 ? document.headings[site.heading].text : nil
  }

  /// The nearest enclosing box that is a task.
  private func parent(_ site: MarkdownDocument.TaskSite, _ texts: [TaskText?]) -> Int? {
    var parent = site.parent
    while parent >= 0 {
      if texts[parent] != nil { return parent }
      parent = document.tasks[parent].parent
    }
    return nil
  }

  private func countChildren(_ found: inout [Found]) {
    guard found.contains(where: { $0.item.parent != nil }) else { return }
    let places = Dictionary(found.enumerated().map { ($1.item.handle, $0) }, uniquingKeysWith: { first, _ in first })
    for index in found.indices where found[index].item.status.type != .nonTask {
      guard let parent = found[index].item.parent.flatMap({ places[$0] }) else { continue }
      found[parent].item.childCount += 1
      if !found[index].item.status.type.isOpen { found[parent].item.childrenDone += 1 }
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

  /// Each tag once, and all their places.
  private mutating func tags(in range: SourceRange) -> (tags: [String], ranges: [SourceRange]) {
    while nextTag < inlines.tagRanges.count, inlines.tagRanges[nextTag].upperBound <= range.lowerBound { nextTag += 1 }
    let first = nextTag
    var found: [String] = []
    var seen: Set<String> = []
    while nextTag < inlines.tagRanges.count, inlines.tagRanges[nextTag].lowerBound < range.upperBound {
      let tag = inlines.tags[nextTag].tag
      if seen.insert(tag.lowercased()).inserted { found.append(tag) }
      nextTag += 1
    }
    return (found, Array(inlines.tagRanges[first..<nextTag]))
  }
}
