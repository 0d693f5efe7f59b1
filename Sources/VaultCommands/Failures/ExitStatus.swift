/// What the process tells the one that started it.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done, or found.
  case success = 0
  case nothingFound = 1
  case failed = 2
  /// What was to be changed had changed, or came from somebody else.
  case refused = 3
  /// Wrong usage (`EX_USAGE` of BSD).
  case usage = 64
  /// As of a process that Ctrl-C ended.
  case interrupted = 130
}
