/// A key with what is held down beside it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A typed character; the blank is `" "`. A decoder gives each Unicode scalar as a key of its own.
    case character(Character)
    /// Shift-Tab.
    case backTab
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is `function(1)`.
    case function(Int)
  }

  package var code: Code
  package var control: Bool
  package var alt: Bool
  /// True for Shift beside a key that is no character: a character holds its own shift.
  package var shift: Bool

  /// A key as decoders give it: Tab with shift is `backTab`, and beside a character `shift` is left out.
  package init(_ code: Code, control: Bool = false, alt: Bool = false, shift: Bool = false) {
    self.code = code == .tab && shift ? .backTab : code
    self.control = control
    self.alt = alt
    switch self.code {
    case .character, .backTab: self.shift = false
    default: self.shift = shift
    }
  }
}

// MARK: - Names

extension Key {
  private static let highestFunction = 63

  private static let modifiers = ["ctrl-", "alt-", "shift-"]

  private static let names: [(code: Code, name: String)] = [
    (.character(" "), "Space"), (.enter, "Enter"), (.tab, "Tab"), (.escape, "Esc"), (.backspace, "Backspace"),
    (.delete, "Del"), (.insert, "Ins"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
    (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
    // What people also write
    (.enter, "Return"), (.escape, "Escape"), (.delete, "Delete"), (.insert, "Insert"), (.pageUp, "PageUp"),
    (.pageDown, "PageDown"),
  ]

  /// The key of a name as `name` gives it; nil if there is none.
  ///
  /// Names of more than one letter are compared without regard to case, and so is the letter after `Ctrl-`, where
  /// `Ctrl-Shift-` asks for the capital. `Shift-` is for keys that are no characters, and for letters.
  package init?(named name: String) {
    // Scalars, since the dash and an accent behind it are one character.
    var rest = name.unicodeScalars[...]
    var held: Set<String> = []
    while let modifier = Self.modifiers.first(where: { String(rest.prefix($0.count)).lowercased() == $0 }),
      rest.count > modifier.count
    {
      guard held.insert(modifier).inserted else { return nil }
      rest = rest.dropFirst(modifier.count)
    }
    let (control, alt, shift) = (held.contains("ctrl-"), held.contains("alt-"), held.contains("shift-"))
    let last = String(rest)
    let folded = last.lowercased()
    if last.count == 1, var character = last.first {
      guard rest.first?.properties.generalCategory != .control else { return nil }
      if shift {
        character = character.asCapital
        guard character.isCapital else { return nil }
      } else if control {
        character = character.asSmall
      }
      self.init(.character(character), control: control, alt: alt)
    } else if let code = Self.names.first(where: { $0.name.lowercased() == folded })?.code {
      if case .character = code, shift { return nil }
      self.init(code, control: control, alt: alt, shift: shift)
    } else if folded.first == "f", let number = Int(folded.dropFirst()), folded == "f\(number)",
      (1...Self.highestFunction).contains(number)
    {
      self.init(.function(number), control: control, alt: alt, shift: shift)
    } else {
      return nil
    }
  }

  /// The name for configuration and help, like `q`, `G`, `Ctrl-P`, `Alt-x`, `Shift-Tab`, or `F1`.
  package var name: String {
    var name = (control ? "Ctrl-" : "") + (alt ? "Alt-" : "")
    switch code {
    case .character(let character) where character != " ":
      guard control else { return name + String(character) }
      if character.isCapital { return name + "Shift-" + String(character) }
      let capital = character.asCapital
      return name + String(capital.asSmall == character ? capital : character)
    case .backTab: return name + "Shift-Tab"
    default:
      if shift, code != .character(" ") { name += "Shift-" }
      if case .function(let number) = code { return name + "F\(number)" }
      return name + (Self.names.first { $0.code == code }?.name ?? "")
    }
  }
}

extension Character {
  var isCapital: Bool { asSmall != self }

  /// The small letter, or the character itself where it has none of one character.
  var asSmall: Character {
    let text = lowercased()
    return text.count == 1 ? text.first ?? self : self
  }

  /// The capital, or the character itself where it is one or has none of one character.
  var asCapital: Character {
    guard !isCapital else { return self }
    let text = uppercased()
    return text.count == 1 ? text.first ?? self : self
  }
}

// MARK: - What terminals send

extension Key.Code {
  /// The key of the last byte of `CSI 1 ; m X`, `CSI X` and `ESC O X`.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(letter - UInt8(ascii: "P")) + 1)
    case UInt8(ascii: "Z"): self = .backTab
    default: return nil
    }
  }

  /// The key of `ESC O x` of a keypad in application mode.
  init?(keypad letter: UInt8) {
    switch letter {
    case UInt8(ascii: "I"): self = .tab
    case UInt8(ascii: "M"): self = .enter
    case UInt8(ascii: "X"): self = .character("=")
    // The keypad's letters are its characters, moved by 64: `j` is `*`, `p` is `0`.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): self = .character(Character(Unicode.Scalar(letter - 64)))
    default: return nil
    }
  }

  /// The key of the number in `CSI n ~`, as VT220, xterm and rxvt count.
  init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }

  /// The code points of kitty's keyboard protocol for keys that are no characters, from 57344 on.
  static let kitty: ClosedRange<Int> = 57_344...63_743

  private static let kittyKeys: [Key.Code] = [
    .escape, .enter, .tab, .backspace, .insert, .delete, .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
  ]

  /// The keypad's keys from 57409 on, after its digits.
  private static let kittyKeypad: [Key.Code] = [
    .character("."), .character("/"), .character("*"), .character("-"), .character("+"), .enter, .character("="),
    .character(","), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
  ]

  /// The key that is no character and has a code point in `CSI code ; mods u`, be it one of `kitty` or a control.
  init?(codePoint: Int) {
    switch codePoint {
    case 8, 127: self = .backspace
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 57_344...57_357: self = Self.kittyKeys[codePoint - 57_344]
    case 57_364...57_398: self = .function(codePoint - 57_363)
    case 57_399...57_408: self = .character(Character(Unicode.Scalar(UInt8(codePoint - 57_399 + 48))))
    case 57_409...57_426: self = Self.kittyKeypad[codePoint - 57_409]
    default: return nil
    }
  }
}
