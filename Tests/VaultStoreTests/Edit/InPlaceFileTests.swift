import Testing

@testable import VaultStore

struct InPlaceFileTests {
  /// Disks write blocks of 512 bytes, in any order.
  @Test func mixturesOfOldAndNewAreTorn() {
    let old = [UInt8](repeating: 0x6F, count: 2_000)
    let new = [UInt8](repeating: 0x6E, count: 2_100)
    func isTorn(_ text: [UInt8]) -> Bool { InPlaceFile.isTorn(text, between: old, and: new) }
    #expect(isTorn(old) && isTorn(new))
    #expect(isTorn(Array(new[..<700]) + old[700...]))
    #expect(isTorn(Array(old[..<512]) + new[512..<1_024] + old[1_024...]))
    #expect(isTorn(Array(old[..<512]) + [UInt8](repeating: 0, count: 512) + new[1_024...]))
    #expect(!isTorn(Array(old[..<700]) + new[700..<2_000]))
    #expect(!isTorn(Array(old.dropLast())))
    #expect(!isTorn(new + [0x6E]))
    #expect(!isTorn(Array(old[..<100]) + [0x78] + old[101...]))
  }
}
