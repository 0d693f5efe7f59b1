import Foundation
import Testing
import VaultTestSupport

@testable import VaultStore

@Suite("Files that are named to be read once") struct GivenFileTests {
  @Test func filesFIFOsAndDevicesAreRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("done\n", to: "a")
    #expect(try GivenFile.read("a", from: folder.path, limit: 100) == Array("done\n".utf8))
    #expect(try GivenFile.read("/dev/null", limit: 100) == [])
    let path = folder.absolute("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    child.arguments = ["-c", "printf 'not done' > \"$0\"", path]
    try child.run()
    #expect(try GivenFile.read(path, limit: 100) == Array("not done".utf8))
    child.waitUntilExit()
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let folder = try TemporaryFolder()
    for (path, reason) in [
      (".", "Is a directory"), ("nothing", "No such file or directory"), ("a\0b", "No such file or directory"),
    ] {
      let failure = #expect(throws: GivenFile.Failure.self) { try GivenFile.read(path, from: folder.path, limit: 100) }
      #expect(failure?.reason == reason)
    }
    let failure = #expect(throws: GivenFile.Failure.self) { try GivenFile.read("/dev/zero", limit: 1 << 20) }
    #expect(failure?.reason == "more than 1 MiB")
  }
}
