import Foundation

/// Vaults that are odd in one way, at two sizes: what takes twice as much may take twice as long, and not four times.
struct ExtremeRows {
  let session: Session

  private struct Kind: Sendable {
    var name: String
    /// The larger of the two; the other is half of it.
    var size: Int
    /// Writes it into a folder.
    var write: @Sendable (String, Int) throws -> Void
  }

  private static let kinds = [
    Kind(name: "a note of 10 MB", size: 10_000_000) { root, size in
      let line = "Some words of a line, a [[link]] and **more** of it, number "
      var text = ""
      text.reserveCapacity(size + 100)
      var number = 0
      while text.utf8.count < size {
        text += number % 40 == 0 ? "\n## Heading \(number)\n\n" : line + "\(number)\n"
        number += 1
      }
      try write(text, root, "large.md")
    },
    Kind(name: "a note with 50,000 tasks", size: 50_000) { root, count in
      try write((0..<count).map { "- [ ] task \($0) 📅 2026-03-\(10 + $0 % 20)\n" }.joined(), root, "tasks.md")
    },
    Kind(name: "a note with 50,000 links", size: 50_000) { root, count in
      try write((0..<count).map { "[[Note \($0)]] and [text](other/\($0).md)\n" }.joined(), root, "links.md")
    },
    Kind(name: "one line of 5 MB", size: 5_000_000) { root, size in
      try write(String(repeating: "word [x](y) *z* `c` ", count: size / 20), root, "line.md")
    },
    Kind(name: "50,000 tasks below each other's", size: 50_000) { root, count in
      try write(
        (0..<count).map { String(repeating: "  ", count: $0 % 60) + "- [ ] t\($0)\n" }.joined(), root, "nested.md")
    },
    Kind(name: "a folder of 100,000 notes", size: 100_000) { root, count in
      for number in 0..<count { try write("note \(number)\n", root, "\(number).md") }
    },
    Kind(name: "folders 200 deep", size: 200) { root, depth in
      var path = root
      for number in 0..<depth {
        path += "/d\(number)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for note in 0..<20 { try write("note\n", path, "\(note).md") }
      }
    },
  ]

  private static func write(_ text: String, _ root: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: root + "/" + name))
  }

  func rows() -> [Row] { Self.kinds.flatMap(rows) }

  private func rows(_ kind: Kind) -> [Row] {
    let commands = [
      ("index --rebuild", ["index", "--rebuild"]),
      ("search", ["search", "note OR word OR task", "--format", "{path}"]),
      ("tasks --count", ["tasks", "--count"]),
    ]
    let (large, small) = (session.folder + "/extreme-2", session.folder + "/extreme-1")
    defer {
      // What is left in the working folder is removed with it.
      for root in [large, small] { do { try FileManager.default.removeItem(atPath: root) } catch {} }
    }
    do {
      for (root, size) in [(large, kind.size), (small, kind.size / 2)] {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try kind.write(root, size)
      }
      Thread.sleep(forTimeInterval: 2.2)
    } catch {
      return [Row(what: kind.name, vault: nil, failure: "\(error)")]
    }
    return commands.map { name, words in
      let what = "\(kind.name): \(name)"
      return .measured(what) {
        let pair = [large, small].map { root in
          [options.vault] + words.prefix(1) + ["-C", root] + words.dropFirst()
        }
        for command in pair { _ = try session.answer(command, orNothing: 1) }
        let times = try session.times(pair.map { Timed($0) }, slow: name == "index --rebuild", orNothing: true)
        return Row(
          what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "half of it", goal: .ratio(2.6))
      }
    }
  }

  private var options: Options { session.options }
}
