/// The nearest names to one that does not exist.
package enum Suggestion {
  /// Candidates within two edits (an insertion, deletion, replacement or swap of neighbours; one edit where `text` has
  /// two to five letters), and those that begin with `text`, without regard to case. Nearest first, then as given.
  /// A generous search, for names that people made up, takes one edit for every three letters.
  package static func nearest(
    to text: String, among candidates: some Sequence<String>, limit: Int = 3, isGenerous: Bool = false
  ) -> [String] {
    let wanted = scalars(of: text)
    guard !wanted.isEmpty, wanted.count <= longest, limit > 0 else { return [] }
    let bound = isGenerous ? max(1, wanted.count / 3) : wanted.count < 2 ? 0 : wanted.count < 6 ? 1 : 2
    var found: [(distance: Int, name: String)] = []
    for candidate in candidates where mayBeNear(candidate.utf8, wanted, bound) {
      let name = scalars(of: candidate)
      if let distance = distance(wanted, name, atMost: bound) {
        found.append((distance, candidate))
      } else if wanted.count >= 2, name.starts(with: wanted) {
        found.append((bound + 1, candidate))
      }
    }
    // Those as near stay in their order.
    found.sort { $0.distance < $1.distance }
    var names: [String] = []
    for (_, name) in found where names.count < limit && !names.contains(name) { names.append(name) }
    return names
  }

  /// False for nearly all of many names, by their bytes: too few, or too many of ASCII that begin otherwise.
  private static func mayBeNear(_ name: String.UTF8View, _ wanted: [UInt32], _ bound: Int) -> Bool {
    let count = name.count
    // The bytes of a name within reach can hardly be more than four for each scalar.
    guard count + bound >= wanted.count, count <= longest * 4, let first = name.first else { return false }
    if count <= wanted.count + bound || first >= 0x80 { return true }
    let isUpper = (0x41...0x5A).contains(first)
    return UInt32(isUpper ? first | 0x20 : first) == wanted[0] || name.contains { $0 >= 0x80 }
  }

  /// Names longer than this, in scalars, get no suggestions.
  private static let longest = 200

  private static func scalars(of text: String) -> [UInt32] {
    text.lowercased().unicodeScalars.map(\.value)
  }

  /// The number of edits between both (optimal string alignment); nil when it exceeds `bound`.
  package static func distance(_ a: [UInt32], _ b: [UInt32], atMost bound: Int) -> Int? {
    guard abs(a.count - b.count) <= bound else { return nil }
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in 1...a.count {
      row[0] = i
      var least = i
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        var best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, beforeLast[j - 2] + 1)
        }
        row[j] = best
        least = min(least, best)
      }
      if least > bound { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= bound ? last[b.count] : nil
  }
}
