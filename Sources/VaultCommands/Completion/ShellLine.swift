import VaultCore

/// A command line up to the cursor, in words as its shell reads them. Nothing in it is carried out or looked up in the
/// file system: only in words that are complete, `~/` and variables of the environment are replaced.
struct ShellLine {
  typealias Shell = CompletionCommand.Shell

  /// The word under the cursor; empty behind a blank.
  struct Word: Equatable {
    /// As it was typed.
    var raw: [UInt8]
    var value: String
    /// The quote that the cursor is inside of, and its place in `raw`, behind it.
    var quote: Quote?
  }

  struct Quote: Equatable {
    var mark: UInt8
    var end: Int
  }

  /// The complete words behind the program's name, without redirections.
  let words: [String]
  let current: Word
  /// True when the word under the cursor names a file that the shell opens, as in `vault list > fi`.
  let isRedirection: Bool

  /// Nil where the cursor is at the program's name, or inside of a command substitution.
  init?(_ text: String, _ shell: Shell, variables: [String: String]) {
    var reader = Reader(bytes: Array(text.utf8), shell: shell, variables: variables)
    guard reader.readAll(), !reader.words.isEmpty else { return nil }
    words = Array(reader.words.dropFirst())
    current = reader.word
    isRedirection = reader.isRedirection
  }

  /// A part of one word, read as its beginning.
  static func word(_ raw: some Sequence<UInt8>, _ shell: Shell) -> Word? {
    var reader = Reader(bytes: Array(raw), shell: shell, variables: [:])
    return reader.readAll() ? reader.word : nil
  }

  private struct Reader {
    let bytes: [UInt8]
    let shell: Shell
    let variables: [String: String]

    private(set) var words: [String] = []
    /// The word that is read will be the name of a file.
    private(set) var isRedirection = false
    private var place = 0
    private var start = 0
    private var hasWord = false
    private var quote: Quote?
    private var value: [UInt8] = []
    /// The value with variables replaced.
    private var expanded: [UInt8] = []

    init(bytes: [UInt8], shell: Shell, variables: [String: String]) {
      (self.bytes, self.shell, self.variables) = (bytes, shell, variables)
    }

    var word: Word {
      Word(
        raw: Array(bytes[start...]), value: String(decoding: value, as: UTF8.self),
        quote: quote.map { Quote(mark: $0.mark, end: $0.end - start) })
    }

    /// False inside of a substitution.
    mutating func readAll() -> Bool {
      while let c = next {
        switch c {
        case " ", "\t", "\n", "\r":
          endWord()
          start = place + 1
          place += 1
        case "'": readSingleQuotes()
        case "\"": guard readDoubleQuotes() else { return false }
        case "$", "`", "(": guard readDollarOrSubstitution(c) else { return false }
        case "\\": readBackslash()
        case "<", ">": guard readRedirection() else { return false }
        case "&", "|", ";", ")":
          // Another command; shells hand only one over.
          words = []
          forgetWord()
          place += 1
        case "~" where !hasWord && (peek(1) == nil || peek(1) == "/" || peek(1) == " "):
          expanded += (variables["HOME"] ?? "~").utf8
          value.append(bytes[place])
          hasWord = true
          place += 1
        default: take()
        }
      }
      return true
    }

    private var next: Unicode.Scalar? { peek(0) }

    private func peek(_ distance: Int) -> Unicode.Scalar? {
      place + distance < bytes.count ? Unicode.Scalar(bytes[place + distance]) : nil
    }

    private mutating func append(_ byte: UInt8) {
      value.append(byte)
      expanded.append(byte)
    }

    /// The next byte as it is.
    private mutating func take() {
      hasWord = true
      append(bytes[place])
      place += 1
    }

    private mutating func endWord() {
      guard hasWord else { return }
      if !isRedirection { words.append(String(decoding: expanded, as: UTF8.self)) }
      isRedirection = false
      forgetWord()
    }

    private mutating func forgetWord() {
      (value, expanded, hasWord, start) = ([], [], false, place + 1)
    }

    private mutating func open() -> UInt8 {
      hasWord = true
      defer { place += 1 }
      quote = Quote(mark: bytes[place], end: place + 1)
      return bytes[place]
    }

    // MARK: Quotes

    /// Goes behind the mark that ends the quote, and returns true, where it comes next.
    private mutating func closes(_ mark: UInt8) -> Bool {
      guard bytes[place] == mark else { return false }
      quote = nil
      place += 1
      return true
    }

    private mutating func readSingleQuotes() {
      let mark = open()
      while place < bytes.count {
        if closes(mark) { return }
        if shell == .fish, next == "\\", peek(1) == "\\" || peek(1) == "'" { place += 1 }
        take()
      }
    }

