/// The emoji that begin a field.
enum TaskSymbol: Hashable {
  case field(TaskFieldKind)
  case priority(TaskPriority)

  /// The sign at the beginning of `bytes[i...]` and its length, or nil.
  static func at(_ i: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (sign: TaskSymbol, length: Int)? {
    guard i < bytes.count else { return nil }
    if bytes[i] == 0xE2 {
      guard i + 3 <= bytes.count else { return nil }
      return threeByteSign(bytes[i + 1], bytes[i + 2]).map { ($0, 3) }
    }
    guard i + 4 <= bytes.count, bytes[i] == 0xF0, bytes[i + 1] == 0x9F else { return nil }
    return fourByteSign(bytes[i + 2], bytes[i + 3]).map { ($0, 4) }
  }

  private static func threeByteSign(_ second: UInt8, _ third: UInt8) -> TaskSymbol? {
    switch (second, third) {
    case (0x8F, 0xB3), (0x8C, 0x9B): .field(.scheduled)  // ⏳ ⌛
    case (0x9E, 0x95): .field(.created)  // ➕
    case (0x9C, 0x85): .field(.done)  // ✅
    case (0x9D, 0x8C): .field(.cancelled)  // ❌
    case (0x9B, 0x94): .field(.dependsOn)  // ⛔
    case (0x8F, 0xAB): .priority(.high)  // ⏫
    case (0x8F, 0xAC): .priority(.lowest)  // ⏬
    default: nil
    }
  }

  private static func fourByteSign(_ third: UInt8, _ fourth: UInt8) -> TaskSymbol? {
    switch (third, fourth) {
    case (0x93, 0x85), (0x93, 0x86), (0x97, 0x93): .field(.due)  // 📅 📆 🗓
    case (0x9B, 0xAB): .field(.start)  // 🛫
    case (0x94, 0x81): .field(.recurrence)  // 🔁
    case (0x8F, 0x81): .field(.onCompletion)  // 🏁
    case (0x86, 0x94): .field(.id)  // 🆔
    case (0x94, 0xBA): .priority(.highest)  // 🔺
    case (0x94, 0xBC): .priority(.medium)  // 🔼
    case (0x94, 0xBD): .priority(.low)  // 🔽
    default: nil
    }
  }
}
