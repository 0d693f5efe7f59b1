/// FNV-1a in 64 bits: the same number for the same bytes on every machine and in every run. It tells contents apart that nobody
/// chose to be alike, and keeps nobody from finding two of one number.
package struct StableHash: Sendable {
  package private(set) var number: UInt64

  /// `salt`: for other numbers of the same bytes.
  package init(_ bytes: some Sequence<UInt8>, salt: UInt64 = 0) {
    number = bytes.reduce(0xCBF2_9CE4_8422_2325 &+ salt) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Letters and digits, at most 13.
  package var text: String { String(number, radix: 36) }
}
