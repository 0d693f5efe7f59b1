import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultListingSupport
import VaultStore
import VaultTestSupport

@Suite struct FindingFormatsTests {
  private func report(_ notes: [String: String], prefix: String = "") throws -> CheckReport {
    let fixture = try ListingFixture(notes)
    var report = try withExtendedLifetime(fixture) { try $0.vault.read { try $0.check() } }
    report.prefix = prefix
    return report
  }

  private func value(_ log: SARIFLog) throws -> JSONValue { try JSONReader.read(log.text) }

  @Test func sarif() throws {
    let report = try report(
      ["Ünder, 100%/a:b.md": "äé [[gone]]\n\n[[Gone too]] [t](x.png)\n", "b.md": "---\ntags: a b\n---\n"],
      prefix: "notes/")
    let run = try #require(try value(SARIFLog(report, hasBaseline: false))["runs"]?.list?.first)
    let results = try #require(run["results"]?.list)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.list)
    #expect(results.count == report.items.count && rules.map { $0["id"]?.text } == ["link-dangling", "tags-text"])
    for result in results {
      guard case .number(let index)? = result["ruleIndex"] else {
        Issue.record("a result without rule")
        return
      }
      #expect(rules[Int(index) ?? 0]["id"] == result["ruleId"])
      #expect(result["baselineState"] == nil)
    }
    let place = try #require(results.first?["locations"]?.list?.first?["physicalLocation"])
    #expect(place["artifactLocation"]?["uri"]?.text == "notes/%C3%9Cnder%2C%20100%25/a%3Ab.md")
    // In Unicode scalars, where the finding counts bytes.
    #expect(place["region"]?["startColumn"] == .number("4"))
    #expect(results.map { $0["level"]?.text } == ["error", "error", "error", "warning"])
  }

  @Test func sarifBesideABaseline() throws {
    let report = try report(["a.md": "[[gone]]\n"])
    var known = report
    known.items[0].isKnown = true
    #expect(
      try value(SARIFLog(known, hasBaseline: true))["runs"]?.list?[0]["results"]?.list?[0]["baselineState"]?.text
        == "unchanged")
    #expect(
      try value(SARIFLog(report, hasBaseline: true))["runs"]?.list?[0]["results"]?.list?[0]["baselineState"]?.text
        == "new")
  }

  /// What GitHub's runner makes of a line, written anew from its documentation.
  private struct Annotation: Equatable {
    var command: Substring
    var properties: [String: String]
    var message: String

    init?(_ line: String) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound].split(separator: " ", maxSplits: 1)
      command = head[0]
      properties = [:]
      for pair in head[1].split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        properties[String(parts[0])] = Self.decoded(parts[1])
      }
      message = Self.decoded(line[end.upperBound...])
    }

    private static func decoded(_ text: Substring) -> String {
      var text = String(text)
      for (escape, sign) in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")] {
        text = text.replacing(escape, with: sign)
      }
      return text
    }
  }

  @Test func annotationsAreReadBackExactly() throws {
    let path = "a, b: 100%0A\nc.md"
    let report = try report([path: "é [[gone, 5%: x]]\n"], prefix: "x:y/")
    let lines = WorkflowCommands.lines(report)
    #expect(lines.count == 1 && !lines[0].contains("\n"))
    let annotation = try #require(Annotation(lines[0]))
    #expect(annotation.command == "error")
    #expect(annotation.properties == ["file": "x:y/" + path, "line": "1", "col": "3", "title": "link-dangling"])
    #expect(annotation.message == report.new[0].diagnostic.message)
  }

  @Test func theGravestTenOfALevel() throws {
    var notes = ["b.md": "---\ntags: a b\n---\n"]
    for number in 10..<25 { notes["a\(number).md"] = "[[gone]]\n" }
    let lines = WorkflowCommands.lines(try report(notes))
    #expect(lines.count == 12)
    #expect(lines[9].hasPrefix("::error ") && lines[10].hasPrefix("::warning file=b.md"))
    #expect(lines[11] == "5 more findings are not shown here")
  }
}
