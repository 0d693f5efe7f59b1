import Foundation
import Testing
import VaultTestSupport

@testable import VaultStore

struct AtomicFileTests {
  @Test func replacingKeepsTheMode() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "f")
      try folder.setMode(0o640, of: "f")
      try AtomicFile.replace(folder.absolute("f"), expecting: Array("old".utf8), with: Array("new".utf8))
      #expect(try folder.bytes(of: "f") == Array("new".utf8))
      let mode = try FileManager.default.attributesOfItem(atPath: folder.absolute("f"))[.posixPermissions] as? Int
      #expect(mode == 0o640)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f"])
    }
  }

  @Test func changedFileIsLeftAlone() throws {
    try TemporaryFolder.with { folder in
      try folder.write("other", to: "f")
      #expect(throws: FileChangedError.self) {
        try AtomicFile.replace(folder.absolute("f"), expecting: Array("old".utf8), with: Array("new".utf8))
      }
      #expect(try folder.bytes(of: "f") == Array("other".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f"])
    }
  }

  @Test func symbolicLinkIsWrittenThrough() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "real/f")
      try folder.link("link", to: "real/f")
      try AtomicFile.replace(folder.absolute("link"), expecting: Array("old".utf8), with: [])
      #expect(try folder.bytes(of: "real/f").isEmpty)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.absolute("link")) == "real/f")
    }
  }

  @Test func missingFileAndFolderAreErrors() throws {
    try TemporaryFolder.with { folder in
      #expect(throws: AtomicFileError.self) {
        try AtomicFile.replace(folder.absolute("f"), expecting: [], with: [])
      }
      #expect(throws: AtomicFileError.self) { try AtomicFile.create(folder.absolute("no/f"), []) }
      let missing = try AtomicFile.read(folder.absolute("f"))
      #expect(missing == nil)
    }
  }

  @Test func creatingOverwritesNothing() throws {
    try TemporaryFolder.with { folder in
      #expect(try AtomicFile.create(folder.absolute("f"), Array("first".utf8)))
      #expect(try !AtomicFile.create(folder.absolute("f"), Array("second".utf8)))
      try folder.link("dangling", to: "nowhere")
      #expect(try !AtomicFile.create(folder.absolute("dangling"), []))
      #expect(try AtomicFile.read(folder.absolute("f")) == Array("first".utf8))
      #expect(!folder.exists("nowhere"))
    }
  }

  @Test func vaultFolderIsMadeOnce() throws {
    try TemporaryFolder.with { folder in
      try folder.write("theme: blue\n", to: ".vault/config.yaml")
      #expect(try VaultFolder.create(in: folder.path) == [VaultFolder.ignoreFilePath])
      #expect(try VaultFolder.create(in: folder.path).isEmpty)
      #expect(try folder.bytes(of: ".vault/config.yaml") == Array("theme: blue\n".utf8))
    }
  }
}
