import Crypto
import VaultCore
import VaultInterface
import VaultStore

/// What a request wants changed, which is done by itself or with others as one operation.
struct APIChange: Sendable {
  /// What was done.
  enum Made: Sendable {
    case files(ChangeOutcome)
    case tasks(TaskChangeOutcome)
    case saved(NotePath, SavingOutcome)
    case setting(String, ChangeOutcome)

    var outcome: ChangeOutcome? {
      switch self {
      case .files(let outcome), .setting(_, let outcome): outcome
      case .tasks(let outcome): outcome.change
      case .saved(_, .saved(_, _, let outcome)): outcome
      case .saved(_, .conflict): nil
      }
    }
  }

  let make: @Sendable (VaultEditor, ChangeOptions) throws -> Made

  static func files(_ make: @escaping @Sendable (VaultEditor, ChangeOptions) throws -> ChangeOutcome) -> APIChange {
    APIChange { .files(try make($0, $1)) }
  }

  static func tasks(
    _ make: @escaping @Sendable (VaultEditor, ChangeOptions) throws -> TaskChangeOutcome
  ) -> APIChange {
    APIChange { .tasks(try make($0, $1)) }
  }
}

extension APICall {
  /// Does it, or says what would be done.
  func answer(_ change: APIChange) async throws -> WebResponse {
    let isDry = try flag("dry_run")
    let (plan, key) = (query["plan"], key)
    let made = try await application.change { editor in
      var options = ChangeOptions(dryRun: isDry)
      options.request = key
      if let plan, !isDry {
        options.confirmsInFull = true
        options.confirm = { planned in
          if PlanHash.text(of: planned) != plan { throw PlanHash.problem }
          return true
        }
      }
      return try change.make(editor, options)
    }
    if isDry, let planned = made.outcome?.planned { return try await dryRun(planned) }
    return try await answer(made)
  }

  private func answer(_ made: APIChange.Made) async throws -> WebResponse {
    var response: WebResponse
    switch made {
    case .files(let outcome): response = try await files(outcome.planned.records)
    case .tasks(let outcome): response = try await tasks(outcome.tasks)
    case .saved(let path, .saved(let text, let isMerged, let change)):
      response = Self.saved(path, text, isMerged: isMerged, change)
    case .setting(let name, _): response = try await API.setting(name, self)
    case .saved(let path, .conflict(let now, let regions)): throw WebProblem(conflict: path, now: now, regions)
    }
    complete(&response, sequence: made.outcome?.sequence, made: made.outcome?.planned.records.first?.path)
    return response
  }

  /// Says which change of the history it was, and where a new note is.
  func complete(_ response: inout WebResponse, sequence: Int?, made path: NotePath?) {
    response.status = route.status
    if let sequence { response["vault-change"] = "\(sequence)" }
    guard route.status == 201, route.parts == [.word("notes")], let url = path.flatMap(VaultURL.init(file:)) else {
      return
    }
    response["location"] = API.path + "notes" + url.path.dropFirst("/note".count)
  }

  /// What became of which files, as changing commands print it.
  func files(_ records: [ChangeRecord]) async throws -> WebResponse {
    Self.one(try await ask { RecordFields.change(in: $0.vault).array(records) })
  }

  func tasks(_ tasks: [ChangedTask]) async throws -> WebResponse {
    Self.one(try await ask { RecordFields.changedTask(in: $0.vault).array(tasks) })
  }

  private func dryRun(_ planned: PlannedChange) async throws -> WebResponse {
    let records = try await ask { RecordFields.change(in: $0.vault).array(planned.records) }
    var json = JSONWriter()
    json.beginObject()
    json.key("diff")
    json.string(String(decoding: ChangeDiff(planned).text, as: UTF8.self))
    json.key("plan")
    json.string(PlanHash.text(of: planned))
    json.key("changes")
    json.raw(records.dropLast())
    json.endObject()
    return Self.one(json.bytes + [0x0A])
  }

  private static func saved(
    _ path: NotePath, _ text: [UInt8], isMerged: Bool, _ change: ChangeOutcome
  ) -> WebResponse {
    let etag = ETag.text(of: text)
    var response = json(
      .object([
        .init("path", .text(path.text)), .init("state", .text(change.end == .unchanged ? "unchanged" : "updated")),
        .init("etag", .text(etag)), .init("merged", .bool(isMerged)),
        .init("text", .text(String(decoding: text, as: UTF8.self))), .init("change", .integer(change.sequence)),
      ]))
    response["etag"] = "\"\(etag)\""
    return response
  }
}

/// A plan by its hash: a person who has seen what would be done says yes to just that.
enum PlanHash {
  static func text(of planned: PlannedChange) -> String {
    SHA256.hash(data: ChangeDiff(planned).signature(planned)).prefix(16).hexadecimal
  }

  static let problem = WebProblem(
    412, "changed", "Something else would be done by now than what was shown; look at it once more.")
}

extension WebProblem {
  /// Others changed the same places of a note meanwhile: the text now, and the places as `{line, mine, theirs, base}`.
  init(conflict path: NotePath, now: [UInt8], _ regions: [MergeRegion]) {
    let what =
      regions.isEmpty
      ? "The note was changed meanwhile, and nothing was written. With the base, the text that yours is an edit of, both are merged."
      : "The note was changed meanwhile, in the same places, and nothing was written."
    self.init(412, "changed", what, path: path.text)
    func text(_ bytes: some Sequence<UInt8>) -> JSONValue { .text(String(decoding: Array(bytes), as: UTF8.self)) }
    let places = regions.compactMap { region -> JSONValue? in
      guard case .open(let place) = region else { return nil }
      return .object([
        .init("line", .integer(place.ours.line)), .init("mine", text(place.ours.bytes)),
        .init("theirs", text(place.theirs.bytes)), .init("base", text(place.base.bytes)),
      ])
    }
    members = [.init("etag", .text(ETag.text(of: now))), .init("text", text(now)), .init("places", .list(places))]
  }
}
