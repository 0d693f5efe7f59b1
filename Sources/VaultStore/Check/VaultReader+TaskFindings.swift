import VaultCore

extension VaultReader {
  /// What is wrong between tasks: ids that several bear, ids that are waited for and nobody bears, rings of tasks that
  /// wait for each other.
  func taskFindings() throws -> [Finding] {
    let graph = try taskGraph()
    return Self.sharedIDs(graph) + Self.missingIDs(graph) + Self.cycles(graph)
  }

  private static func sharedIDs(_ graph: TaskGraph) -> [Finding] {
    graph.sharingIDs.flatMap { id, tasks in
      tasks.map { task in
        Finding(
          path: task.path,
          diagnostic: Diagnostic(
            "task-id-duplicate", at: task.location(of: id, in: .id),
            "\(tasks.count) tasks have the id \"\(id)\"; give each its own"))
      }
    }
  }

  /// The nearest ids are looked for among thousands: of more missing ones than this, none is named.
  private static let mostSuggestions = 100

  private static func missingIDs(_ graph: TaskGraph) -> [Finding] {
    let ids = graph.ids.sorted()
    var near: [String: String] = [:]
    return graph.missingIDs.flatMap { task, missing in
      let places = task.locations(in: .dependsOn)
      return missing.map { ($0, places[$0] ?? SourceLocation(line: task.line, column: 1), task.path) }
    }.map { id, place, path in
      if near[id] == nil, near.count < mostSuggestions {
        near[id] = Suggestion.nearest(to: id, among: ids, limit: 1).first ?? ""
      }
      let meant = near[id].flatMap { $0.isEmpty ? nil : $0 }
      let remedy =
        meant.map { "did you mean \"\($0)\"?" }
        ?? "give the id to the task that is meant, or take it out here"
      return Finding(
        path: path,
        diagnostic: Diagnostic(
          "task-dependency-missing", at: place,
          "the task waits for \"\(id)\", and no task has that id, so it does not block; \(remedy)"))
    }
  }

  /// A ring of more tasks is named by its first ones.
  private static let mostPlaces = 20

  private static func cycles(_ graph: TaskGraph) -> [Finding] {
    graph.cycles.compactMap { ring in
      guard let first = ring.first, let next = ring.dropFirst().first?.id ?? first.id else { return nil }
      var message = "the task waits for itself, so that it is always blocked; take its own id out"
      if ring.count > 1 {
        var places = ring.prefix(mostPlaces).map { "\($0.path.text):\($0.line)" }
        if ring.count > mostPlaces { places.append("\(ring.count - mostPlaces) more") }
        places.append("\(first.path.text):\(first.line)")
        message = """
          \(ring.count) tasks wait for each other, so that all of them are blocked: \
          \(places.joined(separator: " → ")); take one of these dependencies out
          """
      }
      return Finding(
        path: first.path,
        diagnostic: Diagnostic("task-dependency-cycle", at: first.location(of: next, in: .dependsOn), message))
    }
  }
}

extension TaskItem {
  /// Where an id stands in the task's field of that kind.
  fileprivate func location(of id: String, in kind: TaskFieldKind) -> SourceLocation {
    locations(in: kind)[id] ?? SourceLocation(line: line, column: 1)
  }

  /// Where each id of the task's field of that kind stands first.
  fileprivate func locations(in kind: TaskFieldKind) -> [String: SourceLocation] {
    guard let range = TaskTextParser().parse(raw).field(kind)?.valueRange else { return [:] }
    let ids = Array(raw.utf8)[range].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    let places = ids.map {
      (String(decoding: $0, as: UTF8.self), SourceLocation(line: line, column: $0.startIndex + 1))
    }
    return Dictionary(places) { first, _ in first }
  }
}
