/// Why a query of the plugin Tasks is refused, and where.
package struct TasksQueryError: Error, Hashable, Sendable {
  /// Counts from 1, in the query's text.
  package var line: Int
  /// The instruction as written.
  package var instruction: String
  /// The cause, a sentence.
  package var message: String
  package var remedy: String?
  /// Valid instructions near what was written, nearest first.
  package var candidates: [String]
  package var origin = TasksQuery.Origin.query
  /// Whether it is refused for being a script.
  package var isScript = false

  init(_ statement: TasksQuery.Statement, _ problem: TasksQueryProblem) {
    line = statement.line
    instruction = statement.source
    origin = statement.origin
    message = problem.message
    remedy = problem.remedy
    candidates = problem.candidates
    isScript = problem.isScript
  }
}

/// What is wrong with an instruction, before it is known where it stands.
struct TasksQueryProblem: Error, Hashable {
  var message: String
  var remedy: String?
  var candidates: [String] = []
  var isScript = false

  init(_ message: String, remedy: String? = nil, candidates: [String] = []) {
    self.message = message
    self.remedy = remedy
    self.candidates = candidates
  }

  /// `field`: what a plain filter may do instead.
  static func script(_ kind: String, instead: String) -> TasksQueryProblem {
    var problem = TasksQueryProblem("\(kind) is a script, and scripts are not run.", remedy: instead)
    problem.isScript = true
    return problem
  }
}

extension TasksQueryError: CustomStringConvertible {
  /// `line 3: "due befor today": …`, safe for a terminal.
  package var description: String {
    let place =
      switch origin {
      case .query: "line \(line)"
      case .globalQuery: "line \(line) of the global query"
      case .fileDefaults: "the TQ_ properties of the note"
      case .preset(let name): "line \(line), in the preset \(name)"
      }
    return QueryExcerpt.harmless("\(place): \"\(shortened)\": \(message)\(question)\(remedy.map { " " + $0 } ?? "")")
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
