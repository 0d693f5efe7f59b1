import Foundation
import Testing
import VaultTestSupport

@testable import VaultStore

struct AtomicFileTests {
  @Test func missingFileAndFolderAreErrors() throws {
    try TemporaryFolder.with { folder in
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
