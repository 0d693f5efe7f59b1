import Foundation
import Testing
import VaultTestSupport

@testable import VaultTUI

/// What the screen shows after some keys: a script beside its frames, in `Frames/`. Lines that begin with `$` are keys
/// (`"…"` is typed) or one of `click TEXT`, `pause` and `size COLUMNS ROWS`; the frame follows. `VAULT_RECORD=1` writes them
/// anew.
@Suite(.serialized) struct FrameTests {
  private static let folder = RepositoryPlaces.root + "/Tests/VaultTUITests/Frames/"
  private static let scripts =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".frames") }.sorted()

  @Test func thereAreScripts() { #expect(Self.scripts.count >= 8) }

  @Test(arguments: scripts) func framesAreAsRecorded(_ name: String) throws {
    let path = Self.folder + name
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var size = GridSize(columns: 80, rows: 24)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var out: [String] = []
    var ui: UIUnderTest?
    while let line = lines.popFirst() {
      if line.hasPrefix("#") {
        out.append(String(line))
      } else if line.hasPrefix("$ ") {
        out.append(String(line))
        let words = line.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
        switch words[0] {
        case "start":
          let parts = words[1].split(separator: " ").map(String.init)
          size = GridSize(columns: Int(parts[0]) ?? 80, rows: Int(parts[1]) ?? 24)
          ui = try UIUnderTest(
            size: size, at: parts.dropFirst(2).first ?? "vault://", unicode: !parts.contains("ascii"))
        case "click": try ui?.click(words[1])
        case "pause": ui?.pause()
        case "size":
          let parts = words[1].split(separator: " ").compactMap { Int($0) }
          ui?.send(.resized(GridSize(columns: parts[0], rows: parts[1])))
        default: ui?.press(String(line.dropFirst(2)))
        }
        // A frame follows the last of several lines.
        guard lines.first?.hasPrefix("$ ") != true else { continue }
        out.append(ui?.screen ?? "")
        out.append("")
      }
    }
    let made = out.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["VAULT_RECORD"] != nil {
      try made.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(made == text)
    }
  }
}
