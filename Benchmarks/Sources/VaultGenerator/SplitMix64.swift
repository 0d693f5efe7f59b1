/// Steele, Lea and Flood's generator: the same numbers on every platform, which the system's generator does not promise.
package struct SplitMix64: Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// A generator of its own for the `index`-th thing of a kind, so that things can be made in any order.
  package init(seed: UInt64, stream: UInt64, index: Int) {
    var mixer = SplitMix64(seed: seed &+ stream &* 0xD1B5_4A32_D192_ED03)
    state = mixer.next() ^ (UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
    state = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// `0 ..< bound`; 0 when `bound` is not positive.
  package mutating func below(_ bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  package mutating func percent(_ chance: Int) -> Bool {
    below(100) < chance
  }

  /// Low numbers more often than high ones: the least of `draws` even ones.
  package mutating func skewed(below bound: Int, draws: Int) -> Int {
    var least = below(bound)
    for _ in 1..<max(draws, 2) { least = min(least, below(bound)) }
    return least
  }

  /// The array must not be empty.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }
}
