import VaultCore

/// What holds of every note, whatever its bytes.
package enum NoteInvariants {
  /// Reads `bytes` as a note and says what is wrong with the result; empty when all is well.
  package static func violations(
    of bytes: UnsafeBufferPointer<UInt8>, path: NotePath = NotePath("Folder/Note.md"), parser: inout NoteParser
  ) -> [String] {
    let parsed = parser.parse(bytes, path: path, modified: 1_772_000_000_000)
    let document = MarkdownDocument(bytes)
    let lines = document.bodyLines(bytes)
    let check = NoteCheck(bytes: bytes, note: parsed.note, lines: lines)
    check.checkLines()
    check.checkLinks()
    check.checkTagsAndBlockIDs()
    check.checkTasks()
    check.checkPlaces()
    check.checkWords(parsed.text)
    check.checkMentions(parser.mentions(of: names, in: bytes))
    return check.violations
  }

  /// Words that stand in many notes, and names that do.
  private static let names = MentionNames(
    title: "Rye sourdough", path: NotePath("the.md"), aliases: ["and", "tag", "link", "東京", "2026-03-12", "a b c"])
}

private final class NoteCheck {
  let bytes: UnsafeBufferPointer<UInt8>
  let note: Note
  let lines: [BodyLine]
  var violations: [String] = []
  let table: LineTable

  init(bytes: UnsafeBufferPointer<UInt8>, note: Note, lines: [BodyLine]) {
    self.bytes = bytes
    self.note = note
    self.lines = lines
    table = LineTable(bytes, from: 0)
  }

