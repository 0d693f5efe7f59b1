import GRDB
import GRDBSQLite
import VaultCore

/// The SQL function `match_counts(words)`: how often each phrase of the full-text query occurs in the row, by field.
///
/// It writes into the `MatchCounter` that is current on the connection and returns nothing, so that no row is
/// decoded twice. FTS5 hands out occurrences through `xInst` (sqlite.org/fts5.html, "Custom Auxiliary Functions").
final class MatchCounter {
  /// Rows that are counted; the others cost next to nothing.
  private let candidates: IDSet
  private let patternCount: Int
  /// How many words each pattern has, where it matters how near they stand; else empty.
  private var lengths: [Int] = []
  private(set) var counts: CountedNotes
  /// All candidates that came, also those that hold nothing where it counts.
  private(set) var rows: [Int] = []
  /// True when rows came twice or out of order, as they do from a damaged table only.
  private(set) var isOutOfOrder = false
  /// A phrase of the full-text query.
  private struct Phrase {
    /// The pattern that it belongs to.
    var pattern: Int
    /// True when it is the one of whole words, and whether that of beginnings.
    var isWhole: Bool
    var isBegun: Bool
    /// A bit for each column that it is looked for in.
    var columns: UInt32

    init(pattern: Int, isWhole: Bool, isBegun: Bool, fields: [SearchableText.Field]) {
      (self.pattern, self.isWhole, self.isBegun) = (pattern, isWhole, isBegun)
      columns = IndexSchema.wordColumns.enumerated().reduce(0) { bits, column in
        fields.contains(column.element) ? bits | 1 << UInt32(column.offset) : bits
      }
    }
  }

  private let phrases: [Phrase]
  private let texts: [String]
  private let columns = IndexSchema.wordColumns

  /// What finds the rows to be counted; nil where there are none.
  var fullTextQuery: String? { texts.isEmpty ? nil : texts.joined(separator: " OR ") }

  /// Counts all patterns but those of pieces of words.
  init(candidates: IDSet, patterns: [WordPattern]) {
    self.candidates = candidates
    patternCount = patterns.count
    counts = CountedNotes(patternCount: patternCount)
    var (phrases, texts): ([Phrase], [String]) = ([], [])
    for (index, pattern) in patterns.enumerated() where !pattern.isInside {
      let fields = pattern.fields
      phrases.append(Phrase(pattern: index, isWhole: true, isBegun: !pattern.isPrefix, fields: fields))
      texts.append(pattern.quoted)
      if pattern.isPrefix {
        phrases.append(Phrase(pattern: index, isWhole: false, isBegun: true, fields: fields))
        texts.append(pattern.quoted + " *")
      }
    }
    (self.phrases, self.texts) = (phrases, texts)
    if patterns.count > 1, !patterns.contains(where: \.isInside) { lengths = patterns.map(\.wordCount) }
  }

  /// Counts words that hold a piece of a word.
  init(candidates: IDSet, words: [[UInt8]], of pattern: WordPattern) {
    self.candidates = candidates
    patternCount = 1
    counts = CountedNotes(patternCount: 1)
    let fields = pattern.fields
    phrases = words.map { Phrase(pattern: 0, isWhole: $0 == pattern.bytes, isBegun: true, fields: fields) }
    texts = words.map { pattern.columnFilter + "\"" + String(decoding: $0, as: UTF8.self) + "\"" }
  }

  fileprivate func count(_ api: Fts5ExtensionApi, _ context: OpaquePointer) {
    guard let rowID = api.xRowid, let instanceCount = api.xInstCount, let instance = api.xInst else { return }
    let id = Int(rowID(context))
    guard id > 0, candidates.contains(id) else { return }
    guard id > rows.last ?? 0 else {
      isOutOfOrder = true
      return
    }
    rows.append(id)
    var total: Int32 = 0
    guard instanceCount(context, &total) == SQLITE_OK else { return }
    var found = [PatternCounts](repeating: PatternCounts(), count: patternCount)
    var places = [[WordPlace]](repeating: [], count: lengths.count)
    for i in 0..<total {
      var phrase: Int32 = 0
      var column: Int32 = 0
      var offset: Int32 = 0
      guard instance(context, i, &phrase, &column, &offset) == SQLITE_OK else { return }
      guard phrases.indices.contains(Int(phrase)), columns.indices.contains(Int(column)) else { continue }
      let meaning = phrases[Int(phrase)]
      let field = columns[Int(column)]
      guard meaning.columns & 1 << UInt32(column) != 0 else { continue }
      if meaning.isWhole { found[meaning.pattern].whole[field.lane] &+= 1 }
      if meaning.isBegun {
        found[meaning.pattern].begun[field.lane] &+= 1
        if !lengths.isEmpty, field != .part {
          places[meaning.pattern].append(WordPlace(field: field.rawValue, word: Int(offset)))
        }
      }
    }
    // A row that matches in no field that is looked into has none of them.
    guard found.contains(where: { $0 != PatternCounts() }) else { return }
    counts.append(id, found, proximity: proximity(of: &places))
  }

  private func proximity(of places: inout [[WordPlace]]) -> Proximity? {
    guard !places.isEmpty, places.allSatisfy({ !$0.isEmpty }) else { return nil }
    for pattern in places.indices {
      places[pattern].sort()
      if places[pattern].count > WordPlace.most { places[pattern].removeSubrange(WordPlace.most...) }
    }
    return Proximity(places, lengths: lengths)
  }

  /// SQLite keeps the address until it runs the statement: a String's bytes may be gone by then.
  private static let pointerType: StaticString = "fts5_api_ptr"

  /// Registers the function on a connection; its rows go to `box`'s counter.
  static func register(on db: Database, box: MatchCounterBox) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(db.sqliteConnection, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
      throw DatabaseError(message: "this SQLite has no FTS5")
    }
    defer { sqlite3_finalize(statement) }
    var api: UnsafeMutablePointer<fts5_api>?
    withUnsafeMutablePointer(to: &api) {
      let type = UnsafeRawPointer(Self.pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
      _ = sqlite3_bind_pointer(statement, 1, UnsafeMutableRawPointer($0), type, nil)
      _ = sqlite3_step(statement)
    }
    guard let api, let create = api.pointee.xCreateFunction else {
      throw DatabaseError(message: "this SQLite has no FTS5")
    }
    let code = create(
      api, "match_counts", Unmanaged.passUnretained(box).toOpaque(),
      { api, context, result, _, _ in
        guard let api, let context, let user = api.pointee.xUserData?(context) else { return }
        Unmanaged<MatchCounterBox>.fromOpaque(user).takeUnretainedValue().current?.count(api.pointee, context)
        sqlite3_result_null(result)
      }, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

/// Where a connection's function finds the counter of the query that is running. Lives as long as the connection.
final class MatchCounterBox {
  var current: MatchCounter?
}
