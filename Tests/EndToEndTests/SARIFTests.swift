import Foundation
import Testing
import VaultTestSupport

/// `vault check --sarif`, read by other programs: sarif-tools, and sarif-pydantic, whose types are those of the standard.
@Suite("SARIF", .enabled(if: SARIFReader.isPresent || InstalledTool.areAllInstalled, "sarif-tools is not installed"))
struct SARIFTests {
  private func findings(_ sandbox: Sandbox) throws -> Int {
    let log = sandbox.vault + "/findings.sarif"
    _ = try sandbox.run("vault check --sarif findings.sarif --quiet --fail-on never")
    let listed = try sandbox.run("vault check --fail-on never --jsonl | wc -l").output
    let read = try SARIFReader.read(log)
    #expect(read.complaint == "")
    #expect(read.count == Int(String(decoding: listed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)))
    return read.count
  }

  @Test func isReadByOthers() throws {
    let sandbox = try Sandbox()
    #expect(try findings(sandbox) > 30)
  }

  @Test func oddNamesAndTexts() throws {
    let sandbox = try Sandbox()
    for (name, text) in [
      ("a, b: 100%.md", "[[gone]]"), ("new\nline.md", "[[gone]]"), ("\u{202E}\u{7}é.md", "[[go\u{202E}ne \"q\" \\ é]]"),
      ("#?&+ .md", "é 日本 [[gone]]"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.vault + "/" + name))
    }
    #expect(try findings(sandbox) > 34)
  }
}

private enum SARIFReader {
  private static let python = RepositoryPlaces.root + "/.build-browser/bin/python"
  private static let script = RepositoryPlaces.root + "/Tests/EndToEndTests/Peers/sarif_peers.py"

  static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: python) }

  /// How many findings others count, and what they have to say against the file.
  static func read(_ file: String) throws -> (count: Int, complaint: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script, file]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let count = Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    return (count ?? -1, String(decoding: complaint, as: UTF8.self))
  }
}
