import VaultCore

/// How one message is told from the next on a stream of bytes.
package enum MessageFraming: Sendable {
  /// `Content-Length: N`, an empty line and N bytes, as LSP has it. Lines end with CRLF.
  case headers
  /// Each message in a line of its own, as MCP has it.
  case lines

  package func framed(_ body: [UInt8]) -> [UInt8] {
    switch self {
    case .headers: Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    // JSON as it is written here has no line break in it.
    case .lines: body + [0x0A]
    }
  }
}

/// What comes is no message.
package struct FramingError: Error, Equatable, CustomStringConvertible {
  package var description: String
  /// False where it cannot be told any more where the next message begins.
  package var goesOn = false
}

/// Takes bytes as they come and gives the bodies of the messages.
package struct FrameReader {
  private let framing: MessageFraming
  private let limit: Int
  private var bytes: [UInt8] = []
  /// All before it was given out.
  private var start = 0
  /// No end of a line or of the headers stands before it.
  private var searched = 0
  /// True within a line that is longer than any message may be, of which the rest is passed over.
  private var isPassingOver = false
  /// The length of the body that begins at `start`, once its headers are read.
  private var length: Int?

  /// Longer headers than these are none.
  static let longestHeaders = 4_096

  /// `limit`: how long a body may be, in bytes.
  package init(_ framing: MessageFraming, limit: Int) { (self.framing, self.limit) = (framing, limit) }

  package mutating func append(_ more: some Collection<UInt8>) {
    if start > 0, start == bytes.count || start > 1 << 16 {
      bytes.removeSubrange(..<start)
      (searched, start) = (max(searched - start, 0), 0)
    }
    bytes += more
  }

  /// True where the stream ends within a message.
  package var isWithinMessage: Bool { start < bytes.count || length != nil || isPassingOver }

  /// The next body; nil until more bytes come.
  package mutating func next() throws(FramingError) -> [UInt8]? {
    switch framing {
    case .headers: try nextOfHeaders()
    case .lines: try nextOfLines()
    }
  }

  // MARK: Headers

  private mutating func nextOfHeaders() throws(FramingError) -> [UInt8]? {
    if length == nil {
      guard let end = endOfHeaders() else {
        if bytes.count - start > Self.longestHeaders {
          throw FramingError(
            description: "\(Self.longestHeaders) bytes have come without the end of a message's headers")
        }
        return nil
      }
      let headers = bytes[start..<end]
      (start, searched) = (end + 4, end + 4)
      length = try Self.length(headers, limit)
    }
    guard let length, bytes.count - start >= length else { return nil }
    let body = Array(bytes[start..<start + length])
    start += length
    (searched, self.length) = (start, nil)
    return body
  }

  /// Where the empty line begins that ends the headers.
  private mutating func endOfHeaders() -> Int? {
    var i = max(start, searched - 3)
    while i + 3 < bytes.count {
      if bytes[i] == 0x0D, bytes[i + 1] == 0x0A, bytes[i + 2] == 0x0D, bytes[i + 3] == 0x0A { return i }
      i += 1
    }
    searched = bytes.count
    return nil
  }

  private static func length(_ headers: ArraySlice<UInt8>, _ limit: Int) throws(FramingError) -> Int {
    var length: Int?
    for line in headers.split(separator: 0x0A) {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard let colon = line.firstIndex(of: 0x3A) else {
        throw FramingError(description: "a header has no colon: \(shown(line))")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = String(decoding: line[(colon + 1)...].trimming(where: \.isSpaceOrTab), as: UTF8.self)
      switch name.lowercased() {
      case "content-length":
        guard length == nil else { throw FramingError(description: "a message has two headers Content-Length") }
        guard let number = Int(value), number >= 0, !value.hasPrefix("+"), !value.hasPrefix("-") else {
          throw FramingError(description: "Content-Length is no number of bytes: \(shown(line))")
        }
        guard number <= limit else {
          throw FramingError(
            description: "a message of \(number) bytes is announced, and no more than \(limit) are taken")
        }
        length = number
      case "content-type":
        let type = value.lowercased()
        guard !type.contains("charset") || type.contains("utf-8") || type.contains("utf8") else {
          throw FramingError(description: "messages are read as UTF-8 alone: \(shown(line))")
        }
      default: break
      }
    }
    guard let length else { throw FramingError(description: "a message has no header Content-Length") }
    return length
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    ShownName.quoted(String(decoding: line.prefix(80), as: UTF8.self))
  }

  // MARK: Lines

  private var tooLong: FramingError {
    FramingError(
      description: "a line of more than \(limit) bytes has come, and no more are taken as one message", goesOn: true)
  }

  private mutating func nextOfLines() throws(FramingError) -> [UInt8]? {
    while let end = bytes[max(start, searched)...].firstIndex(of: 0x0A) {
      let line = bytes[start..<end].trimming(where: \.isASCIIWhitespace)
      (start, searched) = (end + 1, end + 1)
      if isPassingOver {
        isPassingOver = false
        continue
      }
      if line.count > limit { throw tooLong }
      // Blanks between messages are nothing.
      if !line.isEmpty { return Array(line) }
    }
    searched = bytes.count
    if isPassingOver || bytes.count - start > limit {
      // The next message begins behind the next line feed, wherever that is; nothing before it is kept.
      start = bytes.count
      if !isPassingOver {
        isPassingOver = true
        throw tooLong
      }
    }
    return nil
  }
}
