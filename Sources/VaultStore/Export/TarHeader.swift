import VaultCore

/// What stands before and behind a file in a tar archive (POSIX.1-2001): every system unpacks that, byte for byte, and with
/// names of any length.
struct TarHeader {
  private static let block = 512
  /// Bytes of a name that has its place in the header itself.
  private static let longestName = 100

  /// What ends an archive.
  static let end = [UInt8](repeating: 0, count: 2 * block)

  var path: NotePath
  var size: Int
  /// The time of the last change, in seconds since 1970.
  var modified: Int64

  var bytes: [UInt8] {
    let name = path.bytes
    let isPlain = name.count <= Self.longestName && name.allSatisfy { $0 < 0x80 }
    if isPlain { return Self.header(name, size: size, modified, kind: UInt8(ascii: "0")) }
    // A header of its own tells the whole name; the usual one has what fits, for those that do not know the other.
    let isText = String(validating: name, as: UTF8.self) != nil
    let record = (isText ? [] : Self.record("hdrcharset", Array("BINARY".utf8))) + Self.record("path", name)
    return Self.header(Array("name".utf8), size: record.count, modified, kind: UInt8(ascii: "x"))
      + Self.padded(record) + Self.header(name, size: size, modified, kind: UInt8(ascii: "0"))
  }

  /// The bytes and as many zeros as fill the last block.
  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (block - bytes.count % block) % block)
  }

  /// `30 path=A/B.md` and a line break, where the number counts all bytes, its own among them.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [0x0A]
    var length = rest.count
    while "\(length)".utf8.count + rest.count != length { length = "\(length)".utf8.count + rest.count }
    return Array("\(length)".utf8) + rest
  }

  private static func header(_ name: [UInt8], size: Int, _ modified: Int64, kind: UInt8) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: block)
    func put(_ text: some Sequence<UInt8>, at place: Int) {
      for (offset, byte) in text.enumerated() { bytes[place + offset] = byte }
    }
    func octal(_ number: Int64, _ digits: Int) -> [UInt8] {
      let text = String(max(0, number), radix: 8)
      return Array((String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8)
    }
    put(name.prefix(longestName), at: 0)
    put("0000644".utf8, at: 100)
    for place in [108, 116] { put("0000000".utf8, at: place) }
    put(octal(Int64(size), 11), at: 124)
    put(octal(modified, 11), at: 136)
    put([UInt8](repeating: 0x20, count: 8), at: 148)
    bytes[156] = kind
    put("ustar\u{0}00".utf8, at: 257)
    // The sum is that of the whole header, with blanks in the place of the sum.
    put(octal(bytes.reduce(0) { $0 + Int64($1) }, 6) + [0, 0x20], at: 148)
    return bytes
  }
}
