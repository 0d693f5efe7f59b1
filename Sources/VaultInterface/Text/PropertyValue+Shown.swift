import VaultCore

extension PropertyValue {
  /// The value as people read it: a list's values one by one, what is no single value as JSON, and one empty text for no
  /// value.
  package var shownTexts: [String] {
    switch self {
    case .null: [""]
    case .list(let values): values.map { $0.text ?? $0.json }
    default: [text ?? json]
    }
  }

  private var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
