extension VaultPlan {
  /// A list of the note's tasks, under a heading now and then; no newline at its end.
  func taskList(_ numbers: Range<Int>, random: inout SplitMix64) -> [UInt8] {
    var text: [UInt8] = []
    if random.percent(50) { text.append("## \(random.pick(["Next", "To do", "Tasks", "Open points"]))\n\n") }
    let marker = random.pick(["- ", "- ", "- ", "- ", "- ", "- ", "- ", "* ", "+ ", "1. "])
    let canNest = marker != "1. "
    for number in numbers {
      if number > numbers.lowerBound {
        text.append("\n")
        if canNest, random.percent(15) { text.append("  ") }
      }
      text.append(marker)
      text.append("[")
      let symbol = symbol(ofTask: number)
      text.append(symbol)
      text.append("] ")
      appendTask(number: number, symbol: symbol, to: &text, &random)
    }
    return text
  }

  private enum Format { case emoji, inlineFields, plain }

  private func appendTask(number: Int, symbol: UInt8, to text: inout [UInt8], _ random: inout SplitMix64) {
    let share = random.below(100)
    let format = share < 80 ? Format.emoji : share < 92 ? .inlineFields : .plain
    let day = CalendarDay(year: 2025, plus: 90 + random.below(640))
    if format == .plain, random.percent(40) { text.append("(\(random.pick(["A", "B", "C"]))) ") }
    text.append(contentsOf: random.pick(paragraphs.snatches))
    if random.percent(15) {
      text.append(" #")
      text.append(contentsOf: tag(&random))
    }
    if format == .plain, random.percent(40) { text.append(" @\(random.pick(["work", "personal", "shopping"]))") }
    if format != .plain, random.percent(4) {
      text.append(format == .emoji ? " 🆔 t\(number)" : "  [id:: t\(number)]")
    }
    if format != .plain, random.percent(30) {
      let level = random.below(5)
      text.append(
        format == .emoji
          ? " " + ["🔺", "⏫", "🔼", "🔽", "⏬"][level]
          : "  [priority:: " + ["highest", "high", "medium", "low", "lowest"][level] + "]")
    }
    if format == .emoji, random.percent(5) {
      text.append(
        " 🔁 " + random.pick(["every week", "every month on the 1st", "every 3 days when done", "every year"]))
    }
    if random.percent(30) { appendDate("➕", "created", day.adding(-30), format, to: &text) }
    if random.percent(5) { appendDate("🛫", "start", day.adding(-7), format, to: &text) }
    if random.percent(10) { appendDate("⏳", "scheduled", day.adding(-2), format, to: &text) }
    if random.percent(60) { appendDate("📅", "due", day, format, to: &text) }
    if symbol == UInt8(ascii: "-"), random.percent(70) { appendDate("❌", "cancelled", day, format, to: &text) }
    if symbol == UInt8(ascii: "x"), random.percent(80) { appendDate("✅", "completion", day, format, to: &text) }
    if random.percent(3) { text.append(" ^task-\(number)") }
  }

  /// The plain format knows due dates only.
  private func appendDate(
    _ emoji: String, _ key: String, _ day: CalendarDay, _ format: Format, to text: inout [UInt8]
  ) {
    switch format {
    case .emoji: text.append(" \(emoji) \(day.text)")
    case .inlineFields: text.append("  [\(key):: \(day.text)]")
    case .plain: if key == "due" { text.append(" due:\(day.text)") }
    }
  }
}
