import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What is typed arrives as it was typed, whatever the encoding.
struct OpenDocumentTests {
  private static let pieces = [
    "a", "é", "e\u{301}", "漢", "😀", "👨‍👩‍👧", "\u{1F1E9}\u{1F1EA}", " ", "\n", "\r\n", "\r", "- [ ] ", "\t", "\u{2028}",
    "\u{FEFF}",
    "word",
  ]

  /// A client's text as Swift's strings have it, which share nothing with the coder.
  private struct Model {
    var text: String
    var encoding: PositionEncoding

    /// The lines without their ends, with where each begins among the scalars.
    var lines: [(start: Int, scalars: [Unicode.Scalar])] {
      let scalars = Array(text.unicodeScalars)
      var lines: [(Int, [Unicode.Scalar])] = []
      var start = 0
      var line: [Unicode.Scalar] = []
      var i = 0
      while i < scalars.count {
        let isEnd = scalars[i] == "\n" || scalars[i] == "\r"
        if isEnd {
          lines.append((start, line))
          if scalars[i] == "\r", i + 1 < scalars.count, scalars[i + 1] == "\n" { i += 1 }
          (start, line) = (i + 1, [])
        } else {
          line.append(scalars[i])
        }
        i += 1
      }
      return lines + [(start, line)]
    }

    func units(_ scalar: Unicode.Scalar) -> Int {
      switch encoding {
      case .utf8: String(scalar).utf8.count
      case .utf16: String(scalar).utf16.count
      case .utf32: 1
      }
    }

    /// The position of the scalar of a number.
    func position(_ number: Int) -> Position? {
      for (line, content) in lines.enumerated() where number <= content.start + content.scalars.count {
        guard number >= content.start else { return nil }
        return Position(
          line: line, character: content.scalars[..<(number - content.start)].reduce(0) { $0 + units($1) })
      }
      return nil
    }
  }

  @Test(arguments: PositionEncoding.allCases, [true, false]) func randomEditsArrive(
    _ encoding: PositionEncoding, _ hasMark: Bool
  ) throws {
    var random = SeededGenerator(seed: TestSeed(fixed: 30).value)
    for round in 0..<40 {
      var model = Model(text: "", encoding: encoding)
      for _ in 0..<random.below(30) { model.text += Self.pieces[random.below(Self.pieces.count)] }
      var document = OpenDocument(
        DocumentURI("file:///a.md"), version: 0, text: model.text, fileHasMark: hasMark, encoding: encoding, now: 0)
      for version in 1...30 {
        let scalars = Array(model.text.unicodeScalars)
        let ends = [random.below(scalars.count + 1), random.below(scalars.count + 1)].sorted()
        // Between CR and LF there is no place.
        guard let start = model.position(ends[0]), let end = model.position(ends[1]) else { continue }
        let new = (0..<random.below(4)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
        var view = String.UnicodeScalarView(scalars[..<ends[0]])
        view.append(contentsOf: new.unicodeScalars)
        view.append(contentsOf: scalars[ends[1]...])
        model.text = String(view)
        let problems = document.change([.part(PositionRange(start, end), new)], version: version, now: 0)
        #expect(problems == [])
        try #require(document.clientBytes.elementsEqual(model.text.utf8), "\(encoding) \(round) \(version)")
        let text = document.text()
        #expect(text.coder.lines.starts == text.bytes.withUnsafeBufferPointer { LineTable($0, from: 0).starts })
        for place in 0...model.text.unicodeScalars.count {
          guard let position = model.position(place) else { continue }
          let offset =
            text.coder.hidden + String(String.UnicodeScalarView(model.text.unicodeScalars.prefix(place))).utf8.count
          #expect(text.offset(of: position) == offset)
          #expect(text.position(of: offset) == position)
        }
      }
    }
  }

  private func document(_ text: String, _ encoding: PositionEncoding = .utf16) -> OpenDocument {
    OpenDocument(
      DocumentURI("file:///a.md"), version: 1, text: text, fileHasMark: false, encoding: encoding, now: 0)
  }

  private func range(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> PositionRange {
    PositionRange(Position(line: a, character: b), Position(line: c, character: d))
  }

  @Test func aPlaceWithinACharacterIsItsBeginning() {
    var document = document("😀b")
    #expect(document.change([.part(range(0, 1, 0, 2), "x")], version: 2, now: 0) == [])
    #expect(document.clientBytes.elementsEqual("xb".utf8))
  }

  @Test func aByteWithinACharacterIsItsBeginning() {
    var document = document("a😀é漢b", .utf8)
    let known = document.text()
    let found = (0...13).map { known.offset(of: Position(line: 0, character: $0)) }
    #expect(found == [0, 1, 1, 1, 1, 5, 5, 7, 7, 7, 10, 11, 11, 11])
  }

  @Test(arguments: [(5, 0, 9, 0), (-1, 0, 0, 0), (0, 3, 0, 1), (0, 0, 2, 0)])
  func whatDoesNotFitPutsTheDocumentInDoubt(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    var document = document("abc\ndef")
    #expect(document.change([.part(range(a, b, c, d), "x")], version: 2, now: 0).count == 1)
    #expect(document.isInDoubt)
    _ = document.change([.part(range(0, 0, 0, 1), "y")], version: 3, now: 0)
    #expect(document.isInDoubt)
    _ = document.change([.whole("new")], version: 4, now: 0)
    #expect(!document.isInDoubt)
  }

  @Test func charactersPastTheEndOfALineAreItsEnd() {
    var document = document("abc\r\ndef")
    #expect(document.change([.part(range(0, 99, 1, 0), "-")], version: 2, now: 0) == [])
    #expect(document.clientBytes.elementsEqual("abc-def".utf8))
    #expect(!document.isInDoubt)
  }

  @Test func aVersionThatGoesBackPutsTheDocumentInDoubt() {
    var document = document("abc")
    #expect(document.change([.part(range(0, 0, 0, 0), "x")], version: 1, now: 0).count == 1)
    #expect(document.isInDoubt)
  }

  @Test func theMarkStaysInTheFileAndOutOfTheText() {
    var document = OpenDocument(
      DocumentURI("file:///a.md"), version: 1, text: "abc", fileHasMark: true, encoding: .utf8, now: 0)
    #expect(document.bytes == [0xEF, 0xBB, 0xBF] + Array("abc".utf8))
    _ = document.change([.part(range(0, 0, 0, 1), "X")], version: 2, now: 0)
    #expect(document.bytes == [0xEF, 0xBB, 0xBF] + Array("Xbc".utf8))
    #expect(document.text().position(of: 4) == Position(line: 0, character: 1))
    let differs = document.set("Xbc", now: 0)
    #expect(!differs)
  }

  @Test(arguments: PositionEncoding.allCases) func placesInLongLines(_ encoding: PositionEncoding) {
    let text = "x\n" + String(repeating: "a😀é漢", count: 4_000) + "\nend"
    var document = document(text, encoding)
    let known = document.text()
    var units = 0
    var offset = 2
    for scalar in text.unicodeScalars.dropFirst(2).prefix(16_000) {
      #expect(known.position(of: offset) == Position(line: 1, character: units))
      #expect(known.offset(of: Position(line: 1, character: units)) == offset)
      let bytes = String(scalar).utf8.count
      offset += bytes
      units += encoding.units(ofBytes: bytes)
    }
    #expect(known.offset(of: Position(line: 1, character: units + 9)) == offset)
  }
}
