/// Why a query of the plugin Tasks is refused, and where.
package struct PluginQueryError: Error, Hashable, Sendable {
  /// Counts from 1, in the query's text.
  package var line: Int
  /// The instruction as written.
  package var instruction: String
  /// The cause, a sentence.
  package var cause: String
  package var remedy: Message?
  /// Valid instructions near what was written, nearest first.
  package var candidates: [String]
  package var origin = PluginQuery.Origin.query
  /// True when it is refused for being a script.
  package var isScript = false

  init(_ statement: PluginQuery.Statement, _ problem: PluginQueryProblem) {
    line = statement.line
    instruction = statement.source
    origin = statement.origin
    cause = problem.message
    remedy = problem.remedy
    candidates = problem.candidates
    isScript = problem.isScript
  }
}

/// What is wrong with an instruction, before it is known where it stands.
struct PluginQueryProblem: Error, Hashable {
  var message: String
  var remedy: Message?
  var candidates: [String] = []
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
      switch origin {
      case .query: "line \(line)"
      case .globalQuery: "line \(line) of the global query"
      case .fileDefaults: "the TQ_ properties of the note"
      case .preset(let name): "line \(line), in the preset \(name)"
      }
    let text = Message(QueryExcerpt.harmless("\(place): \"\(shortened)\": \(cause)\(question)"))
    return remedy.map { "\(text) \($0)" } ?? text
  }

  private var question: String {
    guard let last = candidates.last else { return "" }
    let others = candidates.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
    return " Did you mean \(others.isEmpty ? "\"\(last)\"" : "\(others) or \"\(last)\"")?"
  }

  private var shortened: String {
    let scalars = instruction.unicodeScalars
    return scalars.count <= 80 ? instruction : String(String.UnicodeScalarView(scalars.prefix(79))) + "…"
  }
}
