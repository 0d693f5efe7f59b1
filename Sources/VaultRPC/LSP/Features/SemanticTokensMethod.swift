import VaultCore
import VaultStore

/// `textDocument/semanticTokens`: links and those among them that lead nowhere, tags, keys of the front matter, dates, and
/// tasks that are done with.
enum SemanticTokensMethod {
  static let method = LanguageMethod(
    name: "textDocument/semanticTokens/full", lapses: .whenChanged,
    work: .vault { request, reader in try answer(request, reader, within: nil) })

  static let ofRange = LanguageMethod(
    name: "textDocument/semanticTokens/range", lapses: .whenChanged,
    work: .vault { request, reader in
      let range = try PositionRange(request.parameters.object("range"))
      return try answer(request, reader, within: try request.text.coder.range(range, in: request.text.bytes))
    })

  private static func answer(
    _ request: LanguageRequest, _ reader: VaultReader?, within range: SourceRange?
  ) throws -> JSONValue {
    let text = try request.text
    let range = range ?? 0..<text.bytes.count
    let found = try links(within: range, request, reader) + tags(request) + frontMatter(request) + tasks(request)
    let tokens = SemanticToken.flattened(found.filter { $0.range.overlaps(range) })
    return .members(("data", .list(SemanticToken.encoded(tokens, text).map { .integer($0) })))
  }

  /// What lies outside of a vault cannot be told to be missing.
  private static func links(
    within range: SourceRange, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> [SemanticToken] {
    let links = try DocumentLinks(request, reader)
    let isInVault = reader != nil
    return try request.text.spans(request.workspace.parsing).links.filter { $0.range.overlaps(range) }.map { span in
      let isBroken = isInVault && !span.link.isExternal && links.resolved(span.link)?.path == nil
      return SemanticToken(range: span.range, kind: .link, isBroken: isBroken)
    }
  }

  private static func tags(_ request: LanguageRequest) throws -> [SemanticToken] {
    let text = try request.text
    let spans = text.spans(request.workspace.parsing)
    return (spans.frontMatterTags + spans.tags).map { tag in
      let start = tag.range.lowerBound
      let hasMark = start > 0 && text.bytes[start - 1] == 0x23
      return SemanticToken(range: (hasMark ? start - 1 : start)..<tag.range.upperBound, kind: .tag)
    }
  }

  // MARK: Front matter

  private static func frontMatter(_ request: LanguageRequest) throws -> [SemanticToken] {
    let text = try request.text
    return try request.note.frontMatter.properties.flatMap { property -> [SemanticToken] in
      var tokens: [SemanticToken] = []
      if let key = written(property.key, at: property.location, text) {
        tokens.append(SemanticToken(range: key, kind: .property))
      }
      for (value, place) in places(of: property) {
        let date: String? =
          switch value {
          case .date(let day): day.description
          case .dateTime(let time): time
          default: nil
          }
        if let date, let range = written(date, at: place, text) {
          tokens.append(SemanticToken(range: range, kind: .date))
        }
      }
      return tokens
    }
  }

  private static func places(of property: Property) -> [(PropertyValue, SourceLocation)] {
    guard case .list(let values) = property.value else { return [(property.value, property.valueLocation)] }
    return values.count == property.itemLocations.count ? Array(zip(values, property.itemLocations)) : []
  }

  /// Nil for what is written otherwise than it is read. Quotes around it are part of it.
  private static func written(_ value: String, at place: SourceLocation, _ text: DocumentText) -> SourceRange? {
    let start = text.offset(of: place)
    guard start < text.bytes.count, !value.isEmpty else { return nil }
    let quote = text.bytes[start]
    let isQuoted = (quote == 0x22 || quote == 0x27) && value.utf8.first != quote
    let inner = start + (isQuoted ? 1 : 0)
    guard text.bytes[inner...].starts(with: value.utf8) else { return nil }
    let end = inner + value.utf8.count
    if !isQuoted { return start..<end }
    return end < text.bytes.count && text.bytes[end] == quote ? start..<end + 1 : nil
  }

  // MARK: Tasks

  private static func tasks(_ request: LanguageRequest) throws -> [SemanticToken] {
    let text = try request.text
    return try request.note.tasks.flatMap { task -> [SemanticToken] in
      let line = text.content(of: task)
      var tokens = TaskTextParser().parse(task.raw).fields.filter { TaskFieldKind.dates.contains($0.kind) }.map {
        SemanticToken(
          range: line.lowerBound + $0.valueRange.lowerBound..<line.lowerBound + $0.valueRange.upperBound, kind: .date)
      }
      if task.status.type == .done || task.status.type == .cancelled {
        tokens.append(SemanticToken(range: textRange(ofTaskIn: line, text.bytes), kind: .finishedTask))
      }
      return tokens
    }
  }

  /// What stands behind the box.
  private static func textRange(ofTaskIn line: SourceRange, _ bytes: [UInt8]) -> SourceRange {
    guard let open = bytes[line].firstIndex(of: 0x5B), let close = bytes[open...].dropFirst(2).firstIndex(of: 0x5D),
      close < line.upperBound
    else { return line.upperBound..<line.upperBound }
    let text = bytes[close + 1..<line.upperBound].trimming(where: \.isASCIIWhitespace)
    return text.startIndex..<text.endIndex
  }
}
