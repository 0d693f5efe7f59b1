/// A note's properties cannot be written as front matter that reads back the same: too many, too deep, or keys that YAML
/// has no way to write.
package struct UnwritableNoteError: Failure, Hashable {
  /// What reading it back found, where it found something.
  package var cause: String?

  package var kind: FailureKind { .damaged }
  package var message: Message {
    "its properties cannot be written as front matter\(cause.map { ": " + $0 } ?? " that reads back the same"); leave some out or make them plainer"
  }
}

extension ImportedNote {
  /// The text of the note's file: front matter as far as it needs any, and the body as it came.
  ///
  /// A title that the body's first heading or the file's name gives is not written, nor are tags that stand in the body,
  /// nor a category and a source that notes without one count as having. Of an exported note the front matter is what it
  /// was. Written and read back once, before it is handed out.
  ///
  /// - Parameters:
  ///   - stem: The name that the file will have, without its extension.
  ///   - zone: For points in time: they are written with the zone's offset.
  package func fileText(stem: String, zone: ZoneOffset) throws(UnwritableNoteError) -> [UInt8] {
    let entries = frontMatter(stem: stem, zone: zone)
    // No front matter ends its lines with CR alone.
    let ending = (LineEnding(of: body) == .crlf ? LineEnding.crlf : .lf).bytes
    guard !entries.isEmpty else {
      let fence = body.withUnsafeBufferPointer { FrontMatterFence.find(in: $0) }
      // A body that begins as front matter or with a byte order mark does needs an empty block before it.
      return fence.range.upperBound == 0 ? body : FrontMatterEditor.block([], lineEnding: ending) + body
    }
    let block = FrontMatterEditor.block(entries.map { ($0.key, $0.value) }, lineEnding: ending)
    let text = block + body
    let read = text.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    guard read.range == 0..<block.count, Self.json(read.properties) == Self.json(entries.map(\.property)) else {
      throw UnwritableNoteError(cause: read.diagnostics.first?.message)
    }
    return text
  }

  private static func json(_ properties: [Property]) -> [UInt8] {
    var json: [UInt8] = []
    properties.appendJSON(to: &json)
    return json
  }

  /// The keys in the order in which they are written.
  func frontMatter(stem: String, zone: ZoneOffset) -> [Entry] {
    let plain = readAlone(stem: stem)
    var entries: [Entry] = []
    func add(_ key: String, _ value: PropertyValue?, unless keys: [String] = []) {
      guard let value, !has(keys + [key]) else { return }
      entries.append(Entry(key: key, value: value))
    }
    func texts(_ texts: [String]) -> PropertyValue? { texts.isEmpty ? nil : .list(texts.map { .text($0) }) }

    add("id", id.map { .text($0) })
    add("title", title.flatMap { $0 == plain.title ? nil : .text($0) })
    add("aliases", texts(aliases), unless: ["alias"])
    let inText = Set(plain.tags.map { $0.lowercased() })
    add("tags", texts(tags.filter { !inText.contains($0.lowercased()) }), unless: ["tag"])
    if !isExport {
      add("created", created.map { $0.property(in: zone) }, unless: Self.createdKeys)
      add("updated", updated.map { $0.property(in: zone) }, unless: Self.updatedKeys)
    } else if let created, created != NoteDate(fileName: stem), created != modified {
      // It was in the name of the file, which has another now.
      add("created", created.property(in: zone), unless: Self.createdKeys)
    }
    add("summary", summary.map { .text($0) })
    add("action_items", texts(actionItems))
    add("category", category.flatMap { $0 == Note.defaultCategory ? nil : .text($0) })
    add("source", source.flatMap { $0 == Note.defaultSource ? nil : .text($0) })
    add("pin", pinned ? .checkbox(true) : nil, unless: ["pinned"])
    add("favorite", favorite ? .checkbox(true) : nil)
    return isExport ? properties + entries : entries + properties
  }

  /// What the note is without any front matter.
  private func readAlone(stem: String) -> Note {
    var parser = NoteParser()
    let text = FrontMatterEditor.block([]) + body
    return text.withUnsafeBufferPointer { bytes in
      parser.parse(bytes, path: NotePath(stem + ".md"), modified: 0).note
    }
  }
}

extension ImportedNote.Entry {
  fileprivate var property: Property { Property(key: key, value: value) }
}

extension NoteDate {
  /// As it is written in front matter: a day, a time without a zone, or one with the zone's offset.
  func property(in zone: ZoneOffset) -> PropertyValue {
    switch self {
    case .date(let date): .date(date)
    case .instant: .dateTime(iso8601(in: zone))
    // Written with a zone it would be another time elsewhere.
    case .dateTime: .dateTime(String(iso8601(in: { _ in 0 }).dropLast()))
    }
  }
}
