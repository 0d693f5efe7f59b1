/// What one run of a command took, apart from time.
package struct Usage: Sendable, Equatable, Encodable {
  package var peakBytes: Double
  /// Of all its threads; nil where nobody counts them.
  package var systemCalls: Int?

  package init(peakBytes: Double, systemCalls: Int? = nil) {
    self.peakBytes = peakBytes
    self.systemCalls = systemCalls
  }

  /// Of all rows of the table that `strace -c` writes; nil where it is no such table.
  static func systemCalls(inTable table: String) -> Int? {
    var sum: Int?
    // A dashed line before the rows, and one behind them; the line with the total differs between versions.
    let parts = table.split(separator: "\n").split { $0.hasPrefix("---") }
    guard parts.count >= 2 else { return nil }
    for row in parts[1] {
      // Share, seconds, microseconds a call, calls, errors if any, name.
      let fields = row.split(separator: " ")
      guard fields.count >= 5, let calls = Int(fields[3]) else { return nil }
      sum = (sum ?? 0) + calls
    }
    return sum
  }
}
