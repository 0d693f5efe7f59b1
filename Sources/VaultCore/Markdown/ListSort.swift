/// Puts the items of a list into another order, each with all that is nested in it.
package enum ListSort {
  /// An item of the list that is sorted.
  package struct Item: Sendable {
    /// Its first line, counted from 1 in the file.
    package var line: Int
    package var isTask: Bool
    /// The text of its first line, behind its mark and box.
    package var text: String
  }

  /// The edits that sort the innermost list around a line. None where it is sorted already; nil where the line is in no
  /// list, and where the items cannot be exchanged without being read otherwise.
  /// - Parameters:
  ///   - line: Counts from 1 in the file.
  ///   - order: Gives the places of the items in their new order.
  package static func edits(
    ofListAtLine line: Int, in bytes: [UInt8], by order: ([Item]) throws -> [Int] = byText
  ) rethrows -> [TextEdit]? {
    let outline = bytes.withUnsafeBufferPointer { NoteOutline($0) }
    let items = items(aroundLine: line, outline)
    guard items.count > 1 else { return nil }
    let places = items.map { place(of: outline.parts[$0], in: bytes) }
    let order = try order(
      places.map { place in
        Item(line: place.line, isTask: place.isTask, text: String(decoding: bytes[place.text], as: UTF8.self))
      })
    guard order.sorted() == Array(places.indices) else { return nil }
    // A number stays where it is. What is indented below it is indented by its width.
    let keepsMarks = places.contains { $0.isOrdered }
    if keepsMarks, Set(places.map(\.mark.count)).count > 1, places.contains(where: { $0.lines > 1 }) { return nil }
    let edits = zip(places, order).compactMap { place, number -> TextEdit? in
      let other = places[number]
      let edit = TextEdit(
        keepsMarks ? place.mark.upperBound..<place.range.upperBound : place.range, in: bytes,
        with: Array(bytes[keepsMarks ? other.mark.upperBound..<other.range.upperBound : other.range]))
      return edit.changesNothing ? nil : edit
    }
    return isSame(edits, outline, bytes) ? edits : nil
  }

  /// Without regard to case, numbers by their value.
  package static func byText(_ items: [Item]) -> [Int] {
    let keys = items.map { NaturalOrder($0.text) }
    return items.indices.sorted { a, b in keys[a] == keys[b] ? a < b : keys[a] < keys[b] }
  }

  private struct Place {
    var line: Int
    /// How many lines it has.
    var lines: Int
    var range: SourceRange
    /// From the line's beginning to the item's text.
    var mark: SourceRange
    /// The text of its first line, behind mark and box.
    var text: SourceRange
    var isTask: Bool
    var isOrdered: Bool
  }

  private static func place(of part: NoteOutline.Part, in bytes: [UInt8]) -> Place {
    let end = bytes[part.range].firstIndex(of: 0x0A) ?? part.range.upperBound
    let line = part.range.lowerBound..<end
    let mark = ListMarker.end(line, in: bytes) ?? line.upperBound
    var text = mark..<line.upperBound
    if let box = ListMarker.makingItem(line, in: bytes) { text = box.range.upperBound..<line.upperBound }
    let isOrdered = bytes[line.lowerBound..<mark].contains { $0 == 0x2E || $0 == 0x29 }
    return Place(
      line: part.lines.lowerBound, lines: part.lines.count, range: part.range, mark: line.lowerBound..<mark,
      text: text, isTask: part.kind == .item(isTask: true), isOrdered: isOrdered)
  }

  /// The places in the outline of the items of the innermost list that holds a line.
  private static func items(aroundLine line: Int, _ outline: NoteOutline) -> [Int] {
    let list = outline.parts.indices.last { index in
      outline.parts[index].kind == .list && outline.parts[index].lines.contains(line)
    }
    // A list that begins on the line of the item that holds it shares that item's mark.
    guard let list, !outline.parts[..<list].contains(where: { Self.holds($0, outline.parts[list]) }) else { return [] }
    var items: [Int] = []
    var index = list + 1
    while index < outline.parts[list].end {
      if case .item = outline.parts[index].kind { items.append(index) }
      index = outline.parts[index].end
    }
    return items
  }

  private static func holds(_ item: NoteOutline.Part, _ list: NoteOutline.Part) -> Bool {
    guard case .item = item.kind else { return false }
    return item.lines.lowerBound == list.lines.lowerBound && item.lines.upperBound >= list.lines.upperBound
  }

  /// True where the text has as many parts of each kind as before.
  private static func isSame(_ edits: [TextEdit], _ outline: NoteOutline, _ bytes: [UInt8]) -> Bool {
    guard let sorted = try? edits.applied(to: bytes) else { return false }
    let after = sorted.withUnsafeBufferPointer { NoteOutline($0) }
    func counts(_ outline: NoteOutline) -> [NoteOutline.Kind: Int] {
      outline.parts.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }
    return counts(after) == counts(outline)
  }
}