  private func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { violations.append(message()) }
  }

  private func text(_ range: SourceRange) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func checkLines() {
    expect(note.bodyRange.upperBound == bytes.count, "the body ends at \(note.bodyRange), the file at \(bytes.count)")
    var next = note.bodyRange.lowerBound
    var number = lines.first?.number ?? 1
    for line in lines {
      expect(
        line.range.lowerBound == next, "line \(line.number) begins at \(line.range), the one before ended at \(next)")
      expect(!line.range.isEmpty, "line \(line.number) is empty")
      expect(line.number == number, "line \(line.number) follows on \(number - 1)")
      expect(line.depth >= 0, "line \(line.number) has depth \(line.depth)")
      if case .heading(let level) = line.kind { expect((1...6).contains(level), "heading of level \(level)") }
      if case .ordered(let value) = line.kind { expect((0...999_999_999).contains(value), "item number \(value)") }
      if !line.range.isEmpty, line.range.upperBound <= bytes.count {
        expect(table.line(at: line.range.lowerBound) + 1 == line.number, "line \(line.number) is another in the file")
        expect(text(line.range).utf8.count >= line.text.utf8.count, "line \(line.number) has text that is not its own")
      }
      number += 1
      next = line.range.upperBound
    }
    expect(next == bytes.count, "the lines end at \(next), the file at \(bytes.count)")
  }

  func checkLinks() {
    for link in note.links {
      guard link.targetRange.lowerBound >= 0, link.targetRange.upperBound <= bytes.count else {
        violations.append("link \(link.target) at \(link.targetRange), outside of the file")
        continue
      }
      // A property's string may be written with escapes: then its target has no place of its own.
      if link.kind == .property && link.targetRange.isEmpty { continue }
      expect(!link.target.isEmpty, "a link without a target at \(link.location)")
      expect(
        text(link.targetRange).utf8.elementsEqual(link.target.utf8),
        "link \(link.target.debugDescription) is written \(text(link.targetRange).debugDescription)")
    }
  }

  func checkTagsAndBlockIDs() {
    for occurrence in note.tagOccurrences {
      let place = offset(of: occurrence.location)
      guard let place, place + 1 + occurrence.tag.utf8.count <= bytes.count else {
        violations.append("tag \(occurrence.tag) at \(occurrence.location), outside of the file")
        continue
      }
      expect(
        text(place..<place + 1 + occurrence.tag.utf8.count).utf8.elementsEqual(("#" + occurrence.tag).utf8),
        "tag \(occurrence.tag) is not at \(occurrence.location)")
      expect(TagGrammar.isTag(occurrence.tag), "\(occurrence.tag.debugDescription) is no tag")
    }
    for block in note.blockIDs {
      guard (1...max(table.count, 1)).contains(block.line) else {
        violations.append("block id \(block.id) in line \(block.line) of \(table.count)")
        continue
      }
      expect(text(table.range(block.line - 1)).contains("^" + block.id), "block id \(block.id) is not in its line")
    }
  }

  func checkTasks() {
    var handles: Set<String> = []
    var children: [String: (all: Int, done: Int)] = [:]
    var last = 0
    for task in note.tasks {
      expect(task.line > last, "task in line \(task.line) after that in line \(last)")
      last = task.line
      if let parent = task.parent {
        expect(handles.contains(parent), "the parent of the task in line \(task.line) is none before it")
        if task.status.type != .nonTask {
          children[parent, default: (0, 0)].all += 1
          if !task.status.type.isOpen { children[parent, default: (0, 0)].done += 1 }
        }
      }
      expect(handles.insert(task.handle).inserted, "handle \(task.handle) twice")
      guard let line = line(numbered: task.line) else {
        violations.append("task in line \(task.line), which is not the body's")
        continue
      }
      expect(line.kind == .task(status: task.status.symbol), "task in line \(task.line), which is \(line.kind)")
      expect(text(line.range).hasPrefix(task.raw), "task \(task.raw) is not line \(task.line)")
    }
    for task in note.tasks {
      let counted = children[task.handle] ?? (0, 0)
      expect(
        task.childCount == counted.all && task.childrenDone == counted.done,
        "task in line \(task.line) counts \(task.childrenDone)/\(task.childCount) children")
    }
  }

  func checkPlaces() {
    for heading in note.headings {
      expect((1...6).contains(heading.level), "heading of level \(heading.level)")
      expect(line(numbered: heading.line) != nil, "heading in line \(heading.line), outside of the body")
    }
    for (a, b) in zip(note.headings, note.headings.dropFirst()) {
      expect(a.line < b.line, "headings in lines \(a.line), \(b.line)")
    }
    for place in note.links.map(\.location) + note.diagnostics.map(\.location) {
      expect(place.line >= 1 && place.column >= 1, "a place at \(place)")
      expect(place.line <= max(table.count, 1) + 1, "a place in line \(place.line) of \(table.count)")
    }
    for (a, b) in zip(note.diagnostics, note.diagnostics.dropFirst()) {
      expect(a.location <= b.location, "diagnostics out of order")
    }
  }

  /// A blank first, and one after each word.
  func checkWords(_ words: SearchableText) {
    for field in SearchableText.Field.allCases {
      let buffer = words[field: field]
      expect(buffer.first == 0x20 && buffer.last == 0x20, "\(field) does not stand between blanks")
      expect(!zip(buffer, buffer.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }, "\(field) has an empty word")
      expect(!buffer.contains { $0 < 0x20 }, "\(field) has a control character")
      expect(String(validating: buffer, as: UTF8.self) != nil, "\(field) is not UTF-8")
    }
  }

  private func line(numbered number: Int) -> BodyLine? {
    let index = number - (lines.first?.number ?? 0)
    return lines.indices.contains(index) ? lines[index] : nil
  }

  private func offset(of place: SourceLocation) -> Int? {
    guard (1...max(table.count, 1)).contains(place.line), table.count > 0 else { return nil }
    var range = table.range(place.line - 1)
    // No editor counts a byte order mark as a column.
    if place.line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { range = 3..<range.upperBound }
    return place.column <= range.count ? range.lowerBound + place.column - 1 : nil
  }

  func checkMentions(_ mentions: [Mention]) {
    var next = note.bodyRange.lowerBound
    for mention in mentions {
      expect(
        !mention.place.isEmpty && mention.place.lowerBound >= next && mention.place.upperBound <= bytes.count,
        "a mention at \(mention.place), where \(next) is next")
      next = mention.place.upperBound
      expect(
        table.line(at: mention.place.lowerBound) + 1 == mention.location.line,
        "a mention at \(mention.place) in line \(mention.location.line)")
      expect(
        mention.ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= mention.text.utf8.count },
        "a mention at \(mention.ranges) of \(mention.text.debugDescription)")
      expect(
        !note.links.contains { !$0.targetRange.isEmpty && $0.targetRange.overlaps(mention.place) },
        "a mention at \(mention.place), in a link")
    }
  }
}
