/// What the generated notes are made of, taken from the inputs.
package struct Paragraphs: Sendable {
  /// Distinct, in the order of the inputs.
  let blocks: [TextBlock]
  /// Those of `blocks` that are running text.
  let prose: [TextBlock]
  /// Heading texts without their marks.
  let headings: [[UInt8]]
  /// Lower-case ASCII words of 4 to 9 letters, the most frequent first.
  let words: [[UInt8]]
  /// Runs of 3 to 9 plain words: what tasks say.
  let snatches: [[UInt8]]
  /// Words that no input contains, not even within another word.
  let plantedWords: [String]

  package enum Failure: Error, CustomStringConvertible {
    case tooLittleText(blocks: Int, words: Int)

    package var description: String {
      switch self {
      case .tooLittleText(let blocks, let words):
        "the input notes hold \(blocks) usable paragraphs and \(words) words, which is too little to generate a vault "
          + "from: name a folder of notes with --input"
      }
    }
  }

  package init(_ inputs: InputNotes) throws {
    var seen: Set<[UInt8]> = []
    var blocks: [TextBlock] = []
    var headings: [[UInt8]] = []
    var snatches: [[UInt8]] = []
    var counts: [[UInt8]: Int] = [:]
    var candidates = Self.candidates
    for note in inputs.notes {
      guard String(validating: note.bytes, as: UTF8.self) != nil else { continue }
      let lower = note.bytes.map(\.asciiLowercased)
      candidates.removeAll { lower.firstPosition(of: $0) != nil }
      for bytes in BlockSplitter.blocks(of: note.bytes) where seen.insert(bytes).inserted {
        if BlockSplitter.isHeading(bytes[...]) {
          let text = bytes.drop { $0 == UInt8(ascii: "#") || $0 == Byte.blank }
          if Self.isPlain(text), text.count <= 60 { headings.append(Array(text)) }
        } else if bytes.count >= 20, let block = TextBlock(bytes) {
          blocks.append(block)
          guard block.isProse else { continue }
          Self.count(wordsOf: bytes, into: &counts)
          if let snatch = Self.snatch(bytes) { snatches.append(snatch) }
        }
      }
    }
    let common = counts.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
    }
    self.blocks = blocks
    self.prose = blocks.filter(\.isProse)
    self.headings = headings.isEmpty ? [Array("Notes".utf8)] : headings
    self.words = common.prefix(6_000).map(\.key)
    self.snatches = snatches.isEmpty ? [Array("look at this again".utf8)] : snatches
    self.plantedWords = candidates
    guard prose.count >= 20, words.count >= 100, candidates.count >= 4 else {
      throw Failure.tooLittleText(blocks: prose.count, words: words.count)
    }
  }

  private static let candidates = [
    "heliograph", "tamarind", "gossamer", "astrolabe", "ossuary", "madrigal", "quincunx", "sextant", "pomander",
    "zeppelin", "marzipan", "barnacle",
  ]

  /// YAML would not read these as text.
  private static let reserved: Set<[UInt8]> = Set(["true", "false", "null"].map { Array($0.utf8) })

  private static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.blank }
  }

  private static func count(wordsOf bytes: [UInt8], into counts: inout [[UInt8]: Int]) {
    for word in bytes.split(whereSeparator: { $0 == Byte.blank || $0 == Byte.newline }) {
      guard (4...9).contains(word.count), word.allSatisfy(\.isLowercaseLetter) else { continue }
      let key = Array(word)
      if !reserved.contains(key) { counts[key, default: 0] += 1 }
    }
  }

  /// The first words of a paragraph, as far as they are plain.
  private static func snatch(_ bytes: [UInt8]) -> [UInt8]? {
    let words = bytes.split(separator: Byte.blank).prefix(9).prefix { $0.allSatisfy(\.isLetter) }
    return words.count >= 3 ? Array(words.joined(separator: [Byte.blank])) : nil
  }
}
