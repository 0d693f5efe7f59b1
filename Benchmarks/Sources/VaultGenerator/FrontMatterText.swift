extension VaultPlan {
  /// From `---` to `---`, newline included.
  func frontMatter(of index: Int, random: inout SplitMix64) -> [UInt8] {
    let created = CalendarDay(year: 2018, plus: random.below(8 * 365))
    let updated = created.adding(random.skewed(below: 600, draws: 3))
    var text: [UInt8] = Array("---\n".utf8)
    if random.percent(20) {
      text.append("title: ")
      text.append(contentsOf: name(of: index))
      text.append("\n")
    }
    text.append("created: \(stamp(created, &random))\n")
    text.append("updated: \(stamp(updated, &random))\n")
    appendTags(to: &text, &random)
    if random.percent(30) {
      text.append("aliases:\n")
      for _ in 0...random.below(2) {
        text.append("  - ")
        text.append(contentsOf: words(2, &random).capitalized)
        text.append("\n")
      }
    }
    if random.percent(40) { text.append("category: \(random.pick(Self.categories))\n") }
    if random.percent(15) { text.append("source: \(random.pick(["manual", "web", "voice", "import"]))\n") }
    if random.percent(30) { text.append("status: \(random.pick(["draft", "active", "done", "someday"]))\n") }
    if random.percent(20) { text.append("rating: \(1 + random.below(5))\n") }
    if random.percent(3) { text.append("pinned: true\n") }
    if random.percent(10) { text.append("url: \"https://example.org/\(random.below(1_000_000))\"\n") }
    if random.percent(12) {
      text.append("summary: \"")
      text.append(contentsOf: random.pick(paragraphs.snatches))
      text.append("\"\n")
    }
    if random.percent(15) {
      text.append("related:\n  - \"[[")
      text.append(contentsOf: name(of: linkTarget(&random)))
      text.append("]]\"\n")
    }
    text.append("---\n")
    return text
  }

  private static let categories = ["idea", "task", "journal", "health", "goal", "memory", "finance", "other"]

  /// `work`, or `work/plans`. Few are frequent, most are rare.
  func tag(_ random: inout SplitMix64) -> [UInt8] {
    let words = paragraphs.words
    let parent = words[random.skewed(below: min(240, words.count), draws: 4)]
    guard random.percent(30) else { return parent }
    return parent + [UInt8(ascii: "/")] + words[random.skewed(below: min(60, words.count), draws: 2)]
  }

  /// Later notes of the order are linked to more often.
  func linkTarget(_ random: inout SplitMix64) -> Int {
    noteCount - 1 - random.skewed(below: noteCount, draws: 3)
  }

  func words(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    var text: [UInt8] = []
    for place in 0..<count {
      if place > 0 { text.append(Byte.blank) }
      text.append(contentsOf: random.pick(paragraphs.words))
    }
    return text
  }

  private func stamp(_ day: CalendarDay, _ random: inout SplitMix64) -> String {
    guard random.percent(40) else { return day.text }
    let hour = CalendarDay.twoDigits(random.below(24))
    let minute = CalendarDay.twoDigits(random.below(60))
    return "\(day.text)T\(hour):\(minute):00\(random.percent(50) ? "Z" : "")"
  }

  private func appendTags(to text: inout [UInt8], _ random: inout SplitMix64) {
    let tags = (0..<random.below(5)).map { _ in tag(&random) }
    guard !tags.isEmpty else { return }
    if random.percent(50) {
      text.append("tags: [")
      text.append(contentsOf: tags.joined(separator: Array(", ".utf8)))
      text.append("]\n")
    } else {
      text.append("tags:\n")
      for tag in tags {
        text.append("  - ")
        text.append(contentsOf: tag)
        text.append("\n")
      }
    }
  }
}
