import VaultCore

@testable import VaultStore

/// Answers as texts, so that those of the index and of the files can be compared and a difference be read.
enum VaultAnswers {
  static func search(_ reader: VaultReader, _ query: Query, _ options: SearchOptions) throws -> [String] {
    let result = try reader.search(query, options: options)
    let wide =
      "\(result.completeTotal) \(String(describing: result.widening)) \(result.respellings) \(result.isDivided)"
    return ["total \(result.total) \(wide) \(result.hasSome)"]
      + result.hits.map {
        "\($0.record.path) \($0.score) \($0.missing) \($0.matches) \(String(describing: $0.opening)) \($0.record)"
      } + (result.explanation.map(text) ?? [])
  }

  /// But for how many notes were read, which differs.
  private static func text(_ explanation: SearchExplanation) -> [String] {
    ["found \(explanation.found)"] + explanation.notes.map { "explained \($0)" }
      + explanation.steps.map { "\($0.term.predicate) among \($0.candidates) found \($0.found)" }
  }

  static func tasks(_ reader: VaultReader, _ query: Query, _ scope: TaskScope) throws -> [String] {
    let result = try reader.tasks(query, scope: scope)
    let count = try reader.taskCount(query, scope: scope)
    return ["total \(result.total) count \(count) overdue \(result.overdue) open \(result.open)"]
      + result.tasks.map(text)
  }

  private static func text(_ view: TaskView) -> String {
    "\(view.task.path):\(view.task.line) \(view.shortHandle) \(view.urgency) \(view.isOverdue) \(view.isBlocked) \(view.task)"
  }

  static func list(_ reader: VaultReader, _ query: Query) throws -> [String] {
    let result = try reader.list(query)
    return ["total \(result.total)"] + result.records.map { "\($0.path) \($0)" }
  }

  static func tags(_ reader: VaultReader) throws -> [String] {
    try reader.tags().map { "\($0.tag) \($0.count) \($0.total)" }
  }

  static func stats(_ reader: VaultReader) throws -> String {
    "\(try reader.stats())"
  }

  /// Dictionaries have no order.
  private static func text(_ stats: StatsOverTime) -> String {
    func days(_ counts: [CivilDate: Int]) -> [String] { counts.map { "\($0.key) \($0.value)" }.sorted() }
    return "\(stats.months) \(days(stats.edits)) \(days(stats.done)) \(stats.tags) \(stats.categories)"
  }

  /// What concerns the notes, not the index.
  static func findings(_ reader: VaultReader) throws -> [String] {
    let report = try reader.findings()
    return ["notes \(report.notes)"]
      + report.findings.map { "\($0.path?.text ?? "-"):\($0.diagnostic.location) \($0.diagnostic)" }
  }

  static func backlinks(_ reader: VaultReader, _ name: String) -> [String] {
    do {
      let (target, links) = try reader.backlinks(to: name)
      return ["to \(target)"] + links.map { "\($0.source) \($0.title) \($0.link)" }
    } catch {
      return ["\(error)"]
    }
  }

  static func resolved(_ reader: VaultReader, _ name: String) -> String {
    do { return try reader.resolve(name).text } catch { return "\(error)" }
  }

  /// Everything that is asked of a whole reader.
  static func overview(_ reader: VaultReader) throws -> [String] {
    var answers = try list(reader, Query())
    answers += try tasks(reader, Query(), .all)
    answers += try tags(reader)
    answers.append(try stats(reader))
    answers.append("\(try reader.graph(limit: 100))")
    answers.append(Self.text(try reader.statsOverTime()))
    answers += try findings(reader)
    return answers
  }

  /// The first difference; nil where there is none.
  static func difference(_ a: [String], _ b: [String]) -> String? {
    for (x, y) in zip(a, b) where x != y { return "\(x)\n≠ \(y)" }
    if a.count != b.count {
      return "\(a.count) ≠ \(b.count), first only in one: \((a.count > b.count ? a : b)[min(a.count, b.count)])"
    }
    return nil
  }
}
