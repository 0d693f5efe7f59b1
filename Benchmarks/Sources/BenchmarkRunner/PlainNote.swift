/// What is beyond doubt in a note.
struct PlainNote {
  /// Lines at the left edge that are open tasks by everybody's rules, up to the first sign of anything that may hide
  /// some: code, comments, HTML, formulas.
  let openTasks: Int
  private let bytes: [UInt8]
  /// nil where it is not plain where the text begins: the front matter has no end.
  private let body: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    body = NoteWords.bodyStart(bytes)
    let text = bytes[(body ?? bytes.count)...]
    let end = text.indices.first { at in Self.signs.contains { bytes[at] == $0[0] && text[at...].starts(with: $0) } }
    openTasks = text[..<(end ?? text.endIndex)].split(separator: UInt8(ascii: "\n")).count { line in
      line.starts(with: "- [ ] ".utf8) && line.dropFirst(6).first.map(Self.isLetter) == true
    }
  }

  /// The note with another paragraph before all others; nil where it is not plain where those begin.
  func adding(paragraph: String) -> [UInt8]? {
    body.map { bytes[..<$0] + Array("\n\n\(paragraph)\n\n".utf8) + bytes[$0...] }
  }

  private static let signs = ["```", "~~~", "%%", "$$", "<"].map { Array($0.utf8) }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
