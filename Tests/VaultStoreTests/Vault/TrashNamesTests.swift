import Foundation
import Testing
import VaultCore

@testable import VaultStore

@Suite struct TrashNamesTests {
  /// The newest first.
  private static let items = [
    ("a/Note.md", "id2"), ("Note.md", "id2"), ("a/Note.md", "id1"), ("b/Pic.png", "id1"), ("a", "id0"), ("É.md", "id0"),
  ].enumerated().map { number, item in
    TrashItem(
      path: NotePath(item.0), deleted: Date(timeIntervalSince1970: Double(10 - number)), id: item.1, size: 0,
      place: NotePath("\(number)"), moved: Int64(-number), isForeign: false)
  }

  @Test(arguments: [
    ("a/Note.md", ["0"]), ("A/note", ["0"]), ("Note", ["1"]), ("note.md", ["1"]), ("id1", ["2", "3"]), ("a", ["4"]),
    ("a/", ["4"]), ("b/", ["3"]), ("B", ["3"]), ("Pic.png", ["3"]), ("pic", ["3"]), ("e\u{301}", ["5"]), ("x", []),
    ("", []),
  ])
  func whatIsMeant(_ name: String, _ places: [String]) {
    #expect(TrashNames(Self.items).named(name).map(\.place.text) == places)
  }
}
