import Crypto
import Synchronization
import VaultCore
import VaultInterface
import VaultStore

/// Answers that may be asked for once more, as a program does that heard none: by the key that it gave, each change is made
/// once.
///
/// The last answers are kept here. For older ones, and after the server was started anew, the history tells what was done.
final class RepeatedRequests: Sendable {
  private struct Known {
    var digest: String
    var answer: WebResponse
  }

  private struct State {
    var answers: [String: Known] = [:]
    /// The oldest first.
    var order: [String] = []
    /// The bytes of all answers together.
    var size = 0
    var running: [String: Task<WebResponse, any Error>] = [:]
    var digests: [String: String] = [:]
  }

  private let state = Mutex(State())
  private static let mostAnswers = 1_000
  private static let mostBytes = 4 << 20
  /// Bytes of UTF-8.
  private static let longestKey = 200

  /// A request that has a key.
  struct Keyed: Sendable {
    fileprivate var key: String
    /// A hash of all that it asks for.
    fileprivate var digest: String

    /// Throws 422 for what is no key.
    init(_ key: String, asking parts: [UInt8]...) throws(WebProblem) {
      guard (1...longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else {
        throw WebProblem(
          422, "bad-argument",
          "An Idempotency-Key has 1 to \(longestKey) printable ASCII characters without blanks.")
      }
      self.key = key
      digest = SHA256.hash(data: Array(parts.joined(separator: [0x0A]))).prefix(16).hexadecimal
    }

    /// What the history keeps of it.
    var name: String { "\(key) \(digest)" }
  }

  /// `run` does what is asked for, and `known` answers from what the history knows of it. Throws 422 for a key that another
  /// request had.
  func answer(
    _ request: Keyed, of application: WebApplication,
    known: @escaping @Sendable (RequestedChange, PlannedChange) async throws -> WebResponse,
    run: @escaping @Sendable () async throws -> WebResponse
  ) async throws -> WebResponse {
    let (key, digest) = (request.key, request.digest)
    let task = try state.withLock { state in
      if let known = state.answers[key] {
        guard known.digest == digest else { throw Self.otherRequest }
        return Task<WebResponse, any Error> { known.answer }
      }
      if let running = state.running[key] {
        guard state.digests[key] == digest else { throw Self.otherRequest }
        return running
      }
      let task = Task { [self] in
        defer { ends(key) }
        let answer: WebResponse
        if let change = try await application.ask(Question { try $0.change(requestedAs: key + " ") }).value {
          guard change.request == request.name else { throw Self.otherRequest }
          guard let made = change.made else {
            throw WebProblem(409, "exists", "This was done already, by an earlier request of that Idempotency-Key.")
          }
          answer = try await known(change, made)
        } else {
          answer = try await run()
        }
        keep(answer, digest, as: key)
        return answer
      }
      (state.running[key], state.digests[key]) = (task, digest)
      return task
    }
    return try await task.value
  }

  private func ends(_ key: String) {
    state.withLock { state in
      state.running[key] = nil
      state.digests[key] = nil
    }
  }

  private func keep(_ answer: WebResponse, _ digest: String, as key: String) {
    state.withLock { state in
      state.answers[key] = Known(digest: digest, answer: answer)
      state.order.append(key)
      state.size += answer.size
      while state.order.count > Self.mostAnswers || state.size > Self.mostBytes, !state.order.isEmpty {
        let oldest = state.answers.removeValue(forKey: state.order.removeFirst())
        state.size -= oldest?.answer.size ?? 0
      }
    }
  }

  private static let otherRequest = WebProblem(
    422, "bad-argument", "Another request had that Idempotency-Key; take a new one for each.")
}

extension APICall {
  /// What an earlier request is answered with, as the history knows it.
  func answer(_ change: RequestedChange, _ made: PlannedChange) async throws -> WebResponse {
    var answer: WebResponse
    if case .list("changed-task") = route.answer {
      answer = try await tasks(ask { try $0.tasks(changedBy: made) })
    } else {
      answer = try await files(made.done)
    }
    complete(&answer, sequence: change.sequence, made: made.done.first?.path)
    return answer
  }
}

extension WebResponse {
  /// The bytes of the body; 0 for what is streamed.
  fileprivate var size: Int { if case .bytes(let bytes) = body { bytes.count } else { 0 } }
}

extension PlannedChange {
  /// What became of the files, as the history knows it.
  var done: [ChangeRecord] {
    func record(_ from: NotePath?, _ to: NotePath?) -> ChangeRecord? {
      switch (from, to) {
      case (let from?, let to?): ChangeRecord(.updated, to, from: from == to ? nil : from)
      case (let from?, nil): ChangeRecord(.deleted, from)
      case (nil, let to?): ChangeRecord(.created, to)
      case (nil, nil): nil
      }
    }
    return texts.compactMap { record($0.from, $0.to) }
      + moves.compactMap { move in
        var record = record(move.from, move.to)
        if move.from == nil { record?.state = .restored }
        return record
      }
  }
}
