/// What Obsidian Tasks reads of the line.
///
/// It takes one field after the other off the end of the line, tags in between being put aside, until something
/// else stands there. 🔁 takes all the letters, digits, commas and `!` up to the end.
extension TaskTextScanner {
  mutating func checkPluginReading() {
    let fields = result.fields
    var last = end
    var k = fields.count - 1
    while k >= 0 {
      last = blanksStart(before: last)
      let field = fields[k]
      if field.range.upperBound == last, isPluginForm[k] {
        last = field.range.lowerBound
        k -= 1
      } else if let tag = tagStart(endingAt: last), tag >= field.range.upperBound {
        last = tag
      } else if let rule = swallowingRule(upTo: last, from: k) {
        reportSwallowed(fields[rule].range.upperBound..<last, by: fields[rule])
        last = fields[rule].range.lowerBound
        k = rule - 1
      } else {
        break
      }
    }
    if k >= 0 { reportUnread(fields[...k]) }
  }

  /// The 🔁 field that takes everything up to `last`, words such as `!high` included.
  private func swallowingRule(upTo last: Int, from k: Int) -> Int? {
    var k = k
    while k > 0, result.fields[k].format == .plain { k -= 1 }
    let field = result.fields[k]
    let end = field.range.upperBound
    guard field.kind == .recurrence, field.format == .emoji, isPluginForm[k], end < last,
      text[end..<last].allSatisfy(Self.isRuleByte)
    else { return nil }
    return k
  }

  /// A tag by the plugin's grammar, which is not Obsidian's.
  private func tagStart(endingAt last: Int) -> Int? {
    var i = last
    while i > start, !Self.endsPluginTag(text[i - 1]) { i -= 1 }
    guard i < last, i > start, text[i - 1] == 0x23, isAfterWhitespace(i - 1) else { return nil }
    return i - 1
  }

  private static func endsPluginTag(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x28, 0x29, 0x2A, 0x2C, 0x2E, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5E,
      0x7B, 0x7C, 0x7D:
      true
    default: false
    }
  }

  private mutating func reportSwallowed(_ range: Range<Int>, by field: TaskField) {
    let words = string(blanksEnd(from: range.lowerBound)..<range.upperBound)
    report(
      .taskRecurrenceText, at: field.range.lowerBound,
      "Obsidian Tasks takes \"\(words)\" for part of the rule and drops it; move 🔁 to the end of the line.")
  }

  private mutating func reportUnread(_ fields: ArraySlice<TaskField>) {
    var blocked: [(offset: Int, name: String)] = []
    for (k, field) in zip(fields.indices, fields) where field.format != .plain && field.kind != .category {
      let name = name(of: field)
      if isPluginForm[k] {
        blocked.append((field.range.lowerBound, name))
      } else if field.format == .emoji {
        report(
          .taskFieldUnreadByPlugin, at: field.range.lowerBound,
          "Obsidian Tasks does not read \(name) here, because a tab or a non-breaking space follows it; "
            + "write a plain space.")
      } else {
        report(
          .taskFieldUnreadByPlugin, at: field.range.lowerBound,
          "Obsidian Tasks does not read \(name) as it is written here; write the value in lower case, with plain spaces."
        )
      }
    }
    guard let first = blocked.first else { return }
    let names = blocked.map(\.name)
    let list =
      names.count == 1 ? first.name : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    report(
      .taskFieldUnreadByPlugin, at: first.offset,
      "Obsidian Tasks does not read \(list) here, because other text follows; "
        + "move \(names.count == 1 ? "it" : "them") to the end of the line.")
  }

  private func name(of field: TaskField) -> String {
    if field.format == .inline { return field.kind.inlineKey + "::" }
    return field.kind.sign ?? string(field.valueRange)
  }
}
