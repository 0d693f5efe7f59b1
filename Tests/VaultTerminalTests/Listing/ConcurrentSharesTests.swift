import Testing

@testable import VaultTerminal

struct ConcurrentSharesTests {
  @Test(arguments: [0, 1, ConcurrentShares.size, ConcurrentShares.size + 1, 5 * ConcurrentShares.size + 7])
  func sharesAreThosePlacesInOrder(count: Int) {
    let places = 3..<3 + count
    let shares = ConcurrentShares.map(places) { Array($0) }
    #expect(shares.flatMap(\.self) == Array(places))
    #expect(shares.allSatisfy { $0.count <= ConcurrentShares.size })
  }
}
