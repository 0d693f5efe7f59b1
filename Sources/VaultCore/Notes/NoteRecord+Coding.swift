extension NoteRecord {
  package func encode(into writer: inout ByteWriter) {
    writer.write(title)
    writer.write(id)
    writer.write(tags)
    writer.write(aliases)
    writer.write(category)
    writer.write(source)
    writer.write(pinned)
    writer.write(favorite)
    created.encode(into: &writer)
    updated.encode(into: &writer)
    writer.write(summary)
    writer.write(actionItems)
    writer.write(properties)
    writer.write(count: words)
    writer.write(count: bodyBytes)
    writer.write(hash)
    writer.write(snippet)
    writer.write(count: linkCount)
    writer.write(hasAttachment)
    writer.write(count: taskCount)
    writer.write(isPartlyRead)
    writer.write(count: warnings.count)
    for warning in warnings {
      writer.write(warning.code.rawValue)
      writer.write(warning.severity.rawValue)
      writer.write(count: warning.location.line)
      writer.write(count: warning.location.column)
      writer.write(warning.message)
    }
  }

  /// The front matter, as JSON text, of an encoded record; valid as long as its bytes are. Nil for damaged bytes.
  package static func properties(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var reader = ByteReader(bytes)
    guard reader.data() != nil, reader.optionalString() != nil, reader.skipStrings(), reader.skipStrings(),
      reader.optionalString() != nil, reader.optionalString() != nil, reader.bool() != nil, reader.bool() != nil,
      NoteDate(decoding: &reader) != nil, NoteDate(decoding: &reader) != nil, reader.optionalString() != nil,
      reader.skipStrings()
    else { return nil }
    return reader.data()
  }

  /// Returns nil for damaged bytes.
  package init?(decoding bytes: UnsafeRawBufferPointer, path: NotePath) {
    var reader = ByteReader(bytes)
    guard let title = reader.string(), let id = reader.optionalString(), let tags = reader.strings(),
      let aliases = reader.strings(), let category = reader.optionalString(), let source = reader.optionalString(),
      let pinned = reader.bool(), let favorite = reader.bool(), let created = NoteDate(decoding: &reader),
      let updated = NoteDate(decoding: &reader), let summary = reader.optionalString(),
      let actionItems = reader.strings(), let properties = reader.data(), let words = reader.varint(),
      let bodyBytes = reader.varint(), let hash = reader.data(), let snippet = reader.string(),
      let linkCount = reader.varint(), let hasAttachment = reader.bool(), let taskCount = reader.varint(),
      let isPartlyRead = reader.bool(), let warningCount = reader.count()
    else { return nil }
    self.init(
      path: path, title: title, id: id, tags: tags, aliases: aliases, category: category, source: source,
      pinned: pinned, favorite: favorite, created: created, updated: updated, summary: summary,
      actionItems: actionItems, properties: Array(properties), words: Int(clamping: words),
      bodyBytes: Int(clamping: bodyBytes), hash: Array(hash), snippet: snippet, linkCount: Int(clamping: linkCount),
      hasAttachment: hasAttachment, taskCount: Int(clamping: taskCount), isPartlyRead: isPartlyRead)
    for _ in 0..<warningCount {
      guard let code = reader.string(), let severity = reader.string().flatMap(Diagnostic.Severity.init(rawValue:)),
        let line = reader.varint(), let column = reader.varint(), let message = reader.string()
      else { return nil }
      warnings.append(
        Diagnostic(
          Diagnostic.Code(code), severity, at: SourceLocation(line: Int(clamping: line), column: Int(clamping: column)),
          message))
    }
  }
}

extension NoteDate {
  package func encode(into writer: inout ByteWriter) {
    let (kind, value): (UInt8, Int64) =
      switch self {
      case .instant(let value): (0, value)
      case .dateTime(let value): (1, value)
      case .date(let value): (2, Int64(value.dayNumber))
      }
    writer.write(kind)
    writer.write(signed: value)
  }

  package init?(decoding reader: inout ByteReader) {
    guard let kind = reader.byte(), let value = reader.signed() else { return nil }
    switch kind {
    case 0: self = .instant(value)
    case 1: self = .dateTime(value)
    case 2: self = .date(CivilDate(dayNumber: Int(clamping: value)))
    default: return nil
    }
  }
}

extension Link {
  /// A kind's place in here is what is stored.
  private static let codes: [Kind] = [.wiki, .embed, .markdown, .reference, .autolink, .url, .property]

  package func encode(into writer: inout ByteWriter) {
    writer.write(UInt8(Self.codes.firstIndex(of: kind) ?? 0))
    writer.write(target)
    writer.write(text == target ? nil : text)
    writer.write(count: location.line)
    writer.write(count: location.column)
    writer.write(count: targetRange.lowerBound)
    writer.write(count: targetRange.count)
  }

  package init?(decoding reader: inout ByteReader) {
    guard let code = reader.byte(), Self.codes.indices.contains(Int(code)), let target = reader.string(),
      let text = reader.optionalString(), let line = reader.varint(), let column = reader.varint(),
      let start = reader.varint(), let count = reader.varint(), start < 1 << 60, count < 1 << 60
    else { return nil }
    self.init(
      kind: Self.codes[Int(code)], target: target, text: text ?? target,
      location: SourceLocation(line: Int(clamping: line), column: Int(clamping: column)),
      targetRange: Int(start)..<Int(start) + Int(count))
  }
}
