import Foundation
import Testing
import VaultCore
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

  @Test func onlySoMuchIsRead() throws {
    try TemporaryFolder.with { folder in
      try folder.write("12345", to: "f")
      #expect(try AtomicFile.read(folder.absolute("f"), limit: 5)?.count == 5)
      let error = #expect(throws: AtomicFileError.self) { try AtomicFile.read(folder.absolute("f"), limit: 4) }
      #expect(error?.message.text.hasSuffix("It is as it was; make it smaller") == true)
      try folder.write(String(repeating: "# x\n", count: AtomicFile.longest / 4 + 1), to: ".vault/config.yaml")
      let loaded = try ConfigurationFile.load(root: folder.path)
      #expect(loaded.diagnostics.map(\.message).first?.hasPrefix("has more than the 4 MiB") == true)
      #expect(loaded.text.isEmpty)
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
