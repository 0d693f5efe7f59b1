/// A merge whose hunks are git's: what git settles stays as it is, unless front matter that could be read in all three texts
/// cannot be read then, and what git leaves open is settled by where it stands.
package struct GivenHunksMerge: Sendable {
  /// Git's answer for a base and two texts that were made of it, all three shown at open places, between marks of so many
  /// signs.
  package typealias LinesOfGit = (
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ markerSize: Int
  ) throws -> [UInt8]

  /// What the rules need to know of the texts, whatever git answers.
  package struct Prepared: Sendable {
    let texts: ThreeSides<MergeText>
    let frame: MergeText.Frame
    let sections: MergeSections
    let bodies: ThreeSides<MergeBody>
  }

  private let given: ThreeSides<[UInt8]>
  private let markerSize: Int

  /// Nil where git's own answer is the best there is: the texts are none for the rules, the base is empty, or marks of a
  /// conflict stand in one of the texts, as in the base where two merges cross.
  package init?(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    given = ThreeSides(base, ours, theirs)
    guard !base.isEmpty, given.all.allSatisfy(NoteMerge.isReadable),
      !given.all.contains(where: ConflictMarkers.stand), let size = ConflictHunks.markerSize(for: given)
    else { return nil }
    markerSize = size
  }

  /// The texts read as Markdown, which takes about as long as git takes.
  package func prepared() -> Prepared {
    let (texts, frame) = MergeText.framed(given)
    let sections = MergeSections()
    return Prepared(texts: texts, frame: frame, sections: sections, bodies: texts.map { MergeBody($0, sections) })
  }

  /// Nil where no rule settles anything, so that git's own answer stays. `prepared` and `options` are asked for where git
  /// leaves something open.
  package func result(
    prepared: () -> Prepared, options: () throws -> NoteMerge.Options, lines: LinesOfGit
  ) rethrows -> NoteMerge.Result? {
    guard let hunks = ConflictHunks(try lines(given.base, given.ours, given.theirs, markerSize), markerSize: markerSize)
    else { return nil }
    if let text = hunks.settledText, MergeCheck.frontMatterReads(given, text) { return .merged(text) }
    let options = try options()
    let prepared = prepared()
    let texts = prepared.texts
    let isFramed = zip(texts.all, given.all).contains { $0.bytes != $1 }
    let framed =
      try isFramed
      ? ConflictHunks(
        lines(texts.base.bytes, texts.ours.bytes, texts.theirs.bytes, markerSize), markerSize: markerSize) : hunks
    guard let plain = framed?.pieces(in: texts) else { return nil }
    let merge = NoteMerge(
      texts: texts, frame: prepared.frame, options: options, sections: prepared.sections, knownBodies: prepared.bodies)
    let pieces = merge.pieces(.given(plain))
    // Without an open place, the texts differ for git in what is no line: a last newline, a mark, endings.
    let isSettled =
      Self.linesOfOpenPlaces(pieces) != Self.linesOfOpenPlaces(plain) || Self.linesOfOpenPlaces(plain) == 0
    let isOtherwiseEnded = isFramed && zip(texts.all, given.all).contains { $0.bytes != $1 && $0.bytes != $1 + [0x0A] }
    return isSettled || isOtherwiseEnded ? merge.result(of: pieces) : nil
  }

  private static func linesOfOpenPlaces(_ pieces: [MergePiece]) -> Int {
    pieces.lazy.filter { $0.text == nil }.flatMap { $0.place.all }.reduce(0) { $0 + $1.count }
  }
}

extension NoteMerge {
  /// Pieces of whole texts in two parts, cut behind so many lines of each; nil where they cannot be cut there.
  func cut(_ pieces: [MergePiece], at counts: ThreeSides<Int>) -> (front: [MergePiece], rest: [MergePiece])? {
    func all(_ piece: MergePiece, _ condition: (Range<Int>, Int) -> Bool) -> Bool {
      condition(piece.place.base, counts.base) && condition(piece.place.ours, counts.ours)
        && condition(piece.place.theirs, counts.theirs)
    }
    guard let index = pieces.firstIndex(where: { !all($0) { $0.upperBound <= $1 } }) else { return (pieces, []) }
    let (front, piece) = (Array(pieces[..<index]), pieces[index])
    if all(piece, { $0.lowerBound >= $1 }) { return (front, Array(pieces[index...])) }
    guard all(piece, { $0.lowerBound <= $1 && $1 <= $0.upperBound }) else { return nil }
    func half(_ range: (Range<Int>, Int) -> Range<Int>) -> ThreeSides<Range<Int>> {
      ThreeSides(
        range(piece.place.base, counts.base), range(piece.place.ours, counts.ours),
        range(piece.place.theirs, counts.theirs))
    }
    var (first, second) = (
      MergePiece(place: half { $0.lowerBound..<$1 }), MergePiece(place: half { $1..<$0.upperBound })
    )
    if piece.text != nil {
      let before = joined(front).count
      let whole = joined(front + [piece])
      let end = whole.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }
      guard end >= before, end <= whole.count else { return nil }
      first.text = Array(whole[before..<end])
      second.text = Array(whole[end...])
    }
    return (front + [first], [second] + pieces[(index + 1)...])
  }
}
