import VaultCore
import VaultInterface
import VaultTerminal

/// Where a dialog stands and what is in it: the drawing and the mouse go by the same one.
struct DialogFrame {
  enum Hit {
    case key(Key)
    case option(Int)
    case inside, outside
  }

  struct Button {
    var label: String
    var key: Key
  }

  let area: Layout.Area
  let title: String
  /// What is shown, from `top` on: all of it, or of a diff what is seen.
  private var lines: [StyledText] = []
  /// The number of the first of `lines`, and how many there are in all.
  private var first = 0
  private(set) var count = 0
  private(set) var top = 0
  /// How many names are scrolled away below a field.
  private(set) var names = 0
  private(set) var buttons: [Button] = []
  /// The first line that is an option, and how many are; the one that is selected.
  private(set) var options: Range<Int> = 0..<0
  private(set) var selected: Int?
  /// What a click on a line of the help does.
  private(set) var actions: [Int: UIAction] = [:]
  /// The line that holds a field, and the field.
  private(set) var field: (line: Int, text: FieldText)?

  private static let widest = 100

  /// Nil where no dialog is open.
  init?(_ state: UIState) {
    guard let dialog = state.dialog, state.layout.fits else { return nil }
    let size = state.size
    let look = state.settings.look
    let width = min(size.columns - 2, Self.widest)
    let inner = width - 4
    var wanted: [StyledText] = []
    switch dialog {
    case .help(let top):
      title = "Keys"
      (wanted, actions) = Self.help(state, look, inner)
      options = 0..<wanted.count
      self.top = top
      buttons = [Button(label: "Esc close", key: Key(.escape))]
    case .notice(let notice):
      title = notice.title
      wanted = notice.lines.flatMap { Self.drawn($0, look).wrapped(to: inner) }
      top = notice.top
      buttons = [Button(label: "Esc close", key: Key(.escape))]
    case .confirm(let asked):
      let isShort = DisplayWidth.of(asked.title) <= inner - 2
      title = isShort ? asked.title : "Yes or no?"
      if !isShort { wanted = StyledText(asked.title, look[.title]).wrapped(to: inner) + [StyledText()] }
      top = asked.top
      if let plan = asked.plan {
        wanted += plan.remarks.flatMap { StyledText(state.words($0), look[.warning]).wrapped(to: inner) }
        let known = asked.wrapping.flatMap { $0.width == inner ? $0 : nil }
        let wrapping = known ?? PlanWrapping(plan.lines, width: inner)
        count = wanted.count + wrapping.count
        // Before the diff, as much as is not scrolled away.
        first = min(top, count)
        let head = wanted.count
        wanted = Array(wanted.dropFirst(first))
        let room = max(size.rows, 1)
        wanted += wrapping.lines(plan.lines, from: max(first - head, 0), most: room, look)
      }
      buttons = [
        Button(label: "y yes", key: Key(.character("y"))), Button(label: "n no", key: Key(.character("n"))),
      ]
    case .prompt(let prompt):
      title = prompt.title
      field = (0, FieldText(prompt.field, columns: inner))
      wanted = [StyledText(field?.text.shown ?? "")]
      // What is wrong comes first, since a small window shows no more.
      if let problem = prompt.problem { wanted += StyledText(problem.text, look[.error]).wrapped(to: inner) }
      wanted += prompt.reading.flatMap { StyledText($0, look[.accent]).wrapped(to: inner) }
      if prompt.problem == nil, prompt.reading.isEmpty {
        wanted += StyledText(prompt.hint, look[.muted]).wrapped(to: inner)
      }
      let isBlank = prompt.field.text.trimmingWhitespace.isEmpty && !prompt.mayBeBlank
      if !isBlank { buttons.append(Button(label: "Enter save", key: Key(.enter))) }
      buttons.append(Button(label: "Esc leave", key: Key(.escape)))
    case .choice(let choice):
      title = choice.title
      options = 0..<choice.options.count
      selected = choice.selected
      wanted = choice.options.enumerated().map { number, option in
        StyledText(number < 9 ? "\(number + 1) " : "  ", look[.muted]) + StyledText(option.title)
      }
      buttons = [Button(label: "Enter choose", key: Key(.enter)), Button(label: "Esc leave", key: Key(.escape))]
    case .names(let names):
      title = "Go to a note"
      field = (0, FieldText(names.field, columns: inner))
      wanted = [StyledText(field?.text.shown ?? "")]
      options = 1..<1 + names.notes.count
      selected = names.selected + 1
      wanted += names.notes.map { Self.name($0, look, inner) }
      if names.notes.isEmpty, !names.isWaiting { wanted.append(StyledText("No note is called so.", look[.muted])) }
      buttons = [Button(label: "Enter open", key: Key(.enter)), Button(label: "Esc leave", key: Key(.escape))]
    }
    // Names come and go as one types, and the box stays.
    let isSteady = if case .names = dialog { true } else { false }
    let room = max(size.rows - 3, 1)
    if count == 0 { count = wanted.count }
    let height = min(isSteady ? max(room - 4, 4) : max(count, 1), room) + 2
    let row = max((size.rows - height) / 2 - (isSteady ? 0 : 1), 0)
    let column = (size.columns - width) / 2
    area = Layout.Area(rows: row..<min(row + height, size.rows), columns: column..<column + width)
    lines = wanted
    let shown = shownLines
    if let selected, !options.isEmpty, count > shown {
      if field == nil { top = min(max(selected - shown + 1, 0), max(count - shown, 0)) }
      // The field stays above the names.
      if field != nil { names = max(selected - shown + 1, 0) }
    }
  }

