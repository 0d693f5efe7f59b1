/// A reader of the bytes that a terminal sends: keys, pastes, the mouse, and replies.
///
/// The bytes may be cut anywhere. Sequences nobody knows are dropped whole. Memory is bounded by the longest paste that
/// is kept, time is linear.
package struct InputDecoder: Sendable {
  /// The bytes of a paste that are kept.
  package static let longestPaste = 8 << 20

  /// The bytes between the introducer and the end of a sequence or a string that is looked at.
  package static let longestSequence = 4096

  /// The call of `timeOut` that gives up an unfinished sequence; before it, a slow line may have cut one.
  package static let patience = 20
  /// How often it is waited for more behind an introducer by itself, which is a key with Alt that hardly anybody presses, or
  /// the beginning of an answer that a slow line has cut.
  package static let bare = 4
  /// What begins a sequence behind ESC.
  package static let introducers: Set<Character> = ["[", "]", "O", "P", "X", "^", "_"]

  private enum State {
    case ground
    /// Some bytes of a UTF-8 character came.
    case character
    case escape
    case controlSequence
    /// After `CSI [`, where the Linux console's F1 to F5 have one more byte.
    case linuxKey
    /// After `CSI M`, where three bytes follow that could be any.
    case oldMouse
    /// After `ESC O`.
    case singleShift
    /// A string from an OSC, DCS, SOS, PM or APC.
    case string
    /// After an ESC in a string, which is its end if a backslash follows.
    case stringEscape
    case paste
  }

  private var state = State.ground
  private var inputs: [TerminalInput] = []

  /// True after ESC ESC, of which the first is a key of its own, or stands for Alt.
  private var hasEscapeBefore = false
  /// The byte after ESC.
  private var introducer: UInt8 = 0
  /// What came of a sequence after its introducer.
  private var body: [UInt8] = []
  private var isTooLong = false
  /// How often `timeOut` was called since the sequence began.
  private var waits = 0

  private var character = PartialCharacter()
  private var isCharacterAlt = false

  private var oldMouseBytes = 0

  private var paste = PastedText(limit: InputDecoder.longestPaste)

  package init() {}

  /// True while a paste has begun and not ended.
  package var isInPaste: Bool { state == .paste }

  /// Ends a paste whose end never came; what came of it is dropped.
  package mutating func abandonPaste() {
    guard isInPaste else { return }
    paste = PastedText(limit: Self.longestPaste)
    state = .ground
  }

  /// What the bytes say after those before them; turns of the wheel at one place are put together.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    Self.merged(decode(bytes))
  }

  /// What the bytes say after those before them, each turn of the wheel on its own: the same however they are cut.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    let bytes = Array(bytes)
    var index = 0
    while index < bytes.count {
      if state == .paste {
        index = takePaste(bytes, from: index)
      } else {
        take(bytes[index])
        index += 1
      }
    }
    return taken()
  }

  /// Inputs in which turns of the wheel that follow one another at one place are one; those that go as far up as down
  /// are left out.
  package static func merged(_ inputs: [TerminalInput]) -> [TerminalInput] {
    var merged: [TerminalInput] = []
    for input in inputs {
      if case .wheel(let more, let column, let row) = input,
        case .wheel(let lines, column, row)? = merged.last
      {
        merged.removeLast()
        if lines + more != 0 { merged.append(.wheel(lines: lines + more, column: column, row: row)) }
      } else {
        merged.append(input)
      }
    }
    return merged
  }

  /// True while what came so far may be a lone ESC key or the beginning of a sequence: whoever waits calls `timeOut`
  /// after `ui.escape_delay`, and again while this is true.
  package var isWaiting: Bool {
    switch state {
    case .ground, .character, .paste: false
    default: true
    }
  }

  /// The keys that are certain now that nothing more came in time.
  ///
  /// ESC is the key (ESC ESC is two of them), and ESC with what could begin a sequence is that character with Alt, once it was
  /// waited for `bare` times. A longer sequence is kept, as a slow line may have cut it, until it was waited for `patience`
  /// times; one that is too long to be looked at ends at once. A paste is kept.
  package mutating func timeOut() -> [TerminalInput] {
    waits += 1
    switch state {
    case .ground, .character, .paste: break
    case .escape:
      emitEscapeBefore()
      emit(.escape)
      state = .ground
    default:
      guard isTooLong || waits >= (isBare ? Self.bare : Self.patience) else { break }
      let endsInEscape = state == .stringEscape
      abandon()
      if endsInEscape { emit(.escape) }
    }
    return taken()
  }
}

