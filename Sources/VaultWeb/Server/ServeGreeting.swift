import Foundation
import VaultInterface
import VaultPlatform
import VaultStore

/// What a person is told who started the server, and how another address to sign in is got: by Enter.
struct ServeGreeting: Sendable {
  let options: ServeOptions
  let application: WebApplication
  let tokenPath: String

  func tell() {
    let root = options.location.root
    switch options.place {
    case .socket(let path): say("Serving \(root) at \(path). Ctrl-C ends it.")
    case .address:
      say("Serving \(root) at \(application.address)/")
      say("Sign in, once and within a minute: \(signIn())")
      let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      say(
        "Programs find their token in \(tokenPath). \(isTerminal ? "Enter prints another address; " : "")Ctrl-C ends it."
      )
      if isTerminal { answerEnter() }
    }
  }

  private func signIn() -> String { "\(application.address)/login?key=\(application.newLoginKey())" }

  private func say(_ text: String) {
    guard !options.isQuiet else { return }
    let bytes = Array((text + "\n").utf8)
    _ = retrying { write(STDOUT_FILENO, bytes, bytes.count) }
  }

  private func answerEnter() {
    _ = OwnThread.start {
      while readLine() != nil { say("Sign in, once and within a minute: \(signIn())") }
    }
  }
}
