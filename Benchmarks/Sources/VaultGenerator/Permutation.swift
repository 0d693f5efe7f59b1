/// An order of `0 ..< count` that is computed, not stored: `i ↦ (factor · i + offset) mod count`. Gives exact
/// shares ("the first 3 %") that are spread evenly, and names without a set of those taken.
struct Permutation: Sendable {
  private let count: UInt64
  private let factor: UInt64
  private let offset: UInt64

  init(count: Int, seed: UInt64, stream: UInt64) {
    var random = SplitMix64(seed: seed, stream: stream, index: 0)
    let size = UInt64(max(count, 1))
    var candidate = UInt64(random.below(Int(size)))
    while Self.greatestCommonDivisor(candidate, size) != 1 { candidate = (candidate + 1) % (size + 1) }
    self.count = size
    self.factor = candidate % size
    self.offset = UInt64(random.below(Int(size)))
  }

  func callAsFunction(_ index: Int) -> Int {
    let product = factor.multipliedFullWidth(by: UInt64(index) % count)
    return Int((count.dividingFullWidth(product).remainder + offset) % count)
  }

  private static func greatestCommonDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (a, b) = (left, right)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
