/// SplitMix64: the same numbers from the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `limit` - 1; 0 for a limit below 1.
  package mutating func below(_ limit: Int) -> Int {
    limit > 0 ? Int(next() % UInt64(limit)) : 0
  }

  /// One of `choices`, which must not be empty.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }
}
