import VaultCore
import VaultInterface
import VaultStore

/// How a list of tasks looks, one line each in columns: sign, handle, description, priority, category, date, place and
/// progress. Where that leaves too little of the descriptions, places have lines of their own.
///
/// Ten thousand of them are to take milliseconds: what is shown of a task is made once and appended as bytes, and all
/// processors take part.
package struct TaskRows: Sendable {
  private struct Row {
    var description: TaskDescription
    var date: TaskDateText.Shown
    var trailer: String
    /// Whitespace before the description.
    var indent: Int
  }

  /// Some of the rows, and what the widest of them need.
  private struct Share {
    var rows: [Row] = []
    var widths = [Int](repeating: 0, count: Place.allCases.count)
    var trailerWidth = 0
    var handleWidth = 3
  }

  private enum Place: Int, CaseIterable {
    case description, priority, category, date, path
  }

  /// A description or path beyond this does not push the other columns away where nothing is cut.
  private static let widestAligned = 60
  /// Tasks that stand deeper are no longer moved to the right; half of the narrowest column of descriptions.
  private static let widestIndent = 10

  /// So much of a place and of a description is to be seen in one line, where they are that wide.
  private static let leastPlace = 60
  private static let leastDescription = 30

  private let tasks: [TaskView]
  private let context: TerminalContext
  private let theme: Theme
  private let glyphs: Glyphs
  private let painter: Painter
  private let vault: ListedVault
  private let paths: PathBase?
  private var rows: [Row] = []
  private var columns = Columns([], room: nil, givers: [], droppable: [])
  private var handleWidth = 3
  private let indent: Int
  private let showsPlace: Bool
  /// True where places stand below their tasks.
  private var isPlaceBelow = false
  /// What the widest file name takes with its line, as far as it has to be seen.
  private var nameWidth = 10
  private let showsUrgency: Bool

  /// - Parameters:
  ///   - indent: Whitespace before each line.
  ///   - depths: How many tasks each stands below; none below any where there are none.
  ///   - dates: What stands in the column of dates; by the tasks where there are none.
  package init(
    _ tasks: [TaskView], indent: Int, showsPlace: Bool = true, showsUrgency: Bool = false, printer: Printer,
    vault: ListedVault, depths: [Int] = [], dates: [TaskDateText.Shown] = []
  ) {
    self.tasks = tasks
    self.indent = indent
    self.showsPlace = showsPlace
    self.showsUrgency = showsUrgency
    context = printer.context
    theme = printer.theme
    glyphs = printer.glyphs
    painter = printer.painter
    self.vault = vault
    paths = printer.paths
    let shares = ConcurrentShares.map(tasks.indices) { [self] in share($0, depths: depths, dates: dates) }
    var widths = [Int](repeating: 0, count: Place.allCases.count)
    rows.reserveCapacity(tasks.count)
    for share in shares {
      rows += share.rows
      widths = zip(widths, share.widths).map(max)
      handleWidth = max(handleWidth, share.handleWidth)
    }
    let trailerWidth = shares.map(\.trailerWidth).max() ?? 0
    guard context.width != nil, showsPlace else {
      layOut(widths, trailerWidth)
      return
    }
    nameWidth = min(placeWidth { $0.name }, Self.leastPlace)
    isPlaceBelow = !hasRoomForPlaces(widths, trailerWidth)
    guard !isPlaceBelow else {
      layOut(widths, trailerWidth)
      return
    }
    widths[4] = placeWidth { $0.text }
    layOut(widths, trailerWidth)
    let limit = columns[Place.path.rawValue]
    guard limit > 0, limit < widths[4] else { return }
    // Paths without their folders may leave room to the descriptions.
    let line = tasks.map { Self.lineText($0.task).utf8.count }.max() ?? 0
    widths[4] = placeWidth { PathText.shortened($0.text, to: max(limit - line, 1), ellipsis: glyphs.ellipsis) }
    if widths[4] < limit { layOut(widths, trailerWidth) }
  }

  /// The date with the sign of those tasks that come again; in a pipe it is as it is.
  private func marked(_ date: TaskDateText.Shown, _ task: TaskItem) -> TaskDateText.Shown {
    guard context.width != nil, task.recurrence != nil, task.status.type.isOpen, !date.text.isEmpty else { return date }
    var date = date
    date.text += " " + glyphs.recurring
    date.width += 2
    return date
  }

  private func share(_ places: Range<Int>, depths: [Int], dates given: [TaskDateText.Shown]) -> Share {
    var share = Share()
    share.rows.reserveCapacity(places.count)
    var dates = TaskDateText(today: vault.environment.today, isRelative: context.outputIsTerminal)
    let styler = InlineStyler(theme: theme, definitions: [:])
    for place in places {
      let view = tasks[place]
      let row = Row(
        description: TaskDescription(view.task, styler, done: theme[.done]),
        date: marked(given.isEmpty ? dates.text(of: view.task) : given[place], view.task), trailer: trailer(view),
        indent: depths.isEmpty ? 0 : min(depths[place] * 2, Self.widestIndent))
      share.handleWidth = max(share.handleWidth, view.shortHandle.utf8.count)
      share.widths[0] = max(share.widths[0], row.description.width + row.indent)
      share.widths[1] = max(share.widths[1], Self.priority(view.task).utf8.count)
      share.widths[2] = max(share.widths[2], view.task.namedCategory.map { DisplayWidth.of($0) } ?? 0)
      share.widths[3] = max(share.widths[3], row.date.width)
      share.trailerWidth = max(share.trailerWidth, DisplayWidth.of(row.trailer))
      share.rows.append(row)
    }
    return share
  }

  private mutating func layOut(_ widths: [Int], _ trailerWidth: Int) {
    let least = [20, 3, 4, 5, nameWidth]
    var natural = zip(widths, least).map { Columns.Column($0, least: $1) }
    var room: Int?
    if context.width != nil {
      room = self.room(trailerWidth)
    } else {
      natural[0].natural = min(natural[0].natural, Self.widestAligned)
    }
    let part = (room ?? 0) / 8
    let givers = [
      (Place.path.rawValue, 3 * part), (Place.description.rawValue, 4 * part), (Place.path.rawValue, 2 * part),
      (Place.description.rawValue, 26), (Place.path.rawValue, 14), (Place.category.rawValue, 6),
    ]
    columns = Columns(natural, room: room, givers: givers, droppable: [Place.category.rawValue])
    guard !columns.fit else { return }
    natural[Place.category.rawValue] = Columns.Column(0, least: 0)
    columns = Columns(
      natural, room: room,
      givers: givers + [(Place.description.rawValue, 20), (Place.path.rawValue, 10)],
      droppable: [Place.path, .priority, .date].map(\.rawValue))
  }

  /// The columns of the terminal behind the handles, without those of the `trailer`s.
  private func room(_ trailerWidth: Int) -> Int {
    max((context.width ?? 0) - margin - (trailerWidth > 0 ? trailerWidth + Columns.gap : 0), 1)
  }

  /// Where descriptions begin.
  private var margin: Int { indent + 2 + handleWidth + Columns.gap }

  /// Returns true when names of files and enough of the descriptions fit beside what else is shown but for categories.
  private func hasRoomForPlaces(_ widths: [Int], _ trailerWidth: Int) -> Bool {
    let shown = [
      min(widths[Place.description.rawValue], Self.leastDescription), widths[Place.priority.rawValue],
      widths[Place.date.rawValue], nameWidth,
    ].filter { $0 > 0 }
    return shown.reduce(0, +) + Columns.gap * (shown.count - 1) <= room(trailerWidth)
  }

  /// What the widest place takes with its line, of which `text` is shown.
  private func placeWidth(_ text: (NotePath) -> String) -> Int {
    var width = 0
    var last: (path: NotePath, width: Int)?
    for task in tasks.lazy.map(\.task) {
      let path = last?.path == task.path ? last?.width ?? 0 : DisplayWidth.of(text(task.path))
      last = (task.path, path)
      width = max(width, path + Self.lineText(task).utf8.count)
    }
    return width
  }

  private static func lineText(_ task: TaskItem) -> String { ":" + String(task.line) }

  // MARK: Printing

  /// So many lines are made before any of them is written.
  private static let linesAtOnce = 16 * ConcurrentShares.size

  /// Prints the tasks at these places.
  package func write(_ places: [Int], to sink: OutputSink) throws {
    for start in stride(from: 0, to: places.count, by: Self.linesAtOnce) {
      let lines = ConcurrentShares.map(start..<min(start + Self.linesAtOnce, places.count)) { share in
        var out: [UInt8] = []
        for place in places[share] { append(tasks[place], rows[place], to: &out) }
        return out
      }
      for lines in lines { try sink.write(lines) }
    }
  }

  private func append(_ view: TaskView, _ row: Row, to out: inout [UInt8]) {
    let isOpen = view.task.status.type.isOpen
    let text = isOpen ? Style.plain : theme[.done]
    let sign = glyphs.sign(of: view)

    out.append(contentsOf: repeatElement(0x20, count: indent))
    painter.append(sign.text, sign.role.map { theme[$0] } ?? .plain, to: &out)
    out.append(0x20)
    painter.append(view.shortHandle, theme[.muted], to: &out)
    var pending = handleWidth - view.shortHandle.utf8.count + Columns.gap

    /// Goes to the column's place and says whether there is one.
    func begin(_ width: Int, isEmpty: Bool, _ out: inout [UInt8]) -> Bool {
      guard width > 0 else { return false }
      if isEmpty {
        pending += width + Columns.gap
        return false
      }
      out.append(contentsOf: repeatElement(0x20, count: pending))
      return true
    }

    let room = columns[Place.description.rawValue]
    if begin(room, isEmpty: row.description.width == 0, &out) {
      let indent = context.width == nil ? row.indent : min(row.indent, room / 2)
      let left = max(room - indent, 0)
      let shown = context.width == nil ? row.description : row.description.fitted(to: left, glyphs)
      out.append(contentsOf: repeatElement(0x20, count: indent))
      shown.append(painter, to: &out)
      pending = max(left - shown.width, 0) + Columns.gap
    }
    let priority = Self.priority(view.task)
    if begin(columns[Place.priority.rawValue], isEmpty: priority.isEmpty, &out) {
      painter.append(priority, isOpen ? theme[Role(view.task.priority)] : text, to: &out)
      pending = columns[Place.priority.rawValue] - priority.utf8.count + Columns.gap
    }
    let category = view.task.namedCategory
    if begin(columns[Place.category.rawValue], isEmpty: category == nil, &out), let category {
      let width = columns[Place.category.rawValue]
      let shown = DisplayWidth.truncated(category, to: width, ellipsis: glyphs.ellipsis)
      painter.append(shown, isOpen ? theme[Role(category: category)] : text, to: &out)
      pending = width - DisplayWidth.of(shown) + Columns.gap
    }
    if begin(columns[Place.date.rawValue], isEmpty: row.date.text.isEmpty, &out) {
      painter.append(row.date.text, view.isOverdue ? theme[.overdue] : text, to: &out)
      pending = columns[Place.date.rawValue] - row.date.width + Columns.gap
    }
    if showsPlace, !isPlaceBelow, columns[Place.path.rawValue] > 0 || context.width == nil {
      out.append(contentsOf: repeatElement(0x20, count: pending))
      let shown = appendPlace(view.task, room: columns[Place.path.rawValue], &out)
      pending = max(columns[Place.path.rawValue] - shown, 0) + Columns.gap
    }
    if !row.trailer.isEmpty {
      out.append(contentsOf: repeatElement(0x20, count: pending))
      painter.append(row.trailer, theme[.muted], to: &out)
    }
    out.append(0x0A)
    guard showsPlace, isPlaceBelow else { return }
    out.append(contentsOf: repeatElement(0x20, count: margin))
    _ = appendPlace(view.task, room: max((context.width ?? 0) - margin, 1), &out)
    out.append(0x0A)
  }

  /// Appends path and line in so many columns, and returns how many that were; 0 where there is no terminal.
  private func appendPlace(_ task: TaskItem, room: Int, _ out: inout [UInt8]) -> Int {
    let line = Self.lineText(task)
    var path = painter.path(task.path)
    var shown = 0
    if context.width != nil {
      path = PathText.shortened(path, to: max(room - line.utf8.count, 1), ellipsis: glyphs.ellipsis)
      shown = DisplayWidth.of(path) + line.utf8.count
    }
    painter.append(path, theme[.path], link: painter.hyperlinks ? paths?.address(of: task.path) : nil, to: &out)
    painter.append(line, theme[.muted], to: &out)
    return shown
  }

  // MARK: Cells

  private static func priority(_ task: TaskItem) -> String {
    task.priority == .none ? "" : task.priority.rawValue
  }

  /// What stands behind the place: how many of its subtasks are done, that an overdue one is in progress, and that it
  /// waits for another task.
  private func trailer(_ view: TaskView) -> String {
    let (done, all) = (view.task.childrenDone, view.task.childCount)
    let isStarted = view.isOverdue && view.task.status.type == .inProgress
    guard view.isBlocked || isStarted || all > 0 || showsUrgency else { return "" }
    var parts = all > 0 ? ["(\(done)/\(all))"] : []
    if showsUrgency { parts.insert("urgency " + Urgency.text(view.urgency), at: 0) }
    let isNarrow = context.width.map { $0 < 100 } ?? false
    if isStarted { parts.append(isNarrow ? glyphs.inProgress : "(in progress)") }
    if view.isBlocked { parts.append(isNarrow && glyphs.unicode ? "⛔" : "(blocked)") }
    return parts.joined(separator: " ")
  }
}
