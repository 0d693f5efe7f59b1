/// The emoji that begin a field.
enum TaskSymbol {
  /// The sign of a priority says which.
  typealias Meaning = (kind: TaskFieldKind, priority: TaskPriority?)

  /// By their scalars: what is written, and what is read besides.
  private static let meanings: [UInt32: Meaning] = {
    var signs: [(sign: String, meaning: Meaning)] = [
      ("⌛", (.scheduled, nil)), ("📆", (.due, nil)), ("\u{1F5D3}", (.due, nil)),
    ]
    signs += TaskFieldKind.allCases.compactMap { kind in kind.sign.map { ($0, (kind, nil)) } }
    signs += TaskPriority.allCases.compactMap { priority in priority.sign.map { ($0, (.priority, priority)) } }
    let scalars = signs.flatMap { sign, meaning in sign.unicodeScalars.map { ($0.value, meaning) } }
    return Dictionary(uniqueKeysWithValues: scalars)
  }()

  /// What the sign at the beginning of `bytes[i...]` means, and its length; nil where none is.
  static func at(_ i: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (meaning: Meaning, length: Int)? {
    // Most of what begins so is punctuation (E2 80 …), which is not worth a look into the table.
    guard i + 1 < bytes.count, bytes[i] == 0xE2 ? bytes[i + 1] > 0x80 : bytes[i] == 0xF0 && bytes[i + 1] == 0x9F
    else { return nil }
    let (scalar, length) = decodeScalar(bytes, at: i)
    return meanings[scalar].map { ($0, length) }
  }
}
