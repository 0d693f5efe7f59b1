/// A line of a todo.txt file (github.com/todotxt/todo.txt): `x` for done, a priority, days of completion and creation,
/// then words, of which `+project`, `@context` and `key:value` mean something.
///
/// The keys are those that programs share: `due:`, `t:` (not before), `rec:`, `id:`, `dep:` (ids that it waits for), and
/// `pri:` for the priority of what is done. What todo.txt has no word for is kept in keys of our own: `scheduled:`,
/// `created:` where there is no day of completion, and `status:` for what is cancelled, in progress or on hold.
package struct TodoTxtLine: Hashable, Sendable {
  package var isDone = false
  /// `A` to `Z`.
  package var priority: Unicode.Scalar?
  package var completed: CivilDate?
  package var created: CivilDate?
  /// Words with one blank between them, projects and all contexts but the first included.
  package var text = ""
  /// The first one, without `@`.
  package var context: String?
  package var due: CivilDate?
  package var threshold: CivilDate?
  package var scheduled: CivilDate?
  package var recurrence: Recurrence?
  package var id: String?
  package var dependsOn: [String] = []
  /// Nil when the `x`, or that there is none, says it.
  package var status: StatusType?

  package init() {}

  /// Reads a line; nothing is ever refused, since what means nothing is text. Of a key that comes more than once the last
  /// one counts, and the others are text.
  package init(_ line: String) {
    var words = TodoTxtWords.split(line)
    words.removeFirst(readHead(words.map(\.text)))
    readKeys(&words)
    readContext(&words)
    text = words.map(\.text).joined(separator: " ")
  }

  // MARK: The beginning

  /// Behind the beginning, this word only says that what follows is text: `status:todo x marks the spot`.
  var divider: String { "status:" + (isDone ? StatusType.done : .todo).rawValue }

  /// How many words the beginning has.
  mutating func readHead(_ words: [String]) -> Int {
    let place = readMarks(words)
    return place < words.count && words[place] == divider ? place + 1 : place
  }

  private mutating func readMarks(_ words: [String]) -> Int {
    var place = 0
    func take<Value>(_ read: (String) -> Value?) -> Value? {
      guard place < words.count, let value = read(words[place]) else { return nil }
      place += 1
      return value
    }
    isDone = words.count > 1 && take { $0 == "x" ? true : nil } != nil
    priority = take(Self.priority)
    let day = take { CivilDate($0) }
    completed = isDone ? day : nil
    created = isDone ? day.flatMap { _ in take { CivilDate($0) } } : day
    return place
  }

  private static func priority(_ word: String) -> Unicode.Scalar? {
    let scalars = Array(word.unicodeScalars)
    guard scalars.count == 3, scalars[0] == "(", scalars[2] == ")", ("A"..."Z").contains(scalars[1]) else { return nil }
    return scalars[1]
  }

  // MARK: Keys

  private mutating func readKeys(_ words: inout [TodoTxtWords.Word]) {
    var seen: Set<String> = []
    for place in words.indices.reversed() where !words[place].isOpaque {
      let parts = words[place].text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !seen.contains(String(parts[0])), take(String(parts[0]), String(parts[1])) else {
        continue
      }
      seen.insert(String(parts[0]))
      words.remove(at: place)
    }
  }

  /// Returns true when the key is known, and the value one of its.
  private mutating func take(_ key: String, _ value: String) -> Bool {
    switch key {
    case "due": return Self.set(&due, CivilDate(value))
    case "t": return Self.set(&threshold, CivilDate(value))
    case "scheduled": return Self.set(&scheduled, CivilDate(value))
    case "created" where created == nil: return Self.set(&created, CivilDate(value))
    case "rec": return Self.set(&recurrence, Recurrence(todoTxt: value))
    case "id": return Self.set(&id, value.isTaskID ? value : nil)
    case "dep":
      let ids = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard ids.allSatisfy(\.isTaskID) else { return false }
      dependsOn = ids
      return true
    case "pri" where isDone && priority == nil: return Self.set(&priority, Self.priority("(\(value))"))
    case "status":
      // What the `x` says, or that there is none, stays.
      let types: [StatusType] = isDone ? [.cancelled] : [.inProgress, .onHold]
      return Self.set(&status, types.first { $0.rawValue == value })
    default: return false
    }
  }

  private static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    guard let value else { return false }
    field = value
    return true
  }

  // MARK: Context

  private mutating func readContext(_ words: inout [TodoTxtWords.Word]) {
    guard let place = words.firstIndex(where: Self.isContext) else { return }
    context = String(words.remove(at: place).text.dropFirst())
  }

  /// Returns true for a context. The first one is the category, as in a task's line.
  static func isContext(_ word: TodoTxtWords.Word) -> Bool {
    !word.isOpaque && word.text.hasPrefix("@") && TagGrammar.isTag(String(word.text.dropFirst()))
  }
}
