/// A code block with the language `tasks`.
package struct PluginQueryBlock: Hashable, Sendable {
  /// The opening fence's line in the file, from 1.
  package var line: Int
  /// What stands between the fences, without the markers of quotes and lists around them.
  package var text: String

  /// Those of a note, in quotes, callouts and lists too. `bytes` is what the document was read from.
  package static func all(
    in document: MarkdownDocument, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [PluginQueryBlock] {
    var blocks: [PluginQueryBlock] = []
    var index = 0
    while index < document.lines.count {
      let opening = document.lines[index]
      guard opening.kind == .code, document.codeLanguages[opening.detail] == "tasks" else {
        index += 1
        continue
      }
      let line = index + 1 + document.lineOffset
      var texts: [String] = []
      index += 1
      while index < document.lines.count, document.lines[index].kind == .code,
        document.lines[index].detail == opening.detail
      {
        texts.append(bytes.text(document.lines[index].content))
        index += 1
      }
      // The closing fence is a line of the block without text.
      if texts.last == "" { texts.removeLast() }
      blocks.append(PluginQueryBlock(line: line, text: texts.joined(separator: "\n")))
    }
    return blocks
  }
}
