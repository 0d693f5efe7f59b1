extension VaultPlan {
  package struct NoteText: Sendable {
    package var bytes: [UInt8] = []
    package var hasFrontMatter = false
    package var wikilinks = 0
  }

  /// The bytes of a note: the same for the same index, seed and inputs.
  package func text(of index: Int) -> NoteText {
    var random = SplitMix64(seed: seed, stream: 10, index: index)
    var note = NoteText()
    if random.percent(85) {
      note.hasFrontMatter = true
      note.bytes = frontMatter(of: index, random: &random)
    }
    let start = note.bytes.count
    if random.percent(60) {
      note.bytes.append("# ")
      note.bytes.append(contentsOf: name(of: index))
      note.bytes.append("\n\n")
    }
    let size = Self.bodySize(&random)
    var links = 5 + random.below(4)
    var inserts = planted.sentences(of: index, random: &random).map { (at: start + random.below(size), text: $0) }
    let tasks = tasks(of: index)
    if !tasks.isEmpty {
      inserts.append((at: start + random.below(size), text: taskList(tasks, random: &random)))
    }
    inserts.sort { $0.at > $1.at }

    var untilHeading = 2 + random.below(5)
    while note.bytes.count < start + size {
      while let insert = inserts.last, insert.at <= note.bytes.count {
        append(inserts.removeLast().text, to: &note)
      }
      untilHeading -= 1
      if untilHeading == 0 {
        untilHeading = 3 + random.below(6)
        append(Array((random.percent(70) ? "## " : "### ").utf8) + random.pick(paragraphs.headings), to: &note)
      }
      appendBlock(to: &note, links: &links, &random)
    }
    for insert in inserts.reversed() { append(insert.text, to: &note) }
    if links > 0 {
      note.bytes.append(random.percent(50) ? "Related: " : "See also ")
      for number in 0..<links {
        if number > 0 { note.bytes.append(", ") }
        appendLink(to: &note, shown: nil, &random)
      }
      note.bytes.append("\n")
    } else {
      note.bytes.removeLast()
    }
    return note
  }

  private func append(_ block: [UInt8], to note: inout NoteText) {
    note.bytes.append(contentsOf: block)
    note.bytes.append("\n\n")
  }

  private func appendBlock(to note: inout NoteText, links: inout Int, _ random: inout SplitMix64) {
    let block = random.percent(40) ? random.pick(paragraphs.prose) : random.pick(paragraphs.blocks)
    for piece in block.pieces {
      switch piece {
      case .text(let text):
        note.bytes.append(contentsOf: text)
      case .slot(let shown):
        if links > 0, random.percent(60) {
          links -= 1
          appendLink(to: &note, shown: block.isTable || random.percent(80) ? nil : shown, &random)
        } else {
          note.bytes.append(contentsOf: shown)
        }
      }
    }
    if block.isProse {
      if links > 0, random.percent(25) {
        links -= 1
        note.bytes.append(" See ")
        appendLink(to: &note, shown: nil, &random)
        note.bytes.append(".")
      }
      if random.percent(3) {
        note.bytes.append(" #")
        note.bytes.append(contentsOf: tag(&random))
      }
    }
    note.bytes.append("\n\n")
  }

  private func appendLink(to note: inout NoteText, shown: [UInt8]?, _ random: inout SplitMix64) {
    let target = linkTarget(&random)
    note.wikilinks += 1
    note.bytes.append("[[")
    if random.percent(5) {
      note.bytes.append(contentsOf: path(of: target).dropLast(3))
    } else {
      note.bytes.append(contentsOf: name(of: target))
    }
    if let shown {
      note.bytes.append("|")
      note.bytes.append(contentsOf: shown)
    }
    note.bytes.append("]]")
  }

  /// Sizes at these hundredths of all notes, in bytes; straight lines between. Whole numbers: a logarithm's last
  /// digit differs between platforms.
  private static let sizes: [(share: Int, bytes: Int)] = [
    (0, 150), (10, 600), (25, 1_300), (50, 2_800), (75, 5_600), (90, 10_500), (97, 19_000), (99, 30_000), (100, 60_000),
  ]

  private static func bodySize(_ random: inout SplitMix64) -> Int {
    let share = random.below(100)
    let within = random.below(1_000)
    let next = sizes.firstIndex { $0.share > share } ?? sizes.count - 1
    let (low, high) = (sizes[next - 1], sizes[next])
    let position = (share - low.share) * 1_000 + within
    return low.bytes + (high.bytes - low.bytes) * position / ((high.share - low.share) * 1_000)
  }
}
