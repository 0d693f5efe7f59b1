import GRDB
import Testing
import VaultTestSupport

@testable import VaultStore

@Suite struct RecordCheckTests {
  /// Vectors of SipHash-1-3 over 8 bytes and `length` more, counted up from 0, with the key 0…15.
  @Test(
    arguments: [
      (0, 0x3690_9511_8D29_9A8E), (1, 0x25A4_8EB3_6C06_3DE4), (7, 0xD320_D86D_2A51_9956), (8, 0xCC4F_DD1A_7D90_8B66),
      (15, 0x525A_0E7F_DAE6_C123),
    ] as [(Int, UInt64)])
  func hash(_ length: Int, _ expected: UInt64) throws {
    let hash = try #require(KeyedHash(key: Array(0..<16)))
    let bytes = (0..<length).map { UInt8($0 + 8) }
    #expect(bytes.withUnsafeBytes { hash.of(0x0706_0504_0302_0100, $0) } == expected)
  }

  @Test func keysOfAnotherSizeAreNone() {
    #expect(KeyedHash(key: []) == nil && KeyedHash(key: Array(0..<15)) == nil)
    #expect(KeyedHash.newKey() != KeyedHash.newKey())
  }

  /// Nothing but what was written under that number of that table, with that key, passes.
  @Test func whatPasses() throws {
    let folder = try TemporaryFolder()
    try folder.write("text\n", to: "a.md")
    let test = try VaultUnderTest(folder)
    let index = try test.vault().openedIndex()
    let check = try index.queue.inDatabase { try RecordCheck(IndexMetaReader($0)) }
    let bytes = Array("some bytes of a record".utf8)
    let record = check.sealed(bytes, .task, 7)
    func content(_ record: [UInt8], _ table: RecordCheck.Table = .task, _ number: Int = 7) -> [UInt8]? {
      record.withUnsafeBytes { check.content($0, table, number).map(Array.init) }
    }
    #expect(content(record) == bytes)
    #expect(content(check.sealed([], .task, 7)) == [])
    #expect(content(record, .links) == nil && content(record, .task, 8) == nil)
    for length in 0..<record.count { #expect(content(Array(record[..<length])) == nil) }
    for place in record.indices {
      var other = record
      other[place] ^= 1
      #expect(content(other) == nil)
    }
  }
}
