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

  static func run(_ variables: [String: String]) throws -> CInt {
    guard let question = HTTPQuestion(json: try readAll(STDIN_FILENO, limit: longestQuestion) ?? []) else {
      throw NetFailure(message: "`vault` starts this program, and hands it the question")
    }
    try NetProgram.check(question.version)
    do {
      try OutputSink.write(try answer(to: question, variables), to: STDOUT_FILENO)
      return 0
    } catch let problem as Problem {
      try OutputSink.write(Array("\(problem.words)\n".utf8), to: STDERR_FILENO)
      return 2
    }
  }

  private struct Problem: Error { let words: String }

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
        throw Problem(words: "the server leads to another address (\(answer.status)), which is not followed")
      default: throw Problem(words: "the server answers \(answer.said)")
      }
      return try question.answer(in: answer.body)
    } catch let problem as HTTPExchange.Problem {
      switch problem {
      case .tooLarge: throw Problem(words: "the server answers with more than \(longestAnswer >> 20) MiB")
      case .unavailable(let reason), .insecure(let reason): throw Problem(words: reason)
      }
    } catch let error as EnrichmentError {
      throw Problem(words: "the server " + error.message.text)
    }
  }
}
