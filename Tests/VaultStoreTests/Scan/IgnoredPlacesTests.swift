import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct IgnoredPlacesTests {
  /// Single paths are judged as the scan judges them.
  @Test func agreesWithTheScan() throws {
    let folder = try TemporaryFolder()
    try folder.write("*.md\n!keep.md\n/a/b\n**/deep/\nx?z/\n", to: ".gitignore")
    try folder.write("!n.md\nc.md\n", to: "a/.gitignore")
    let folders = ["", "a/", "a/b/", "a/c/", "deep/", "a/deep/", "xyz/", "q/xyz/", "P/", "P/a/"]
    for path in folders.flatMap({ folder in ["n.md", "keep.md", "c.md", "o.png"].map { folder + $0 } }) {
      try folder.write("", to: path)
    }
    let options = ScanOptions(ignorePatterns: ["P/*", "!P/keep.md"])
    let scan = try Scanner(root: folder.path, options: options).scan()
    let places = IgnoredPlaces(try VaultTree(root: folder.path).root, rootPath: folder.path, options)
    var found: [String] = []
    for each in scan.folders {
      found += each.notes.map { each.path(of: $0.name).text } + each.files.map { each.path(of: $0).text }
    }
    let all = folders.flatMap { folder in ["n.md", "keep.md", "c.md", "o.png"].map { folder + $0 } }
    #expect(try all.filter { try places.reason(NotePath($0)) == nil }.sorted() == found.sorted())
    #expect(found.count > 5 && found.count < all.count)
  }
}
