/// How one text became another, as the one stretch between what both begin with and what both end with.
struct FilePatch: Hashable {
  /// Bytes that both begin with, and that both end with.
  var prefix: Int
  var suffix: Int
  var middle: [UInt8]

  init(prefix: Int, suffix: Int, middle: [UInt8]) {
    self.prefix = prefix
    self.suffix = suffix
    self.middle = middle
  }

  init(from old: [UInt8], to new: [UInt8]) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    self.init(prefix: prefix, suffix: suffix, middle: Array(new[prefix..<(new.count - suffix)]))
  }

  /// Returns nil for a text that it cannot have been made for.
  func applied(to old: [UInt8]) -> [UInt8]? {
    guard prefix >= 0, suffix >= 0, prefix <= old.count, suffix <= old.count - prefix else { return nil }
    return Array(old[..<prefix]) + middle + Array(old[(old.count - suffix)...])
  }
}
