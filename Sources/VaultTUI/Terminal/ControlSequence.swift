/// A sequence from a terminal that is whole: `CSI`, perhaps a mark, numbers, and the last byte.
struct ControlSequence: Hashable, Sendable {
  /// The numbers that are looked at, and the numbers in each that colons part.
  private static let mostNumbers = 16

  /// Greater than any code point, so that what is too great is none.
  private static let greatest = 0x11_0000

  /// One of `<=>?` before the numbers.
  let mark: UInt8?
  /// One of more numbers each, parted by colons; a missing one is 0.
  private let numbers: [[Int]]
  private let final: UInt8

  /// Nil for what has an intermediate byte, or a mark behind a number: no terminal sends such a thing for a key.
  init?(_ body: [UInt8], final: UInt8) {
    var rest = body[...]
    mark = rest.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    if mark != nil { rest = rest.dropFirst() }
    var numbers = [[0]]
    var isTold = true
    for byte in rest {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard isTold else { continue }
        let last = numbers.count - 1
        let inner = numbers[last].count - 1
        numbers[last][inner] = min(numbers[last][inner] * 10 + Int(byte - UInt8(ascii: "0")), Self.greatest)
      case UInt8(ascii: ";"):
        isTold = numbers.count < Self.mostNumbers
        guard isTold else { break }
        numbers.append([0])
      case UInt8(ascii: ":"):
        guard isTold else { continue }
        isTold = numbers[numbers.count - 1].count < Self.mostNumbers
        if isTold { numbers[numbers.count - 1].append(0) }
      default: return nil
      }
    }
    self.numbers = numbers
    self.final = final
  }
}

extension ControlSequence {
  /// The number at a place, or one of those in it that colons part; 0 if it is missing.
  subscript(_ place: Int, _ inner: Int = 0) -> Int {
    numbers.indices.contains(place) && numbers[place].indices.contains(inner) ? numbers[place][inner] : 0
  }

  /// True for `CSI 200~`.
  var beginsPaste: Bool { mark == nil && final == UInt8(ascii: "~") && self[0] == 200 }

  /// What the sequence says after `CSI`; nothing if nobody knows it, or if it is a reply to no question of ours.
  var inputs: [TerminalInput] {
    switch (mark, final) {
    case (nil, UInt8(ascii: "u")): return protocolKeys
    case (nil, UInt8(ascii: "~")) where self[0] == 27: return keys(ofCodePoint: self[2], isXterm: true)
    case (nil, UInt8(ascii: "~")): return key(Key.Code(number: self[0]), held: self[1])
    // What rxvt sends for Shift, Ctrl, and both
    case (nil, UInt8(ascii: "$")): return key(Key.Code(number: self[0]), held: 2)
    case (nil, UInt8(ascii: "^")): return key(Key.Code(number: self[0]), held: 5)
    case (nil, UInt8(ascii: "@")): return key(Key.Code(number: self[0]), held: 6)
    case (nil, UInt8(ascii: "a")...UInt8(ascii: "d")): return key(Key.Code(letter: final - 32), held: 2)
    case (nil, UInt8(ascii: "I")): return [.focus(true)]
    case (nil, UInt8(ascii: "O")): return [.focus(false)]
    case (nil, _): return letterKey
    case (UInt8(ascii: "?"), UInt8(ascii: "u")): return [.keyboardProtocol]
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): return mouse
    default: return []
    }
  }

  /// What the sequence says after `ESC O`.
  var singleShiftInputs: [TerminalInput] {
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"): key(Key.Code(letter: final - 32), held: 5)
    case UInt8(ascii: "Z"): []
    default: Key.Code(letter: final) == nil ? key(Key.Code(keypad: final), held: lastHeld) : letterKey
    }
  }
}

// MARK: - Keys

extension ControlSequence {
  /// What is held down, as xterm and kitty count: one more than the sum of the bits, of which locks are not looked at.
  private struct Held {
    let shift: Bool
    let alt: Bool
    let control: Bool
    /// The bit is Meta for xterm, and Super for kitty.
    let superOrMeta: Bool
    let hyper: Bool
    let meta: Bool

