extension NoteParser {
  /// The places in a note's text where one of the names stands as whole words, compared as the search does: in order,
  /// not overlapping, the longest name where several begin at one place.
  ///
  /// Looked at is the text in which a link could stand. So what is in a link, an address, code, HTML, a tag, a block id,
  /// a block `%%` comment or front matter is no mention. Words on either side of one of these, or of a table's bar, are
  /// not one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The file as it is.
  ///   - limit: At most so many.
  package mutating func mentions(
    of names: MentionNames, in bytes: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) -> [Mention] {
    guard !names.all.isEmpty, limit > 0 else { return [] }
    let document = MarkdownDocument(bytes)
    let text = MentionText(bytes, document)
    var found: [Mention] = []
    words.records = true
    defer { words.records = false }
    for piece in text.pieces where found.count < limit {
      for place in places(of: names, in: bytes, piece).prefix(limit - found.count) {
        found.append(
          Mention(at: place.range, name: names.all[place.name].text, in: bytes, document))
      }
    }
    return found
  }

  private struct Place {
    var range: SourceRange
    /// Index of the name.
    var name: Int
  }

  private mutating func places(
    of names: MentionNames, in bytes: UnsafeBufferPointer<UInt8>, _ piece: SourceRange
  ) -> [Place] {
    let text = UnsafeBufferPointer(rebasing: bytes[piece])
    var folded: [UInt8] = [0x20]
    var parts: [UInt8] = []
    words.clearRecords()
    guard words.append(text, to: &folded, parts: &parts) > 0 else { return [] }
    let records = words.wordRecords
    var candidates: [Place] = []
    for (index, name) in names.all.enumerated() {
      let pattern = name.pattern
      pattern.forEachOccurrence(in: folded) { at, isWhole in
        guard isWhole || pattern.isPrefix,
          let first = records.index(at: at + 1)
        else { return }
        let last = records[min(first + pattern.wordCount - 1, records.count - 1)]
        var end = last.source.upperBound
        if pattern.isPrefix, last.isRun, pattern.lastWordScalars == 1 {
          end = last.source.lowerBound + decodeScalar(text, at: last.source.lowerBound).length
        }
        let start = records[first].source.lowerBound
        candidates.append(Place(range: piece.lowerBound + start..<piece.lowerBound + max(start, end), name: index))
      }
    }
    candidates.sort {
      ($0.range.lowerBound, $1.range.upperBound, $0.name) < ($1.range.lowerBound, $0.range.upperBound, $1.name)
    }
    var end = piece.lowerBound
    return candidates.filter { place in
      guard place.range.lowerBound >= end else { return false }
      end = place.range.upperBound
      return true
    }
  }
}

extension Mention {
  fileprivate init(
    at place: SourceRange, name: String, in bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument
  ) {
    let line = document.lineTable.line(at: place.lowerBound)
    let start = document.lineTable.starts[line]
    let end = document.lineTable.contentEnd(line, in: bytes)
    // Bytes that are no UTF-8 take more room in the text than in the file.
    let before = bytes.text(start..<place.lowerBound).utf8.count
    let own = bytes.text(place.lowerBound..<min(place.upperBound, end)).utf8.count
    self.init(
      location: document.location(of: place.lowerBound), place: place, text: bytes.text(start..<end),
      ranges: [before..<before + own], name: name)
  }
}
