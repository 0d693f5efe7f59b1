/// What a terminal can do, by the name that it goes by (`TERM`). One that is not known here can do all that is usual.
package struct TerminalTraits: Hashable, Sendable {
  /// True where it answers questions and takes copies, or passes over them; the Linux console would print them.
  package var asks: Bool
  /// True where it has a second screen, under which the shell's stays.
  package var hasSecondScreen: Bool
  /// True where it erases a number of cells by one sequence (ECH).
  package var erasesCells: Bool

  package init(named name: String?) {
    // The terminal that Emacs has in a buffer.
    let isEmacs = name?.hasPrefix("eterm") == true
    (asks, hasSecondScreen, erasesCells) = (name != "linux", !isEmacs, !isEmacs)
  }
}
