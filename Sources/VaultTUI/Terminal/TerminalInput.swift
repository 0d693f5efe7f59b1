/// What a terminal sent.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// The text between `CSI 200~` and `CSI 201~` as it came, line endings too; what is no UTF-8 is replaced.
  case paste(String)
  case mouse(MouseEvent)
  /// Turns of the wheel at one place, counted from 0; negative is up. Never 0 lines.
  case wheel(lines: Int, column: Int, row: Int)
  /// The window got the focus, or lost it.
  case focus(Bool)
  /// The reply to `OSC 11`.
  case background(isDark: Bool)
  /// The reply to `CSI ? u`: the terminal knows kitty's keyboard protocol.
  case keyboardProtocol
  /// The paste before this was longer than is kept.
  case lost
}

/// A button of the mouse at a place of the screen.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case press, release, drag }

  package var kind: Kind
  /// 0 is the left button, 1 the middle one, 2 the right one.
  package var button: Int
  /// Counted from 0, as is `row`.
  package var column: Int
  package var row: Int
  package var shift: Bool
  package var alt: Bool
  package var control: Bool

  package init(
    _ kind: Kind, button: Int = 0, column: Int, row: Int, shift: Bool = false, alt: Bool = false, control: Bool = false
  ) {
    self.kind = kind
    self.button = button
    self.column = column
    self.row = row
    self.shift = shift
    self.alt = alt
    self.control = control
  }
}
