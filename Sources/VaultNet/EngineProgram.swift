import NIOHTTP1
import VaultCore
import VaultPlatform
import VaultStore
import VaultTerminal

/// Asks an engine over HTTP: the question on standard input, its answer on standard output, what went wrong on standard error.
enum EngineProgram {
  /// How many bytes a question may have, which is the beginning of a note and of its values, and how many the answer of a server of
  /// models, which has more than the text.
  private static let (longestQuestion, longestAnswer) = (4 << 20, 1 << 20)
  /// In seconds: less than `vault` waits for this program, so that it can say what it waited for.
  private static let patience: Int64 = 55

  /// `version`: of the program that asks; nil where somebody else has started this one.
  static func run(of version: String?, _ variables: [String: String]) throws -> CInt {
    do {
      if let version { try NetProgram.check(version) }
      guard version != nil, let question = HTTPQuestion(json: try readAll(STDIN_FILENO, limit: longestQuestion) ?? [])
      else {
        throw NetFailure(message: "`vault` starts this program, and hands it the question")
      }
      try OutputSink.write(try answer(to: question, variables), to: STDOUT_FILENO)
      return 0
    } catch let failure as NetFailure {
      // What asks tells it, in a sentence of its own.
      try OutputSink.write(Array("\(failure.message.text)\n".utf8), to: STDERR_FILENO)
      return 2
    }
  }

  private static func answer(to question: HTTPQuestion, _ variables: [String: String]) throws -> [UInt8] {
    let exchange = HTTPExchange(certificates: variables["SSL_CERT_FILE"])
    defer { exchange.end() }
    do {
      let answer = try exchange.answer(
        .POST, question.engine.address, question.body, token: question.engine.token, longest: longestAnswer,
        seconds: patience
      )
      switch answer.status {
      case 200..<300: break
      case 300..<400 where answer.field("Location") != nil:
        throw NetFailure(message: "the server leads to another address (\(answer.status)), which is not followed")
      default: throw NetFailure(message: "the server answers \(answer.said)")
      }
      return try question.answer(in: answer.body)
    } catch let problem as HTTPExchange.Problem {
      switch problem {
      case .tooLarge: throw NetFailure(message: "the server answers with more than \(longestAnswer >> 20) MiB")
      case .unavailable(let reason), .insecure(let reason): throw NetFailure(message: "\(reason)")
      }
    } catch let error as EnrichmentError {
      throw NetFailure(message: "the server \(error.message)")
    }
  }
}
