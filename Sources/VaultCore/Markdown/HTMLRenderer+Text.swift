internal import CCMark

extension HTMLWriter {
  func token(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> (number: Int, end: Int)? {
    guard start + 6 < text.count, text[start] == 0xEF, text[start + 1] == 0xB7, text[start + 2] == 0x90 else {
      return nil
    }
    var number = 0
    var i = start + 3
    while i < text.count, text[i] >= 0x30, text[i] <= 0x39 {
      number = number &* 10 &+ Int(text[i] - 0x30)
      i += 1
    }
    guard i + 2 < text.count, text[i] == 0xEF, tokens.indices.contains(number) else { return nil }
    return (number, i + 3)
  }

  /// Bytes of code, an address or a title with the source back in place of tokens.
  func source(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard text.contains(0xEF) else { return Array(text) }
    var result: [UInt8] = []
    var i = 0
    while i < text.count {
      if let found = token(in: text, at: i) {
        result.append(contentsOf: tokens[found.number].source)
        i = found.end
      } else {
        result.append(text[i])
        i += 1
      }
    }
    return result
  }

  /// What a node's text says, without markup.
  func plainText(_ root: OpaquePointer) -> String {
    guard let walk = cmark_iter_new(root) else { return "" }
    defer { cmark_iter_free(walk) }
    var result: [UInt8] = []
    while true {
      let event = cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { break }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT:
        let text = Self.literal(node)
        var i = 0
        while i < text.count {
          if let found = token(in: text, at: i) {
            if case .wikilink(_, let shown, _) = tokens[found.number].token {
              result.append(contentsOf: shown.utf8)
            } else {
              result.append(contentsOf: tokens[found.number].source)
            }
            i = found.end
          } else {
            result.append(text[i])
            i += 1
          }
        }
      case CMARK_NODE_CODE: result.append(contentsOf: source(of: Self.literal(node)))
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: result.append(0x20)
      default: break
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func isComment(_ html: UnsafeBufferPointer<UInt8>) -> Bool {
    html.drop { $0 == 0x20 }.starts(with: "<!--".utf8)
  }
}
