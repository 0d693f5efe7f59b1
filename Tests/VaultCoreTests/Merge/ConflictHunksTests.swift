import Testing

@testable import VaultCore

@Suite struct ConflictHunksTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func texts(_ base: String, _ ours: String, _ theirs: String) -> ThreeSides<MergeText> {
    ThreeSides(base, ours, theirs).map { MergeText(asGiven: bytes($0)) }
  }

  /// The lines of the three texts that each piece is about, and what becomes of them.
  private func pieces(_ answer: String, _ texts: ThreeSides<MergeText>) -> [String]? {
    ConflictHunks(bytes(answer), markerSize: 7)?.pieces(in: texts).map { pieces in
      pieces.map { piece in
        piece.place.all.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ") + " "
          + (piece.text.map { String(decoding: $0, as: UTF8.self).replacing("\n", with: ";") } ?? "open")
      }
    }
  }

  @Test func anAnswerInParts() throws {
    let hunks = try #require(
      ConflictHunks(
        bytes("a\n<<<<<<< ours\nb\n||||||| base\n=======\nc\nd\n>>>>>>> theirs\ne\n"), markerSize: 7))
    #expect(
      hunks.parts == [
        .settled(bytes("a\n")), .open(ThreeSides(bytes(""), bytes("b\n"), bytes("c\nd\n"))), .settled(bytes("e\n")),
      ])
  }

  @Test func marksOfALineThatEndsInCRLF() {
    #expect(
      ConflictHunks(bytes("<<<<<<< ours\r\nb\r\n||||||| base\r\n=======\r\n>>>>>>> theirs\r\n"), markerSize: 7)?.parts
        == [.open(ThreeSides([], bytes("b\r\n"), []))])
  }

  @Test(
    arguments: [
      "<<<<<<< ours\n", "<<<<<<< ours\n||||||| base\n=======\n", ">>>>>>> theirs\n", "=======\n",
      "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "<<<<<<< ours\n<<<<<<< ours\n||||||| base\n=======\n>>>>>>> theirs\n",
    ])
  func whatIsNoAnswer(_ text: String) {
    #expect(ConflictHunks(bytes(text), markerSize: 7) == nil)
  }

  @Test func marksAreLongerThanAnyRunInTheTexts() {
    func size(_ text: String) -> Int? { ConflictHunks.markerSize(for: ThreeSides([], bytes(text), [])) }
    #expect(size("") == 7)
    #expect(size("Title\n=======\n") == 8)
    #expect(size("no line begins with it: =========\n") == 7)
    #expect(size(String(repeating: "<", count: 100)) == 101)
    #expect(size("a\n\n>>>>>>>>>\r\n|||\n") == 10)
    #expect(size(String(repeating: "=", count: 20_000)) == nil)
  }

  @Test func placesInTheTexts() {
    let three = texts("a\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\n", "new\na\n2\n3\nc\nd\ne\n")
    #expect(
      pieces("new\na\n<<<<<<< ours\nB\n||||||| base\nb\n=======\n2\n3\n>>>>>>> theirs\nc\nd\ne\n", three) == [
        "0-1 0-1 0-2 new;a;", "1-2 1-2 2-4 open", "2-5 2-5 4-7 c;d;e;",
      ])
  }

  @Test func placesAtBothEnds() {
    let three = texts("a\nb\n", "A\nb\nx\n", "0\nb\ny\nz\n")
    #expect(
      pieces(
        "<<<<<<< ours\nA\n||||||| base\na\n=======\n0\n>>>>>>> theirs\nb\n"
          + "<<<<<<< ours\nx\n||||||| base\n=======\ny\nz\n>>>>>>> theirs\n", three) == [
          "0-1 0-1 0-1 open", "1-2 1-2 1-2 b;", "2-2 2-3 2-4 open",
        ])
  }

  @Test func anAnswerForOtherTextsHasNoPlaces() {
    #expect(pieces("a\n<<<<<<< ours\nx\n||||||| base\n=======\n>>>>>>> theirs\nb\n", texts("a\n", "a\n", "a\n")) == nil)
  }
}
