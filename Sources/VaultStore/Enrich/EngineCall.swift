import VaultCore
import VaultPlatform

/// Asks a program or a server of the user's own what it says of a note: JSON in, JSON out, within bounds. A server is asked by the
/// program that speaks over networks, so that the bounds are the same.
struct EngineCall {
  /// How many bytes of a note's body are handed over.
  static let longestBody = 32 << 10
  private static let longestAnswer = 64 << 10
  /// It is asked to end then, and ended two seconds later.
  private static let seconds = 58

  /// One that is not of rules.
  let engine: Engine
  let variables: [String: String]
  let cancellation: Cancellation?

  func ask(about note: EngineNote) throws -> Enrichment {
    func failed(_ reason: Message) -> EngineError { .failed(engine.name, note.path, reason) }
    let (command, input): ([String], JSONValue)
    switch engine.work {
    case .rules: preconditionFailure("rules are not asked")
    case .command(let words): (command, input) = (words, note.json)
    case .http(let server):
      (command, input) = (
        [try NetworkProgram.path(), HTTPQuestion.argument, ProgramVersion.text],
        HTTPQuestion(server, about: note.json).json
      )
    }
    let call: AnsweredCall
    do {
      // It has a group of its own, so that whoever ends this process has to end it, too.
      call = try Interruption.putOff {
        try AnsweredCall(
          command, environment: variables, input: input.bytes + [0x0A],
          limits: AnsweredCall.Limits(seconds: Self.seconds, bytes: Self.longestAnswer),
          isCancelled: {
            try Interruption.check()
            try cancellation?.check()
          })
      }
    } catch let failure as AnsweredCall.Failure {
      switch failure {
      case .tooLarge: throw failed("answered with more than \(Self.longestAnswer >> 10) KiB")
      case .tooLong: throw failed("did not end within \(Self.seconds) seconds, and was ended")
      case .cannotStart, .system, .silent: throw failed("cannot be asked: \(ShownName.quoted(failure.description))")
      }
    }
    guard call.status == 0 else {
      let complaint = String(decoding: call.complaint, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(
        String.init)
      if case .http = engine.work, let complaint { throw failed("gave no answer: \(ShownName.quoted(complaint))") }
      throw failed("ended with status \(call.status)\(complaint.map { ": \(ShownName.quoted($0))" } ?? "")")
    }
    do throws(EnrichmentError) { return try Enrichment(json: call.output, known: note.categories) } catch {
      throw failed(error.message)
    }
  }
}

/// What an engine is told of a note.
struct EngineNote {
  var path: NotePath
  var title: String
  var body: String
  /// What stands in the keys already.
  var existing: [(EnrichedKey, PropertyValue)]
  var categories: [String]
  /// The keys that may be filled in.
  var wanted: Set<EnrichedKey>

  var json: JSONValue {
    .object([
      .init("version", .integer(1)), .init("path", .text(path.text)), .init("title", .text(title)),
      .init("body", .text(body)),
      .init("existing", .object(existing.map { .init($0.rawValue, Self.json($1)) })),
      .init("categories", .texts(categories)),
      .init("want", .texts(EnrichedKey.allCases.filter(wanted.contains).map(\.rawValue))),
    ])
  }

  /// Long values are cut: they are told so that they are not said once more.
  private static func json(_ value: PropertyValue) -> JSONValue {
    switch value {
    case .list(let items): .list(items.prefix(50).map(json))
    default: .text(String((value.text ?? "").prefix(1_000)))
    }
  }
}
