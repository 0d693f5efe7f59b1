import VaultCore
import VaultInterface

/// Candidates in the form in which bash puts them into its line as they are: quoted, and each in place of the end of the
/// word that readline replaces.
struct BashWords {
  /// The kept beginning of the word, as its value, and the quote that it leaves open.
  private let head: String
  private let quote: UInt8?
  private let typed: String

  /// `replaced`: what readline is going to replace.
  init(_ word: ShellLine.Word, replacing replaced: String) {
    // Front ends other than readline count an open quote as well, and a word break that the word ends with.
    let isBreak = replaced.allSatisfy { $0 == ":" || $0 == "=" }
    let kept = max(word.raw.count - (isBreak ? 0 : replaced.utf8.count), word.quote?.end ?? 0)
    let beginning = ShellLine.word(word.raw.prefix(kept), .bash)
    head = beginning?.value ?? ""
    quote = beginning?.quote?.mark
    typed = String(word.value.dropFirst(head.count))
  }

  /// The array that bash is given, and an option for `compopt`.
  func reply(
    _ candidates: [Candidate], _ purpose: CompletionReply.Purpose = .beginning
  ) -> (words: [String], option: String) {
    let ends = candidates.filter { $0.text.hasPrefix(head) }.map { String($0.text.dropFirst(head.count)) }
    let words = ends.map(quoted)
    if words.count == 1, let word = words.first, let isOpen = candidates.first?.isOpen {
      guard let quote else { return (words, isOpen ? "nospace" : "") }
      // Readline closes the quote of a sole candidate, unless that has done it. Where there are two, it does not.
      return isOpen ? ([word, word + " "], "") : ([word + String(Unicode.Scalar(quote))], "")
    }
    if purpose == .inserting { return (words, "") }
    // Readline puts in what all begin with, which must neither end within an escape nor be less than was typed.
    let common = Self.commonBeginning(ends)
    guard common.count >= typed.count || words.isEmpty else { return (words + [""], "") }
    let isCut = Self.commonBeginning(words) != quoted(common)
    return (isCut ? words + [quoted(common)] : words, "")
  }

  private static func commonBeginning(_ texts: [String]) -> String {
    guard let first = texts.first?.unicodeScalars else { return "" }
    var common = first[...]
    for text in texts.dropFirst() {
      let length = zip(common, text.unicodeScalars).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    return String(common)
  }

  private func quoted(_ text: String) -> String {
    let word = Self.quoted(text, in: quote)
    // Where a word begins with the open quote itself, readline puts the first in place of that.
    guard let quote, word.utf8.first == quote else { return word }
    return String(Unicode.Scalar(quote)) + word
  }

  /// A text as it has to stand inside of a quote that is open, or outside of any, to mean itself.
  static func quoted(_ text: String, in quote: UInt8?) -> String {
    let mark = quote.map { String(Unicode.Scalar($0)) } ?? ""
    var result = ""
    for scalar in text.unicodeScalars {
      let character = String(scalar)
      if ControlCharacters.visible(character, .singleLine) != character {
        let bytes = character.utf8.map { byte in
          let digits = String(byte, radix: 8)
          return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        result += "\(mark)$'\(bytes.joined())'\(mark)"
        continue
      }
      switch (mark, scalar) {
      case ("'", "'"): result += #"'\''"#
      case ("'", _): result += character
      case ("\"", "!"): result += #""'!'""#
      case ("\"", "\""), ("\"", "\\"), ("\"", "$"), ("\"", "`"): result += "\\" + character
      case ("\"", _): result += character
      default: result += isPlain(scalar) ? character : "\\" + character
      }
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else { return true }
    return byte.isASCIILetterOrDigit || "_./:=@%+,-".utf8.contains(byte)
  }
}
