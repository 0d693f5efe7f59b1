/// An object's text, of which members get other values while every other byte stays: numbers of more digits than any program keeps,
/// letters written as escapes, the layout.
package struct JSONObjectText {
  package private(set) var bytes: [UInt8]

  private struct Member {
    var name: String
    /// The name with its quotation marks begins here.
    var start: Int
    var value: Range<Int>
  }

  /// Throws for what is no JSON. Nil for what is no object.
  package init?(_ bytes: [UInt8]) throws(JSONError) {
    guard case .object = try JSONReader.read(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Puts the value in place of that of the last member of the name, which is the one that counts, or behind all others.
  package mutating func set(_ name: String, _ value: JSONValue) {
    let (members, opening) = members()
    if let member = members.last(where: { $0.name == name }) {
      bytes.replaceSubrange(member.value, with: value.bytes)
      return
    }
    let text = JSONValue.text(name).bytes + [UInt8(ascii: ":")] + value.bytes
    guard let last = members.last else {
      bytes.insert(contentsOf: text, at: opening + 1)
      return
    }
    // Laid out as the one before it.
    let before = bytes[..<last.start].reversed().prefix { $0.isSpaceOrLineBreak }.reversed()
    bytes.insert(contentsOf: [UInt8(ascii: ",")] + before + text, at: last.value.upperBound)
  }

  /// With where the object opens. The text has been read, so that each place is followed by what has to follow.
  private func members() -> ([Member], opening: Int) {
    let opening = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
    var (members, i): ([Member], Int) = ([], opening + 1)
    while let start = bytes[i...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "}") }),
      bytes[start] == UInt8(ascii: "\"")
    {
      let name = end(ofValueAt: start)
      let colon = bytes[name...].firstIndex(of: UInt8(ascii: ":")) ?? name
      let value = bytes[(colon + 1)...].firstIndex { !$0.isSpaceOrLineBreak } ?? colon
      i = end(ofValueAt: value)
      // The whole has been read already, so this cannot fail.
      let text = (try? JSONReader.read(Array(bytes[start..<name])))?.text ?? ""
      members.append(Member(name: text, start: start, value: value..<i))
    }
    return (members, opening)
  }

  private func end(ofValueAt start: Int) -> Int {
    var (depth, i) = (0, start)
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "\""):
        i += 1
        while bytes[i] != UInt8(ascii: "\"") { i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case _ where depth > 0: break
      default:
        // A number or word goes to what cannot be of it.
        while i + 1 < bytes.count, !bytes[i + 1].isSpaceOrLineBreak, !",]}".utf8.contains(bytes[i + 1]) { i += 1 }
      }
      i += 1
      if depth == 0 { return i }
    }
    return i
  }
}
