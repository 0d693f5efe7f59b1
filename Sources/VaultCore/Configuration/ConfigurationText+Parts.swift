/// Changes of one part of a setting, where each part stands on lines of its own.
extension ConfigurationText {
  /// A part's lines, and the offset in the first of them of the `:` or `-` before its value.
  private struct Place {
    var lines: Range<Int>
    var mark: Int
  }

  /// The value that the setting has in the text.
  func value(of name: String) -> PropertyValue? { entry(name)?.value }

  private func entry(_ name: String) -> ConfigurationEntry? {
    entries.last { !$0.isSection && $0.name.caseInsensitiveEquals(name) }
  }

  /// Takes parts away and puts others in, by their indices in the setting's value; those to be `added` come behind the
  /// last. Returns the line of the setting, counted from 1; nil, and nothing changes, where the parts have no lines of
  /// their own.
  mutating func changeParts(
    of name: String, removing: Set<Int>, replacing: [Int: PropertyValue], adding added: [ConfigurationPart]
  ) -> Int? {
    guard let entry = entry(name), let places = places(of: entry), let last = places.last else { return nil }
    let indent = lines[last.lines.lowerBound].prefix { $0 == 0x20 || $0 == 0x09 }
    let isMap = if case .map = entry.value { true } else { false }
    if !added.isEmpty { closeLine(last.lines.upperBound - 1) }
    lines.insert(
      contentsOf: added.map { part in
        let value = YAMLFlow.text(of: part.value)
        let text = isMap ? YAMLFlow.text(of: .text(part.name)) + ": " + value : "- " + value
        return indent + Array(text.utf8) + lineEnd
      }, at: last.lines.upperBound)
    for (index, place) in places.enumerated().reversed() {
      if removing.contains(index) {
        lines.removeSubrange(place.lines)
      } else if let value = replacing[index] {
        replace(place.lines, behind: place.mark, with: YAMLFlow.text(of: value))
      }
    }
    return entry.location.line
  }

  /// Returns nil where a part does not begin a line of its own.
  private func places(of entry: ConfigurationEntry) -> [Place]? {
    let starts: [SourceLocation]
    let isMap: Bool
    switch entry.value {
    case .map(let parts): (starts, isMap) = (parts.map(\.location), true)
    case .list: (starts, isMap) = (entry.itemLocations, false)
    default: return nil
    }
    guard let index = entries.lastIndex(where: { $0.location == entry.location && $0.name == entry.name }),
      let colon = colon(of: entry), holdsNothing(lines[entry.location.line - 1], behind: colon), !starts.isEmpty
    else { return nil }
    let end = endOfEntry(index)
    var places: [Place] = []
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1].line - 1 : end
      let first = start.line - 1
      guard first >= entry.location.line, next > first, next <= lines.count,
        let mark = mark(before: start, isMap: isMap)
      else { return nil }
      places.append(Place(lines: first..<withoutRemarks(before: next, behind: start.line), mark: mark))
    }
    return places
  }

  /// The offset of a key's `:`, or of the `-` before a list's value, where nothing else stands before it.
  private func mark(before start: SourceLocation, isMap: Bool) -> Int? {
    let line = lines[start.line - 1]
    let before = line.prefix(start.column - 1)
    if isMap {
      guard before.allSatisfy(\.isSpaceOrTab) else { return nil }
      return colon(of: ConfigurationEntry(name: "", value: .null, location: start, isSection: false))
    }
    guard let dash = before.firstIndex(where: { !$0.isSpaceOrTab }), before[dash] == UInt8(ascii: "-"),
      before[(dash + 1)...].allSatisfy(\.isSpaceOrTab)
    else { return nil }
    return dash
  }

  /// Returns true when only whitespace and a comment follow.
  private func holdsNothing(_ line: [UInt8], behind offset: Int) -> Bool {
    let rest = line[(offset + 1)...].first { !$0.isSpaceOrLineBreak }
    return rest == nil || rest == UInt8(ascii: "#")
  }
}
