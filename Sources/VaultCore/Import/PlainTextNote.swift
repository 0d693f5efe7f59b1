/// Notes from plain text files (`.txt`).
package enum PlainTextNote {
  /// The file's name without its extension is the title, its text the body as it is: line endings stay. A byte order mark
  /// goes, and UTF-16, which has to begin with one, becomes UTF-8. Text in any other coding is a diagnostic instead.
  package static func read(_ bytes: [UInt8], fileName: String) -> (note: ImportedNote?, diagnostics: [Diagnostic]) {
    do throws(UnreadableText) {
      return (ImportedNote(title: NotePath.stem(of: fileName), body: try text(bytes)), [])
    } catch {
      let message = "\(error.cause); save it as UTF-8, for example with iconv, and import it again"
      return (nil, [Diagnostic(.importFailed, .error, at: SourceLocation(line: 1, column: 1), message)])
    }
  }

  private static func text(_ bytes: [UInt8]) throws(UnreadableText) -> [UInt8] {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE) where bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0:
      throw UnreadableText(cause: "the text is UTF-32")
    case (0xFF, 0xFE): return try utf16(bytes.dropFirst(2), isBigEndian: false)
    case (0xFE, 0xFF): return try utf16(bytes.dropFirst(2), isBigEndian: true)
    default: break
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard String(validating: text, as: UTF8.self) != nil else { throw UnreadableText(cause: "the text is not UTF-8") }
    return text
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(UnreadableText) -> [UInt8] {
    guard bytes.count % 2 == 0 else {
      throw UnreadableText(cause: "the text is UTF-16, and its last character is cut off")
    }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { i in
      let (first, second) = (UInt16(bytes[i]), UInt16(bytes[i + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw UnreadableText(cause: "the text is UTF-16 with halves of characters in it")
    }
    return Array(text.utf8)
  }

  private struct UnreadableText: Error {
    let cause: String
  }
}
