/// A tag as a query names it: `work`, or `work/*` for those below it only.
struct TagPattern: Hashable {
  /// Without `#` and closing `/`.
  var name: String
  var childrenOnly: Bool
}

extension TagPattern {
  /// What follows `tag:`, a `#` before it allowed; nil when it holds what no tag can. `ofWords`: blanks may part words.
  init?(_ text: String, ofWords: Bool = false) {
    var scalars = Substring(text).unicodeScalars
    if scalars.first == "#" { scalars.removeFirst() }
    let childrenOnly = scalars.count > 2 && scalars.suffix(2).elementsEqual("/*".unicodeScalars)
    if childrenOnly { scalars.removeLast(2) }
    while scalars.last == "/" { scalars.removeLast() }
    let name = String(scalars)
    guard ofWords ? TagGrammar.holdsOnlyTagWords(name) : TagGrammar.holdsOnlyTagCharacters(name) else { return nil }
    self.init(name: name, childrenOnly: childrenOnly)
  }

  /// A term `#work`; nil for `#123`, `#` and text that only begins like a tag.
  init?(written text: String) {
    guard text.utf8.first == UInt8(ascii: "#"), let tag = TagPattern(text) else { return nil }
    guard tag.childrenOnly || tag.name.unicodeScalars.contains(where: { !("0"..."9").contains($0) }) else { return nil }
    self = tag
  }

  /// What a query writes behind `tag:`.
  var text: String { childrenOnly ? name + "/*" : name }
}
