import Testing

@testable import VaultCore

@Suite struct SuggestionTests {
  private let names = ["title", "tag", "file", "due", "done", "scheduled", "is", "no", "has"]

  @Test(arguments: [
    ("tga", ["tag"]), ("TAG", ["tag"]), ("ta", ["tag"]), ("tittle", ["title"]), ("titel", ["title"]),
    ("sched", ["scheduled"]), ("schedluded", ["scheduled"]), ("dne", ["due", "done"]), ("d", []), ("x", []), ("", []),
    ("zzzzzz", []), ("foo", []), ("di", []), ("fiel", ["file"]),
  ])
  func nearest(text: String, expected: [String]) {
    #expect(Suggestion.nearest(to: text, among: names) == expected)
  }

  @Test func nearestFirstAndAtMostTheLimit() {
    #expect(
      Suggestion.nearest(to: "note", among: ["nodes", "notes", "Note", "notebook", "moat"]) == [
        "Note", "notes", "notebook",
      ])
    #expect(Suggestion.nearest(to: "note", among: ["nodes", "notes"], limit: 1) == ["notes"])
    #expect(Suggestion.nearest(to: "note", among: ["notes", "notes"], limit: 0) == [])
    #expect(Suggestion.nearest(to: "note", among: ["notes", "notes"]) == ["notes"])
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("abc", "acb", 1), ("kitten", "sitting", 3), ("abcd", "badc", 2),
    ("ca", "abc", 3),
  ])
  func distances(a: String, b: String, expected: Int) {
    let (a, b) = (a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value))
    #expect(Suggestion.distance(a, b, atMost: 9) == expected)
    #expect(Suggestion.distance(b, a, atMost: expected) == expected)
    if expected > 0 { #expect(Suggestion.distance(a, b, atMost: expected - 1) == nil) }
  }
}
