import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Links to headings and blocks that are not there.
@Suite struct MissingAnchorsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      ---
      up: "[[b#Nowhere]]"
      ---
      # Own
      [[b#Heading]] [[b#Nowhere]] [[b#^block]] ![[b#^nope]] [[#Own]] [[#Elsewhere]] [[gone#Heading]]
      [t](b.md#heading) [t](b.md#no-heading) [t](#own) ![[p.pdf#page=3]] <https://a.b/#c> [[B name#Heading#Below]]
      """, to: "a.md")
    try folder.write("---\naliases: B name\n---\n# Heading\ntext ^block\n## Below\n", to: "b.md")
    try folder.write("", to: "p.pdf")
  }

  @Test(arguments: [false, true]) func areFound(_ noIndex: Bool) throws {
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    let found = try vault.read { try $0.danglingLinks() }
    #expect(
      found.map {
        "\($0.link.location.line) \($0.link.target) \($0.missing?.rawValue ?? "-") \($0.resolved?.text ?? "-")"
      } == [
        "2 b#Nowhere anchor b.md", "5 b#Nowhere anchor b.md", "5 b#^nope block b.md", "5 #Elsewhere anchor a.md",
        "5 gone#Heading file -", "6 b.md#no-heading anchor b.md",
      ])
    #expect(try vault.read { try $0.links(of: "a") }.filter(\.isDangling) == found)
    #expect(try vault.read { try $0.links(of: "a") }.count == 14)
  }

  @Test(arguments: [false, true]) func areFindings(_ noIndex: Bool) throws {
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    let findings = try vault.read { try $0.findings() }.findings.filter {
      $0.diagnostic.code.rawValue.hasPrefix("link-")
    }
    #expect(findings.allSatisfy { $0.diagnostic.severity == .error })
    #expect(
      findings.map { "\($0.diagnostic.location.line):\($0.diagnostic.location.column) \($0.diagnostic.code.rawValue)" }
        == [
          "2:6 link-anchor", "5:15 link-anchor", "5:42 link-block", "5:64 link-anchor", "5:79 link-dangling",
          "6:19 link-anchor",
        ])
    #expect(
      findings.first { $0.diagnostic.code == "link-block" }?.diagnostic.message.contains(
        "\"b#^nope\" names a block that \"b.md\" does not have") == true)
  }

  @Test(arguments: [false, true]) func linksToANameThatNothingHas(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("[[Gone]] [[x/Gone]] [[Here]] ![[p.png]] [t](Gone.md)\n[[Gone too]]\n", to: "a.md")
    try folder.write("[[gone#part]] [[Here]]\n", to: "b.md")
    try folder.write("[[Here]]\n", to: "Here.md")
    try folder.write("", to: "img/p.png")
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    func links(_ name: String) throws -> [String] {
      try vault.read { try $0.links(to: name) }.map { "\($0.source) \($0.link.target)" }
    }
    #expect(try links("Gone") == ["a.md Gone", "a.md x/Gone", "a.md Gone.md", "b.md gone#part"])
    #expect(try links("x/gone.md") == ["a.md x/Gone"])
    #expect(try links("Here") == ["a.md Here", "b.md Here"])
    #expect(try links("p.png") == ["a.md p.png"])
    #expect(try links("img/p.png") == ["a.md p.png"])
    #expect(try links("nobody") == [])
  }
}