// MARK: - Keys and characters

extension InputDecoder {
  private mutating func taken() -> [TerminalInput] {
    defer { inputs = [] }
    return inputs
  }

  private mutating func emit(_ code: Key.Code, control: Bool = false, alt: Bool = false) {
    inputs.append(.key(Key(code, control: control, alt: alt)))
  }

  private mutating func emit(_ scalar: Unicode.Scalar, control: Bool = false, alt: Bool = false) {
    emit(.character(Character(scalar)), control: control, alt: alt)
  }

  private mutating func emitEscapeBefore() {
    if hasEscapeBefore { emit(.escape) }
    hasEscapeBefore = false
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeFirst(byte, alt: false)
    case .character: takeContinuation(byte)
    case .escape: takeEscaped(byte)
    case .controlSequence: takeControlSequence(byte)
    case .linuxKey: takeLinuxKey(byte)
    case .oldMouse: takeOldMouse(byte)
    case .singleShift: takeSingleShift(byte)
    case .string: takeString(byte)
    case .stringEscape: takeStringEscape(byte)
    case .paste: _ = takePaste([byte], from: 0)
    }
  }

  /// Takes a byte outside of sequences, or one after ESC that begins none.
  private mutating func takeFirst(_ byte: UInt8, alt: Bool) {
    state = .ground
    switch byte {
    case 0x00: emit(" ", control: true, alt: alt)
    case 0x08, 0x7F: emit(.backspace, alt: alt)
    case 0x09: emit(.tab, alt: alt)
    case 0x0A, 0x0D: emit(.enter, alt: alt)
    case 0x1B: beginEscape()
    case 0x01...0x1A: emit(Unicode.Scalar(byte + 0x60), control: true, alt: alt)
    case 0x1C...0x1F: emit(Unicode.Scalar(byte + 0x40), control: true, alt: alt)
    case 0x20...0x7E: emit(Unicode.Scalar(byte), alt: alt)
    default:
      if character.begin(byte) {
        state = .character
        isCharacterAlt = alt
      } else {
        emit("\u{FFFD}", alt: alt)
      }
    }
  }

  private mutating func takeContinuation(_ byte: UInt8) {
    switch character.take(byte) {
    case .more: break
    case .whole(let scalar):
      state = .ground
      if scalar.isTyped { emit(scalar, alt: isCharacterAlt) }
    case .broken:
      emit("\u{FFFD}", alt: isCharacterAlt)
      takeFirst(byte, alt: false)
    }
  }

  private mutating func beginEscape() {
    state = .escape
    hasEscapeBefore = false
    waits = 0
  }

  private mutating func takeEscaped(_ byte: UInt8) {
    switch byte {
    case 0x1B:
      if hasEscapeBefore { emit(.escape) }
      hasEscapeBefore = true
    case UInt8(ascii: "["): begin(.controlSequence, byte)
    case UInt8(ascii: "O"): begin(.singleShift, byte)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      emitEscapeBefore()
      begin(.string, byte)
    default:
      emitEscapeBefore()
      takeFirst(byte, alt: true)
    }
  }
}

// MARK: - Sequences

extension InputDecoder {
  /// True where nothing but ESC and an introducer came, which may be a key with Alt.
  private var isBare: Bool {
    switch state {
    case .controlSequence, .singleShift, .string, .stringEscape: body.isEmpty && !isTooLong
    default: false
    }
  }

