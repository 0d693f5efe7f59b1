import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct FolderListingsTests {
  /// Ten seconds from now, when everything has settled.
  private static let later: @Sendable () -> Int64 = { VaultStore.Scanner.clock() + 10_000_000_000 }

  private func scanner(
    _ folder: TemporaryFolder, _ listings: String?, now: @escaping @Sendable () -> Int64 = later
  ) -> VaultStore.Scanner {
    var scanner = VaultStore.Scanner(root: folder.path, options: ScanOptions(threads: 2, listingsPath: listings))
    scanner.now = now
    return scanner
  }

  private func lines(_ result: ScanResult) -> [String] {
    result.folders.map { folder in
      let notes = folder.notes.map { "\(folder.path(of: $0.name)) \($0.stamp) \($0.isLink)" }.sorted()
      let files = folder.files.map { folder.path(of: $0).text }.sorted()
      return "\(folder.path) \(folder.fingerprint) \(notes) \(files)"
    } + result.problems.map { "\($0.kind) \($0.path) \($0.message)" }
  }

  /// Long enough for a file system's clock to tick.
  private func pause() { usleep(12_000) }

  private static func isTrusted(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return FileSystem.keepsFolderTimes(descriptor)
  }

  /// Whether folders are remembered at all on the file system that tests write to.
  private static let keepsFolderTimes = isTrusted(NSTemporaryDirectory())

  @Test(arguments: 0..<4) func scansAreWhatTheyAreWithoutListings(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    var changes = RandomChanges(folder, seed: seed)
    for _ in 0..<12 { _ = try changes.next() }
    for _ in 0..<60 {
      let known = try scanner(folder, cache.absolute("folders")).scan()
      #expect(lines(known) == lines(try scanner(folder, nil).scan()))
      pause()
      let done = try (0..<3).map { _ in try changes.next() }
      let found = try scanner(folder, cache.absolute("folders")).scan()
      let difference = VaultAnswers.difference(lines(found), lines(try scanner(folder, nil).scan()))
      #expect(difference == nil, "seed \(seed): \(done.joined(separator: "; "))")
      pause()
    }
    #expect(cache.exists("folders") == Self.isTrusted(folder.path))
  }

  @Test(.enabled(if: keepsFolderTimes, "this file system's folder times are not trusted"))
  func knownFoldersAreNotListed() throws {
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    try folder.write("x", to: "a/one.md")
    try folder.write("x", to: "a/two.md")
    // A listing that leaves one out shows whose word is taken.
    var entries: [FolderEntry] = []
    var names: [UInt8] = []
    var hasIgnoreFile = false
    let descriptor = open(folder.absolute("a"), O_RDONLY)
    defer { close(descriptor) }
    #expect(
      FolderEntry.read(
        descriptor, buffer: ListingBuffer(), into: &entries, names: &names, hasIgnoreFile: &hasIgnoreFile) == 0)
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    let first = try #require(entries.first)
    let listing = FolderListings.Listing(
      path: Array("a".utf8), stamp: FileStamp(status),
      entries: FolderListings.encoded(
        [first], names: Array(names[...first.name.bounds.upperBound]), hasIgnoreFile: false))
    let bytes = FolderListings().encoded(adding: [listing], paths: [listing.path], checkedAt: Self.later())
    try cache.write(try #require(bytes), to: "folders")
    #expect(try scanner(folder, cache.absolute("folders")).scan().noteCount == 1)
    #expect(try scanner(folder, nil).scan().noteCount == 2)
    pause()
    try folder.write("x", to: "a/three.md")
    #expect(try scanner(folder, cache.absolute("folders")).scan().noteCount == 3)
  }

  @Test func foldersThatHaveJustChangedAreNotRemembered() throws {
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    try folder.write("x", to: "a/one.md")
    _ = try scanner(folder, cache.absolute("folders"), now: VaultStore.Scanner.clock).scan()
    #expect(!cache.exists("folders"))
  }

  @Test func damageIsNoticed() throws {
    let listing = FolderListings.Listing(
      path: Array("a/ü".utf8), stamp: FileStamp(size: 1, mtimeNS: -2, ctimeNS: 3, device: 4, inode: 5),
      entries: FolderListings.encoded(
        [
          FolderEntry(name: NameRange(start: 0, length: 4), kind: .file, isNote: true),
          FolderEntry(name: NameRange(start: 5, length: 1), kind: .folder, isNote: false),
        ], names: Array("x.md\0y\0".utf8), hasIgnoreFile: true))
    let bytes = try #require(
      FolderListings().encoded(adding: [listing], paths: [listing.path], checkedAt: 3_000_000_000))
    let listings = try #require(FolderListings(bytes))
    var entries: [FolderEntry] = []
    var names: [UInt8] = []
    var hasIgnoreFile = false
    func read(_ stamp: FileStamp) -> Bool {
      listings.read(listing.path, stamp, into: &entries, names: &names, hasIgnoreFile: &hasIgnoreFile)
    }
    #expect(read(listing.stamp) && hasIgnoreFile && names == Array("x.md\0y\0".utf8))
    #expect(entries.map(\.kind) == [.file, .folder] && entries.map(\.isNote) == [true, false])
    var other = listing.stamp
    other.ctimeNS += 1
    #expect(!read(other))
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        #expect(FolderListings(damaged) == nil, "byte \(place), bit \(bit)")
      }
      #expect(FolderListings(Array(bytes[..<place])) == nil)
    }
  }

  @Test(.enabled(if: keepsFolderTimes, "this file system's folder times are not trusted"))
  func aDamagedFileIsReplacedAndAForeignOneIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    try folder.write("x", to: "a/one.md")
    try cache.write("vltdirs1 and then nothing that was ever written", to: "folders")
    #expect(try scanner(folder, cache.absolute("folders")).scan().noteCount == 1)
    #expect(FolderListings(try cache.bytes(of: "folders")) != nil)
    try cache.write("a letter", to: "folders")
    #expect(try scanner(folder, cache.absolute("folders")).scan().noteCount == 1)
    #expect(try cache.bytes(of: "folders") == Array("a letter".utf8))
  }

  /// Indexes a vault in an empty folder. The result has the path of its listings, too.
  private func indexed(_ folder: TemporaryFolder) throws -> (VaultUnderTest, listings: String) {
    let test = try VaultUnderTest(folder)
    try folder.write("x", to: "a/one.md")
    _ = try test.vault().index(rebuild: false)
    return (test, try test.indexPath() + ".folders")
  }

  @Test func buildingTheIndexAnewLeavesOtherFilesAlone() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (test, path) = try indexed(folder)
    for other in [path, path + ".new"] { try Data("a letter".utf8).write(to: URL(fileURLWithPath: other)) }
    _ = try test.vault().index(rebuild: true)
    for other in [path, path + ".new"] {
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("a letter".utf8))
    }
  }

  @Test func buildingTheIndexAnewListsEveryFolder() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (test, path) = try indexed(folder)
    #expect(FolderListings.write(Array("vltdirs1 of another time".utf8), to: path))
    _ = try test.vault().index(rebuild: true)
    #expect(FolderListings.read(path)?.isEmpty == true)
  }
}
