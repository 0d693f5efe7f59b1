import Testing

@testable import VaultCore

@Suite struct ConflictMarkersTests {
  private func marked(
    _ style: ConflictMarkers.Style, _ base: String, _ ours: String, _ theirs: String, size: Int = 7
  ) -> String {
    func side(_ text: String) -> OpenPlace.Side { OpenPlace.Side(bytes: Array(text.utf8), line: 2) }
    let regions = [
      MergeRegion.settled(Array("a\n".utf8)),
      .open(OpenPlace(base: side(base), ours: side(ours), theirs: side(theirs))), .settled(Array("z\n".utf8)),
    ]
    return String(decoding: ConflictMarkers(style: style, size: size).text(of: regions), as: UTF8.self)
  }

  @Test func stylesOfGit() {
    #expect(
      marked(.merge, "b\n", "1\nc\n", "1\nd\n") == "a\n1\n<<<<<<< ours\nc\n=======\nd\n>>>>>>> theirs\nz\n")
    #expect(
      marked(.diff3, "b\n", "1\nc\n", "1\nd\n")
        == "a\n<<<<<<< ours\n1\nc\n||||||| base\nb\n=======\n1\nd\n>>>>>>> theirs\nz\n")
    #expect(
      marked(.zdiff3, "b\n", "c\n1\n", "d\n1\n")
        == "a\n<<<<<<< ours\nc\n||||||| base\nb\n=======\nd\n>>>>>>> theirs\n1\nz\n")
  }

  @Test func longerMarks() {
    #expect(
      marked(.merge, "", "c\n", "d\n", size: 9) == "a\n<<<<<<<<< ours\nc\n=========\nd\n>>>>>>>>> theirs\nz\n")
  }

  @Test func endingsOfTheSides() {
    #expect(marked(.merge, "", "c\r\n", "d\r\n") == "a\n<<<<<<< ours\r\nc\r\n=======\r\nd\r\n>>>>>>> theirs\r\nz\n")
    #expect(marked(.merge, "", "c", "d") == "a\n<<<<<<< ours\nc\n=======\nd\n>>>>>>> theirs\nz\n")
  }

  @Test func marksInATextAreKnown() {
    func stand(_ text: String) -> Bool { ConflictMarkers.stand(in: Array(text.utf8)) }
    #expect(stand("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n"))
    #expect(stand("<<<<<<<<< ours\r\n=========\r\n>>>>>>>>> theirs\r\n"))
    #expect(!stand("Title\n=======\n\n>>>>>>> quoted\n<<<<<<< b\n"))
    #expect(!stand(" <<<<<<< a\n=======\n>>>>>>> b\n"))
  }
}
