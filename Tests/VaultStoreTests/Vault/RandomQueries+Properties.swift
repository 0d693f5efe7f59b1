import VaultTestSupport

extension RandomQueries {
  /// A test of a real property, mostly of its own value.
  mutating func property() -> String {
    let (key, own) = random.pick(material.properties)
    let value = below(4) == 0 ? random.pick(material.properties).value : own
    let name = key.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } && !key.isEmpty ? key : quoted(key)
    switch below(18) {
    case 0, 1: return "[\(name)]"
    case 2: return "[\(name):" + any(["null", "\"\""]) + "]"
    case 3...5:
      return "[\(name)" + any([":", ":<", ":<=", ":>", ":>=", "<", "<=", "=", ">", ">="]) + operand(value) + "]"
    case 6: return "[\(name):\(operand(value)) OR \(quotedValue(random.pick(material.properties).value))]"
    case 7: return "[\(name):(\(quotedValue(value)) OR null)]"
    case 8: return "[\(name):" + regularExpression(for: String(value.unicodeScalars.prefix(5))) + "]"
    case 9: return "[\(name):~" + quotedPiece(of: value) + "]"
    case 10: return "[\(name):" + any(["1..5", "..2", "2026-01..", "2025..2026"]) + "]"
    case 11...15:
      return "[\(name)" + any([":", "<", "<=", "=", ">", ">="])
        + any(["5", "2", "0", "2026", "2026-03-10", "today", "-7d", "2025-W50", "2026-01", "m"]) + "]"
    default: return "[\(name.uppercased()):\(quotedValue(value))]"
    }
  }

  /// Without quotes where it is one word, so that numbers and days are such.
  private mutating func operand(_ value: String) -> String {
    let isPlain =
      !value.isEmpty
      && value.utf8.allSatisfy {
        $0 >= 0x30 && $0 <= 0x3A || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x2D || $0 == 0x2E
      }
    return isPlain ? value : quotedValue(value)
  }

  private func quotedValue(_ value: String) -> String {
    quoted(value.utf8.contains { $0 > 0x20 } ? String(value.unicodeScalars.prefix(60)) : "x")
  }

  private mutating func quotedPiece(of value: String) -> String {
    quotedValue(QueryMaterial.cut(Array(value.unicodeScalars), most: 5, &random))
  }
}
