import VaultCore
import VaultInterface
import VaultStore

/// What people are shown of the file that a link leads to: a note, or a section or block of it; how large a picture is.
struct NoteExcerpt {
  private let request: LanguageRequest
  private let reader: VaultReader?
  private let takesMarkdown: Bool

  /// How much of a note is shown, in characters.
  private static let longest = 2_000

  init(_ request: LanguageRequest, _ reader: VaultReader?, takesMarkdown: Bool) {
    (self.request, self.reader, self.takesMarkdown) = (request, reader, takesMarkdown)
  }

  func text(of path: NotePath, _ anchor: LinkTarget.Anchor) throws -> String {
    guard path.isNote else { return try file(path) }
    guard let bytes = try path == request.path ? request.text.bytes : reader?.bytes(ofNoteAt: path) else {
      return path.text
    }
    let note = NoteParser(options: request.workspace.parsing).structure(of: bytes, path: path)
    let excerpt = Self.shortened(bytes, Self.range(of: anchor, in: note, bytes))
    return [Self.strong(note.title, takesMarkdown) + " — " + path.text, takesMarkdown ? "---" : "", excerpt]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  static func strong(_ text: String, _ takesMarkdown: Bool) -> String { takesMarkdown ? "**\(text)**" : text }

  private static func range(of anchor: LinkTarget.Anchor, in note: Note, _ bytes: [UInt8]) -> SourceRange {
    guard let line = note.line(of: anchor) else { return note.bodyRange }
    let outline = bytes.withUnsafeBufferPointer { NoteOutline($0) }
    let found =
      if case .block = anchor { outline.range(ofBlockAtLine: line, in: bytes) } else {
        outline.range(ofSectionAtLine: line)
      }
    return found ?? PositionCoder(bytes, .utf8).content(ofLine: line - 1, in: bytes)
  }

  /// The beginning of a part of a text.
  static func shortened(_ bytes: [UInt8], _ range: SourceRange) -> String {
    // By bytes first: characters of a long text take long to count.
    let text = String(decoding: bytes[range].prefix(4 * longest), as: UTF8.self)
    let shown = text.prefix(longest)
    return shown.count < text.count || range.count > 4 * longest ? shown + "…" : String(shown)
  }

  private func file(_ path: NotePath) throws -> String {
    do {
      guard let (size, bytes) = try reader?.beginning(ofFileAt: path, most: ImageSize.headerLength) else {
        return path.text
      }
      let pixels = ImageSize(bytes).map { "\($0.width) × \($0.height) pixels, " } ?? ""
      return "\(path.text)\n\n\(pixels)\(ByteCount.text(size))"
    } catch let error as FileReadError {
      return "\(path.text)\n\n\(Message(error).text)"
    }
  }
}
