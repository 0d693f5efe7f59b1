import VaultCore
import VaultTestSupport

@testable import VaultStore

/// All that can be asked of a reader, with the answers as texts.
struct EveryAnswer {
  var queries: [(text: String, query: Query)]
  /// Orders to ask for, one for each query.
  private var orders: [[Query.SortKey]] = []
  /// Of the plugin Tasks, in no note.
  private var pluginQueries: [String] = []
  /// Of notes, or of nothing.
  var names: [String]
  /// Of tasks that are there, or that were.
  var handles: [String]

  typealias Answer = (question: String, lines: [String])

  /// Queries that say something about the notes of these vaults, so many besides some of single words, and names from them.
  init(
    about vaults: [OpenVault], _ test: VaultUnderTest, queries count: Int, names nameCount: Int, seed: UInt64
  ) throws {
    var notes: [(record: NoteRecord, text: String)] = []
    var handles: Set<String> = []
    for vault in vaults {
      try vault.read { reader throws in
        for record in try reader.snapshot.records(of: reader.snapshot.universe.ids) {
          guard case .bytes(let bytes) = try NoteReader(reader.pipeline).read(record.path).content else { continue }
          notes.append((record, String(decoding: bytes, as: UTF8.self)))
        }
        try reader.snapshot.forEachTask(openOnly: false) { handles.insert($1.handle) }
      }
    }
    var random = SeededGenerator(seed: seed)
    var generator = try RandomQueries(notes: notes, seed: seed)
    queries = [("", Query())]
    for _ in 0..<count {
      let text = generator.next()
      queries.append((text, try test.query(text)))
    }
    // Words on their own, one of them misspelled.
    for text in generator.material.words.shuffled(using: &random).prefix(4).flatMap({ [$0, $0 + "q"] }) {
      queries.append((text, try test.query("\"\(text.replacing("\"", with: ""))\"")))
    }
    let all = notes.flatMap { record, _ in
      [record.path.text, record.path.stem.uppercased(), record.title] + record.aliases + [record.title + "qx"]
        + (record.id.map { [$0] } ?? [])
    }
    names = Array(Array(Set(all)).sorted().shuffled(using: &random).prefix(nameCount))
    self.handles = handles.sorted()
    for _ in queries {
      orders.append(
        (0..<1 + random.below(2)).map { _ in
          Query.SortKey(random.pick(Query.SortField.allCases), isReversed: random.below(2) == 0)
        })
    }
    for _ in 0..<count { pluginQueries.append(Self.pluginQuery(&random)) }
  }

  private static func pluginQuery(_ random: inout SeededGenerator) -> String {
    let filters = ["not done", "done", "has due date", "(is recurring) OR (priority is above none)", "is not blocked"]
    var lines = random.below(2) == 0 ? [random.pick(filters)] : []
    func reverse() -> String { random.below(3) == 0 ? " reverse" : "" }
    for _ in 0..<1 + random.below(2) {
      lines.append("group by \(random.pick(PluginQuery.GroupKey.allCases).rawValue)" + reverse())
    }
    for _ in 0..<random.below(3) {
      lines.append("sort by \(random.pick(PluginQuery.SortKey.allCases).rawValue)" + reverse())
    }
    return (lines + random.pick([[], ["limit 7"], ["limit groups 2", "explain"]])).joined(separator: "\n")
  }

  func asked(of reader: VaultReader) -> [Answer] {
    aboutAll(reader) + zip(queries, orders).flatMap { about($0.text, $0.query, $1, reader) }
      + names.flatMap { about($0, reader) } + pluginQueries.map { about(pluginQuery: $0, reader) }
      + handles.map { handle in
        // Why a task is not found depends on what is known of the past.
        Self.ask("task \(handle)") {
          do {
            let place = try reader.place(ofTask: handle)
            return ["\(place.path):\(place.line)"]
          } catch { return ["none"] }
        }
      }
  }

  /// The first difference; nil where there is none.
  static func difference(_ a: [Answer], _ b: [Answer]) -> String? {
    guard a.map(\.question) == b.map(\.question) else { return "other questions" }
    for (a, b) in zip(a, b) {
      if let difference = VaultAnswers.difference(a.lines, b.lines) { return "\(a.question)\n\(difference)" }
    }
    return nil
  }

  private static func ask(_ question: String, _ body: () throws -> [String]) -> Answer {
    do { return (question, try body()) } catch { return (question, ["error: \(error)"]) }
  }

  private func aboutAll(_ reader: VaultReader) -> [Answer] {
    [
      Self.ask("overview") { try VaultAnswers.list(reader, Query()) },
      Self.ask("tags") { try VaultAnswers.tags(reader) },
      Self.ask("stats") { [try VaultAnswers.stats(reader)] },
      Self.ask("doctor") { try VaultAnswers.findings(reader) },
      Self.ask("dangling") { try reader.danglingLinks().map { "\($0)" } },
      Self.ask("titles") { try reader.noteTitles().map { "\($0.key) \($0.value)" }.sorted() },
      Self.ask("property keys") { try reader.propertyKeys() },
      Self.ask("properties") {
        let properties = try reader.properties()
        return try properties.map { "\($0) \(try reader.values(ofProperty: $0.key))" }
      },
      Self.ask("files") { try reader.files().map(\.text) },
      Self.ask("unused attachments") { try reader.unusedAttachments().map(\.text) },
      Self.ask("folders") { try reader.folders().map { "\($0)" } },
      Self.ask("daily notes") { try reader.dailyNotes().map { "\($0)" } },
      Self.ask("names") { try NameTable(reader).notes.map { "\($0)" } },
      Self.ask("templates") { try reader.templates() },
      Self.ask("sizes") { ["\(try reader.snapshot.noteCount) \(try reader.snapshot.bodyBytes)"] },
      Self.ask("consequences") {
        let done = try reader.tasks(Query(), scope: .open).tasks.filter { $0.task.id != nil }.map(\.task)
        return ["\(try reader.consequences(ofEnding: done))"]
      },
    ]
  }

  private func about(
    _ text: String, _ query: Query, _ order: [Query.SortKey], _ reader: VaultReader
  ) -> [Answer] {
    let options = SearchOptions(linesPerHit: 3, context: 1, suggests: true)
    var answers = [
      Self.ask("search \(text)") {
        let result = try reader.search(query, options: options)
        return ["total \(result.total) \(String(describing: result.widening)) \(result.suggestions)"]
          + result.hits.map { "\($0.record.path) \($0.score) \($0.matches) \($0.record)" }
      },
      Self.ask("explanation \(text)") {
        try VaultAnswers.search(reader, query, SearchOptions(limit: 5, linesPerHit: 1, explains: 3))
      },
      Self.ask("some of the words of \(text)") {
        try VaultAnswers.search(reader, query, SearchOptions(breadth: .any, limit: 9, linesPerHit: 1, explains: 2))
      },
      Self.ask("a page for \(text)") {
        try VaultAnswers.search(
          reader, query, SearchOptions(breadth: .all(orSomeBelow: 20), respells: true, limit: 9, linesPerHit: 1))
      },
      Self.ask("typed \(text)") {
        try VaultAnswers.search(reader, query, SearchOptions(asTyped: true, limit: 9, linesPerHit: 1, explains: 2))
      },
      Self.ask("search in order \(order) \(text)") {
        try VaultAnswers.search(reader, query, SearchOptions(limit: 9, linesPerHit: 0, sort: order))
      },
      Self.ask("list in order \(order) \(text)") {
        let result = try reader.list(query, sort: order, limit: 9)
        return ["total \(result.total)"] + result.records.map(\.path.text)
      },
      Self.ask("tasks in order \(order) \(text)") {
        let result = try reader.tasks(query, scope: .all, sort: order, limit: 9)
        return ["\(result.total)"] + Self.texts(result.tasks)
      },
      Self.ask("counts \(text)") { ["\(try reader.count(query)) \(try reader.searchCount(query))"] },
      Self.ask("list \(text)") { try VaultAnswers.list(reader, query) },
      Self.ask("orphans \(text)") { try reader.orphans(query).records.map { "\($0)" } },
      Self.ask("dead ends \(text)") { try reader.deadEnds(query).records.map { "\($0)" } },
      Self.ask("aliases \(text)") { try reader.aliases(query).map { "\($0)" } },
      Self.ask("lengths \(text)") { try reader.lengths(of: query).map { "\($0)" } },
      Self.ask("random \(text)") { ["\(try reader.randomNotes(query, count: 1).total)"] },
      Self.ask("next \(text)") { Self.texts(try reader.nextTasks(query).result.tasks) },
      Self.ask("agenda \(text)") {
        try reader.agenda(query, days: 7).entries.map { "\($0.entry) " + Self.text($0.view) }
      },
      Self.ask("export \(text)") {
        let export = try reader.export(query, withFiles: true)
        var notes: [String] = []
        let problems = try export.readNotes { notes.append("\($0)") }.problems
        return notes + export.attachments.map(\.text) + problems.map { "\($0)" }
      },
    ]
    for scope in [TaskScope.open, .done, .all] {
      answers.append(
        Self.ask("tasks \(scope) \(text)") {
          let result = try reader.tasks(query, scope: scope)
          let count = try reader.taskCount(query, scope: scope)
          let lines = try reader.reduceTasks(query, scope: scope, into: 0) { $0 += $1.line }
          return ["\(result.total) \(count) \(result.overdue) \(result.open) \(lines)"] + Self.texts(result.tasks)
        })
    }
    return answers
  }

  private func about(_ name: String, _ reader: VaultReader) -> [Answer] {
    [
      Self.ask("resolve \(name)") { [try reader.resolve(name).text] },
      Self.ask("backlinks \(name)") { VaultAnswers.backlinks(reader, name) },
      Self.ask("links \(name)") { try reader.links(of: name).map { "\($0)" } },
      Self.ask("links to \(name)") { try reader.links(to: name).map { "\($0)" } },
      Self.ask("outline \(name)") { try reader.outline(of: [name]).map { "\($0)" } },
      Self.ask("mentions \(name)") { try reader.mentions(of: name).mentions.map { "\($0)" } },
      Self.ask("related \(name)") { try reader.related(to: name).notes.map { "\($0)" } },
      Self.ask("graph \(name)") { ["\(try reader.graph(around: name, limit: 20))"] },
      Self.ask("show \(name)") {
        let shown = try reader.show(name)
        return ["\(shown.record) \(shown.note) \(shown.resolved)"] + Self.texts(shown.tasks)
      },
      Self.ask("text \(name)") {
        let (path, text) = (try reader.resolve(name), try reader.show(name).bytes)
        let lines = try reader.text(ofLines: [1, 2, 5], in: path).sorted { $0.key < $1.key }
        return ["\(path) \(text)", "\(lines)"]
      },
      Self.ask("properties \(name)") {
        try ["tags", "status", "aliases"].flatMap { try reader.property($0, of: [name]) }.map { "\($0)" }
      },
      Self.ask("plugin queries \(name)") { try Self.texts(reader.answers(to: reader.tasksQueries(in: name))) },
    ]
  }

  private func about(pluginQuery text: String, _ reader: VaultReader) -> Answer {
    Self.ask("plugin query \(text)") { try Self.texts(reader.answers(to: [PluginQuerySource(text: text)])) }
  }

  private static func texts(_ answers: [Result<PluginQueryResult, PluginQueryError>]) -> [String] {
    answers.flatMap { answer in
      switch answer {
      case .success(let result):
        ["\(result.total) \(result.explanation ?? "")", "\(result.groups)"] + texts(result.tasks)
      case .failure(let error): ["\(error)"]
      }
    }
  }

  private static func texts(_ tasks: [TaskView]) -> [String] { tasks.map(text) }

  /// Without the handle as it is shown: how much of it there is depends on tasks that are known to be gone.
  private static func text(_ view: TaskView) -> String {
    "\(view.task.path):\(view.task.line) \(view.urgency) \(view.isOverdue) \(view.isBlocked) \(view.task)"
  }
}
