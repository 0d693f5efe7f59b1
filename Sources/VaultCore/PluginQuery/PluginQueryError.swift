/// Why a query of the plugin Tasks is refused, and where.
package struct PluginQueryError: Error, Hashable, Sendable {
  let statement: PluginQuery.Statement
  let problem: PluginQueryProblem

  /// The same, told at the line that names the preset in which it is.
  var insidePreset: PluginQueryProblem {
    var problem = problem
    problem.message = "In it, \"\(statement.source)\": \(problem.message)"
    return problem
  }
}

/// What is wrong with an instruction, before it is known where it stands.
struct PluginQueryProblem: Error, Hashable {
  /// The cause, a sentence.
  var message: String
  var remedy: Message?
  /// Valid instructions near what was written, nearest first.
  var candidates: [String] = []
  /// True when it is refused for being a script.
  var isScript = false

  init(_ message: String, remedy: Message? = nil, candidates: [String] = []) {
    self.message = message
    self.remedy = remedy
    self.candidates = candidates
  }

  /// `field`: what a plain filter may do instead.
  static func script(_ kind: String, instead: Message) -> PluginQueryProblem {
    var problem = PluginQueryProblem("\(kind) is a script, and scripts are not run.", remedy: instead)
    problem.isScript = true
    return problem
  }
}

extension PluginQueryError: Failure {
  package var kind: FailureKind { .refused }
  /// `line 3: "due befor today": …`, safe for a terminal.
  package var message: Message {
    let place =
      switch statement.origin {
      case .query: "line \(statement.line)"
      case .globalQuery: "line \(statement.line) of the global query"
      case .fileDefaults: "the TQ_ properties of the note"
      case .preset(let name): "line \(statement.line), in the preset \(name)"
      }
    let text = Message(QueryExcerpt.harmless("\(place): \"\(shortened)\": \(problem.message)\(question)"))
    return problem.remedy.map { "\(text) \($0)" } ?? text
  }

  private var question: String {
    guard let last = problem.candidates.last else { return "" }
    let others = problem.candidates.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
    return " Did you mean \(others.isEmpty ? "\"\(last)\"" : "\(others) or \"\(last)\"")?"
  }

  private var shortened: String {
    let scalars = statement.source.unicodeScalars
    return scalars.count <= 80 ? statement.source : String(String.UnicodeScalarView(scalars.prefix(79))) + "…"
  }
}
