import Testing

@testable import VaultCore

@Suite struct ByteCodingTests {
  @Test(arguments: [0, 1, 127, 128, 300, 16_384, UInt64(UInt32.max), UInt64.max - 1, UInt64.max])
  func varintComesBack(_ value: UInt64) {
    var writer = ByteWriter()
    writer.write(varint: value)
    read(writer.bytes) { #expect($0.varint() == value && $0.isAtEnd) }
  }

  @Test(arguments: [0, -1, 1, 63, -64, 64, -719_162, Int64.max, Int64.min])
  func signedComesBack(_ value: Int64) {
    var writer = ByteWriter()
    writer.write(signed: value)
    if abs(Double(value)) < 64 { #expect(writer.bytes.count == 1) }
    read(writer.bytes) { #expect($0.signed() == value && $0.isAtEnd) }
  }

  @Test func everythingComesBackInOrder() {
    var writer = ByteWriter(appendingTo: [9])
    writer.write(UInt8(200))
    writer.write(true)
    writer.write("añ\r\n日")
    writer.write(nil as String?)
    writer.write("" as String?)
    writer.write("x" as String?)
    writer.write(["", "two", "三"])
    writer.write([] as [String])
    writer.write([1, 2, 3] as [UInt8])
    read(writer.bytes) {
      #expect($0.byte() == 9)
      #expect($0.byte() == 200)
      #expect($0.bool() == true)
      #expect($0.string() == "añ\r\n日")
      #expect($0.optionalString() == .some(nil))
      #expect($0.optionalString() == .some(""))
      #expect($0.optionalString() == .some("x"))
      #expect($0.strings() == ["", "two", "三"])
      #expect($0.strings() == [])
      #expect($0.data().map(Array.init) == [1, 2, 3])
      #expect($0.isAtEnd)
    }
  }

  @Test(
    arguments: [
      [],
      [0x80],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
    ] as [[UInt8]])
  func damagedVarintIsNil(_ bytes: [UInt8]) {
    read(bytes) { #expect($0.varint() == nil) }
  }

  @Test(
    arguments: [
      [], [2, 0x61], [1, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x61],
    ] as [[UInt8]])
  func damagedTextIsNil(_ bytes: [UInt8]) {
    read(bytes) { #expect($0.string() == nil) }
    read([3] + bytes) { #expect($0.strings() == nil) }
  }

  @Test(arguments: [[], [3, 0x61], [2, 0xFF]] as [[UInt8]])
  func damagedOptionalTextIsNil(_ bytes: [UInt8]) {
    read(bytes) { #expect($0.optionalString() == nil) }
  }

  @Test(arguments: [[], [2, 0x61], [0x80]] as [[UInt8]])
  func damagedDataIsNil(_ bytes: [UInt8]) {
    read(bytes) { #expect($0.data() == nil) }
  }

  @Test func otherFlagsAreDamage() {
    read([2]) { #expect($0.bool() == nil) }
  }

  private func read(_ bytes: [UInt8], _ body: (inout ByteReader) -> Void) {
    bytes.withUnsafeBytes {
      var reader = ByteReader($0)
      body(&reader)
    }
  }
}
