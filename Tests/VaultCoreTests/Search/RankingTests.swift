import Testing

@testable import VaultCore

@Suite struct RankingTests {
  private static let traits = Ranking.Traits(bodyBytes: 1_000)
  private static let ranking = Ranking(noteCount: 1_000, bodyBytes: 1_000_000, frequencies: [50, 80])

  private static func counts(
    _ field: SearchableText.Field = .body, whole: UInt32 = 1, begun: UInt32? = nil, proximity: Proximity? = nil
  ) -> NoteCounts {
    var pattern = PatternCounts()
    pattern.whole[field.rawValue] = whole
    pattern.begun[field.rawValue] = begun ?? whole
    return NoteCounts(patterns: [pattern, pattern], proximity: proximity)
  }

  private static func proximity(_ words: [Int]) -> Proximity? {
    Proximity(words.map { [WordPlace(field: 4, word: $0)] }, lengths: words.map { _ in 1 })
  }

  private static func total(_ counts: NoteCounts, _ traits: Ranking.Traits = traits) -> Double {
    ranking.score(counts, traits).total
  }

  @Test func nearWordsComeBeforeScatteredOnes() {
    let phrase = Self.total(Self.counts(proximity: Self.proximity([5, 6])))
    let turned = Self.total(Self.counts(proximity: Self.proximity([6, 5])))
    let near = Self.total(Self.counts(proximity: Self.proximity([5, 9])))
    let scattered = Self.total(Self.counts(proximity: Self.proximity([5, 900])))
    let apart = Self.total(Self.counts())
    #expect(phrase > turned && turned > near && near > scattered && scattered > apart)
  }

  @Test func fieldsAndWholeWordsCount() {
    let totals = [SearchableText.Field.title, .tag, .heading, .body, .part].map { Self.total(Self.counts($0)) }
    #expect(totals == totals.sorted(by: >) && Set(totals).count == totals.count)
    #expect(Self.total(Self.counts(whole: 1)) > Self.total(Self.counts(whole: 0, begun: 1)))
    #expect(Self.total(Self.counts(whole: 0, begun: 1)) > 0)
    #expect(Self.total(Self.counts(whole: 9)) > Self.total(Self.counts(whole: 1)))
  }

  @Test func longNotesCountLess() {
    var long = Self.traits
    long.bodyBytes = 50_000
    #expect(Self.total(Self.counts()) > Self.total(Self.counts(), long))
    #expect(Self.total(Self.counts(.title)) == Self.total(Self.counts(.title), long))
  }

  /// Whatever else speaks for another note.
  @Test func theNameThatWasAskedForComesFirst() {
    var asked = Self.traits
    asked.name = NameSimilarity(share: 1, isEqual: true)
    asked.bodyBytes = 1_000_000
    var other = Self.traits
    other.isPinned = true
    other.ageInDays = 0
    other.bodyBytes = 1
    other.name = NameSimilarity(share: 0.99, isEqual: false)
    let best = Self.counts(.title, whole: 1_000, proximity: Self.proximity([1, 2]))
    #expect(Self.total(Self.counts(.title), asked) > Self.total(best, other))
    var title = asked
    title.name.isTitle = true
    other.name = NameSimilarity(share: 1, isEqual: true)
    #expect(Self.total(Self.counts(.title), title) > Self.total(best, other), "a title before a name that is no title")
  }

  @Test func pinAndRecencyDecideBetweenLikesOnly() {
    var pinned = Self.traits
    pinned.isPinned = true
    var recent = Self.traits
    recent.ageInDays = 0
    var older = Self.traits
    older.ageInDays = 400
    var future = Self.traits
    future.ageInDays = -9
    let same = Self.counts()
    #expect(Self.total(same, pinned) > Self.total(same) && Self.total(same, recent) > Self.total(same, older))
    #expect(Self.total(same, older) > Self.total(same) && Self.total(same, future) == Self.total(same, recent))
    pinned.ageInDays = 0
    #expect(Self.total(Self.counts(.heading)) > Self.total(same, pinned), "a word in a heading says more")
    #expect(Self.total(Self.counts(whole: 3)) > Self.total(same, pinned), "so do more occurrences")
  }

  @Test func aNameThatIsLikerComesFirst() {
    let shares = [0, 0.2, 0.6, 1].map { share in
      var traits = Self.traits
      traits.name = NameSimilarity(share: share, isEqual: false)
      return Self.total(Self.counts(), traits)
    }
    #expect(shares == shares.sorted() && Set(shares).count == shares.count)
  }

  @Test func foldersTellLikesApart() {
    var inFolder = Self.traits
    inFolder.inFolders = [1, 0]
    #expect(Self.total(Self.counts(), inFolder) > Self.total(Self.counts()))
    #expect(Self.total(Self.counts(.title), inFolder) < 1.3 * Self.total(Self.counts(.title)))
    let lacking = NoteCounts(patterns: [PatternCounts(), PatternCounts()])
    #expect(Self.total(lacking, inFolder) == 0, "no note has a word for its folder alone")
  }

  @Test func rareWordsCountMore() {
    #expect(Self.ranking.rarity(0) > Self.ranking.rarity(1))
    let odd = Ranking(noteCount: 0, bodyBytes: 0, frequencies: [5])
    #expect(odd.rarity(0) > 0 && odd.rarity(0).isFinite)
    #expect(odd.score(NoteCounts(patterns: [PatternCounts()]), Self.traits).total == 0)
  }
}
