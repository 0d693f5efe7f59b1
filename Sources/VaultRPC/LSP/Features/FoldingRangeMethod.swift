import VaultCore

/// `textDocument/foldingRange`: what has several lines and a beginning of its own.
enum FoldingRangeMethod {
  static let method = LanguageMethod(
    name: "textDocument/foldingRange", lapses: .whenChanged,
    work: .text { .list(try folds($0).map { json($0, $1) }) })

  private struct Fold {
    /// Begins at the end of its first line, which stays to be seen.
    var range: PositionRange
    var kind: String?
    /// How many others it stands in.
    var depth: Int
  }

  private static func folds(_ request: LanguageRequest) throws -> [(Fold, wholeLines: Bool)] {
    let text = try request.text
    var folds: [Fold] = []
    var open: [Int] = []
    for (index, part) in text.outline.parts.enumerated() {
      while let last = open.last, last <= index { open.removeLast() }
      open.append(part.end)
      guard part.lines.count > 1, let kind = kind(of: part, in: text.bytes) else { continue }
      let start = text.content(ofLine: text.line(at: part.range.lowerBound)).upperBound
      guard start < part.range.upperBound else { continue }
      let fold = Fold(
        range: text.range(start..<part.range.upperBound), kind: kind.isEmpty ? nil : kind, depth: open.count)
      // A list of one item is as long as that, and one of the two is enough.
      if folds.last?.range != fold.range { folds.append(fold) }
    }
    return chosen(folds, request.client.mostFolds).map { ($0, request.client.takesOnlyWholeLinesFolded) }
  }

  /// Empty for what has no kind in the protocol; nil for what is not folded.
  private static func kind(of part: NoteOutline.Part, in bytes: [UInt8]) -> String? {
    switch part.kind {
    case .frontMatter: "region"
    case .comment: "comment"
    case .html:
      bytes[part.range].drop(while: \.isASCIIWhitespace).starts(with: "<!--".utf8) ? "comment" : nil
    case .section, .list, .item, .code, .quote, .callout, .table: ""
    case .paragraph: nil
    }
  }

  /// The outermost ones, in their order, where there are more than the client wants.
  private static func chosen(_ folds: [Fold], _ most: Int?) -> [Fold] {
    guard let most, folds.count > most else { return folds }
    let places = folds.indices.sorted { (folds[$0].depth, $0) < (folds[$1].depth, $1) }.prefix(max(most, 0))
    return places.sorted().map { folds[$0] }
  }

  private static func json(_ fold: Fold, _ wholeLines: Bool) -> JSONValue {
    .members(
      ("startLine", .integer(fold.range.start.line)),
      ("startCharacter", wholeLines ? nil : .integer(fold.range.start.character)),
      ("endLine", .integer(fold.range.end.line)),
      ("endCharacter", wholeLines ? nil : .integer(fold.range.end.character)),
      ("kind", fold.kind.map { .text($0) }))
  }
}
