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
    var keys: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { keys.append("\(key):\(value)") }
    }
    add("due", due?.description)
    add("t", threshold?.description)
    add("scheduled", scheduled?.description)
    add("rec", recurrence?.todoTxt)
    add("id", id)
    if !dependsOn.isEmpty { add("dep", dependsOn.joined(separator: ",")) }
    if isCreatedLate { add("created", created?.description) }
    if isDone { add("pri", priority.map { String(Character($0)) }) }
    add("status", status?.rawValue)
    return keys
  }
}
