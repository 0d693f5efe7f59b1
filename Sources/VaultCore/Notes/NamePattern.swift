import Foundation

/// What becomes of the names of several notes: parts of each are replaced, put before it and behind it, and it gets a number,
/// in this order.
package struct NamePattern: Sendable, Hashable {
  /// A text that is replaced wherever it stands in a name; never empty.
  package private(set) var replaced: String?
  package private(set) var replacement = ""
  package private(set) var prefix = ""
  package private(set) var suffix = ""
  /// What the first note's number is; nil where they get none.
  package private(set) var number: Int?

  /// What numbers can begin with: with room for as many notes as there can be.
  package static let numbers = 0...999_999_999

  /// `replaced`: an empty text replaces nothing. Throws `NamePatternError` for a number that is none of `numbers`.
  package init(
    replacing replaced: String? = nil, with replacement: String = "", prefix: String = "", suffix: String = "",
    number: Int? = nil
  ) throws(NamePatternError) {
    self.replaced = replaced?.isEmpty == true ? nil : replaced
    (self.replacement, self.prefix, self.suffix, self.number) = (replacement, prefix, suffix, number)
    if let number, !Self.numbers.contains(number) { throw NamePatternError(number: number) }
  }

  /// The new name of the note at `index`, from 0, of `count`. Numbers have as many digits as the last needs.
  package func name(from old: String, at index: Int, of count: Int) -> String {
    var name = old
    if let replaced { name = name.replacingOccurrences(of: replaced, with: replacement) }
    name = prefix + name + suffix
    guard let number else { return name }
    let digits = String(number + max(count - 1, 0)).count
    let text = String(number + index)
    return String(repeating: "0", count: max(0, digits - text.count)) + text + " " + name
  }
}

/// A number that names cannot begin with.
package struct NamePatternError: Failure, Hashable {
  let number: Int

  package var kind: FailureKind { .badArgument }

  package var message: Message {
    "the first number is one from \(NamePattern.numbers.lowerBound) to \(NamePattern.numbers.upperBound), not \(number)"
  }
}
