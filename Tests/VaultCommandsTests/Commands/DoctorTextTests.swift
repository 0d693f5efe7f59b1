import Testing
import VaultCore
import VaultListingSupport
import VaultStore
import VaultTestSupport

@testable import VaultCommands

struct DoctorTextTests {
  private func text(width: Int?) throws -> String {
    let fixture = try ListingFixture(["a.md": "---\ntags: [two words]\n---\n", "b.md": "[[nowhere at all]]\n"])
    try fixture.folder.makeFIFO("fifo.md")
    return try fixture.printed(ListingFixture.context(width: width)) {
      let report = try fixture.vault.read { try $0.findings() }
      try DoctorText(report: report, index: fixture.vault.indexHealth(), perGroup: 5).print(to: $0)
    }
  }

  /// The fixture sees that no line is too wide.
  @Test(arguments: [30, 50, 80, 120])
  func messagesAreWrappedAndNotCut(_ width: Int) throws {
    let whole = try text(width: nil).split(whereSeparator: \.isWhitespace)
    let wrapped = try text(width: width).split(whereSeparator: \.isWhitespace)
    #expect(Array(whole.suffix(30)) == Array(wrapped.suffix(30)))
    #expect(wrapped.contains("a.md:2:8"))
  }

  @Test func aWholeFileHasNoLine() throws {
    let lines = try text(width: nil).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  fifo.md  ") })
    #expect(lines.contains { $0.hasPrefix("  b.md:1:1  ") })
  }
}
