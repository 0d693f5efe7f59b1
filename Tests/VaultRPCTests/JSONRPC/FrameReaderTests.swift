import Testing

@testable import VaultRPC

struct FrameReaderTests {
  /// All bodies of a text that comes in pieces of a length.
  private func bodies(_ text: String, in pieces: Int, _ framing: MessageFraming = .headers) throws -> [String] {
    var reader = FrameReader(framing, limit: 100)
    var rest = Array(text.utf8)[...]
    var bodies: [String] = []
    while !rest.isEmpty {
      reader.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      while let body = try reader.next() { bodies.append(String(decoding: body, as: UTF8.self)) }
    }
    return bodies
  }

  @Test(arguments: [1, 2, 3, 7, 1_000]) func messagesComeInPieces(_ pieces: Int) throws {
    let text =
      "Content-Length: 2\r\n\r\n{}content-length:0\r\nContent-Type: a; charset=utf-8\r\n\r\nContent-Length: 3\r\n\r\nÄ1"
    #expect(try bodies(text, in: pieces) == ["{}", "", "Ä1"])
  }

  @Test(arguments: [1, 3, 1_000]) func eachLineIsAMessage(_ pieces: Int) throws {
    #expect(try bodies("{}\n\n  [1]\r\n{\"a\":1}\nrest", in: pieces, .lines) == ["{}", "[1]", "{\"a\":1}"])
  }

  @Test(arguments: [
    "Content-Type: x\r\n\r\n", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: -2\r\n\r\n{}",
    "Content-Length: two\r\n\r\n{}", "Content-Length: 101\r\n\r\n", "Content-Length: +2\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n", "no colon\r\n\r\n", "\r\n\r\n",
    "Content-Length: 2\r\nContent-Type: text; charset=utf-16\r\n\r\n{}", String(repeating: "x", count: 5_000),
  ]) func whatIsNoFrameEndsTheStream(_ text: String) {
    #expect(throws: FramingError.self) { try bodies(text, in: 1_000_000) }
  }

  @Test func aLongLineEndsTheStream() {
    let long = String(repeating: "x", count: 101)
    #expect(throws: FramingError.self) { try bodies(long, in: 50, .lines) }
    // What comes behind the line is read.
    for piece in [1, 7, 100, 1_000] {
      var reader = FrameReader(.lines, limit: 100)
      var (found, refused): ([String], Int) = ([], 0)
      for part in Array("a\n\(long)\(long)\nb\n\(long)\nc\n".utf8).chunks(of: piece) {
        reader.append(part)
        while true {
          do throws(FramingError) {
            guard let body = try reader.next() else { break }
            found.append(String(decoding: body, as: UTF8.self))
          } catch {
            #expect(error.goesOn)
            refused += 1
          }
        }
      }
      #expect(found == ["a", "b", "c"] && refused == 2, "\(piece)")
      #expect(!reader.isWithinMessage)
    }
  }

  @Test func theEndWithinAMessageIsTold() throws {
    var reader = FrameReader(.headers, limit: 100)
    reader.append("Content-Length: 2\r\n\r\n{".utf8)
    #expect(try reader.next() == nil)
    #expect(reader.isWithinMessage)
    reader.append("}".utf8)
    #expect(try reader.next() == Array("{}".utf8))
    #expect(!reader.isWithinMessage)
  }
}

extension Array {
  fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
