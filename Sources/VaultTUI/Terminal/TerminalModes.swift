/// What is switched on at a terminal while the screen is taken, and what undoes all of it.
package struct TerminalModes: Hashable, Sendable {
  package var usesMouse: Bool
  package var traits: TerminalTraits
  /// True where links are drawn (OSC 8), of which one may be open.
  package var links: Bool

  package init(usesMouse: Bool, _ traits: TerminalTraits, links: Bool) {
    (self.usesMouse, self.traits, self.links) = (usesMouse, traits, links)
  }

  /// The second screen, no wrapping at the edge, no cursor, pastes and the focus told; then the questions, whose answers
  /// come whenever they come.
  var enter: [UInt8] {
    var text = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1004h"
    if usesMouse { text += "\u{1B}[?1002h\u{1B}[?1006h" }
    if traits.asks { text += "\u{1B}[?u\u{1B}]11;?\u{1B}\\" }
    return Array(text.utf8)
  }

  var mouse: [UInt8] {
    Array((usesMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l").utf8)
  }

  /// Like `popKeyboard` it begins with the end of a string, since it may come in the middle of a sequence.
  var leave: [UInt8] {
    var text = "\u{1B}\\\u{1B}[?2026l"
    if links { text += "\u{1B}]8;;\u{1B}\\" }
    text += "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h"
    // Without a second screen nothing comes back, and what was drawn would stay among what a shell prints.
    if !traits.hasSecondScreen { text += "\u{1B}[H\u{1B}[2J" }
    text += "\u{1B}[?1049l"
    return Array(text.utf8)
  }

  /// Keys that other sequences begin like are told apart, and what a key gives in a Latin layout comes along.
  static let pushKeyboard = Array("\u{1B}[>5u".utf8)
  static let popKeyboard = Array("\u{1B}\\\u{1B}[<u".utf8)
}
