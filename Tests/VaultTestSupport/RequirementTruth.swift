import VaultCore

extension IndexRequirement {
  /// Whether a note's words meet it, found out word by word.
  package func isMet(by text: SearchableText) -> Bool {
    switch self {
    case .anything: return true
    case .words(let pattern): return pattern.counts(in: text) != nil
    case .all(let parts): return parts.allSatisfy { $0.isMet(by: text) }
    case .any(let parts): return parts.contains { $0.isMet(by: text) }
    case .part(let part):
      if text.longWords.isEmpty == false, !part.startsWord { return true }
      return SearchableText.Field.allCases.contains { field in
        text[field: field].split(separator: 0x20).contains { part.isPiece(of: Array($0)) }
      }
    }
  }
}

extension WordPart {
  fileprivate func isPiece(of word: [UInt8]) -> Bool {
    guard word.count >= bytes.count else { return false }
    return (0...(word.count - bytes.count)).contains { start in
      (!startsWord || start == 0) && (!endsWord || start + bytes.count == word.count)
        && word[start..<start + bytes.count].elementsEqual(bytes)
    }
  }
}
