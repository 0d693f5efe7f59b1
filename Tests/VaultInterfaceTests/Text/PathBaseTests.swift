import Testing
import VaultCore

@testable import VaultInterface

@Suite struct PathBaseTests {
  /// What another program is given for the path `path`, or the bytes of it, in the vault `/my vault`.
  private func given(_ path: NotePath, from folder: String?, isAbsolute: Bool = false) -> [UInt8] {
    PathBase(root: "/my vault", workingFolder: folder, isAbsolute: isAbsolute).given(path).bytes
  }

  @Test(arguments: [
    ("Home.md", "/my vault", "Home.md"), ("Projects/A.md", "/my vault", "Projects/A.md"),
    ("Projects/A.md", "/my vault/Projects", "A.md"), ("Projects/Sub/A.md", "/my vault/Projects", "Sub/A.md"),
    ("Home.md", "/my vault/Projects/Sub", "../../Home.md"),
    ("Projects/A.md", "/my vault/Projects/Sub", "../A.md"), ("Areas/A.md", "/my vault/Projects", "../Areas/A.md"),
    // A folder of that name's beginning, and a note that has the name of a folder.
    ("Projects 2/A.md", "/my vault/Projects", "../Projects 2/A.md"), ("Projects", "/my vault/Projects", "../Projects"),
    ("Home.md", "/my vault 2", "/my vault/Home.md"), ("Home.md", "/", "/my vault/Home.md"),
    ("Home.md", "/my", "/my vault/Home.md"),
    // Options to other programs, were it not for what stands before.
    ("-x.md", "/my vault", "./-x.md"), ("Projects/-x.md", "/my vault/Projects", "./-x.md"),
    ("-x.md", "/my vault/Projects", "../-x.md"), ("a/-x.md", "/my vault", "a/-x.md"),
  ])
  func leadsFromTheWorkingFolder(_ path: String, _ folder: String, _ expected: String) {
    #expect(given(NotePath(path), from: folder) == Array(expected.utf8))
    #expect(given(NotePath(path), from: folder, isAbsolute: true) == Array("/my vault/\(path)".utf8))
    #expect(given(NotePath(path), from: nil) == Array("/my vault/\(path)".utf8))
  }

  /// A mark behind `/` is one character with it to Swift, and two names to the system.
  @Test func isBytes() {
    let path = NotePath(bytes: Array("a/".utf8) + [0xFF, 0x2F] + Array("\u{301}b.md".utf8))
    #expect(given(path, from: "/my vault/a") == [0xFF, 0x2F] + Array("\u{301}b.md".utf8))
    #expect(given(path, from: "/my vault/\u{301}a") == Array("../a/".utf8) + [0xFF, 0x2F] + Array("\u{301}b.md".utf8))
    #expect(given(NotePath("é.md"), from: "/my vault/e\u{301}") == Array("../é.md".utf8))
  }

  @Test func theDiskMayBeTheVault() {
    let base = PathBase(root: "/", workingFolder: "/home/x", host: "")
    #expect(base.given(NotePath("home/a.md")).text == "../a.md")
    #expect(base.absolute(NotePath("home/a.md")).text == "/home/a.md")
    #expect(base.address(of: NotePath("home/a.md")) == "file:///home/a.md")
  }

  @Test func addressesNameTheMachineAndAreEncoded() {
    let base = PathBase(root: "/my notes", workingFolder: nil, host: "box.local")
    #expect(
      base.address(of: NotePath("Über #1 50%?.md"))
        == "file://box.local/my%20notes/%C3%9Cber%20%231%2050%25%3F.md")
  }
}
