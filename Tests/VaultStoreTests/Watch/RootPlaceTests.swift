import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultPlatform
@testable import VaultStore

@Suite struct RootPlaceTests {
  @Test func isTheSameForWhoeverSeesTheSame() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("a")
    try folder.makeFolder("b")
    #expect(symlink("a", folder.absolute("link")) == 0)
    let place = try RootPlace(folder.absolute("a"))
    #expect(try RootPlace(folder.absolute("a")).key == place.key)
    #expect(try RootPlace(folder.absolute("link")).key == place.key)
    #expect(try RootPlace(folder.absolute("b")).key != place.key)
    #expect(try #require(place.key).count <= 16)
    #expect(throws: ScanError.self) { try RootPlace(folder.absolute("missing")) }
  }

  @Test func isAnotherWhereAnythingDiffers() {
    let root = MountedPlace(device: 1, inode: 2, mount: 3)
    let all = [
      RootPlace("/v", root: root, top: root), RootPlace("/v", root: root, top: nil),
      RootPlace("/v", root: MountedPlace(device: 9, inode: 2, mount: 3), top: root),
      RootPlace("/v", root: MountedPlace(device: 1, inode: 9, mount: 3), top: root),
      RootPlace("/v", root: MountedPlace(device: 1, inode: 2, mount: 9), top: root),
      RootPlace("/v", root: root, top: MountedPlace(device: 1, inode: 2, mount: 9)),
    ]
    #expect(Set(all.compactMap(\.key)).count == all.count)
  }

  /// Without a mount nobody can tell who sees the same files.
  @Test func isNoneWhereTheMountIsNotTold() {
    let known = MountedPlace(device: 1, inode: 2, mount: 3)
    let unknown = MountedPlace(device: 1, inode: 2, mount: nil)
    #expect(RootPlace("/v", root: known, top: known).key != nil)
    #expect(RootPlace("/v", root: unknown, top: known).key == nil)
    #expect(RootPlace("/v", root: known, top: unknown).key == nil)
  }

  @Test func whatReplacesItIsTold() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("a")
    let place = try RootPlace(folder.absolute("a"))
    #expect(place.problem == nil)
    try folder.move("a", to: "moved")
    #expect(place.problem?.text.contains("it was moved, deleted or unmounted") == true)
    try folder.makeFolder("a")
    #expect(place.problem?.text.contains("another folder stands there now") == true)
    // The same folder, mounted once more.
    let here = try #require(MountedPlace(at: folder.absolute("a")))
    var other = here
    other.mount = (here.mount ?? 0) + 1
    #expect(RootPlace(folder.absolute("a"), root: here, top: nil).problem == nil)
    #expect(RootPlace(folder.absolute("a"), root: other, top: nil).problem != nil)
  }

  #if os(Linux)
    @Test func theSystemTellsTheMount() throws {
      let top = try #require(MountedPlace(at: "/"))
      let processes = try #require(MountedPlace(at: "/proc"))
      #expect(try #require(top.mount) != #require(processes.mount))
    }
  #endif

  /// As kernels tell it that say nothing of mounts otherwise.
  @Test(
    arguments: [
      ("pos:\t0\nflags:\t02200000\nmnt_id:\t28\nino:\t2\n", 28), ("mnt_id: 7", 7), ("pos:\t0\n", nil),
      ("mnt_id:\n", nil),
      ("", nil),
    ] as [(String, UInt64?)])
  func mountsAreReadFromDescriptors(_ text: String, _ expected: UInt64?) {
    #expect(MountedPlace.mount(inInfo: text) == expected)
  }
}
