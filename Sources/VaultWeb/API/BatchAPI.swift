import VaultCore
import VaultInterface
import VaultStore

extension API {
  private static let mostOperations = 500
  /// What can be one change with others.
  private static let batchable: Set<APIRoute.Part> = [.word("notes"), .word("tasks"), .word("tags"), .word("folders")]

  static let batchRoute = APIRoute(
    .post, "batch",
    "Makes several changes one: all of them or none, and one to undo. Each names notes as they were called before all of them.",
    body: [
      .init("operations", .objects, required: true, "Objects with method, path (like notes/Home.md) and body."),
      .init("title", "What the history calls it."),
    ]
  ) { call in
    guard let operations = call.body["operations"]?.list, (1...mostOperations).contains(operations.count) else {
      throw WebProblem(422, "bad-argument", "operations takes a list of 1 to \(mostOperations) objects.")
    }
    var changes: [APIChange] = []
    for (index, operation) in operations.enumerated() {
      do throws(WebProblem) { changes.append(try change(operation, call)) } catch {
        throw error.ofOperation(index)
      }
    }
    let title = try call.body.text(of: "title") ?? "batch of \(changes.count)"
    return .files { [changes] editor, options in
      try editor.changeAsOne(title, options) { editor in
        for (index, change) in changes.enumerated() {
          do {
            if case .saved(let path, .conflict(let now, let regions)) = try change.make(editor, ChangeOptions()) {
              throw WebProblem(conflict: path, now: now, regions)
            }
          } catch let problem as WebProblem {
            throw problem.ofOperation(index)
          } catch let failure as any Failure where !(failure is FileChangedError) {
            // All else is not the operation's: the plan is made once more, or the index anew.
            throw WebProblem(failure).ofOperation(index)
          }
        }
      }
    }
  }

  private static func change(_ operation: JSONValue, _ call: APICall) throws(WebProblem) -> APIChange {
    let operation = try checked(
      operation,
      [
        .init("method", required: true, "POST, PUT, PATCH or DELETE."), .init("path", required: true, "notes/Home.md."),
        .init("body", .object, "What the operation takes."), .init("ifMatch", "The etag that a PUT is an edit of."),
      ])
    guard let method = operation["method"]?.text.flatMap(WebRequest.Method.init), let target = operation["path"]?.text
    else { throw WebProblem(422, "bad-argument", "method takes POST, PUT, PATCH or DELETE, and path takes text.") }
    let path = target.prefix { $0 != "?" }
    let query = FormFields(target.dropFirst(path.count + 1))
    if query["dry_run"] != nil || query["plan"] != nil {
      throw WebProblem(422, "bad-argument", "dry_run and plan are for the batch as a whole.")
    }
    let (route, values) = try route(method, path)
    guard case .change(let change) = route.work, let first = route.parts.first, batchable.contains(first) else {
      throw WebProblem(
        422, "bad-argument", "\(method.rawValue) \(ShownName.quoted(String(path))) is nothing for a batch.")
    }
    try API.check(query, of: route)
    var request = call.request
    request.fields = operation["ifMatch"]?.text.map { [("if-match", $0)] } ?? []
    let body = try route.body.map { (members) throws(WebProblem) in
      try checked(operation["body"] ?? .object([]), members)
    }
    let own = APICall(
      application: call.application, request: request, route: route, values: values,
      query: query, body: body ?? .object([]))
    do { return try change(own) } catch { throw WebProblem(error) }
  }
}

extension WebProblem {
  /// The problem with where it is: operations are counted from 0.
  fileprivate func ofOperation(_ index: Int) -> WebProblem {
    var problem = self
    problem.detail = "Operation \(index): \(detail)"
    problem.members.append(.init("operation", .integer(index)))
    return problem
  }
}
