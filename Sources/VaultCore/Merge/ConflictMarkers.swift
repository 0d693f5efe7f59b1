/// How open places are marked in a text, for a person to choose.
package struct ConflictMarkers: Sendable {
  /// The names of git's setting `merge.conflictStyle`.
  package enum Style: String, Sendable {
    /// Both sides.
    case merge
    /// Both sides, and the base between them.
    case diff3
    /// The same, without the lines that both sides begin or end with alike.
    case zdiff3
  }

  static let usualSize = 7
  /// `<`, `|`, `=` and `>`.
  static let signs: [UInt8] = [0x3C, 0x7C, 0x3D, 0x3E]

  package var style: Style
  /// How many signs a mark has.
  package var size: Int

  package init(style: Style = .merge, size: Int) {
    self.style = style
    self.size = size
  }

  /// True for a text in which such marks stand in their order.
  package static func stand(in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      var start = 0
      for sign in [0x3C, 0x3D, 0x3E] as [UInt8] {
        while true {
          guard let place = text.place(of: sign, from: start) else { return false }
          let run = text[place...].prefix { $0 == sign }
          start = run.endIndex
          if run.count >= usualSize, place == 0 || text[place - 1] == 0x0A { break }
        }
      }
      return true
    }
  }

  /// The text with its open places marked.
  package func text(of regions: [MergeRegion]) -> [UInt8] {
    var text: [UInt8] = []
    for region in regions {
      switch region {
      case .settled(let bytes): text += bytes
      case .open(let place): append(place, to: &text)
      }
    }
    return text
  }

  private func append(_ place: OpenPlace, to text: inout [UInt8]) {
    let (ours, theirs) = (lines(place.ours), lines(place.theirs))
    let most = style == .diff3 ? 0 : min(ours.count, theirs.count)
    var (first, last) = (0, 0)
    while first < most, ours[first] == theirs[first] { first += 1 }
    while last < most - first, ours[ours.count - 1 - last] == theirs[theirs.count - 1 - last] { last += 1 }
    let ending = LineEnding(of: [place.ours, place.theirs, place.base].first { !$0.bytes.isEmpty }?.bytes ?? []).bytes
    func appendMark(_ sign: UInt8, _ label: String) {
      if !text.isEmpty, text.last != 0x0A { text += ending }
      text += Array(repeating: sign, count: size) + Array(label.utf8) + ending
    }
    text += ours.prefix(first).joined()
    appendMark(0x3C, " ours")
    text += ours[first..<ours.count - last].joined()
    if style != .merge {
      appendMark(0x7C, " base")
      text += place.base.bytes
    }
    appendMark(0x3D, "")
    text += theirs[first..<theirs.count - last].joined()
    appendMark(0x3E, " theirs")
    text += ours.suffix(last).joined()
  }

  private func lines(_ side: OpenPlace.Side) -> [ArraySlice<UInt8>] {
    LineComparison.lines(of: side.bytes).map { side.bytes[$0] }
  }
}
