/// The bytes of a paste, up to `CSI 201~`.
struct PastedText: Hashable, Sendable {
  /// ESC begins nowhere else in it, so that nothing has to be looked at twice.
  private static let endMark: [UInt8] = Array("\u{1B}[201~".utf8)

  private let limit: Int
  private var bytes: [UInt8] = []
  /// How many bytes of the end mark came last.
  private var endBytes = 0
  /// True if the paste was longer than is kept.
  private(set) var isCut = false

  /// - Parameter limit: The bytes that are kept.
  init(limit: Int) {
    self.limit = limit
  }

  /// True after the end mark.
  var isWhole: Bool { endBytes == Self.endMark.count }

  /// Takes bytes up to the end of the paste or of them; returns the place after those.
  mutating func take(_ more: [UInt8], from start: Int) -> Int {
    var index = start
    while index < more.count, !isWhole {
      if endBytes == 0 {
        let escape = more[index...].firstIndex(of: 0x1B)
        keep(more[index..<(escape ?? more.count)])
        guard let escape else { return more.count }
        endBytes = 1
        index = escape + 1
      } else if more[index] == Self.endMark[endBytes] {
        endBytes += 1
        index += 1
      } else {
        // The byte is looked at again, as it may be the ESC of the end mark.
        keep(Self.endMark[..<endBytes])
        endBytes = 0
      }
    }
    return index
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    let room = limit - bytes.count
    bytes += more.prefix(room)
    if more.count > room { isCut = true }
  }

  /// The text, without the character at which it was cut.
  var text: String {
    var kept = bytes[...]
    if isCut, let lead = kept.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), kept[lead] >= 0x80 {
      kept = kept[..<lead]
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
