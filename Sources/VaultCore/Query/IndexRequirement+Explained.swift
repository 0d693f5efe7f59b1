extension IndexRequirement {
  /// In plain words, on one line; empty where the words tell nothing.
  package var explained: String {
    switch self {
    case .anything: ""
    case .words(let pattern): pattern.explained
    case .part(let part): part.explained
    case .all(let parts): parts.map(\.explained).joined(separator: " and ")
    case .any(let parts): "(" + parts.map(\.explained).joined(separator: " or ") + ")"
    }
  }
}

extension WordPattern {
  /// As a full-text index is asked for it: `"garbage" *`.
  package var explained: String {
    let text = String(decoding: isInside ? bytes[...] : bytes.dropFirst(), as: UTF8.self)
    let place = field == nil ? "" : " in " + fields.map { "\($0)" }.joined(separator: " or ")
    if isInside { return "words with \"\(text)\" in them" + place }
    return "\"\(text)\"" + (isPrefix ? " *" : "") + place
  }
}

extension WordPart {
  fileprivate var explained: String {
    let text = "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    return switch (startsWord, endsWord) {
    case (true, true): text
    case (true, false): text + " *"
    case (false, true): "a word that ends with " + text
    case (false, false): "a word with \(text) in it"
    }
  }
}
