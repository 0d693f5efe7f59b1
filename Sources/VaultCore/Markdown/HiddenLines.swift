/// The lines of a note that nobody sees who looks at it as it is drawn: those in comments, `%%` and `<!-- -->`.
package enum HiddenLines {
  /// Numbers in the file, from 1, in order. A line counts of which a part is in a comment; what looks like a comment in code
  /// is none.
  package static func numbers(in lines: [BodyLine], of bytes: [UInt8]) -> [Int] {
    var numbers: [Int] = []
    var isInHTML = false
    for line in lines {
      if case .code = line.kind, !isInHTML { continue }
      let text = bytes[line.range.clamped(to: 0..<bytes.count)]
      let begins = text.firstRange(ofBytes: "<!--")
      let isHidden = isInHTML || begins != nil || line.kind == .comment || text.firstRange(ofBytes: "%%") != nil
      if isHidden { numbers.append(line.number) }
      let rest = isInHTML ? text : begins.map { text[($0 + 4)...] } ?? []
      if isInHTML || begins != nil { isInHTML = rest.firstRange(ofBytes: "-->") == nil }
    }
    return numbers
  }
}

extension ArraySlice<UInt8> {
  /// Where the bytes of a text begin; nil where they do not stand in it.
  fileprivate func firstRange(ofBytes text: StaticString) -> Int? {
    let count = text.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: count)
    guard self.count >= count else { return nil }
    return (startIndex...(endIndex - count)).first {
      self[$0] == wanted[0] && self[$0..<$0 + count].elementsEqual(wanted)
    }
  }
}
