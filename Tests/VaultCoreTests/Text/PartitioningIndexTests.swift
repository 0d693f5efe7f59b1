import Testing
import VaultCore

@Suite struct PartitioningIndexTests {
  @Test(arguments: 0..<40) func isTheFirstPlaceBehind(_ count: Int) {
    let numbers = (0..<count).map { $0 / 3 }
    for limit in 0...(count / 3 + 1) {
      #expect(numbers.partitioningIndex { $0 >= limit } == numbers.firstIndex { $0 >= limit } ?? count)
      let slice = numbers.dropFirst(2)
      #expect(slice.partitioningIndex { $0 >= limit } == slice.firstIndex { $0 >= limit } ?? slice.endIndex)
    }
  }
}
