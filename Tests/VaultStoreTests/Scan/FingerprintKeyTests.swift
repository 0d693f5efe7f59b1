import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct FingerprintKeyTests {
  private static func key() throws -> KeyedHash { try #require(KeyedHash(key: Array(0..<16))) }

  /// As Python 3.11 and Rust's standard library have them.
  @Test(
    arguments: [
      ("", 0xABAC_0158_050F_C4DC), ("a", 0x1C26_97AB_786A_6237), ("abcdefg", 0x639B_490C_ABA8_31BB),
      ("abcdefgh", 0x12D8_C08C_2EE9_E620), ("abcdefghi", 0x7E02_BFD3_6E3A_A6A2),
    ] as [(String, UInt64)])
  func hashIsSipHash(_ text: String, _ expected: UInt64) throws {
    #expect(try Self.key().of(Array(text.utf8)) == expected)
  }

  @Test func isReadAsItIsKept() throws {
    #expect(try Self.key().key == Array(0..<16))
    #expect(KeyedHash(key: KeyedHash.ofThisProcess.key) == .ofThisProcess)
    #expect(try KeyedHash.ofThisProcess != Self.key())
  }

  @Test func otherKeyIsAnotherFingerprint() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a.png")
    try folder.write("x", to: "a.md")
    var scanner = Scanner(root: folder.path)
    let own = try scanner.scan()
    scanner.key = try PendingKey(Self.key())
    let other = try scanner.scan()
    #expect(own.fingerprint != other.fingerprint && own.folders[0].fingerprint != other.folders[0].fingerprint)
    #expect(try other.key == Self.key())
  }

  /// Names that a hash without a key takes for each other.
  @Test func renamedAttachmentOfACraftedNameIsNoticed() throws {
    let (first, second) = try #require(Self.namesOfOneHash())
    #expect(first != second && "\(first).png".utf8.nameHash == "\(second).png".utf8.nameHash)
    let folder = try TemporaryFolder()
    try folder.write("![[\(first).png]]\n", to: "note.md")
    try folder.write("x", to: "Files/\(first).png")
    let test = try VaultUnderTest(folder)
    #expect(try test.vault().read { try $0.danglingLinks() }.isEmpty)
    try folder.move("Files/\(first).png", to: "Files/\(second).png")
    for noIndex in [false, true] {
      let dangling = try test.vault(noIndex: noIndex).read { try $0.danglingLinks() }
      #expect(dangling.map(\.link.target) == ["\(first).png"])
    }
  }

  /// Another process has made the index anew, with a key of its own, since the scan was given its key.
  @Test func indexTakesTheKeyOfTheScan() throws {
    let folder = try TemporaryFolder()
    try folder.write("one\n", to: "a/note.md")
    try folder.write("x", to: "a/file.png")
    let test = try VaultUnderTest(folder)
    let vault = try test.vault()
    let pending = PendingScan(vault.scanner)
    pending.settleKey(try Self.key())
    let refresh = IndexRefresh(scan: try pending.wait(), checkedAt: pending.startedAt, pipeline: vault.pipeline)
    let path = test.cache.absolute("index.sqlite")
    _ = try IndexBuild(path: path, root: folder.path, parsing: "").run(refresh, continues: false)
    #expect(try IndexDump.opened(path).key == Self.key())

    let scan = try vault.scanner.scan()
    let changes = try IndexDump.opened(path).update(
      IndexRefresh(scan: scan, checkedAt: Scanner.clock(), pipeline: vault.pipeline))
    #expect(changes.isEmpty && changes.isNewState)
    let index = try IndexDump.opened(path)
    #expect(index.key == .ofThisProcess)
    #expect(try index.read { try IndexState(IndexMetaReader($0)).fingerprint } == scan.fingerprint)
  }

  /// Sixteen letters and digits each: the second eight take back what the first eight made different.
  private static func namesOfOneHash() -> (String, String)? {
    func word(_ number: Int) -> [UInt8] {
      var rest = number
      return (0..<8).map { _ in
        defer { rest /= 26 }
        return UInt8(ascii: "a") + UInt8(rest % 26)
      }
    }
    // As `hashOfName` has it after the first eight bytes of twenty.
    func state(_ bytes: [UInt8]) -> UInt64 {
      let multiplier: UInt64 = 0xD6E8_FEB8_6659_FD93
      let word = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      let hash = ((20 &* multiplier) ^ word) &* multiplier
      return hash ^ (hash >> 32)
    }
    let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    for number in 1..<1_000_000 {
      let difference = state(word(0)) ^ state(word(number))
      var ends: (first: [UInt8], second: [UInt8]) = ([], [])
      for place in 0..<8 {
        let flipped = UInt8(truncatingIfNeeded: difference >> UInt64(8 * place))
        guard let letter = letters.first(where: { letters.contains($0 ^ flipped) }) else { break }
        ends.first.append(letter)
        ends.second.append(letter ^ flipped)
      }
      guard ends.first.count == 8 else { continue }
      return (
        String(decoding: word(0) + ends.first, as: UTF8.self),
        String(decoding: word(number) + ends.second, as: UTF8.self)
      )
    }
    return nil
  }
}
