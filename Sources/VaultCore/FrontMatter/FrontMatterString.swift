import Yams

/// A scalar of YAML front matter, with its place and its quotes: what is needed to change a part of it.
struct FrontMatterString {
  /// As it is read, unquoted.
  var text: String
  var quotes: YAMLQuoting.Quotes?
  /// A key, or a part of one.
  var isKey: Bool
  /// In the file: from where the scalar begins (its tag, anchor or quote) to where the next one does.
  var range: SourceRange

  /// All keys and values, in the order of their places. Empty where the parser does not take the text as it is.
  static func all(of frontMatter: FrontMatter, in bytes: [UInt8]) -> [FrontMatterString] {
    guard frontMatter.format == .yaml, !frontMatter.properties.isEmpty else { return [] }
    let yaml = YAMLText(bytes, frontMatter.contentRange, firstLine: 2)
    guard yaml.refusal == nil else { return [] }
    var found: [Int: FrontMatterString] = [:]
    for (node, isKey) in root(of: yaml)?.parts() ?? [] {
      guard let scalar = node.scalar, let mark = scalar.mark else { continue }
      let offset = yaml.offset(of: mark)
      found[offset] = FrontMatterString(
        text: scalar.string, quotes: YAMLQuoting.Quotes(scalar.style), isKey: isKey,
        range: offset..<frontMatter.contentRange.upperBound)
    }
    var all = found.sorted { $0.key < $1.key }.map(\.value)
    for index in all.indices.dropLast() {
      all[index].range = all[index].range.lowerBound..<all[index + 1].range.lowerBound
    }
    return all
  }

  private static func root(of yaml: YAMLText) -> Node? {
    do {
      return try YAMLText.root(of: yaml.string)
    } catch {
      // A key that occurs twice: what the reader mends is not edited.
      return nil
    }
  }

  /// `text` as it has to be written inside these quotes.
  static func quoted(_ text: some Sequence<UInt8>, _ quotes: YAMLQuoting.Quotes?) -> [UInt8] {
    switch quotes {
    case nil: Array(text)
    case .single: text.flatMap { $0 == 0x27 ? [0x27, 0x27] : [$0] }
    case .double: text.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
    }
  }

  // MARK: Places

  /// The bytes in the file that stand for `part`, the first from `start` on that `lead` precedes directly.
  func place(of part: [UInt8], after lead: [UInt8], from start: Int, in bytes: [UInt8]) -> SourceRange? {
    for i in max(start, range.lowerBound)..<max(start, range.upperBound) {
      guard let begin = end(of: lead, at: i, in: bytes), let end = end(of: part, at: begin, in: bytes) else { continue }
      return begin..<end
    }
    return nil
  }

  /// Where what stands for `part` at `start` ends; nil where something else stands there.
  private func end(of part: [UInt8], at start: Int, in bytes: [UInt8]) -> Int? {
    var i = start
    var k = 0
    while k < part.count {
      guard i < range.upperBound else { return nil }
      if quotes == .double, bytes[i] == 0x5C, let next = afterBreak(i + 1, in: bytes) {
        i = next
      } else if part[k] == 0x20, let next = afterBreak(i, in: bytes) {
        // A line that is folded.
        i = next
        k += 1
      } else if quotes == .single, bytes[i] == 0x27 {
        guard part[k] == 0x27, i + 1 < range.upperBound, bytes[i + 1] == 0x27 else { return nil }
        i += 2
        k += 1
      } else if quotes == .double, bytes[i] == 0x5C {
        guard let (value, next) = escape(at: i + 1, in: bytes), part[k...].starts(with: value) else { return nil }
        i = next
        k += value.count
      } else {
        guard bytes[i] == part[k], quotes != .double || bytes[i] != 0x22 else { return nil }
        i += 1
        k += 1
      }
    }
    return i
  }

  /// Past one line break and the blanks around it; nil without one.
  private func afterBreak(_ start: Int, in bytes: [UInt8]) -> Int? {
    var i = start
    func skipWhitespace() { while i < range.upperBound, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 } }
    skipWhitespace()
    guard i < range.upperBound, bytes[i] == 0x0A || bytes[i] == 0x0D else { return nil }
    if bytes[i] == 0x0D, i + 1 < range.upperBound, bytes[i + 1] == 0x0A { i += 1 }
    i += 1
    skipWhitespace()
    return i
  }

  /// What an escape of YAML 1.1 stands for; `start` is past its backslash.
  private func escape(at start: Int, in bytes: [UInt8]) -> (value: [UInt8], end: Int)? {
    guard start < range.upperBound else { return nil }
    let digits: Int
    switch bytes[start] {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    case let c: return Self.simpleEscapes[c].map { (Array(String($0).utf8), start + 1) }
    }
    let end = start + 1 + digits
    guard end <= range.upperBound,
      let scalar = UInt32(hexadecimal: bytes[(start + 1)..<end]).flatMap(Unicode.Scalar.init)
    else { return nil }
    return (Array(String(scalar).utf8), end)
  }

  /// JSON's and more.
  private static let simpleEscapes = JSONReader.escapes.merging(
    zip("0ave N_LP".utf8, "\0\u{7}\u{B}\u{1B} \u{85}\u{A0}\u{2028}\u{2029}".unicodeScalars)
  ) { json, _ in json }
}

extension YAMLQuoting.Quotes {
  /// Returns nil for a scalar without quotes.
  init?(_ style: Node.Scalar.Style) {
    switch style {
    case .singleQuoted: self = .single
    case .doubleQuoted: self = .double
    default: return nil
    }
  }
}

extension Node {
  /// The node and all that it holds, in the order written, and whether each is a key or a part of one. To be asked of
  /// nodes whose number is bounded: what an alias names is there at each use.
  func parts(isKey: Bool = false) -> [(node: Node, isKey: Bool)] {
    switch self {
    case .scalar, .alias: [(self, isKey)]
    case .sequence(let sequence): [(self, isKey)] + sequence.flatMap { $0.parts(isKey: isKey) }
    case .mapping(let mapping):
      [(self, isKey)] + mapping.flatMap { $0.key.parts(isKey: true) + $0.value.parts(isKey: isKey) }
    }
  }
}
