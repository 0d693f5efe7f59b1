import Testing
import VaultTestSupport

@testable import VaultStore

@Suite struct LeastElementsTests {
  @Test func theyAreWhatAllBeginWith() {
    for seed in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let numbers = (0..<Int.random(in: 0...400, using: &generator)).map { place in
        (key: Int.random(in: 0...60, using: &generator), place: place)
      }
      let sorted = numbers.sorted { $0.key < $1.key }
      for count in [0, 1, 2, 7, 40, 399, 400, .max] {
        // Equal ones stay in their order, as `sorted` leaves them.
        let least = numbers.least(count) { $0.key < $1.key }
        #expect(least.map(\.place) == sorted.prefix(count).map(\.place))
      }
    }
  }

  @Test func theOthersAreNotPutInOrder() {
    var count = 0
    let least = (0..<10_000).reversed().least(10) {
      count += 1
      return $0 < $1
    }
    #expect(least == Array(0..<10) && count < 60_000)
    count = 0
    _ = (0..<10_000).least(10) {
      count += 1
      return $0 < $1
    }
    #expect(count < 11_000)
  }
}
