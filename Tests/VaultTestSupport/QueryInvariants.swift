import VaultCore

/// What holds of every text that is read as a query, and of what it finds in a text.
package struct QueryInvariants {
  private let parser = QueryParser(
    context: QueryContext(
      today: CivilDate(year: 2026, month: 3, day: 12) ?? CivilDate(dayNumber: 0),
      saved: [
        SavedSearch(name: "one", query: "garbage OR -line:(a b) sort:due limit:3"),
        SavedSearch(name: "two", query: "@one [k>5] /a+/i"), SavedSearch(name: "loop", query: "x @loop"),
      ]))
  private var notes = NoteParser()

  package init() {}

  /// What stands before the first NUL is the query, what stands behind it a note.
  package mutating func violations(of bytes: [UInt8]) -> [String] {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: parts[0], as: UTF8.self)
    let note = parts.count > 1 ? Array(parts[1]) : Array(Self.note.utf8) + parts[0]
    let query: Query
    do throws(QueryError) {
      query = try parser.parse(text)
    } catch {
      return violations(of: error, in: text)
    }
    _ = query.explained()
    return canonical(query) + places(query, text) + matching(query, note)
  }

  private static let note = """
    # A heading of garbage
    The gc pause is 5 ms; foo_bar, camelCase, Straße, İstanbul, cafe\u{301}, 日本語, 👩🏽‍💻 https://example.org/a-b

    - [ ] Send it 📅 2026-03-12 #work
    > quoted


    """

  // MARK: Reading

  private func violations(of error: QueryError, in text: String) -> [String] {
    let count = text.utf8.count
    guard error.range.lowerBound >= 0, error.range.upperBound <= count else {
      return ["\(text.debugDescription): the error stands at \(error.range)"]
    }
    let lines = error.rendered(query: text).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[1].contains("^") else { return ["\(text.debugDescription): \(lines)"] }
    return []
  }

  private func places(_ query: Query, _ text: String) -> [String] {
    query.terms.compactMap { term in
      guard let range = term.range, range.lowerBound < range.upperBound, range.upperBound <= text.utf8.count else {
        return "\(text.debugDescription): \(term.predicate) stands at \(String(describing: term.range))"
      }
      return nil
    }
  }

  /// The text that says all of a query is read as the same query.
  package func canonical(_ query: Query) -> [String] {
    let text = query.canonicalText
    // Written in full, a query may be longer than what is read.
    guard text.utf8.count <= QueryParser.longestQuery else { return [] }
    do throws(QueryError) {
      let again = try parser.parse(text)
      var violations: [String] = []
      if again.root?.withoutPlaces != query.root?.withoutPlaces {
        violations.append("\(text.debugDescription) is read as another query: \(again.canonicalText.debugDescription)")
      }
      if again.sort != query.sort || again.limit != query.limit { violations.append("\(text): another order") }
      if again.canonicalText != text { violations.append("\(text.debugDescription): \(again.canonicalText)") }
      return violations
    } catch {
      // `match-case:x` is written with parentheses, which may be one level too many.
      if error.message.contains("nested too deeply") { return [] }
      return ["\(text.debugDescription) cannot be read: \(error)"]
    }
  }

  // MARK: Finding

  private mutating func matching(_ query: Query, _ note: [UInt8]) -> [String] {
    let texts = QueryTexts(query.root)
    var finder = TextFinder()
    return note.withUnsafeBufferPointer { bytes in
      let parsed = notes.parse(bytes, path: NotePath("Note.md"), modified: 0)
      var checked = CheckedNote(
        title: parsed.note.title, name: parsed.note.path.stem, aliases: parsed.note.aliases, tags: parsed.note.tags,
        bytes: bytes)
      var violations: [String] = []
      for case .check(let check) in texts.positive {
        do throws(PatternProblem) {
          let counts = try check.counts(in: &checked, &finder)
          if counts != nil, !check.requirement.isMet(by: parsed.text) {
            violations.append("\(check) is found where \(check.requirement) is not met")
          }
        } catch {
          continue
        }
      }
      var matcher = LineMatcher(targets: texts.lineTargets)
      for match in matcher.matches(in: bytes, document: MarkdownDocument(bytes), limit: 5) {
        let end = match.text.utf8.count
        if match.ranges.isEmpty || match.ranges.contains(where: { $0.lowerBound < 0 || $0.upperBound > end }) {
          violations.append("\(match)")
        }
      }
      for target in texts.lineTargets { violations += Self.ranges(of: target.leaf, in: bytes, &finder) }
      return violations
    }
  }

  /// In a single line, a text is found exactly where it has places.
  private static func ranges(
    of leaf: TextLeaf, in bytes: UnsafeBufferPointer<UInt8>, _ finder: inout TextFinder
  ) -> [String] {
    let line = Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    return line.withUnsafeBufferPointer { line in
      finder.forgetText()
      defer { finder.forgetText() }
      do throws(PatternProblem) {
        let isFound = try finder.finds(leaf, in: line)
        let ranges = finder.ranges(of: leaf, in: line)
        if ranges.contains(where: { $0.isEmpty || $0.lowerBound < 0 || $0.upperBound > line.count }) {
          return ["\(leaf) stands at \(ranges) of \(line.count) bytes"]
        }
        let isEmptyMatch = if case .expression = leaf { ranges.isEmpty } else { false }
        return isFound == !ranges.isEmpty || isEmptyMatch ? [] : ["\(leaf): \(isFound), but \(ranges)"]
      } catch {
        return []
      }
    }
  }
}

extension Query.Expression {
  /// What two spellings of one query share.
  package var withoutPlaces: Query.Expression {
    switch self {
    case .and(let operands): .and(operands.map(\.withoutPlaces))
    case .or(let operands): .or(operands.map(\.withoutPlaces))
    case .not(let operand): .not(operand.withoutPlaces)
    case .term(let term): .term(Query.Term(term.predicate.withoutPlaces))
    }
  }
}

extension Query.Predicate {
  fileprivate var withoutPlaces: Query.Predicate {
    switch self {
    case .within(let unit, let expression): .within(unit, expression.withoutPlaces)
    case .taskText(let scope, let expression?): .taskText(scope, expression.withoutPlaces)
    default: self
    }
  }
}