    private mutating func readDoubleQuotes() -> Bool {
      let mark = open()
      while let c = next {
        if closes(mark) { return true }
        switch c {
        case "\\":
          place += 1
          guard let escaped = next else { return true }
          if escaped == "\n" {
            place += 1
          } else {
            let isEscape =
              escaped == "\\" || escaped == "\"" || escaped == "$" || (shell != .fish && escaped == "`")
              || (shell == .zsh && escaped == "!")
            if !isEscape { append(bytes[place - 1]) }
            take()
          }
        case "$", "`": guard readDollarOrSubstitution(c) else { return false }
        default: take()
        }
      }
      return true
    }

    /// `$'…'`, from behind its opening quote.
    private mutating func readEscapedQuotes() {
      let mark = open()
      while place < bytes.count {
        if closes(mark) { return }
        if next == "\\" { readEscape() } else { take() }
      }
    }

    private mutating func readBackslash() {
      hasWord = true
      switch peek(1) {
      case nil: place += 1  // What it escapes is still to be typed.
      case "\n": place += 2
      case _ where shell == .fish: readEscape()
      default:
        place += 1
        take()
      }
    }

    /// What `\n`, `\033`, `\x1b` and `\u00e4` stand for, and others for themselves.
    private mutating func readEscape() {
      place += 1
      guard let c = next else { return }
      let named: [Unicode.Scalar: UInt8] = [
        "a": 7, "b": 8, "e": 27, "E": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11,
      ]
      let numbered: [Unicode.Scalar: (radix: Int, most: Int)] = [
        "x": (16, 2), "X": (16, 2), "u": (16, 4), "U": (16, 8),
      ]
      if ("0"..."7").contains(c) {
        append(UInt8(truncatingIfNeeded: number(radix: 8, most: 3)))
      } else if let (radix, most) = numbered[c] {
        place += 1
        let value = number(radix: radix, most: most)
        if most == 2 {
          append(UInt8(truncatingIfNeeded: value))
        } else {
          for byte in String(Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}").utf8 { append(byte) }
        }
      } else if let byte = named[c] {
        append(byte)
        place += 1
      } else {
        take()
      }
    }

    private mutating func number(radix: Int, most: Int) -> Int {
      var value = 0
      for _ in 0..<most {
        guard let c = next, let digit = Int(String(c), radix: radix) else { break }
        value = value * radix + digit
        place += 1
      }
      return value
    }

    // MARK: What is not carried out

    private mutating func readDollarOrSubstitution(_ c: Unicode.Scalar) -> Bool {
      switch c {
      case "`" where shell == .fish: take()
      case "`": return skip(1, to: "`", nesting: nil)
      case "(" where shell == .fish: return skip(1, to: ")", nesting: "(")
      case "(":
        words = []
        forgetWord()
        place += 1
      default:
        switch peek(1) {
        case "(": return skip(2, to: ")", nesting: "(")
        case "'" where shell != .fish && quote == nil:
          place += 1
          readEscapedQuotes()
        case "\"" where shell != .fish && quote == nil: place += 1
        default: readVariable()
        }
      }
      return true
    }

    /// Takes as a text what begins with so many bytes, up to its end. False where that is not there.
    private mutating func skip(_ beginning: Int, to end: Unicode.Scalar, nesting: Unicode.Scalar?) -> Bool {
      for _ in 0..<beginning { take() }
      var depth = 1
      while let c = next {
        if c == "\\", peek(1) != nil { take() } else if c == end { depth -= 1 } else if c == nesting { depth += 1 }
        take()
        if depth == 0 { return true }
      }
      return false
    }

    /// `$NAME` or `${NAME}`; other forms stay as they are.
    private mutating func readVariable() {
      hasWord = true
      let isBraced = peek(1) == "{"
      var end = place + (isBraced ? 2 : 1)
      let first = end
      while end < bytes.count, bytes[end].isASCIILetterOrDigit || bytes[end] == 0x5F { end += 1 }
      let name = String(decoding: bytes[first..<end], as: UTF8.self)
      let isClosed = !isBraced || (end < bytes.count && bytes[end] == 0x7D)
      guard !name.isEmpty, isClosed, let known = variables[name] else { return take() }
      if isBraced { end += 1 }
      value += bytes[place..<end]
      expanded += known.utf8
      place = end
    }

    private mutating func readRedirection() -> Bool {
      if peek(1) == "(" { return skip(2, to: ")", nesting: "(") }
      if value.allSatisfy(\.isDigit) { forgetWord() } else { endWord() }
      while let c = next, "<>&|".unicodeScalars.contains(c) { place += 1 }
      start = place
      isRedirection = true
      return true
    }
  }
}
