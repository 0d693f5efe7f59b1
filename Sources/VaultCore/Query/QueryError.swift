/// Why a query cannot be understood, or what is odd about it, and where.
package struct QueryError: Error, Hashable, Sendable {
  /// The cause, one sentence.
  package var message: String
  /// UTF-8 offsets in the query's text; empty at its end where something is missing there.
  package var range: Range<Int>
  /// What to type instead.
  package var remedy: String?
  /// Valid spellings near what was written, nearest first.
  package var candidates: [String]

  package init(_ message: String, at range: Range<Int>, remedy: String? = nil, candidates: [String] = []) {
    self.message = message
    self.range = range
    self.remedy = remedy
    self.candidates = candidates
  }

  /// The query's line, the place underlined, the cause, and the remedy; safe for a terminal, without a final newline.
  package func rendered(query: String, width: Int = 80) -> String {
    var lines = QueryExcerpt.lines(of: query, at: range, width: width)
    lines.append(QueryExcerpt.harmless(message + question))
    if let remedy { lines.append(QueryExcerpt.harmless(remedy)) }
    return lines.joined(separator: "\n")
  }

  private var question: String {
    guard let last = candidates.last else { return "" }
    let others = candidates.dropLast().joined(separator: ", ")
    return " Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }

  /// The same error about a text that stands `offset` bytes further on.
  func moved(by offset: Int) -> QueryError {
    pointing(at: (range.lowerBound + offset)..<(range.upperBound + offset))
  }

  /// The same error, pointing elsewhere.
  func pointing(at range: Range<Int>) -> QueryError {
    var error = self
    error.range = range
    return error
  }
}

extension QueryError: CustomStringConvertible {
  /// Cause and remedy without the query.
  package var description: String {
    QueryExcerpt.harmless(message + question + (remedy.map { " " + $0 } ?? ""))
  }
}