    init(_ number: Int) {
      let bits = max(number, 1) - 1
      shift = bits & 1 != 0
      alt = bits & 2 != 0
      control = bits & 4 != 0
      superOrMeta = bits & 8 != 0
      hyper = bits & 16 != 0
      meta = bits & 32 != 0
    }
  }

  /// The number of what is held: the second one, or in older terminals the only one.
  private var lastHeld: Int { self[numbers.count > 1 ? 1 : 0] }

  /// True where the key was let go, which kitty's protocol can tell.
  private var isRelease: Bool { self[1, 1] == 3 }

  private func key(_ code: Key.Code?, held number: Int) -> [TerminalInput] {
    let held = Held(number)
    guard let code, !isRelease, !held.hyper else { return [] }
    let alt = held.alt || held.superOrMeta || held.meta
    return [.key(Key(code, control: held.control, alt: alt, shift: held.shift))]
  }

  private var letterKey: [TerminalInput] {
    guard numbers.count == 1 || self[0] <= 1 else { return [] }
    // A place of the cursor looks like F3 with something held, which none but F3 in the first row can be.
    if final == UInt8(ascii: "R"), numbers.count > 1, !(2...16).contains(self[1]) { return [] }
    return key(Key.Code(letter: final), held: lastHeld)
  }

  /// The keys of `CSI code:shifted:base ; mods:event ; text u`.
  private var protocolKeys: [TerminalInput] {
    let held = Held(self[1])
    if numbers.count > 2, !isRelease, !held.control, !held.alt, !held.superOrMeta, !held.hyper, !held.meta {
      let scalars = numbers[2].compactMap { Unicode.Scalar($0) }
      if scalars.count == numbers[2].count, scalars.allSatisfy(\.isTyped) {
        return scalars.map { .key(Key(.character(Character($0)))) }
      }
    }
    return keys(ofCodePoint: self[0], isXterm: false)
  }

  private func keys(ofCodePoint codePoint: Int, isXterm: Bool) -> [TerminalInput] {
    let held = Held(self[1])
    // Nothing is bound to kitty's Super, and its characters must not be typed.
    guard isXterm || !held.superOrMeta else { return [] }
    if let code = Key.Code(codePoint: codePoint) { return key(code, held: self[1]) }
    guard !Key.Code.kitty.contains(codePoint), var character = Self.typed(codePoint) else { return [] }
    var shifted = isXterm ? nil : Self.typed(self[0, 1])
    // Ctrl with a letter of another script is the key where it stands on a Latin keyboard, as without the protocol.
    if held.control, !isXterm, codePoint > 0x7F, let base = Self.typed(self[0, 2]) {
      character = base
      shifted = nil
    }
    if held.shift { character = shifted ?? character.asCapital }
    return key(.character(character), held: self[1])
  }

  private static func typed(_ codePoint: Int) -> Character? {
    Unicode.Scalar(codePoint).flatMap { $0.isTyped ? Character($0) : nil }
  }
}

extension Unicode.Scalar {
  /// False for the controls of C0 and C1, and DEL.
  var isTyped: Bool { value >= 0x20 && !(0x7F...0x9F).contains(value) }
}

// MARK: - Mouse

extension ControlSequence {
  /// The greatest place that is told, from 0.
  private static let lastPlace = 32_766

  /// What `CSI < b ; x ; y M` says, or with `m`, where a button is let go.
  private var mouse: [TerminalInput] {
    guard numbers.count == 3, self[0] < 128 else { return [] }
    let bits = self[0]
    let column = min(max(self[1] - 1, 0), Self.lastPlace)
    let row = min(max(self[2] - 1, 0), Self.lastPlace)
    let isUp = final == UInt8(ascii: "m")
    let button = bits & 3
    if bits & 64 != 0 {
      // 2 and 3 are a wheel to the sides.
      return isUp || button > 1 ? [] : [.wheel(lines: button == 0 ? -1 : 1, column: column, row: row)]
    }
    // 3 is a move without a button.
    guard button < 3 else { return [] }
    let kind: MouseEvent.Kind = isUp ? .release : bits & 32 != 0 ? .drag : .press
    return [
      .mouse(
        MouseEvent(
          kind, button: button, column: column, row: row, shift: bits & 4 != 0, alt: bits & 8 != 0,
          control: bits & 16 != 0))
    ]
  }
}
