/// Values as YAML's flow style writes them on one line.
enum YAMLFlow {
  /// `quoting`: for texts, wherever it is possible.
  static func text(of value: PropertyValue, quoting: YAMLQuoting = .plain(otherwise: .single)) -> String {
    text(of: value, quoting: quoting, place: .flow)
  }

  static func text(of value: PropertyValue, quoting: YAMLQuoting, place: YAMLScalarText.Place) -> String {
    let inside: YAMLScalarText.Place = place == .json ? .json : .flow
    switch value {
    case .null: return "null"
    case .list(let values):
      return "[" + values.map { text(of: $0, quoting: quoting, place: inside) }.joined(separator: ", ") + "]"
    case .map(let properties):
      let pairs = properties.map { property in
        YAMLScalarText.text(property.key, quoting: quoting.forKeys, place: inside) + ": "
          + text(of: property.value, quoting: quoting, place: inside)
      }
      return "{" + pairs.joined(separator: ", ") + "}"
    case .text(let text): return YAMLScalarText.text(text, quoting: quoting, place: place)
    case .number(_, let text), .dateTime(let text): return text
    case .checkbox(let value): return value ? "true" : "false"
    case .date(let date): return date.description
    }
  }
}