  private mutating func begin(_ state: State, _ introducer: UInt8) {
    self.state = state
    self.introducer = introducer
    body.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private mutating func keep(_ byte: UInt8) {
    if body.count < Self.longestSequence { body.append(byte) } else { isTooLong = true }
  }

  /// Gives up an unfinished sequence; what may be a key with Alt is one.
  private mutating func abandon() {
    emitEscapeBefore()
    if isBare { emit(Unicode.Scalar(introducer), alt: true) }
    state = .ground
  }

  /// Gives up an unfinished sequence for a byte that cannot be in it.
  private mutating func abandon(for byte: UInt8) {
    abandon()
    takeFirst(byte, alt: false)
  }

  /// Ends a sequence. An ESC before it is Alt if it is a key that is without, and the key ESC otherwise.
  private mutating func end(_ found: [TerminalInput]) {
    state = .ground
    if hasEscapeBefore, found.count == 1, case .key(var key) = found[0], !key.alt {
      hasEscapeBefore = false
      key.alt = true
      inputs.append(.key(key))
    } else {
      emitEscapeBefore()
      inputs += found
    }
  }

  private mutating func takeControlSequence(_ byte: UInt8) {
    switch byte {
    case 0x1B, 0x80...: abandon(for: byte)
    case 0x18, 0x1A: end([])
    case 0x00...0x1F, 0x7F: break
    case UInt8(ascii: "[") where isBare: state = .linuxKey
    case UInt8(ascii: "M") where isBare:
      emitEscapeBefore()
      state = .oldMouse
      oldMouseBytes = 3
    case UInt8(ascii: "$") where Self.isKeyNumber(body): endControlSequence(byte)
    case 0x40...0x7E: endControlSequence(byte)
    default: keep(byte)
    }
  }

  /// True for a number of a key alone, after which rxvt sends `$` for Shift, and nobody anything else.
  private static func isKeyNumber(_ body: [UInt8]) -> Bool {
    guard body.count <= 2, let sequence = ControlSequence(body, final: 0), sequence.mark == nil else { return false }
    return Key.Code(number: sequence[0]) != nil
  }

  private mutating func endControlSequence(_ final: UInt8) {
    guard !isTooLong, let sequence = ControlSequence(body, final: final) else { return end([]) }
    end(sequence.inputs)
    if sequence.beginsPaste { state = .paste }
  }

  private mutating func takeLinuxKey(_ byte: UInt8) {
    switch byte {
    case 0x1B, 0x80...: abandon(for: byte)
    case 0x18, 0x1A: end([])
    case 0x00...0x1F, 0x7F: break
    case UInt8(ascii: "A")...UInt8(ascii: "E"): end([.key(Key(.function(Int(byte - UInt8(ascii: "A")) + 1)))])
    default: end([])
    }
  }

  private mutating func takeOldMouse(_ byte: UInt8) {
    guard byte != 0x1B else { return abandon(for: byte) }
    oldMouseBytes -= 1
    if oldMouseBytes == 0 { state = .ground }
  }

  private mutating func takeSingleShift(_ byte: UInt8) {
    switch byte {
    case 0x30...0x3B: keep(byte)
    case 0x40...0x7E:
      guard !isTooLong, let sequence = ControlSequence(body, final: byte) else { return end([]) }
      end(sequence.singleShiftInputs)
    default: abandon(for: byte)
    }
  }
}

// MARK: - Strings

extension InputDecoder {
  private mutating func takeString(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x18, 0x1A: end([])
    case 0x07 where isTooLong || introducer == UInt8(ascii: "]"): endString()
    default: keep(byte)
    }
  }

  private mutating func takeStringEscape(_ byte: UInt8) {
    guard byte != UInt8(ascii: "\\") else { return endString() }
    abandon()
    beginEscape()
    takeEscaped(byte)
  }

  private mutating func endString() {
    guard !isTooLong, introducer == UInt8(ascii: "]"), let isDark = Self.isDark(body) else { return end([]) }
    end([.background(isDark: isDark)])
  }

  /// The answer to the question for the background, `11;rgb:RRRR/GGGG/BBBB` with 1 to 4 digits each, or `rgba:` with a
  /// fourth number; nil if it is something else.
  private static func isDark(_ reply: [UInt8]) -> Bool? {
    let parts = reply.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    switch String(decoding: parts[0], as: UTF8.self) {
    case "11;rgb" where numbers.count == 3, "11;rgba" where numbers.count == 4: break
    default: return nil
    }
    // The luma of Rec. 709, of 10,000 parts.
    var luma = 0
    for (digits, weight) in zip(numbers, [2126, 7152, 722, 0]) {
      guard (1...4).contains(digits.count), digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = Int(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      luma += value * 65_535 / ((1 << (4 * digits.count)) - 1) * weight
    }
    return luma < 65_535 * 5_000
  }
}

// MARK: - Pastes

extension InputDecoder {
  /// Takes bytes up to the end of the paste or of them; returns the place after those.
  private mutating func takePaste(_ bytes: [UInt8], from start: Int) -> Int {
    let index = paste.take(bytes, from: start)
    if paste.isWhole {
      inputs.append(.paste(paste.text))
      if paste.isCut { inputs.append(.lost) }
      paste = PastedText(limit: Self.longestPaste)
      state = .ground
    }
    return index
  }
}
