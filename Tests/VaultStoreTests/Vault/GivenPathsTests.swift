import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// What paths that are given on a command line name.
@Suite struct GivenPathsTests {
  @Test(arguments: [
    ("A.md", "/v/Projects", "Projects/A.md"), ("./A.md", "/v/Projects", "Projects/A.md"),
    ("../A.md", "/v/Projects", "A.md"), ("../../A.md", "/v/Projects", nil), ("..", "/v/Projects", ""),
    ("/v/A.md", "/v/Projects", "A.md"), ("/v/Projects/../A.md", "/", "A.md"), ("/v/../w/A.md", "/v", nil),
    ("/v2/A.md", "/v", nil), ("v/A.md", "/", "A.md"), ("A.md", "/w", nil), ("../v/x/A.md", "/w", "x/A.md"),
    ("A.md", nil, "A.md"), ("../A.md", nil, nil), ("x//A.md", "/v", "x/A.md"), ("-x.md", "/v/a", "a/-x.md"),
    // A mark behind `/` is one character with it to Swift.
    ("/v/\u{301}a.md", "/", "\u{301}a.md"), ("\u{301}a.md", "/v/b", "b/\u{301}a.md"),
  ])
  func isFromTheWorkingFolder(_ given: String, _ folder: String?, _ expected: String?) {
    #expect(GivenPaths(root: "/v", workingFolder: folder).path(given)?.text == expected)
  }

  private func path(_ name: String, from folder: String?, in root: String, noIndex: Bool) throws -> String {
    var environment = VaultEnvironment.fixed(CivilDate(dayNumber: 20_000))
    environment.workingFolder = folder
    let vault = try Vault(
      location: VaultLocation(root: root, marker: .vault), environment: environment,
      options: Vault.Options(noIndex: noIndex))
    return try vault.read { try $0.resolve(name) }.text
  }

  @Test(arguments: [true, false])
  func notesAreNamedByPaths(_ noIndex: Bool) throws {
    try TemporaryFolder.with { folder in
      for path in ["v/A.md", "v/P/A.md", "v/P/Ü.md", "v/-x.md"] { try folder.write("text\n", to: path) }
      let root = folder.path + "/v"
      func check(_ name: String, _ place: String?, _ expected: String) throws {
        let found = try path(name, from: place.map { folder.path + $0 }, in: root, noIndex: noIndex)
        #expect(found == expected, "\(name) from \(place ?? "nowhere")")
      }
      // Where both are notes, the one from the working folder.
      try check("A.md", "/v/P", "P/A.md")
      try check("P/A.md", "/v/P", "P/A.md")
      try check("../A", "/v/P", "A.md")
      try check("A.md", "/v", "A.md")
      try check("v/P/A", "", "P/A.md")
      try check(root + "/P/../A.md", "", "A.md")
      try check("./-x.md", "/v", "-x.md")
      try check("../v/p/a.MD", "/v", "P/A.md")
      try check("vault://note/P/A.md", "/v", "P/A.md")
      try check("vault://note/P/%C3%9C.md?line=1", "/v", "P/Ü.md")
      #expect(throws: AddressNameError.self) { try check("vault://tasks", "/v", "") }
      #expect(throws: AddressNameError.self) { try check("vault://note/../A.md", "/v/P", "") }
      #expect(throws: NoteNameError.self) { try check("vault://note/Nowhere.md", "/v", "") }
      #expect(throws: NoteNameError.self) { try check("../../A.md", "/v/P", "") }
    }
  }

  @Test func absolutePathsMayLeadThroughALink() throws {
    try TemporaryFolder.with { folder in
      try folder.write("text\n", to: "v/P/A.md")
      try #require(symlink(folder.path + "/v/P", folder.path + "/link") == 0)
      let found = try path(folder.path + "/link/A.md", from: folder.path, in: folder.path + "/v", noIndex: true)
      #expect(found == "P/A.md")
    }
  }
}
