import VaultCore

extension VaultReader {
  /// The query for notes that may have such a line. What stands in front matter it does not find.
  var silencingNotes: QueryTexts {
    get throws {
      texts(of: try QueryParser(context: vault.queryContext).parse("content:\"\(SilencedCodes.word)\""))
    }
  }

  /// The findings but for those that their line silences.
  func withoutSilenced(_ findings: [Finding]) throws -> [Finding] {
    let candidates = try Set(snapshot.heads(of: select(silencingNotes).notes).map(\.path))
    let wanted = findings.filter { finding in
      guard finding.diagnostic.place != nil, let path = finding.path else { return false }
      return candidates.contains(path) || finding.isOfFrontMatter
    }
    guard !wanted.isEmpty else { return findings }
    var silenced: Set<Finding> = []
    let lines = try FindingLines(self, of: wanted)
    for finding in wanted {
      if let line = lines.line(of: finding), SilencedCodes.holds(finding.diagnostic.code, line: line) {
        silenced.insert(finding)
      }
    }
    return silenced.isEmpty ? findings : findings.filter { !silenced.contains($0) }
  }
}

extension Finding {
  /// True where it may stand in front matter, going by its code.
  fileprivate var isOfFrontMatter: Bool {
    ["alias-", "date-", "front-matter-", "id-", "property-", "tags-"].contains {
      diagnostic.code.rawValue.hasPrefix($0)
    }
  }
}

/// The lines of notes that findings stand on.
struct FindingLines {
  private struct Place: Hashable {
    var path: NotePath
    var line: Int
  }

  private var lines: [Place: [UInt8]] = [:]

  /// Reads the notes, and the configuration, on all cores.
  init(_ reader: VaultReader, of findings: [Finding]) throws {
    var wanted: [NotePath: Set<Int>] = [:]
    for finding in findings {
      guard let path = finding.path, finding.diagnostic.place != nil else { continue }
      wanted[path, default: []].insert(finding.diagnostic.location.line)
    }
    let numbers = wanted
    let paths = wanted.keys.sorted()
    var next = 0
    try reader.pipeline.run(
      paths.map { NoteJob(path: $0) },
      transform: { note, _ -> [(Int, [UInt8])] in
        guard case .bytes(let bytes) = note.content, let wanted = numbers[note.job.path] else { return [] }
        return Self.lines(wanted, of: bytes)
      },
      take: { found in
        for (line, bytes) in found { lines[Place(path: paths[next], line: line)] = bytes }
        next += 1
      })
  }

  private static func lines(_ wanted: Set<Int>, of bytes: [UInt8]) -> [(Int, [UInt8])] {
    var found: [(Int, [UInt8])] = []
    var number = 1
    var start = 0
    while start < bytes.count, found.count < wanted.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if wanted.contains(number) { found.append((number, Array(bytes[start..<end]))) }
      number += 1
      start = end + 1
    }
    return found
  }

  /// Without the line's end. Nil for what is about no line.
  func line(of finding: Finding) -> [UInt8]? {
    guard let path = finding.path, finding.diagnostic.place != nil else { return nil }
    return lines[Place(path: path, line: finding.diagnostic.location.line)]
  }
}
