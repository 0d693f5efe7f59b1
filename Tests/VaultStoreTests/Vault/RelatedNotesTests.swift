import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct RelatedNotesTests {
  @Test(arguments: [false, true]) func sharedLinksAndTags(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "me.md": "[[hub]] [[rare]] [[me]] [[picture.png]] #Rare #common #own\n",
      "direct.md": "[[me]]\n", "rarely.md": "[[rare]]\n", "often.md": "[[hub]] [[hub]]\n", "often2.md": "[[hub]]\n",
      "often3.md": "[[hub]] #common\n", "tagged.md": "#rare #common\n", "list.md": "[[me]] [[listed]] [[listed2]]\n",
      "listed.md": "#common/below\n", "listed2.md": "", "hub.md": "", "rare.md": "", "nothing.md": "[[nowhere]]\n",
      "same.md": "![[picture.png]]\n",
    ] { try folder.write(text, to: path) }
    try folder.write("", to: "picture.png")
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    let (notes, total) = try vault.read { try $0.related(to: "me") }
    func log(_ degree: Double) -> Double { 1 / Foundation.log(degree) }
    let expected: [(path: String, score: Double, why: String)] = [
      ("tagged.md", log(2) + log(3), "false [] [\"rare\", \"common\"]"),
      ("often3.md", log(4) + log(3), "false [hub.md] [\"common\"]"),
      ("direct.md", log(2), "true [] []"), ("hub.md", log(2), "true [] []"), ("list.md", log(2), "true [] []"),
      ("rare.md", log(2), "true [] []"), ("rarely.md", log(2), "false [rare.md] []"),
      ("listed.md", log(3), "false [list.md] []"), ("listed2.md", log(3), "false [list.md] []"),
      ("often.md", log(4), "false [hub.md] []"), ("often2.md", log(4), "false [hub.md] []"),
    ]
    #expect(notes.map(\.record.path.text) == expected.map(\.path))
    for (note, expected) in zip(notes, expected) {
      #expect(abs(note.score - expected.score) < 1e-12, "\(note.record.path)")
      let tags = note.tags.sorted { $0 > $1 }
      #expect("\(note.isLinked) \(note.links) \(tags)" == expected.why, "\(note.record.path)")
    }
    #expect(total == expected.count)
    let first = try vault.read { try $0.related(to: "me", limit: 1) }
    #expect(first.notes.map(\.record.path.text) == ["tagged.md"] && first.total == total)
    #expect(try vault.read { try $0.related(to: "nothing") }.total == 0)
  }
}
