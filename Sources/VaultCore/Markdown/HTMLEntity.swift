internal import CCMark

/// `&amp;`, `&#228;`, `&#xE4;`: a character written as an entity.
package enum HTMLEntity {
  /// What the entity at `start`, which holds its `&`, stands for, and where it ends; nil when it is none.
  package static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int
  ) -> (text: String, end: Int)? {
    var i = start + 1
    // The longest name has 31 letters.
    let reach = min(limit, start + 34)
    while i < reach, bytes[i] != 0x3B, bytes[i].isASCIILetterOrDigit || (bytes[i] == 0x23 && i == start + 1) { i += 1 }
    guard i < reach, bytes[i] == 0x3B, i > start + 1, let text = decoded(bytes[start...i]) else { return nil }
    return (text, i + 1)
  }

  /// Asks cmark, which has the table of names: a document of nothing but the entity.
  private static func decoded(_ entity: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    switch entity.count {
    case 5 where entity.elementsEqual("&amp;".utf8): return "&"
    case 4 where entity.elementsEqual("&lt;".utf8): return "<"
    case 4 where entity.elementsEqual("&gt;".utf8): return ">"
    default: break
    }
    // Whitespace at either end of a paragraph is dropped, so letters stand around it.
    let text = [0x78] + entity + [0x78]
    let parsed = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT) }
    }
    guard let document = parsed else { return nil }
    defer { cmark_node_free(document) }
    cmark_consolidate_text_nodes(document)
    guard let node = cmark_node_first_child(cmark_node_first_child(document)),
      let literal = cmark_node_get_literal(node)
    else { return nil }
    let shown = String(cString: literal)
    return shown.utf8.elementsEqual(text) ? nil : String(shown.dropFirst().dropLast())
  }
}
