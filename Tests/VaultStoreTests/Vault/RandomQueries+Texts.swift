import VaultCore
import VaultTestSupport

extension RandomQueries {
  /// What a field's operator takes.
  mutating func fieldText() -> String {
    switch below(4) {
    case 0: "~" + quoted(piece())
    case 1: regularExpression()
    default: bare(any(material.words))
    }
  }

  /// Cut from a line, inside words and across them.
  mutating func piece() -> String {
    for _ in 0..<5 {
      let text = below(6) == 0 && !material.unspaced.isEmpty ? any(material.unspaced) : any(material.lines)
      let piece = QueryMaterial.cut(Array(text.unicodeScalars), most: 8, &random)
      if piece.utf8.contains(where: { $0 > 0x20 }) { return below(4) == 0 ? piece.uppercased() : piece }
    }
    return "e"
  }

  /// In parentheses: words, phrases, pieces and expressions, mostly of one line.
  mutating func unit() -> String {
    let line = any(material.lines).split(separator: " ").map(String.init)
    let count = 1 + below(3)
    let glue = below(4) == 0 ? " OR " : " "
    let terms = (0..<count).map { _ -> String in
      let word = below(4) == 0 ? any(material.words) : any(line)
      let negation = below(6) == 0 ? "-" : ""
      switch below(6) {
      case 0: return negation + "~" + quoted(piece())
      case 1: return negation + regularExpression()
      case 2: return negation + quoted(any(material.phrases))
      case 3: return negation + "(" + bare(word) + " OR " + quoted(any(line)) + ")"
      default: return negation + bare(word)
      }
    }
    return "(" + terms.joined(separator: glue) + ")"
  }

  mutating func taskUnit() -> String {
    switch below(5) {
    case 0: "\"\""
    case 1: unit()
    case 2: regularExpression(for: any(material.tasks))
    case 3: "~" + quoted(QueryMaterial.cut(Array(any(material.tasks).unicodeScalars), most: 4, &random))
    default: bare(any(material.tasks))
    }
  }

  mutating func regularExpression() -> String { regularExpression(for: piece()) }

  /// One that matches `text`, most times.
  mutating func regularExpression(for text: String) -> String {
    var source = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 { continue }
      let escaped = ("\\^$.|?*+()[]{}/-\"".unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
      switch below(14) {
      case 0: source += "."
      case 1 where scalar != "\"": source += "[\(escaped)x]"
      case 2: source += "(\(escaped)|zq)"
      case 3: source += "\(escaped)+"
      case 4: source += "\(escaped)?"
      case 5: source += "\\w*\(escaped)"
      case 6 where scalar == " ": source += "\\s+"
      default: source += escaped
      }
    }
    if source.isEmpty || source.hasPrefix("/") { source = "a" }
    if below(10) == 0 { source = "^" + any(["", "\\s*", ".*"]) + source }
    if below(12) == 0 { source += any(["$", ".*$", "\\b"]) }
    if below(14) == 0 { source = "(?=.)" + source }
    return "/\(source)/" + any(["", "i", "i", "im"])
  }
}
