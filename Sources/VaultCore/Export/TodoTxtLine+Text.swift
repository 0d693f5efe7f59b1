extension TodoTxtLine: CustomStringConvertible {
  /// The line, without its end; it reads as the same value.
  package var description: String {
    var head: [String] = isDone ? ["x"] : []
    if !isDone, let priority { head.append("(\(priority))") }
    if isDone, let completed { head.append(completed.description) }
    let isCreatedLate = isDone && completed == nil
    if !isCreatedLate, let created { head.append(created.description) }

    var body = TodoTxtWords.split(text)
    if let context {
      body.insert(.init(text: "@" + context), at: body.firstIndex(where: Self.isContext) ?? body.endIndex)
    }
    let words = head + body.map(\.text) + keys(isCreatedLate: isCreatedLate)
    var read = TodoTxtLine()
    let isMisread = read.readHead(words) != head.count || read.isDone != isDone
    guard isMisread else { return words.joined(separator: " ") }
    return (head + [divider] + words[head.count...]).joined(separator: " ")
  }

  private func keys(isCreatedLate: Bool) -> [String] {
    let keys = [
      ("due", due?.description), ("t", threshold?.description), ("scheduled", scheduled?.description),
      ("rec", recurrence?.todoTxt), ("id", id), ("dep", dependsOn.isEmpty ? nil : dependsOn.joined(separator: ",")),
      ("created", isCreatedLate ? created?.description : nil),
      ("pri", isDone ? priority.map { String(Character($0)) } : nil), ("status", status?.rawValue),
    ]
    return keys.compactMap { key, value in value.map { "\(key):\($0)" } }
  }
}
