/// What a client compares with what was typed, before it shows what is offered.
enum CompletionFilter: Sendable {
  /// All that was typed since the opening brackets.
  case typed
  /// The letters up to the cursor that a blank or a sign divides from the rest.
  case lastWord
  /// What would be inserted, as nothing else is given.
  case none
}
