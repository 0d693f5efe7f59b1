import Testing

@testable import VaultInterface

struct ByteCountTests {
  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (54_230, "54.2 kB"), (99_960, "100 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (12_345_678, "12.3 MB"), (5_000_000_000_000, "5.0 TB"),
    (Int.max, "9223372 TB"),
  ])
  func sizesAreShort(_ bytes: Int, _ text: String) {
    #expect(ByteCount.text(bytes) == text)
  }
}
