/// A query's text taken apart into instructions.
enum PluginQueryText {
  /// A line that ends with a backslash goes on in the next; the blanks around become one. Two backslashes at a line's
  /// end are one and end it. Empty lines and blanks around an instruction are dropped.
  ///
  /// - Parameter line: The line at which all of them are told; nil for each at its own.
  static func statements(
    of text: String, from origin: PluginQuery.Origin = .query, at line: Int? = nil
  ) -> [PluginQuery.Statement] {
    var statements: [PluginQuery.Statement] = []
    var joined: String?
    var start = 1
    func end() {
      let text = (joined ?? "").trimmingWhitespace
      if !text.isEmpty {
        statements.append(PluginQuery.Statement(line: line ?? start, source: text, text: text, origin: origin))
      }
      joined = nil
    }
    for (offset, line) in lines(of: text).enumerated() {
      var line = line
      let goesOn = line.hasSuffix("\\") && !line.hasSuffix("\\\\")
      if line.hasSuffix("\\") { line.removeLast() }
      if let before = joined {
        joined = before + " " + (goesOn ? line.trimmingWhitespace : withoutBlanks(line))
      } else {
        start = offset + 1
        joined = withoutBlanks(line)
      }
      if !goesOn { end() }
    }
    end()
    return statements
  }

  private static func withoutBlanks(_ text: String) -> String { String(text.trimming { $0 == " " || $0 == "\t" }) }

  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
  }
}

extension StringProtocol {
  /// What follows several words.
  func after(phrase: String) -> Substring? {
    phrase.split(separator: " ").reduce(Substring(self) as Substring?) { rest, word in rest?.after(word) }
  }

  /// What follows `word` and blanks, where the text begins with it, in any case of ASCII letters.
  func after(_ word: some StringProtocol) -> SubSequence? {
    guard utf8.count >= word.utf8.count, zip(utf8, word.utf8).allSatisfy({ $0.asciiLowered == $1 }) else { return nil }
    let rest = self[utf8.index(startIndex, offsetBy: word.utf8.count)...]
    guard let next = rest.first else { return rest }
    guard next == " " || next == "\t" else { return nil }
    return rest.drop { $0 == " " || $0 == "\t" }
  }
}
