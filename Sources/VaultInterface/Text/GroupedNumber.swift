/// Whole numbers for people: `12,345`.
package enum GroupedNumber {
  package static func text(_ value: Int) -> String {
    let digits = Array(String(value.magnitude).utf8)
    var out: [UInt8] = value < 0 ? [0x2D] : []
    for (i, digit) in digits.enumerated() {
      if i > 0, (digits.count - i) % 3 == 0 { out.append(0x2C) }
      out.append(digit)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
