import Foundation
import Testing
import VaultTestSupport

@Suite struct TemporaryFolderTests {
  @Test func isGoneAfterwardsWhateverIsInIt() throws {
    let path = try TemporaryFolder.with { folder in
      try folder.write("x", to: Array(repeating: "deep", count: 1_500).joined(separator: "/") + "/x.md")
      try folder.write("x", to: "closed/inner/x.md")
      try folder.link("out", to: "/")
      try folder.makeFIFO("pipe")
      try folder.setMode(0, of: "closed/inner")
      try folder.setMode(0, of: "closed")
      return folder.path
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func writesWhatItIsTold() throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 255, 13, 10], to: "a/b.md")
    try folder.write("x", to: "a/b.md")
    #expect(try folder.bytes(of: "a/b.md") == Array("x".utf8))
    try folder.hardLink("c.md", to: "a/b.md")
    try folder.move("a/b.md", to: "d/e.md")
    #expect(folder.exists("d/e.md") && !folder.exists("a/b.md"))
    #expect(try folder.bytes(of: "c.md") == Array("x".utf8))
    #expect(throws: TemporaryFolder.Failure.self) { try folder.move("none", to: "x") }
  }
}
