import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct SearchOptionsTests {
  @Test(arguments: [false, true]) func pathsAloneAreThoseOfTheWholeRecords(_ noIndex: Bool) throws {
    let vault = try VaultUnderTest(root: RepositoryPlaces.sampleVault)
    for text in ["the", "", "(is:pinned OR salt) sort:title", "the sort:-created"] {
      let query = try vault.query(text)
      func hits(onlyPaths: Bool, limit: Int?) throws -> [SearchHit] {
        let options = SearchOptions(limit: limit, linesPerHit: 0, needsOnlyPaths: onlyPaths)
        return try vault.vault(noIndex: noIndex).read { try $0.search(query, options: options) }.hits
      }
      for limit in [nil, 3] {
        let (only, whole) = (try hits(onlyPaths: true, limit: limit), try hits(onlyPaths: false, limit: limit))
        #expect(!whole.isEmpty && only.map(\.record.path) == whole.map(\.record.path), "\(text)")
        #expect(only.map(\.score) == whole.map(\.score))
      }
    }
  }
}
