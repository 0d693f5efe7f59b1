/// Values as YAML's flow style writes them on one line.
enum YAMLFlow {
  /// `quoting`: for texts, wherever it is possible.
  static func text(
    of value: PropertyValue, quoting: YAMLQuoting = YAMLQuoting(quotes: .single), place: YAMLScalarText.Place = .flow
  ) -> String {
    let inside: YAMLScalarText.Place = place == .json ? .json : .flow
    switch value {
    case .list(let values):
      return "[" + values.map { text(of: $0, quoting: quoting, place: inside) }.joined(separator: ", ") + "]"
    case .map(let properties):
      let pairs = properties.map { property in
        YAMLScalarText.text(property.key, quoting: quoting.forKeys, place: inside) + ": "
          + text(of: property.value, quoting: quoting, place: inside)
      }
      return "{" + pairs.joined(separator: ", ") + "}"
    case .text(let text): return YAMLScalarText.text(text, quoting: quoting, place: place)
    default: return value.text ?? "null"
    }
  }
}
