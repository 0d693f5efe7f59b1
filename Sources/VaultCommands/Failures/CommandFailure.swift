import VaultCore

/// A failure of a command's own, which nobody has to tell from others.
struct CommandFailure: Failure {
  var kind: FailureKind
  var message: Message
}
