import VaultCore

/// A terminal that understands what `GridDiff` writes, and nothing else.
struct ModelTerminal {
  /// What a terminal knows of characters that take several scalars.
  enum Rule: CaseIterable {
    /// Each cluster has the width that `DisplayWidth` gives it.
    case clusters
    /// Each scalar counts by itself, pictures two columns.
    case scalars
  }

  let rule: Rule
  private(set) var cells: [[String]]
  private(set) var cursor: (row: Int, column: Int) = (0, 0)
  private(set) var isCursorShown = true
  /// What was not understood.
  private(set) var problems: [String] = []

  init(rows: Int, columns: Int, rule: Rule) {
    self.rule = rule
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  private var columns: Int { cells[0].count }

  mutating func write(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let first = rest.first {
      guard first == "\u{1B}" else {
        let text = rest.prefix { $0 != "\u{1B}" }
        rest = rest[text.endIndex...]
        draw(String(text))
        continue
      }
      rest = rest.dropFirst()
      switch rest.first {
      case "[": rest = control(rest.dropFirst())
      case "]":
        guard let end = rest.firstIndex(of: "\u{1B}") else { return problems.append("OSC without an end") }
        rest = rest[rest.index(end, offsetBy: 2)...]
      default: return problems.append("ESC \(String(describing: rest.first))")
      }
    }
  }

  private mutating func control(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let parameters = String(text.prefix { !(0x40...0x7E).contains($0.value) })
    let rest = text.dropFirst(parameters.unicodeScalars.count)
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (rest.first, parameters) {
    case ("H", _): cursor = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
    case ("X", _): for offset in 0..<(numbers.first ?? 1) { clear(cursor.row, cursor.column + offset) }
    case ("J", "2"): for row in cells.indices { cells[row] = Array(repeating: " ", count: columns) }
    case ("h", "?25"): isCursorShown = true
    case ("l", "?25"): isCursorShown = false
    case ("m", _), ("h", "?2026"), ("l", "?2026"): break
    default: problems.append("CSI \(parameters)\(rest.first.map(String.init) ?? "")")
    }
    return rest.dropFirst()
  }

  private mutating func draw(_ text: String) {
    switch rule {
    case .clusters: for cluster in text { put(String(cluster), width: DisplayWidth.of(cluster)) }
    case .scalars: for scalar in text.unicodeScalars { put(String(Character(scalar)), width: Self.width(of: scalar)) }
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.properties.isEmojiPresentation || (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
    return DisplayWidth.of(scalar)
  }

  private mutating func put(_ text: String, width: Int) {
    guard width > 0 else { return }
    // There is no wrapping: what is written behind the edge lands at the edge.
    let column = min(cursor.column, columns - width)
    guard column >= 0 else { return }
    for offset in 0..<width { clear(cursor.row, column + offset) }
    cells[cursor.row][column] = text
    for offset in 1..<max(width, 1) { cells[cursor.row][column + offset] = "" }
    cursor.column = min(column + width, columns)
  }

  /// Makes a blank of a cell, and of the rest of a wide character that it was part of.
  private mutating func clear(_ row: Int, _ column: Int) {
    guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
    var first = column
    while first > 0, cells[row][first] == "" { first -= 1 }
    var last = first + 1
    while last < columns, cells[row][last] == "" { last += 1 }
    for place in first..<last { cells[row][place] = " " }
  }
}
