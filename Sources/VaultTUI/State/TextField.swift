/// One line of text that is being typed.
package struct TextField: Hashable, Sendable {
  /// What stands before the cursor, and what stands behind it.
  package private(set) var before = ""
  package private(set) var after = ""

  /// Scalars; what is typed or pasted beyond is left out.
  package static let longest = 4_096

  package init(_ text: String = "") { before = Self.line(text) }

  package var text: String { before + after }
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  package mutating func insert(_ text: String) {
    let room = max(Self.longest - self.text.unicodeScalars.count, 0)
    before += String(String.UnicodeScalarView(Self.line(text).unicodeScalars.prefix(room)))
  }

  /// Whatever was pasted becomes one line.
  private static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var isBreak = false
    for scalar in text.unicodeScalars.prefix(4 * longest) {
      switch scalar.value {
      case 0x0A, 0x0D, 0x09, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: isBreak = true
      case 0..<0x20, 0x7F..<0xA0: continue
      default:
        if isBreak, line.last != " ", !line.isEmpty { line.append(" ") }
        isBreak = false
        line.append(scalar)
      }
    }
    if isBreak, line.last != " ", !line.isEmpty { line.append(" ") }
    return String(line)
  }

  /// Returns false for a key that means nothing to a line of text.
  package mutating func take(_ key: Key) -> Bool {
    switch key.code {
    case .character(let character) where !key.control && !key.alt: insert(String(character))
    case .character("a") where key.control: moveToStart()
    case .character("e") where key.control: moveToEnd()
    case .character("b") where key.control: moveLeft()
    case .character("f") where key.control: moveRight()
    case .character("u") where key.control: before = ""
    case .character("k") where key.control: after = ""
    case .character("w") where key.control: deleteWord()
    case .character("d") where key.control: after = String(after.dropFirst())
    case .character("b") where key.alt: moveWordLeft()
    case .character("f") where key.alt: moveWordRight()
    case .backspace where key.alt || key.control: deleteWord()
    case .backspace: before = String(before.dropLast())
    case .delete: after = String(after.dropFirst())
    case .left where key.control || key.alt: moveWordLeft()
    case .right where key.control || key.alt: moveWordRight()
    case .left: moveLeft()
    case .right: moveRight()
    case .home: moveToStart()
    case .end: moveToEnd()
    default: return false
    }
    return true
  }

  private mutating func moveLeft() {
    guard let last = before.popLast() else { return }
    after = String(last) + after
  }

  private mutating func moveRight() {
    guard let first = after.first else { return }
    after.removeFirst()
    before.append(first)
  }

  private mutating func moveToStart() { (before, after) = ("", text) }
  private mutating func moveToEnd() { (before, after) = (text, "") }

  private mutating func moveWordLeft() {
    while before.last == " " { moveLeft() }
    while let last = before.last, last != " " { moveLeft() }
  }

  private mutating func moveWordRight() {
    while after.first == " " { moveRight() }
    while let first = after.first, first != " " { moveRight() }
  }

  private mutating func deleteWord() {
    let rest = before.reversed().drop { $0 == " " }.drop { $0 != " " }
    before = String(rest.reversed())
  }
}
