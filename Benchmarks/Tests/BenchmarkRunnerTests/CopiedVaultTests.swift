import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct CopiedVaultTests {
  @Test func aCopyHasWhatIsShownAndSettings() throws {
    var files = NoteFolder.chosen
    let kept = [".obsidian/app.json", ".vault/config.yaml", "pictures/a.png"]
    let left = [".git/config", ".vault/journal/1", ".vault/trash/a.md", ".hidden.md", "other.markdown", "LOUD.MD"]
    for path in kept + left { files[path] = "x" }
    try NoteFolder.with(files) { source in
      let old = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: source + "/part 1/1.md")
      try FileManager.default.createSymbolicLink(atPath: source + "/link.md", withDestinationPath: "part 1/1.md")
      try NoteFolder.with([:]) { folder in
        let copy = try CopiedVault(copying: source, to: folder)
        #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: copy.root + "/" + $0) })
        #expect((left + ["link.md"]).allSatisfy { !FileManager.default.fileExists(atPath: copy.root + "/" + $0) })
        let note = copy.root + "/part 1/1.md"
        #expect(
          FileManager.default.contents(atPath: note) == FileManager.default.contents(atPath: source + "/part 1/1.md"))
        #expect(try FileManager.default.attributesOfItem(atPath: note)[.modificationDate] as? Date == old)
        #expect(copy.facts.notes == 201)
      }
    }
  }

  @Test func foldersAreRepeatedUpToANumber() throws {
    try NoteFolder.with(NoteFolder.chosen) { source in
      try NoteFolder.with([:]) { folder in
        let copy = try CopiedVault(repeating: [("notes", source)], notes: 500, to: folder)
        let listing = try FolderListing(of: copy.root)
        #expect(copy.facts.notes == 500 && listing.notes.count == 500)
        let copies = Set(listing.notes.map { $0.split(separator: "/")[0] })
        #expect(copies == ["copy-1", "copy-2", "copy-3"])
        #expect(try CopiedVault(existing: folder)?.facts == copy.facts)
        try copy.markIncomplete()
        #expect(try CopiedVault(existing: folder) == nil)
      }
    }
  }

  @Test func foldersWithoutNotesAreRefused() throws {
    try NoteFolder.with(["a.txt": "x"]) { source in
      #expect(throws: CopiedVault.Failure.self) {
        try CopiedVault(repeating: [("a", source)], notes: 10, to: source + "-copy")
      }
      try FileManager.default.removeItem(atPath: source + "-copy")
    }
  }
}
