/// A change of one place in a text, as a value: where, what stands there, and what shall stand there.
package struct TextEdit: Hashable, Sendable {
  /// Byte offsets in the text that the edit was made for.
  package var range: SourceRange
  /// What stood there then. An edit of a text that says otherwise is refused.
  package var expected: [UInt8]
  package var replacement: [UInt8]

  /// Reads what is expected from the text that the edit is made for.
  package init(_ range: SourceRange, in bytes: [UInt8], with replacement: [UInt8]) {
    self.range = range
    expected = Array(bytes[range])
    self.replacement = replacement
  }

  package init(_ range: SourceRange, in bytes: [UInt8], with replacement: String) {
    self.init(range, in: bytes, with: Array(replacement.utf8))
  }

  /// Nothing taken away.
  package init(insertingAt offset: Int, _ text: [UInt8]) {
    range = offset..<offset
    expected = []
    replacement = text
  }

  package var changesNothing: Bool { expected == replacement }
}

/// The text is not what the edits were made for, or two of them are about the same bytes. Nothing was changed.
package enum TextEditError: Error, Hashable {
  /// An offset in the text.
  case changed(at: Int)
  case overlapping(at: Int)
}

extension TextEditError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .changed(let offset): "the text at byte \(offset) is no longer what the edit was made for"
    case .overlapping(let offset): "two edits are about the same text at byte \(offset)"
    }
  }
}

extension [TextEdit] {
  /// Edits of whole lines that turn one text into another.
  package init(from old: [UInt8], to new: [UInt8]) {
    let comparison = LineComparison(old: old, new: new)
    self = comparison.changes.map { change in
      TextEdit(
        LineComparison.bytes(of: change.old, in: comparison.oldLines), in: old,
        with: [UInt8](new[LineComparison.bytes(of: change.new, in: comparison.newLines)]))
    }
  }

  /// The indices of the edits by their places: an insertion comes before what replaces the text behind it, and of edits of
  /// one place the earlier in the array comes first.
  var order: [Int] {
    indices.sorted { a, b in
      let (x, y) = (self[a].range, self[b].range)
      return (x.lowerBound, x.upperBound, a) < (y.lowerBound, y.upperBound, b)
    }
  }

  /// The text with all edits in it. They may come in any order; of those that insert at one place, the earlier in the
  /// array comes first.
  package func applied(to bytes: [UInt8]) throws(TextEditError) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in try ordered(for: bytes) {
      result += bytes[end..<edit.range.lowerBound]
      result += edit.replacement
      end = edit.range.upperBound
    }
    return result + bytes[end...]
  }

  /// The edits that do at once what these do and then others, which are made for the text that these leave. Nil where the
  /// others touch what these have put in.
  package func followed(by later: [TextEdit]) -> [TextEdit]? {
    var shift = 0
    let done = order.map { index -> (place: SourceRange, shift: Int) in
      let edit = self[index]
      let start = edit.range.lowerBound + shift
      shift += edit.replacement.count - edit.range.count
      return (start..<start + edit.replacement.count, shift)
    }
    var all = self
    for var edit in later {
      let range = edit.range
      let before = done.partitioningIndex { $0.place.upperBound >= range.lowerBound }
      if before < done.count, done[before].place.lowerBound <= range.upperBound { return nil }
      let back = before == 0 ? 0 : done[before - 1].shift
      edit.range = range.lowerBound - back..<range.upperBound - back
      all.append(edit)
    }
    return all
  }

  /// The edits that turn the result of `applied(to:)` back into `bytes`.
  package func inverted(for bytes: [UInt8]) throws(TextEditError) -> [TextEdit] {
    var shift = 0
    return try ordered(for: bytes).map { edit in
      let start = edit.range.lowerBound + shift
      shift += edit.replacement.count - edit.range.count
      var inverse = TextEdit(insertingAt: start, edit.expected)
      inverse.range = start..<(start + edit.replacement.count)
      inverse.expected = edit.replacement
      return inverse
    }
  }

  /// By place; checked against the text and against each other.
  private func ordered(for bytes: [UInt8]) throws(TextEditError) -> [TextEdit] {
    let sorted = order.map { self[$0] }
    var end = 0
    for edit in sorted {
      let range = edit.range
      guard range.lowerBound >= end else { throw .overlapping(at: range.lowerBound) }
      guard range.upperBound <= bytes.count, bytes[range].elementsEqual(edit.expected) else {
        throw .changed(at: range.lowerBound)
      }
      end = range.upperBound
    }
    return sorted
  }
}
