import Foundation
import VaultInterface
import VaultTerminal

/// `vault ---complete SHELL LINE [REPLACED TYPE]`, which the completion scripts call: `LINE` is the command line up to the
/// cursor; for bash, `REPLACED` is the text that readline is going to replace, and `TYPE` how it was asked to.
struct CompletionRequest {
  static let name = "---complete"
  /// Types of readline: `?` lists candidates and changes nothing; `*` puts all of them into the line, and `%` one after the
  /// other.
  private static let purposes = ["63": CompletionReply.Purpose.listing, "42": .inserting, "37": .inserting]

  let reply: CompletionReply

  /// Nil where nothing can be offered.
  init?(_ arguments: some Collection<String>, variables: [String: String] = ProcessInfo.processInfo.environment) {
    let arguments = Array(arguments)
    guard arguments.count >= 2, let shell = CompletionCommand.Shell(rawValue: arguments[0]),
      let line = ShellLine(arguments[1], shell, variables: variables)
    else { return nil }
    reply = CompletionReply(
      shell: shell, line: line, replaced: arguments.count > 2 ? arguments[2] : "",
      purpose: arguments.count > 3 ? Self.purposes[arguments[3]] ?? .beginning : .beginning)
  }

  /// What is written. A message would land in the middle of the line that is being typed, so that what fails has nothing
  /// to offer.
  var answer: [UInt8] {
    let line = reply.line
    if line.isRedirection { return reply.bytes(.files(head: "")) }
    do {
      let offer = try CommandLineCompletion(words: line.words, prefix: line.current.value).offer()
      return reply.bytes(offer)
    } catch {
      return []
    }
  }
}
