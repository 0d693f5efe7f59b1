/// Why a regular expression cannot be used.
package struct PatternProblem: Error, Hashable, Sendable {
  /// The cause, a sentence.
  package var message: String
  package var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
