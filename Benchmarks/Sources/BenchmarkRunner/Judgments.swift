import Foundation
import VaultGenerator

/// Queries of one vault with the notes that ought to come first: a file of `Benchmarks/Judgments`.
struct Judgments: Sendable {
  enum Half: String, Sendable, Codable, CaseIterable {
    /// Weights may be chosen by it.
    case tuning
    /// Of these queries only totals are ever shown.
    case unseen
  }

  struct Query: Sendable, Equatable {
    let text: String
    let half: Half
    /// By the note's path in the vault; 1 to 3.
    var grades: [String: Int]
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// In the file's order.
  let queries: [Query]

  init(contentsOf path: String) throws {
    try self.init(String(contentsOfFile: path, encoding: .utf8), named: path)
  }

  /// - Parameter name: what errors call the text.
  init(_ text: String, named name: String) throws {
    var queries: [Query] = []
    var places: [String: Int] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      func malformed(_ cause: String, _ remedy: String) -> Malformed {
        Malformed(description: "\(name):\(index + 1): \(cause): \(remedy)")
      }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4, fields.allSatisfy({ !$0.isEmpty }) else {
        throw malformed("not four fields", "write query, half, grade and path, with tabs between")
      }
      let (query, path) = (fields[0], fields[3])
      guard let half = Half(rawValue: fields[1]) else {
        throw malformed("no half is called “\(fields[1])”", "write tuning or unseen")
      }
      guard let grade = Int(fields[2]), (1...3).contains(grade) else {
        throw malformed("“\(fields[2])” is no grade", "write 1, 2 or 3, and leave out notes that are worth nothing")
      }
      guard let place = places[query] else {
        places[query] = queries.count
        queries.append(Query(text: query, half: half, grades: [path: grade]))
        continue
      }
      guard place == queries.count - 1, queries[place].half == half else {
        throw malformed("“\(query)” stands elsewhere too", "keep its lines together, all in one half")
      }
      guard queries[place].grades.updateValue(grade, forKey: path) == nil else {
        throw malformed("“\(path)” is graded twice for “\(query)”", "delete one of the lines")
      }
    }
    guard !queries.isEmpty else {
      throw Malformed(description: "\(name): no query in it: write query, half, grade and path, with tabs between")
    }
    self.queries = queries
  }

  /// The half that each query belongs in, whatever it is about: by turns, in the order of the queries' hashes.
  static func halves(of queries: [String]) -> [String: Half] {
    let ordered = queries.map { (hash: hash($0), text: $0) }.sorted { ($0.hash, $0.text) < ($1.hash, $1.text) }
    let halves = ordered.enumerated().map { ($1.text, $0.isMultiple(of: 2) ? Half.tuning : .unseen) }
    return Dictionary(halves) { first, _ in first }
  }

  private static func hash(_ text: String) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(Array(text.utf8))
    return fingerprint.value
  }
}
