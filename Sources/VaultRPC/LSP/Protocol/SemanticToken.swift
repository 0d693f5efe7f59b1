import VaultCore

/// A part of a text that a client colours.
struct SemanticToken: Hashable {
  /// The order is the legend's.
  enum Kind: Int, CaseIterable {
    case link, tag, property, date, finishedTask

    /// Those of the protocol that come nearest, which all colour schemes know.
    var name: String {
      switch self {
      case .link: "class"
      case .tag: "enumMember"
      case .property: "property"
      case .date: "number"
      case .finishedTask: "comment"
      }
    }
  }

  var range: SourceRange
  let kind: Kind
  /// True for a link that leads nowhere.
  var isBroken = false

  static let legend = JSONValue.members(
    ("tokenTypes", .texts(Kind.allCases.map(\.name))), ("tokenModifiers", .texts(["deprecated"])))

  /// The tokens in order, none over another: what stands within another cuts it in pieces.
  static func flattened(_ tokens: [SemanticToken]) -> [SemanticToken] {
    var flat: [SemanticToken] = []
    var open: [SemanticToken] = []
    var place = 0
    func add(_ token: SemanticToken, to end: Int) {
      let start = max(place, token.range.lowerBound)
      guard start < end else { return }
      var piece = token
      piece.range = start..<end
      flat.append(piece)
      place = end
    }
    func close(before start: Int) {
      while let last = open.last, last.range.upperBound <= start {
        add(last, to: last.range.upperBound)
        open.removeLast()
      }
    }
    for token in tokens.sorted(by: isBefore) {
      close(before: token.range.lowerBound)
      if let last = open.last { add(last, to: token.range.lowerBound) }
      open.append(token)
    }
    close(before: .max)
    return flat
  }

  private static func isBefore(_ a: SemanticToken, _ b: SemanticToken) -> Bool {
    (a.range.lowerBound, -a.range.upperBound, -a.kind.rawValue)
      < (b.range.lowerBound, -b.range.upperBound, -b.kind.rawValue)
  }

  /// Five numbers for each: lines and units since the one before, its length, kind and modifiers. What has several lines
  /// becomes several. `tokens`: in order, none over another.
  static func encoded(_ tokens: [SemanticToken], _ text: DocumentText) -> [Int] {
    var data: [Int] = []
    data.reserveCapacity(5 * tokens.count)
    let coder = text.coder
    // Where the last one began, and how far its line has been counted: a line may be long and have many.
    var (lastLine, lastUnits, countedTo, units) = (0, 0, coder.content(ofLine: 0, in: text.bytes).lowerBound, 0)
    var line = 0
    text.bytes.withUnsafeBufferPointer { bytes in
      for token in tokens {
        for number in coder.lines.line(at: token.range.lowerBound)...coder.lines.line(at: token.range.upperBound - 1) {
          let content = coder.content(ofLine: number, in: text.bytes)
          let start = max(token.range.lowerBound, content.lowerBound)
          let end = min(token.range.upperBound, content.upperBound)
          guard start < end else { continue }
          if number != line { (line, countedTo, units) = (number, content.lowerBound, 0) }
          units += coder.units(in: countedTo..<start, bytes)
          let length = coder.units(in: start..<end, bytes)
          data += [
            number - lastLine, number == lastLine ? units - lastUnits : units, length, token.kind.rawValue,
            token.isBroken ? 1 : 0,
          ]
          (lastLine, lastUnits, countedTo) = (number, units, start)
        }
      }
    }
    return data
  }
}
