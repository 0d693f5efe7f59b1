/// Sizes for people: `812 bytes`, `54.2 MB`.
package enum ByteCount {
  package static func text(_ bytes: some BinaryInteger) -> String {
    guard bytes >= 1_000 else { return "\(bytes) bytes" }
    var value = Double(bytes)
    var unit = ""
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
      value /= 1_000
      unit = next
    }
    guard value < 99.95 else { return "\(Int(value.rounded())) \(unit)" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
