import Yams

/// A note's front matter as it is written: where each key and its value stand. Made only of what can be edited without
/// harm to anything else.
struct FrontMatterLayout {
  enum Shape: Hashable {
    /// A note without front matter.
    case none
    /// Lines of `key: value`; `column` counts from 0, and no key makes it 0.
    case block(column: Int)
    /// One pair of braces over all, JSON for one.
    case flow(YAMLText.Flow)
  }

  /// A key of the outermost mapping.
  struct Entry {
    var key: String
    /// As written, with quotes and all.
    var keyRange: SourceRange
    /// Nil only in braces, for a key alone.
    var colon: Int?
    /// What the key's lines end before: the line of the next key, or the block's end. In braces: the item's end.
    var bound: Int
    var node: Node
    var value: PropertyValue
    /// In the file, from 1.
    var line: Int
  }

  /// The whole note.
  let bytes: [UInt8]
  let fence: FrontMatterFence
  let yaml: YAMLText
  private(set) var shape = Shape.none
  private(set) var entries: [Entry] = []

  init(_ bytes: [UInt8]) throws(FrontMatterEditError) {
    self.bytes = bytes
    try Self.checkCoding(of: bytes)
    fence = bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0) }
    yaml = YAMLText(bytes, fence.contentRange, firstLine: 2)
    switch fence.format {
    case .none: return
    case .toml: throw .toml
    case .yaml: try read()
    }
  }

  private static func checkCoding(of bytes: [UInt8]) throws(FrontMatterEditError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    // What is malformed is replaced, and so no longer equal.
    let valid = zip(bytes, String(decoding: bytes, as: UTF8.self).utf8).prefix { $0 == $1 }
    throw .notUTF8(line: 1 + valid.count { $0.0 == 0x0A })
  }

  private mutating func read() throws(FrontMatterEditError) {
    try checkMarkers()
    let (properties, diagnostics) = bytes.withUnsafeBufferPointer { [fence] in
      YAMLReader.read(
        UnsafeBufferPointer(rebasing: $0[fence.contentRange]), firstLine: 2, subject: .frontMatter)
    }
    if let problem = diagnostics.first { throw .unreadable(problem) }
    shape = .block(column: 0)
    let composed: Node?
    do { composed = try YAMLText.root(of: yaml.string) } catch { throw .unusualLayout(line: 2) }
    guard let root = composed else { return }
    guard case .mapping(let mapping) = root, let mark = mapping.mark else {
      if case .scalar(let scalar) = root, scalar.string.isEmpty, scalar.style == .plain { return }
      throw .unusualLayout(line: 2)
    }
    guard mapping.count == properties.count else { throw .unusualLayout(line: 2) }
    let start = yaml.offset(of: mark)
    let open = yaml.firstContent(from: yaml.endOfProperties(from: start), to: fence.contentRange.upperBound)
    if let open, yaml.isFlow(root, at: open) {
      try readFlow(mapping, properties, at: open)
    } else {
      try readBlock(mapping, properties)
    }
  }

  /// Lines that end or begin a document would end the block for some readers and not for others.
  private func checkMarkers() throws(FrontMatterEditError) {
    for start in yaml.lines.map(\.offset) where start + 3 <= fence.contentRange.upperBound {
      let head = bytes[start..<(start + 3)]
      if head.elementsEqual("---".utf8) || head.elementsEqual("...".utf8), yaml.isWhitespaceOrEnd(at: start + 3) {
        throw .unusualLayout(line: line(of: start))
      }
    }
  }

  // MARK: Lines of keys

  private mutating func readBlock(
    _ mapping: Node.Mapping, _ properties: [Property]
  ) throws(FrontMatterEditError) {
    var starts: [Int] = []
    for (key, _) in mapping {
      guard let mark = key.mark else { throw .unusualLayout(line: 2) }
      let start = yaml.offset(of: mark)
      let column = start - yaml.lineStart(of: start)
      guard start > starts.last ?? -1, start < fence.contentRange.upperBound,
        yaml.firstNonWhitespace(from: yaml.lineStart(of: start)) == start,
        starts.first.map({ $0 - yaml.lineStart(of: $0) == column }) ?? true
      else { throw .unusualLayout(line: line(of: start)) }
      if starts.isEmpty { shape = .block(column: column) }
      starts.append(start)
    }
    for (index, (pair, property)) in zip(mapping, properties).enumerated() {
      let start = starts[index]
      let bound = index + 1 < starts.count ? yaml.lineStart(of: starts[index + 1]) : fence.contentRange.upperBound
      guard let (end, colon) = yaml.blockKey(from: start), colon < bound else {
        throw .unusualLayout(line: line(of: start))
      }
      try add(
        Entry(
          key: property.key, keyRange: start..<end, colon: colon, bound: bound, node: pair.value,
          value: property.value, line: line(of: start)))
    }
  }

  private mutating func add(_ entry: Entry) throws(FrontMatterEditError) {
    if entry.key == "<<" { throw .mergeKey(line: entry.line) }
    entries.append(entry)
  }

  // MARK: Braces

  private mutating func readFlow(
    _ mapping: Node.Mapping, _ properties: [Property], at open: Int
  ) throws(FrontMatterEditError) {
    guard let flow = yaml.flow(at: open), flow.items.count == properties.count,
      yaml.firstContent(from: flow.close + 1, to: fence.contentRange.upperBound) == nil
    else { throw .unusualLayout(line: line(of: open)) }
    shape = .flow(flow)
    for ((item, property), pair) in zip(zip(flow.items, properties), mapping) {
      let keyEnd = item.colon.map { yaml.endOfText(from: item.range.lowerBound, to: $0) } ?? item.range.upperBound
      try add(
        Entry(
          key: property.key, keyRange: item.range.lowerBound..<keyEnd, colon: item.colon,
          bound: item.range.upperBound, node: pair.value, value: property.value,
          line: line(of: item.range.lowerBound)))
    }
  }

  // MARK: Looking up

  /// The line of the file that holds `offset`, from 1.
  private func line(of offset: Int) -> Int { yaml.location(at: offset).line }

  /// The place of the only entry of that name. Two that differ in case alone are refused.
  func index(of key: String) throws(FrontMatterEditError) -> Int? {
    let found = entries.indices.filter { entries[$0].key.caseInsensitiveEquals(key) }
    if found.count > 1 {
      throw .duplicateKey(key, line: entries[found[0]].line, otherLine: entries[found[1]].line)
    }
    return found.first
  }

  /// The line ending of the line before `offset`, or of the note's first line.
  func lineEnding(before offset: Int) -> [UInt8] {
    var end = offset
    if end == 0 || bytes[end - 1] != 0x0A {
      guard let first = bytes.firstIndex(of: 0x0A) else { return [0x0A] }
      end = first + 1
    }
    return end >= 2 && bytes[end - 2] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }
}

extension FrontMatterLayout {
  /// Returns true when the value holds an anchor or an alias, so that other values may hang on it or it on them.
  func isShared(_ entry: Entry) -> Bool {
    entry.node.parts().contains { node, _ in
      guard let mark = node.mark else { return false }
      let place = yaml.offset(of: mark)
      // What an alias names is where its anchor is.
      return place < entry.keyRange.upperBound || place > entry.bound
        || bytes[place..<yaml.endOfProperties(from: place)].contains(UInt8(ascii: "&"))
    }
  }
}
