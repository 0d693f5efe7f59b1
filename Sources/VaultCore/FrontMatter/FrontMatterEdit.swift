/// A change made out as edits of a note's bytes, with what the front matter must be after them.
struct FrontMatterEdit {
  enum Expectation {
    /// The entry of that number as it was, but for its name where that is given.
    case kept(Int, renamed: String? = nil)
    case value(String, PropertyValue)
  }

  let layout: FrontMatterLayout
  let style: FrontMatterStyle
  private(set) var edits: [TextEdit] = []
  /// What the entries are afterwards.
  var expected: [Expectation]
  var removesBlock = false

  init(_ layout: FrontMatterLayout) {
    self.layout = layout
    style = FrontMatterStyle(layout)
    expected = layout.entries.indices.map { .kept($0) }
  }

  mutating func make(_ change: FrontMatterChange, removingEmptyBlock: Bool) throws(FrontMatterEditError) {
    let index = try layout.index(of: change.key)
    switch change {
    case .set(let key, let value):
      if let index {
        try set(index, to: value)
      } else {
        try add(key, value)
      }
    case .unset:
      if let index { try unset(index, removingEmptyBlock: removingEmptyBlock) }
    case .append(let key, let texts, let comparison):
      let texts = Self.distinct(texts, comparison)
      guard !texts.isEmpty else { return }
      if let index {
        try append(texts, to: index, comparison)
      } else {
        try add(key, .list(texts.map { .text($0) }))
      }
    case .remove(_, let texts, let comparison):
      if let index { try remove(texts, from: index, comparison, removingEmptyBlock: removingEmptyBlock) }
    case .replace(_, let map, let comparison):
      if let index { try replace(map, in: index, comparison) }
    case .rename(_, let new):
      if let index { try rename(index, to: new) }
    }
  }

  private static func distinct(_ texts: [String], _ comparison: FrontMatterItemComparison) -> [String] {
    var result: [String] = []
    for text in texts where !result.contains(where: { comparison.matches($0, text) }) { result.append(text) }
    return result
  }

  // MARK: What the parts of this type write with

  mutating func replace(_ range: SourceRange, with text: [UInt8]) {
    let edit = TextEdit(range, in: layout.bytes, with: text)
    if !edit.changesNothing { edits.append(edit) }
  }

  /// The value's place, where no other value hangs on it, its key's colon, and the column of the keys.
  func value(
    of entry: FrontMatterLayout.Entry
  ) throws(FrontMatterEditError) -> (place: YAMLText.Value, colon: Int, column: Int) {
    guard case .block(let column) = layout.shape else { throw .unusualLayout(line: entry.line) }
    guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
    guard let colon = entry.colon,
      let value = layout.yaml.value(entry.node, behind: colon, to: entry.bound, parentColumn: column)
    else { throw .unusualLayout(line: entry.line) }
    return (value, colon, column)
  }

  // MARK: Names

  private mutating func rename(_ index: Int, to new: String) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    guard !entry.key.utf8.elementsEqual(new.utf8) else { return }
    if let other = layout.entries.indices.first(where: {
      $0 != index && layout.entries[$0].key.caseInsensitiveEquals(new)
    }) {
      throw .keyExists(key: layout.entries[other].key, line: layout.entries[other].line)
    }
    var quoting = style.quoting.forKeys
    switch layout.bytes[entry.keyRange.lowerBound] {
    case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"): throw .shared(key: entry.key, line: entry.line)
    case UInt8(ascii: "'"): quoting = YAMLQuoting(quotes: .single, isAlways: true)
    case UInt8(ascii: "\""): quoting = YAMLQuoting(quotes: .double, isAlways: true)
    default: break
    }
    var place = YAMLScalarText.Place.block
    if case .flow = layout.shape { place = style.placeInBrackets }
    replace(entry.keyRange, with: Array(YAMLScalarText.text(new, quoting: quoting, place: place).utf8))
    expected[index] = .kept(index, renamed: new)
  }
}
