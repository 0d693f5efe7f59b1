import Crypto
import VaultCore

/// The lines of notes that findings stand on. What is made of a line is made once, however many findings stand on it.
final class FindingLines {
  struct Place: Hashable {
    var path: NotePath
    var line: Int
  }

  private var lines: [Place: [UInt8]] = [:]
  private var digests: [Place: [UInt8]] = [:]
  private var silenced: [Place: SilencedCodes] = [:]
  /// How many scalars stand before a column of the line that was asked about last.
  private var counted: (place: Place, column: Int, scalars: Int)?

  /// Reads the notes, and the configuration, on all cores.
  init(_ reader: VaultReader, of findings: [Finding]) throws {
    var wanted: [NotePath: Set<Int>] = [:]
    for place in findings.compactMap(Self.place) { wanted[place.path, default: []].insert(place.line) }
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

  /// Nil for what is about no line.
  private static func place(of finding: Finding) -> Place? {
    guard let path = finding.path, finding.diagnostic.place != nil else { return nil }
    return Place(path: path, line: finding.diagnostic.location.line)
  }

  /// Returns true when the finding's line wants nobody to be told of it.
  func silences(_ finding: Finding) -> Bool {
    guard let place = Self.place(of: finding), let line = lines[place] else { return false }
    let codes = silenced[place] ?? SilencedCodes(line: line)
    silenced[place] = codes
    return codes.hold(finding.diagnostic.code)
  }

  /// What the text of its line is told by, blanks around it left out. Empty for what is about no line.
  func digest(of finding: Finding) -> [UInt8] {
    guard let place = Self.place(of: finding), let line = lines[place] else { return [] }
    if let known = digests[place] { return known }
    let digest = Array(SHA256.hash(data: Array(line.trimming { $0.isASCIIWhitespace })))
    digests[place] = digest
    return digest
  }

  /// The finding's column in Unicode scalars; its own counts bytes. Quick for findings in their order.
  func scalarColumn(of finding: Finding) -> Int {
    guard let place = Self.place(of: finding), let line = lines[place] else { return 1 }
    let column = min(max(finding.diagnostic.location.column, 1), line.count + 1)
    var (start, scalars) = (1, 0)
    if let counted, counted.place == place, counted.column <= column {
      (start, scalars) = (counted.column, counted.scalars)
    }
    scalars += String(decoding: line[(start - 1)..<(column - 1)], as: UTF8.self).unicodeScalars.count
    counted = (place, column, scalars)
    return scalars + 1
  }
}
