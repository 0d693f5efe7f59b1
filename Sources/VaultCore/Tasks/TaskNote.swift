/// A note read for edits of its tasks.
package struct TaskNote: Sendable {
  package let path: NotePath
  package let bytes: [UInt8]
  /// In the file's order.
  package let tasks: [TaskLine]
  let document: MarkdownDocument
  /// Where in `tasks` the one is whose line begins at an offset, and the one of a handle.
  private let places: [Int: Int]
  private let handles: [String: Int]

  package init(_ bytes: [UInt8], path: NotePath, options: ParsingOptions) {
    self.path = path
    self.bytes = bytes
    (document, tasks) = bytes.withUnsafeBufferPointer { buffer in
      let parser = NoteParser(options: options)
      let (note, document, inlines) = parser.read(buffer, path: path, modified: 0)
      var reader = TaskReader(options: options, document: document, inlines: inlines, note: note)
      let found = reader.find(buffer)
      var lines = found.map {
        Self.line($0.item, isTask: true, $0.text, $0.tags, document.tasks[$0.site], document, buffer)
      }
      if found.count < document.tasks.count {
        let known = Set(found.map(\.site))
        for (index, site) in document.tasks.enumerated() where !known.contains(index) {
          let content = document.lineTable.starts[site.line]..<document.lineTable.contentEnd(site.line, in: buffer)
          let item = TaskItem(
            handle: "", path: path, line: site.line + 1 + document.lineOffset,
            status: options.statuses.status(for: site.status), description: buffer.text(site.text),
            raw: buffer.text(content))
          lines.append(Self.line(item, isTask: false, TaskText(), [], site, document, buffer))
        }
        lines.sort { $0.line.lowerBound < $1.line.lowerBound }
      }
      return (document, lines)
    }
    places = Dictionary(tasks.enumerated().map { ($1.line.lowerBound, $0) }) { first, _ in first }
    handles = Dictionary(tasks.enumerated().lazy.filter(\.element.isTask).map { ($1.item.handle, $0) }) { first, _ in
      first
    }
  }

  private static func line(
    _ item: TaskItem, isTask: Bool, _ text: TaskText, _ tags: [SourceRange], _ site: MarkdownDocument.TaskSite,
    _ document: MarkdownDocument,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> TaskLine {
    let line = document.lineTable.range(site.line)
    var box = site.text.lowerBound
    while box > line.lowerBound, bytes[box - 1] == 0x20 || bytes[box - 1] == 0x09 { box -= 1 }
    let symbol = box - 1 - String(site.status).utf8.count
    var last = max(site.lastLine, site.line)
    while last > site.line, document.isEmpty(last) { last -= 1 }
    return TaskLine(
      item: item, isTask: isTask, content: line.lowerBound..<document.lineTable.contentEnd(site.line, in: bytes),
      line: line, symbol: symbol..<(box - 1), text: text, textStart: site.text.lowerBound, tags: tags,
      block: line.lowerBound..<document.lineTable.range(last).upperBound)
  }

  /// Those that are tasks, without plain checkboxes, in the file's order.
  package var items: [TaskItem] { tasks.lazy.filter(\.isTask).map(\.item) }

  /// The conflict that a merge left around a line, counted from 1 in the file.
  package func conflict(aroundLine line: Int) -> LeftConflict? {
    bytes.withUnsafeBufferPointer { LeftConflict.all(in: $0, of: document) }.first {
      $0.start < line && line <= $0.end + 1
    }
  }

  package func task(handle: String) -> TaskLine? {
    handles[handle].map { tasks[$0] }
  }

  /// The task or plain checkbox in a line, counted from 1 in the file.
  package func task(inLine line: Int) -> TaskLine? {
    let index = line - 1 - document.lineOffset
    guard document.lineTable.starts.indices.contains(index) else { return nil }
    return task(at: document.lineTable.starts[index])
  }

  /// The task or plain checkbox whose line begins at a byte offset.
  package func task(at offset: Int) -> TaskLine? {
    places[offset].map { tasks[$0] }
  }

  /// The task or plain checkbox in the line right above another's.
  func task(above other: TaskLine) -> TaskLine? { task(inLine: other.item.line - 1) }

  /// What a line is, counted from 1 in the file; nil for one that is not there or belongs to the front matter.
  package func kind(ofLine line: Int) -> BodyLine.Kind? { document.kind(ofLine: line) }

  /// The text of a line without its ending, counted from 1 in the file; nil past the end.
  package func text(ofLine line: Int) -> String? {
    bytes.withUnsafeBufferPointer { buffer in
      let table = LineTable(buffer, from: 0)
      guard (1...max(table.count, 1)).contains(line), table.count > 0 else { return nil }
      return buffer.text(table.starts[line - 1]..<table.contentEnd(line - 1, in: buffer))
    }
  }
}

extension MarkdownDocument {
  /// Returns true when nothing stands in a line, or only marks of quotes.
  func isEmpty(_ line: Int) -> Bool {
    let line = lines[line]
    return line.kind == .blank || line.kind == .quote && line.content.isEmpty
  }
}
