import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A stamp is believed only where it proves something: no change is missed, whatever the clocks say.
@Suite struct RacyStampTests {
  /// Two versions of a note, of one size, that a file system gives times of its own making.
  private struct Bench {
    let folder: TemporaryFolder
    let test: VaultUnderTest
    let path: String

    static let second: Int64 = 1_000_000_000

    init() throws {
      folder = try TemporaryFolder()
      test = try VaultUnderTest(folder)
      path = test.cache.absolute("index.sqlite")
      try folder.write("first version\n", to: "a.md")
      try folder.write("another note\n", to: "b.md")
      try folder.write("one below\n", to: "below/c.md")
    }

    /// The scan, as if all files had these times; the content is read as it is.
    func refresh(times: Int64, checkedAt: Int64) throws -> IndexRefresh {
      var scan = try test.vault().scanner.scan()
      scan.folders = scan.folders.map { folder in
        var stamps = NoteStamps()
        var names: [UInt8] = []
        for note in folder.notes {
          var stamp = note.stamp
          (stamp.mtimeNS, stamp.ctimeNS) = (times, times)
          let range = NameRange(start: names.count, length: note.name.count)
          stamps.add(range, stamp, hasOtherNames: false)
          names += Array(note.name) + [0]
        }
        names.withUnsafeBytes { stamps.summarize($0, scan.key) }
        return ScannedFolder(pathBytes: folder.pathBytes, names: names, fileNames: [], stamps: stamps)
      }
      var pipeline = try test.vault().pipeline
      pipeline.stamping = { stamp in
        FileStamp(size: stamp.size, mtimeNS: times, ctimeNS: times, device: stamp.device, inode: stamp.inode)
      }
      return IndexRefresh(scan: scan, checkedAt: checkedAt, pipeline: pipeline)
    }

    func build(_ refresh: IndexRefresh) throws {
      _ = try IndexBuild(path: path, root: folder.path, parsing: "").run(
        refresh, continues: false)
    }

    func update(_ refresh: IndexRefresh) throws -> IndexChanges {
      let index = try IndexDump.opened(path)
      if try index.read({ try index.isFresh($0, refresh.scan, parsing: "") }) { return IndexChanges() }
      return try index.update(refresh)
    }
  }

  private static let now: Int64 = 1_770_000_000 * Bench.second

  /// Where the clock stood when the file was written, relative to the scan that indexed it, and where when it was
  /// written again without its stamp telling.
  @Test(
    arguments: [
      0, 1, -1, 500_000_000, -500_000_000, -1_999_999_999, 2_000_000_000, 60_000_000_000, 86_400_000_000_000,
      9_000_000_000_000_000,
    ] as [Int64]) func sameStampIsNotBelieved(_ offset: Int64) throws
  {
    let bench = try Bench()
    let times = Self.now + offset
    try bench.build(bench.refresh(times: times, checkedAt: Self.now))
    try bench.folder.write("other version\n", to: "a.md")
    #expect(try bench.update(bench.refresh(times: times, checkedAt: Self.now)).changed == 1)
    try bench.folder.write("third version\n", to: "a.md")
    // The clock went back; once more the same tick.
    #expect(try bench.update(bench.refresh(times: times, checkedAt: Self.now - 3_600 * Bench.second)).changed == 1)
    #expect(try bench.update(bench.refresh(times: times, checkedAt: Self.now - 1)).verified == 3)
  }

  @Test func twoSecondTicks() throws {
    let bench = try Bench()
    let tick = Self.now / (2 * Bench.second) * (2 * Bench.second)
    for (round, late) in [Int64(0), 1, 999_999_999, 1_999_999_999].enumerated() {
      let text = "version \(round)\n"
      try bench.folder.write("before \(round)-\n", to: "a.md")
      try bench.build(bench.refresh(times: tick, checkedAt: tick + late))
      try bench.folder.write(text, to: "a.md")
      #expect(try bench.update(bench.refresh(times: tick, checkedAt: tick + 10 * Bench.second)).changed == 1)
    }
  }

  @Test func settledStampIsBelieved() throws {
    let bench = try Bench()
    let times = Self.now - 2 * Bench.second
    try bench.build(bench.refresh(times: times, checkedAt: Self.now))
    // No file system does this: it shows that the content is not looked at.
    try bench.folder.write("other version\n", to: "a.md")
    #expect(try bench.update(bench.refresh(times: times, checkedAt: Self.now + 1)).isEmpty)
    #expect(try bench.update(bench.refresh(times: times + 1, checkedAt: Self.now + 1)).changed == 1)
  }

  /// A note that was looked at becomes settled in time, and is then not looked at any more.
  @Test func looksNoLongerThanNeeded() throws {
    let bench = try Bench()
    try bench.build(bench.refresh(times: Self.now, checkedAt: Self.now))
    #expect(try bench.update(bench.refresh(times: Self.now, checkedAt: Self.now + Bench.second)).verified == 3)
    #expect(try bench.update(bench.refresh(times: Self.now, checkedAt: Self.now + 2 * Bench.second)).verified == 3)
    #expect(try bench.update(bench.refresh(times: Self.now, checkedAt: Self.now + 3 * Bench.second)).verified == 0)
  }

  /// With the stamp believed, it is the change time that shows an edit whose modification time was put back.
  @Test func changeTimeShowsAnEditPutBack() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("first version\n", to: "a.md")
    try folder.setModificationTime(Self.now, of: "a.md")
    let vault = try test.vault()
    let path = test.cache.absolute("index.sqlite")
    let scan = try vault.scanner.scan()
    let later = try #require(scan.folders.first?.stamps.newest) + 10 * Bench.second
    _ = try IndexBuild(path: path, root: folder.path, parsing: "").run(
      IndexRefresh(scan: scan, checkedAt: later, pipeline: vault.pipeline), continues: false)
    let index = try IndexDump.opened(path)
    #expect(try index.read { try index.isFresh($0, vault.scanner.scan(), parsing: "") })
    // The finest clock there is may tick only every few milliseconds.
    usleep(20_000)
    try folder.write("other version\n", to: "a.md")
    try folder.setModificationTime(Self.now, of: "a.md")
    let after = try vault.scanner.scan()
    #expect(try index.read { try !index.isFresh($0, after, parsing: "") })
    let refresh = IndexRefresh(scan: after, checkedAt: later, pipeline: vault.pipeline)
    #expect(try index.update(refresh).changed == 1)
  }
}
