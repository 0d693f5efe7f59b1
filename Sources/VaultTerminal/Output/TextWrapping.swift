import VaultCore

extension StyledText {
  /// Lines of at most `width` columns, broken at blanks, before and after wide characters, and inside a word only
  /// where it is longer than a line. Whitespace at a break vanish; those at the beginning stay.
  ///
  /// `anywhere` breaks between any two characters and keeps all blanks: for code. A line feed ends a line.
  package func wrapped(to width: Int, anywhere: Bool = false) -> [StyledText] {
    lines.flatMap { $0.wrappedLine(to: width, anywhere: anywhere) }
  }

  /// The lines that line feeds part.
  package var lines: [StyledText] {
    guard spans.contains(where: { $0.text.utf8.contains(0x0A) }) else { return [self] }
    var lines = [StyledText()]
    for span in spans {
      for (index, part) in span.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { lines.append(StyledText()) }
        lines[lines.count - 1].append(String(part), span.style, link: span.link)
      }
    }
    return lines
  }

  private func wrappedLine(to width: Int, anywhere: Bool) -> [StyledText] {
    let width = max(width, 2)
    if self.width <= width { return [self] }
    var lines: [StyledText] = []
    var line = StyledText()
    var used = 0
    var word = StyledText()
    var wordWidth = 0

    func flushWord() {
      line.append(word)
      used += wordWidth
      word = StyledText()
      wordWidth = 0
    }
    func breakLine() {
      lines.append(line)
      line = StyledText()
      used = 0
    }
    for span in spans {
      for character in span.text {
        let columns = DisplayWidth.of(character)
        if anywhere {
          if used + columns > width { breakLine() }
          line.append(String(character), span.style, link: span.link)
          used += columns
          continue
        }
        let isWhitespace = character == " " || character == "\t"
        if isWhitespace || columns == 2 {
          if used + wordWidth > width, used > 0 { breakLine() }
          flushWord()
          if isWhitespace {
            // At the edge a blank is dropped; elsewhere it waits for what follows.
            if used + 1 <= width, used > 0 || lines.isEmpty {
              line.append(" ", span.style, link: span.link)
              used += 1
            }
          } else {
            if used + columns > width, used > 0 { breakLine() }
            line.append(String(character), span.style, link: span.link)
            used += columns
          }
          continue
        }
        if wordWidth + columns > width {
          if used > 0 { breakLine() }
          flushWord()
          breakLine()
        } else if used + wordWidth + columns > width, used > 0 {
          breakLine()
        }
        word.append(String(character), span.style, link: span.link)
        wordWidth += columns
      }
    }
    if used + wordWidth > width, used > 0 { breakLine() }
    flushWord()
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return anywhere ? lines : lines.map { $0.withoutTrailingWhitespace }
  }

  /// Without blanks and tabs at either end.
  var trimmed: StyledText {
    var copy = withoutTrailingWhitespace
    while let first = copy.spans.first {
      let text = first.text.drop { $0 == " " || $0 == "\t" }
      if text.isEmpty {
        copy.spans.removeFirst()
      } else {
        copy.spans[0].text = String(text)
        break
      }
    }
    return copy
  }

  private var withoutTrailingWhitespace: StyledText {
    var copy = self
    while let last = copy.spans.indices.last {
      while copy.spans[last].text.utf8.last == 0x20 { copy.spans[last].text.removeLast() }
      guard copy.spans[last].text.isEmpty else { break }
      copy.spans.removeLast()
    }
    return copy
  }
}
