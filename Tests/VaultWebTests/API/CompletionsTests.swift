import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct CompletionsTests {
  private let web: WebUnderTest

  init() throws { web = try WebUnderTest() }

  @Test func queriesAreCompleted() async throws {
    func texts(_ typed: String) async throws -> [String?] {
      let encoded = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let answer = await web.ask(.get, "/api/v1/completions?q=\(encoded)")
      #expect(answer.status == 200)
      return try #require(JSONReader.read(Array(answer.text.utf8)).list).map { $0["text"]?.text }
    }
    #expect(try await texts("bread is:pin") == ["bread is:pinned"])
    #expect(try await texts("ti") == ["title:"])
    #expect(try await texts("nonsense:x") == [])
    #expect(try await texts("\"hello ti") == [])
    let two = try JSONReader.read(Array(await web.ask(.get, "/api/v1/completions?q=&limit=2").text.utf8))
    #expect(two.list?.count == 2 && two.list?.first?["open"]?.bool == true)
  }

  @Test func savedSearchesOfASharedVaultAreNotTold() async throws {
    let notes: KeyValuePairs = [
      "a.md": "#open x\n", "Secret/b.md": "#hidden-tag\n",
      ".vault/config.yaml": "searches: {secret: \"path:Secret/\"}\nignore: [Secret/Old]\n",
    ]
    for (web, isTold) in [(try WebUnderTest(notes), true), (try WebUnderTest(notes, hide: "path:Secret/"), false)] {
      #expect(await web.ask(.get, "/api/v1/completions?q=%40").text.contains("@secret") == isTold)
      #expect(await web.ask(.get, "/api/v1/completions?q=%23").text.contains("hidden-tag") == isTold)
      #expect(await web.page("/settings").text.contains("Secret") == isTold)
    }
  }
}
