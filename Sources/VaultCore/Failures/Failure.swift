/// An operation that failed: of what kind, with which values, and what can be done. The words of a front end and its
/// codes are the front end's own.
package protocol Failure: Error, CustomStringConvertible {
  var kind: FailureKind { get }
  /// What happened, where, and what to do: without a capital at the beginning and a full stop at the end.
  var message: Message { get }
}

extension Failure {
  package var description: String { message.text }
}

/// What a front end makes a code of.
package enum FailureKind: Sendable, CaseIterable {
  /// There is nothing of that name.
  case notFound
  /// A name means several things.
  case ambiguous
  /// What was given cannot be understood.
  case badArgument
  /// What was to be changed is no longer what it was.
  case changedMeanwhile
  /// What would be done was made by somebody else, or elsewhere.
  case foreign
  /// What was asked for would do harm, or cannot be done.
  case refused
  /// The system does not let something be read or written.
  case unreadable
  /// Something is not what it should be, and must be mended first.
  case damaged
  /// Another process is at it.
  case busy
  /// There is no place for what is needed.
  case noPlace
  /// The system has no more of what every file takes: open files, memory, threads.
  case shortage
  case interrupted
}
