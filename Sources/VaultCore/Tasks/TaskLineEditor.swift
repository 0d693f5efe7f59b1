/// Changes of one task's line, put together and then made as edits of the note's text. What is not named stays, byte for
/// byte.
///
/// A field that is there gets its new value where it stands. A new one stands where Obsidian Tasks would write it among
/// the fields at the line's end, a category before them. Taking a field away that was put in gives the line back as it
/// was, but that a box with nothing behind it has a blank then, which Obsidian wants.
package struct TaskLineEditor: Sendable {
  private let note: TaskNote
  private let task: TaskLine
  private let format: TaskFieldFormat
  private var symbol: Unicode.Scalar?
  private var description: String?
  /// Nil values take the field away.
  private var fields: [TaskFieldKind: String?] = [:]
  private var removesBlockID = false
  /// Without `#`.
  private var addedTags: [String] = []
  private var removedTags: [String] = []

  /// `format`: of new fields in a line that has none which tell.
  package init(_ task: TaskLine, in note: TaskNote, format: TaskFieldFormat) {
    self.note = note
    self.task = task
    self.format = task.text.format ?? format
  }

  package mutating func set(symbol: Unicode.Scalar) {
    self.symbol = symbol
  }

  /// One line, without fields.
  package mutating func set(description: String) {
    self.description = description
  }

  /// `value` is written as it is; nil takes away every field of the kind.
  package mutating func set(_ kind: TaskFieldKind, _ value: String?) {
    fields[kind] = .some(value)
  }

  /// Without `#`. A task that has the tag, or one that differs in case only, stays as it is.
  package mutating func add(tag: String) {
    let key = LinkResolver.key(tag)
    let isThere = (task.item.tags + addedTags).contains { LinkResolver.key($0) == key }
    if !isThere { addedTags.append(tag) }
  }

  /// Without `#`, in any case.
  package mutating func remove(tag: String) {
    let key = LinkResolver.key(tag)
    if task.item.tags.contains(where: { LinkResolver.key($0) == key }) { removedTags.append(tag) }
  }

  package mutating func removeBlockID() {
    removesBlockID = true
  }

  /// The edits of the note's text; none where the line is already so.
  package var edits: [TextEdit] {
    var edits: [TextEdit] = []
    if let symbol { edits.append(TextEdit(task.symbol, in: note.bytes, with: String(symbol))) }
    edits += description == nil ? behindBlank(tagEdits + fieldEdits) : [rewritten]
    if removesBlockID, let range = task.text.blockIDRange.map(place) {
      let start = task.blanksStart(before: range.lowerBound, in: note.bytes)
      edits.append(TextEdit(start..<range.upperBound, in: note.bytes, with: ""))
    }
    return edits.filter { !$0.changesNothing }
  }

  /// The line as it will be, without its ending.
  var line: [UInt8] {
    let edits = edits
    var bytes = Array(note.bytes[task.content])
    // Later edits first: those before them stay where they are.
    for edit in edits.order.reversed().map({ edits[$0] }) {
      let start = edit.range.lowerBound - task.content.lowerBound
      bytes.replaceSubrange(start..<(start + edit.range.count), with: edit.replacement)
    }
    return bytes
  }

  // MARK: The check

  /// What the task's line, read again, says otherwise than it was to.
  func problem(in new: TaskLine) -> TaskEditError? {
    guard new.isTask == task.isTask || description != nil else { return .misreadLine }
    if let symbol, new.item.status.symbol != symbol { return .badSymbol(String(symbol)) }
    guard new.isTask else { return nil }
    if let describedAnew, new.text.description != describedAnew { return .misreadDescription }
    for kind in TaskFieldKind.allCases {
      let wanted = fields[kind] ?? task.text.values[kind]
      if new.text.values[kind] != wanted { return .misread(kind) }
    }
    let tags = Set(new.item.tags.map { LinkResolver.key($0) })
    guard addedTags.allSatisfy({ tags.contains(LinkResolver.key($0)) }),
      !removedTags.contains(where: { tags.contains(LinkResolver.key($0)) })
    else { return .misreadTag((addedTags + removedTags).first ?? "") }
    if describedAnew == nil,
      words(of: new.text.description, without: addedTags) != words(of: task.text.description, without: removedTags)
    {
      return .misreadLine
    }
    if !removesBlockID, new.text.blockID != task.text.blockID {
      return description == nil ? .misreadLine : .misreadDescription
    }
    return nil
  }

  /// The new description with its tags; nil keeps the old one, in which tags come and go.
  private var describedAnew: String? {
    guard let description else { return nil }
    let words = description.split(separator: " ", omittingEmptySubsequences: false).filter { word in
      !removedTags.contains {
        word.hasPrefix("#") && LinkResolver.key($0) == LinkResolver.key(String(word.dropFirst()))
      }
    }
    let kept = Set(words.filter { $0.hasPrefix("#") }.map { LinkResolver.key(String($0.dropFirst())) })
    let added = addedTags.filter { !kept.contains(LinkResolver.key($0)) }.map { "#\($0)" }
    return (words.map(String.init) + added).joined(separator: " ")
  }

  /// One text where no tags come or go, and no field goes: the blanks behind one stay, and count once it is gone.
  private func words(of text: String, without tags: [String]) -> [String] {
    let fieldGoes = fields.contains { kind, value in
      task.text.field(kind).map { field in value.flatMap { replacement(of: field, by: $0) } == nil } ?? false
    }
    if addedTags.isEmpty, removedTags.isEmpty, !fieldGoes { return [text] }
    let keys = tags.map { LinkResolver.key("#\($0)") }
    // Either tag of `#a#b` may go.
    let words = text.split(whereSeparator: \.isWhitespace).flatMap { word in
      word.first != "#" ? [String(word)] : word.split(separator: "#").map { "#" + $0 }
    }
    let left = words.filter { !keys.contains(LinkResolver.key($0)) }
    // Of `**bold 📅 2026-01-01**` one word is left where there were two; but of `#tag 📅 2026-01-01_` another tag.
    return fieldGoes ? [left.joined()] + left.filter { $0.hasPrefix("#") }.map(Self.tag(of:)) : left
  }

  // MARK: Nothing but blanks

  /// True when blanks stand behind the box, and nothing else.
  private var isBlank: Bool {
    let rest = note.bytes[task.boxEnd..<task.content.upperBound]
    return (rest.first == 0x20 || rest.first == 0x09) && task.textEnd(in: note.bytes) == task.boxEnd
      && task.text.blockIDRange == nil
  }

  /// What is put in behind the box stands behind the blank that is there, which sets the first of it apart already.
  private func behindBlank(_ edits: [TextEdit]) -> [TextEdit] {
    guard isBlank else { return edits }
    return edits.enumerated().map { index, edit in
      let text = edit.replacement
      return TextEdit(insertingAt: task.boxEnd + 1, index == 0 ? Array(text.drop { $0 == 0x20 }) : text)
    }
  }

  // MARK: Tags

  /// What a word that begins with `#` has for a tag.
  private static func tag(of word: String) -> String {
    let bytes = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { $0.text(0..<TagGrammar.end($0, from: 1, limit: $0.count)) }
  }

  private var tagEdits: [TextEdit] {
    var edits = removedTags.flatMap(places).map { range in
      // Another tag right behind it is one only behind a blank.
      let isBeforeTag = range.upperBound < task.content.upperBound && note.bytes[range.upperBound] == 0x23
      return TextEdit(removal(of: range, keepingApart: isBeforeTag), in: note.bytes, with: "")
    }
    let point = insertionPoint(of: .category)
    edits += addedTags.map { TextEdit(insertingAt: point, Array(" #\($0)".utf8)) }
    return edits
  }

  /// Where a tag stands, its `#` included.
  private func places(of tag: String) -> [SourceRange] {
    let key = LinkResolver.key(tag)
    return task.tags.filter { LinkResolver.key(String(decoding: note.bytes[$0], as: UTF8.self)) == key }
      .map { $0.lowerBound - 1..<$0.upperBound }
  }

  // MARK: Fields

  private var fieldEdits: [TextEdit] {
    var edits: [TextEdit] = []
    for kind in TaskFieldKind.written {
      guard let value = fields[kind] else { continue }
      let present = task.text.fields.filter { $0.kind == kind }
      if let value, let field = present.first, let inPlace = replacement(of: field, by: value) {
        edits.append(TextEdit(place(field.valueRange), in: note.bytes, with: inPlace))
        continue
      }
      edits += present.map { field in
        let range = place(field.range)
        return TextEdit(removal(of: range, keepingApart: !endsWord(range.upperBound)), in: note.bytes, with: "")
      }
      if let value {
        let text = kind.separator(format) + kind.written(value, format)
        edits.append(TextEdit(insertingAt: insertionPoint(of: kind), Array(text.utf8)))
      }
    }
    return edits
  }

  /// What takes the place of the field's value; nil where its form cannot say it.
  private func replacement(of field: TaskField, by value: String) -> String? {
    switch (field.kind, field.format) {
    case (.priority, .emoji): TaskPriority(rawValue: value)?.sign
    case (.priority, .plain): plainPriority(value, in: field)
    case (.category, .plain): TaskTextParser.isCategoryWord(value) ? value : nil
    default: value
    }
  }

  /// `(A)` to `(C)` and `!high` to `!low` have no highest and lowest.
  private func plainPriority(_ value: String, in field: TaskField) -> String? {
    let letter = TaskPriority.letters.first { $0.priority.rawValue == value }?.letter
    return note.bytes[place(field.range).lowerBound] == 0x28 ? letter : letter.map { _ in value }
  }

  /// Returns true when a word may come to stand right before `offset`: nothing is there but blanks, another field, or
  /// marks that close emphasis, brackets or a clause and then blanks. Those marks are no part of a word, be it an
  /// address (cmark-gfm's trailing punctuation).
  private func endsWord(_ offset: Int) -> Bool {
    // A field that is put in before another stands right before it, if no blank does.
    if task.text.fields.contains(where: { place($0.range).lowerBound == offset }) { return true }
    let rest = note.bytes[offset..<task.content.upperBound].drop { Set("*_~),;:.!?\"'".utf8).contains($0) }
    guard let next = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first else { return true }
    return next.properties.isWhitespace
  }

  /// A field or tag and the blanks before it. A blank stays where nothing else would keep the box, or with `keepingApart`
  /// a word, from what follows; and one behind the box where nothing follows.
  private func removal(of range: SourceRange, keepingApart: Bool = false) -> SourceRange {
    let start = task.blanksStart(before: range.lowerBound, in: note.bytes)
    let rest = note.bytes[range.upperBound..<task.content.upperBound]
    let isLast = rest.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if isLast, start == task.boxEnd, note.bytes[start] == 0x20 || note.bytes[start] == 0x09 {
      return (start + 1)..<range.upperBound
    }
    let isBeforeWhitespace = rest.first == 0x20 || rest.first == 0x09
    let keepsWhitespace = !isLast && !isBeforeWhitespace && (start == task.boxEnd || keepingApart)
    return (keepsWhitespace ? range.lowerBound : start)..<range.upperBound
  }

  /// Behind something that is no blank, or the box.
  private func insertionPoint(of kind: TaskFieldKind) -> Int {
    let next = trailingFields.first { !kind.isReadByPlugin || $0.kind.rank > kind.rank }
    guard let next else { return task.textEnd(in: note.bytes) }
    return task.blanksStart(before: place(next.range).lowerBound, in: note.bytes)
  }

  /// The fields behind which only other fields and tags stand, in source order: those that Obsidian Tasks reads.
  private var trailingFields: [TaskField] {
    var end = task.textEnd(in: note.bytes)
    var trailing: [TaskField] = []
    var left = task.text.fields[...]
    while end > task.boxEnd {
      if let field = left.last, place(field.range).upperBound == end {
        guard field.format != .plain, field.kind.isReadByPlugin else { break }
        trailing.insert(field, at: 0)
        left.removeLast()
        end = task.blanksStart(before: place(field.range).lowerBound, in: note.bytes)
      } else if let tag = tagStart(endingAt: end) {
        end = task.blanksStart(before: tag, in: note.bytes)
      } else {
        break
      }
    }
    return trailing
  }

  /// Where the word that ends at `end` begins, if it is a tag.
  private func tagStart(endingAt end: Int) -> Int? {
    var start = end
    while start > task.boxEnd, TaskLine.blank(endingAt: start, in: note.bytes) == nil { start -= 1 }
    guard start < end, note.bytes[start] == 0x23 else { return nil }
    return TagGrammar.isTag(String(decoding: note.bytes[(start + 1)..<end], as: UTF8.self)) ? start : nil
  }

  private func place(_ range: Range<Int>) -> SourceRange {
    (range.lowerBound + task.textStart)..<(range.upperBound + task.textStart)
  }

  // MARK: Description

  /// The whole text with another description: a letter priority first, the description, the plain fields, then the
  /// others, each as it is written unless it changes.
  private var rewritten: TextEdit {
    let end = isBlank ? task.boxEnd + 1 : task.textEnd(in: note.bytes)
    var letter = ""
    var plain: [String] = []
    var others: [(rank: Int, text: String)] = []
    var seen: Set<TaskFieldKind> = []
    for field in task.text.fields {
      var text = String(decoding: note.bytes[place(field.range)], as: UTF8.self)
      if let change = fields[field.kind] {
        guard let value = change, seen.insert(field.kind).inserted, let new = replacement(of: field, by: value) else {
          continue
        }
        let (whole, part) = (place(field.range), place(field.valueRange))
        text =
          String(decoding: note.bytes[whole.lowerBound..<part.lowerBound], as: UTF8.self) + new
          + String(decoding: note.bytes[part.upperBound..<whole.upperBound], as: UTF8.self)
      }
      if field.format == .plain || !field.kind.isReadByPlugin {
        if text.hasPrefix("("), field.kind == .priority { letter = text + " " } else { plain.append(text) }
      } else {
        others.append((field.kind.rank, text))
      }
    }
    for kind in TaskFieldKind.written {
      guard let change = fields[kind], let value = change, !seen.contains(kind) else { continue }
      let text = kind.written(value, format)
      if !kind.isReadByPlugin {
        plain.append(text)
      } else {
        others.insert((kind.rank, text), at: others.firstIndex { $0.rank > kind.rank } ?? others.count)
      }
    }
    let separator = TaskFieldKind.due.separator(format)
    let text = ([letter + (describedAnew ?? "")] + plain).joined(separator: " ")
    let start = min(task.textStart, end)
    let lead = start == task.boxEnd ? " " : ""
    return TextEdit(
      start..<end, in: note.bytes, with: lead + ([text] + others.map(\.text)).joined(separator: separator))
  }
}
