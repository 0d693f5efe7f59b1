/// Two changes of one note put together: line by line where they are in different places, and by what stands there where
/// they are in the same one.
///
/// What no rule settles stays open, and so does everything that the rules made where `MergeCheck` finds a word, a task or a
/// key missing. The rules go by the kinds of lines, so a text that is no UTF-8, has a NUL or a CR alone in it, is over the
/// limit, or has front matter in TOML is merged line by line and no further.
package struct NoteMerge {
  package struct Options: Sendable {
    /// Keys of front matter of which the later of two dates counts, besides those that say when a note was changed.
    package var newestKeys: [String]
    /// True when paragraphs that both sides put in at one place are both meant, as in journals and inboxes.
    package var appends: Bool
    package var prose: Prose
    package var statuses: StatusRegistry

    /// What one side and the other may change of one paragraph or list item.
    package enum Prose: Sendable {
      case sentences
      /// Words of one sentence, too.
      case words
    }

    package init(
      newestKeys: [String] = [], appends: Bool = false, prose: Prose = .sentences, statuses: StatusRegistry = .default
    ) {
      self.newestKeys = newestKeys
      self.appends = appends
      self.prose = prose
      self.statuses = statuses
    }
  }

  package enum Result: Hashable, Sendable {
    case merged([UInt8])
    /// The whole text in its order; at least one region is open.
    case open([MergeRegion])

    /// Nil where something is open.
    package var text: [UInt8]? { if case .merged(let text) = self { text } else { nil } }
  }

  /// In bytes. A longer text is merged line by line alone.
  package static let largestText = 16 << 20

  package static func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], _ options: Options = Options()
  ) -> Result {
    if ours == base || ours == theirs { return .merged(theirs) }
    if theirs == base { return .merged(ours) }
    let given = ThreeSides(base, ours, theirs)
    guard given.all.allSatisfy(isReadable) else {
      let texts = given.map { MergeText(asGiven: $0) }
      return NoteMerge(texts: texts, frame: MergeText.Frame(), options: options).result(
        of: plain(texts, from: (0, 0, 0)))
    }
    let (texts, frame) = MergeText.framed(given)
    let merge = NoteMerge(texts: texts, frame: frame, options: options)
    return merge.result(of: merge.pieces(.compared))
  }

  /// True unless the front matter of all three can be read, each key once, and that of what was made of them cannot.
  package static func leavesFrontMatterReadable(
    _ merged: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> Bool {
    MergeCheck.frontMatterReads(ThreeSides(base, ours, theirs), merged)
  }

  static func isReadable(_ text: [UInt8]) -> Bool {
    guard text.count <= largestText, !text.contains(0), !hasLoneReturn(text),
      text.withUnsafeBufferPointer({ FrontMatterFence.find(in: $0).format }) != .toml
    else { return false }
    return String(validating: text, as: UTF8.self) != nil
  }

  /// Markdown's lines end there, and those that are merged do not.
  private static func hasLoneReturn(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      var start = 0
      while let place = text.place(of: 0x0D, from: start) {
        start = place + 1
        if start == text.count || text[start] != 0x0A { return true }
      }
      return false
    }
  }

  let texts: ThreeSides<MergeText>
  let frame: MergeText.Frame
  let options: Options
  /// What has been read of the texts.
  var sections = MergeSections()
  /// The bodies of the texts, where somebody has them already.
  var knownBodies: ThreeSides<MergeBody>?

  private var newestKeys: [String] { TimestampStyle.updatedKeys + options.newestKeys }

  // MARK: Pieces

  /// The lines that both sides changed.
  enum Hunks {
    /// Found by comparing the texts.
    case compared
    /// The whole texts in pieces.
    case given([MergePiece])
  }

  func pieces(_ hunks: Hunks) -> [MergePiece] {
    let counts = texts.map(Self.frontMatterLines)
    // Front matter that one side took away, or left unclosed, is text like any other.
    let isMerged = counts.base == 0 || counts.ours > 0 && counts.theirs > 0
    switch hunks {
    case .compared where isMerged:
      let front = Self.plain(texts, from: (0, 0, 0), to: (counts.base, counts.ours, counts.theirs))
      return frontMatter(counts, front, isRight: MergeCheck.frontMatterIsRight)
        + body(Self.plain(texts, from: (counts.base, counts.ours, counts.theirs)))
    case .compared: return body(Self.plain(texts, from: (0, 0, 0)))
    case .given(let pieces):
      guard isMerged, let (front, rest) = cut(pieces, at: counts) else { return body(pieces) }
      return frontMatter(counts, front, isRight: MergeCheck.frontMatterReads) + body(rest)
    }
  }

  private static func frontMatterLines(_ text: MergeText) -> Int {
    let end = text.bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }
    return text.lines.partitioningIndex { $0.lowerBound >= end }
  }

  /// Line by line, from a line of each text to its end or to another line.
  private static func plain(
    _ texts: ThreeSides<MergeText>, from starts: (Int, Int, Int), to ends: (Int, Int, Int)? = nil
  ) -> [MergePiece] {
    let ends = ends ?? (texts.base.lines.count, texts.ours.lines.count, texts.theirs.lines.count)
    func moved(_ lines: Range<Int>, _ by: Int) -> Range<Int> { lines.lowerBound + by..<lines.upperBound + by }
    return ThreeWayMerge.regions(
      base: Array(texts.base.bytes(of: starts.0..<ends.0)), ours: Array(texts.ours.bytes(of: starts.1..<ends.1)),
      theirs: Array(texts.theirs.bytes(of: starts.2..<ends.2))
    ).map { region in
      MergePiece(
        place: ThreeSides(
          moved(region.base, starts.0), moved(region.ours, starts.1), moved(region.theirs, starts.2)),
        text: region.text.map { Array($0) })
    }
  }

  /// `plain`: line by line. `isRight`: whether that may stay where nothing of it is open.
  private func frontMatter(
    _ counts: ThreeSides<Int>, _ plain: [MergePiece], isRight isPlainRight: (ThreeSides<[UInt8]>, [UInt8]) -> Bool
  ) -> [MergePiece] {
    let blocks = ThreeSides(
      Array(texts.base.bytes(of: 0..<counts.base)), Array(texts.ours.bytes(of: 0..<counts.ours)),
      Array(texts.theirs.bytes(of: 0..<counts.theirs)))
    guard blocks.agreed == nil else { return plain }
    if plain.allSatisfy({ $0.text != nil }), isPlainRight(blocks, joined(plain)) { return plain }
    guard let merge = FrontMatterMerge(texts, counts: counts, newest: newestKeys), let pieces = merge.pieces(),
      isRight(pieces, of: counts.map { 0..<$0 }, newest: newestKeys),
      MergeCheck.frontMatterIsRight(blocks, joined(pieces))
    else { return plain.allSatisfy { $0.text != nil } ? [opened(plain)] : plain }
    return pieces
  }

  /// All pieces as one that is open: what merges line by line and cannot be read then.
  private func opened(_ pieces: [MergePiece]) -> MergePiece {
    let places = pieces.map(\.place)
    func all(_ side: KeyPath<ThreeSides<Range<Int>>, Range<Int>>) -> Range<Int> {
      (places.first?[keyPath: side].lowerBound ?? 0)..<(places.last?[keyPath: side].upperBound ?? 0)
    }
    return MergePiece(place: ThreeSides(all(\.base), all(\.ours), all(\.theirs)), text: nil)
  }

  /// Each place is settled twice, the second time with the sides traded: what reads right in one order and not in the other
  /// is not settled, so that two people who merge the same get the same.
  private func body(_ plain: [MergePiece]) -> [MergePiece] {
    guard plain.contains(where: { $0.text == nil }) else { return plain }
    let bodies = knownBodies ?? texts.map { MergeBody($0, sections) }
    let rules = UnitMerge(bodies: bodies, options: options)
    let traded = NoteMerge(texts: texts.swapped(), frame: frame, options: options, sections: sections)
    var (result, other): ([MergePiece], [MergePiece]) = ([], [])
    var isSettled = false
    for piece in plain {
      let otherPiece = MergePiece(place: piece.place.swapped(), text: piece.text)
      if piece.text == nil, let found = rules.merged(piece.place), settlesRightly(found.pieces, piece.place),
        traded.settlesRightly(found.traded, otherPiece.place)
      {
        result += found.pieces
        other += found.traded
        isSettled = true
      } else {
        result.append(piece)
        other.append(otherPiece)
      }
    }
    guard isSettled, isRight(result, bodies) else { return plain }
    // The check is the same from both sides; only what stands for open places is not.
    let isOneText = result.allSatisfy { $0.text != nil } && joined(result) == traded.joined(other)
    return isOneText || traded.isRight(other, bodies.swapped()) ? result : plain
  }

  /// False where nothing of the place is settled.
  private func settlesRightly(_ pieces: [MergePiece], _ place: ThreeSides<Range<Int>>) -> Bool {
    (pieces.isEmpty || pieces.contains { $0.text != nil }) && isRight(pieces, of: place)
  }

  // MARK: The check

  /// Looks at what is settled of a place.
  private func isRight(_ pieces: [MergePiece], of place: ThreeSides<Range<Int>>, newest: [String] = []) -> Bool {
    func settled(_ text: MergeText, _ lines: KeyPath<ThreeSides<Range<Int>>, Range<Int>>) -> ArraySlice<UInt8> {
      var bytes: [UInt8] = []
      var start = place[keyPath: lines].lowerBound
      let open = pieces.filter { $0.text == nil }.map { $0.place[keyPath: lines] }.filter { !$0.isEmpty }
      for lines in open.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        bytes += text.bytes(of: start..<max(start, lines.lowerBound))
        start = max(start, lines.upperBound)
      }
      return (bytes + text.bytes(of: start..<max(start, place[keyPath: lines].upperBound)))[...]
    }
    let sides = ThreeSides(settled(texts.base, \.base), settled(texts.ours, \.ours), settled(texts.theirs, \.theirs))
    let result = pieces.flatMap { $0.text ?? [] }
    return MergeCheck(sides: sides, result: result[...], newest: newest).isRight
  }

  /// Looks at the whole text, in which ours stands for what is open.
  private func isRight(_ pieces: [MergePiece], _ bodies: ThreeSides<MergeBody>) -> Bool {
    var open = ThreeSides<Set<Int>>([], [], [])
    var openInResult: Set<Int> = []
    var origins: [MergeCheck.Whole.Origin] = []
    var line = 0
    for piece in pieces {
      let ours = texts.ours.bytes(of: piece.place.ours)
      let count = piece.text.map { LineComparison.lines(of: $0).count } ?? piece.place.ours.count
      if piece.text == nil {
        open.base.formUnion(piece.place.base)
        open.ours.formUnion(piece.place.ours)
        open.theirs.formUnion(piece.place.theirs)
        openInResult.formUnion(line..<line + count)
      }
      let isOurs = piece.text.map { $0.elementsEqual(ours) } ?? true
      if isOurs || count == piece.place.theirs.count {
        let start = isOurs ? piece.place.ours.lowerBound : piece.place.theirs.lowerBound
        origins.append(MergeCheck.Whole.Origin(isOurs: isOurs, start: (start, line), count: count))
      }
      line += count
    }
    return MergeCheck.Whole(
      bodies: bodies, result: MergeBody(MergeText(asGiven: joined(pieces)), sections), open: open,
      openInResult: openInResult, origins: origins
    ).isRight
  }

  /// With ours where something is open.
  func joined(_ pieces: [MergePiece]) -> [UInt8] {
    pieces.reduce(into: []) { $0 += $1.text ?? Array(texts.ours.bytes(of: $1.place.ours)) }
  }

  // MARK: The result

  func result(of pieces: [MergePiece]) -> Result {
    guard pieces.contains(where: { $0.text == nil }) else {
      return .merged(frame.applied(to: joined(pieces), isFirst: true, isLast: true))
    }
    var regions: [MergeRegion] = []
    var settled: [UInt8] = []
    func append(_ isLast: Bool) {
      let text = frame.applied(to: settled, isFirst: regions.isEmpty, isLast: isLast)
      if !text.isEmpty { regions.append(.settled(text)) }
      settled = []
    }
    for piece in pieces {
      if let text = piece.text {
        settled += text
        continue
      }
      append(false)
      regions.append(
        .open(
          OpenPlace(
            base: texts.base.side(of: piece.place.base), ours: texts.ours.side(of: piece.place.ours),
            theirs: texts.theirs.side(of: piece.place.theirs))))
    }
    append(true)
    return .open(regions)
  }
}
