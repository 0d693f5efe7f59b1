import VaultTUI

/// The bytes of a text in which `␛` is ESC.
func sentBytes(_ text: String) -> [UInt8] {
  Array(text.replacing("␛", with: "\u{1B}").utf8)
}

extension InputDecoder {
  /// What a new decoder says of a text, in which `␛` is ESC.
  static func inputs(_ text: String) -> [TerminalInput] {
    var decoder = InputDecoder()
    return decoder.feed(sentBytes(text))
  }

  /// The same by the names of the keys.
  static func names(_ text: String) -> [String] {
    inputs(text).names
  }
}

extension [TerminalInput] {
  /// The names of the keys; other inputs as Swift describes them.
  var names: [String] {
    map { if case .key(let key) = $0 { key.name } else { "\($0)" } }
  }
}

/// A generator of the same numbers in every run (Steele, Lea, Flood: SplitMix).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
