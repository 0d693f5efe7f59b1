/// A number of bytes as people write it: `16777216`, `16 MiB`, `512KB` (of 1000 bytes), `1G` (as GiB).
struct FileSize: CustomStringConvertible {
  var bytes: Int

  /// Those that sizes are shown in come first.
  private static let units: [(name: String, bytes: Int)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
    ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("B", 1), ("", 1),
  ]

  init(bytes: Int) {
    self.bytes = bytes
  }

  /// Returns nil for what is no whole positive number of bytes.
  init?(_ value: PropertyValue) {
    guard let text = value.text else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Int(digits), number > 0,
      let factor = Self.units.first(where: { $0.name.caseInsensitiveEquals(String(unit)) })
    else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor.bytes)
    guard !overflow else { return nil }
    bytes = product
  }

  var description: String {
    for unit in Self.units.prefix(3) where bytes >= unit.bytes && bytes % unit.bytes == 0 {
      return "\(bytes / unit.bytes) \(unit.name)"
    }
    return "\(bytes)"
  }
}