  /// How many lines are seen at once.
  var shownLines: Int { max(area.height - 2, 0) }

  /// The number of the line that is seen at a place.
  func line(at place: Int) -> Int { field == nil ? top + place : place == 0 ? 0 : place + names }

  /// The columns for what stands in a dialog.
  static func inner(_ size: GridSize) -> Int { min(size.columns - 2, widest) - 4 }

  /// The text of a line by its number; nil for none.
  func text(ofLine line: Int) -> StyledText? {
    lines.indices.contains(line - first) ? lines[line - first] : nil
  }

  /// How far the dialog can be scrolled.
  static func mostTop(of state: UIState) -> Int {
    guard let frame = DialogFrame(state) else { return 0 }
    return max(frame.count - frame.shownLines, 0)
  }

  /// The places of the buttons, in the last line but the border's.
  var buttonPlaces: [(button: Button, columns: Range<Int>)] {
    var column = area.columns.lowerBound + 2
    return buttons.map { button in
      let width = DisplayWidth.of(button.label) + 4
      defer { column += width + 1 }
      return (button, column..<column + width)
    }
  }

  func hit(row: Int, column: Int) -> Hit {
    guard area.contains(row: row, column: column) else { return .outside }
    if row == area.rows.upperBound - 1 {
      return buttonPlaces.first { $0.columns.contains(column) }.map { .key($0.button.key) } ?? .inside
    }
    let line = self.line(at: row - area.rows.lowerBound - 1)
    return options.contains(line) && row > area.rows.lowerBound ? .option(line - options.lowerBound) : .inside
  }

  // MARK: What is in it

  private static func help(
    _ state: UIState, _ look: Look, _ width: Int
  ) -> (lines: [StyledText], actions: [Int: UIAction]) {
    var lines: [StyledText] = []
    var actions: [Int: UIAction] = [:]
    for group in KeyBinding.Group.allCases {
      if !lines.isEmpty { lines.append(StyledText()) }
      lines.append(StyledText(group.rawValue, look[.heading]))
      for binding in state.settings.keys.bindings where binding.group == group && !binding.keys.isEmpty {
        let all = binding.keys.map(\.name)
        let keys = (width < 50 ? Array(all.prefix(1)) : all).joined(separator: " ")
        actions[lines.count] = binding.action
        lines.append(
          StyledText("  ") + StyledText(keys, look[.accent]).padded(to: width < 50 ? 9 : 18)
            + StyledText(" " + binding.help))
      }
    }
    return (lines, actions)
  }

  private static func drawn(_ line: DiffLine, _ look: Look) -> StyledText {
    StyledText(line.text, look.style(of: line.kind))
  }

  private static func name(_ note: NamedNote, _ look: Look, _ width: Int) -> StyledText {
    var text = StyledText(note.alias ?? note.title, look[.title])
    text.append(
      "  " + PathText.shortened(note.path.text, to: max(width / 2, 10), ellipsis: look.glyphs.ellipsis), look[.path])
    return text
  }
}

extension Prompt {
  /// True where nothing means something: that a date or a value is taken away.
  var mayBeBlank: Bool {
    switch purpose {
    case .taskDay, .setting: true
    default: false
    }
  }
}
