import VaultCore

/// `textDocument/selectionRange`: what a selection grows to, from the word outwards.
enum SelectionRangeMethod {
  static let method = LanguageMethod(name: "textDocument/selectionRange", work: .text(answer))

  private static func answer(_ request: LanguageRequest) throws -> JSONValue {
    let text = try request.text
    let positions = try request.parameters.list("positions").map { json throws(RPCError) in try Position(json) }
    var surroundings = Surroundings(text, request.workspace.parsing.notebook)
    return .list(positions.map { nested(surroundings.ranges(around: text.offset(of: $0)), text) })
  }

  /// How many ranges a selection grows to; of more, the outer ones are left out, since no client reads JSON of any depth.
  private static let deepest = 100

  /// Each within the one before it, as those are that a client sees; the innermost with the others as its parents.
  private static func nested(_ ranges: [SourceRange], _ text: DocumentText) -> JSONValue {
    var last = text.wholeRange
    var json = JSONValue.members(("range", last.json))
    for range in ranges.suffix(deepest) {
      let range = text.range(range)
      guard last.start <= range.start, range.end <= last.end, range != last else { continue }
      json = .members(("range", range.json), ("parent", json))
      last = range
    }
    return json
  }
}

/// What a note's text is made of, asked of several places.
private struct Surroundings {
  private let text: DocumentText
  private let outline: NoteOutline
  private let document: MarkdownDocument
  private var inlines: InlineSurroundings

  init(_ text: DocumentText, _ notebook: NotebookFormat?) {
    self.text = text
    (outline, document) = (text.outline, text.document)
    inlines = InlineSurroundings(document, notebook: notebook)
  }

  /// The longest first. All hold the place.
  mutating func ranges(around offset: Int) -> [SourceRange] {
    let bytes = text.bytes
    var ranges = outline.path(at: offset).map { outline.parts[$0].range }
    ranges.append(text.content(ofLine: text.line(at: offset)))
    bytes.withUnsafeBufferPointer { buffer in
      if let content = document.content(ofLineAt: offset) { ranges.append(content) }
      ranges += inlines.ranges(around: offset, in: buffer)
    }
    ranges.append(word(at: offset))
    return ranges.filter { $0.touches(offset) && !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// The letters and digits around a place, with apostrophes and joiners between them; else the one character there.
  private func word(at offset: Int) -> SourceRange {
    let line = window(text.content(ofLine: text.line(at: offset)), around: offset)
    let characters = Array(String(decoding: text.bytes[line], as: UTF8.self))
    var ends: [Int] = []
    var place = line.lowerBound
    for character in characters {
      place += character.utf8.count
      ends.append(place)
    }
    func start(_ index: Int) -> Int { index == 0 ? line.lowerBound : ends[index - 1] }
    let here = ends.partitioningIndex { $0 > offset }
    var first = here
    if first == characters.count || !Self.isOfWord(characters[first]) {
      guard first > 0, Self.isOfWord(characters[first - 1]), start(first) == offset else {
        return here < characters.count ? start(here)..<ends[here] : offset..<offset
      }
      first -= 1
    }
    var last = first
    while first > 0, Self.isOfWord(characters[first - 1]) { first -= 1 }
    while last + 1 < characters.count, Self.isOfWord(characters[last + 1]) { last += 1 }
    return start(first)..<ends[last]
  }

  /// No word is longer than this, in bytes, before and behind the place. A line may be megabytes.
  private static let longestWord = 1_000

  private func window(_ line: SourceRange, around offset: Int) -> SourceRange {
    func isInside(_ place: Int) -> Bool { line.contains(place) && text.bytes[place] & 0xC0 == 0x80 }
    var start = max(line.lowerBound, offset - Self.longestWord)
    var end = min(line.upperBound, offset + Self.longestWord)
    while isInside(start) { start += 1 }
    while isInside(end) { end -= 1 }
    return min(start, end)..<max(start, end)
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "’" || character == "'"
  }
}
