import VaultCore
import VaultInterface

/// What is shown in the place of a list that a query cannot be understood for.
enum QueryMistake {
  /// The query with the place underlined that cannot be understood.
  static func html(_ problem: QueryProblem) -> HTML {
    let (text, range) = (Array(problem.text.utf8), problem.error.range)
    let clamped = range.clamped(to: 0..<text.count)
    func piece(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    let remedy: HTML? = problem.error.remedy.map { "<p>\($0.sentence)</p>" }
    return """
      <div class="mistake" role="alert"><p><code>\(piece(0..<clamped.lowerBound))<u>\(clamped.isEmpty ? " " : piece(clamped))</u>\
      \(piece(clamped.upperBound..<text.count))</code></p><p>\(problem.error.message.sentence)</p>\(remedy)</div>
      """
  }
}
