import VaultCore

/// A task's description as a person reads it: links by their text, tags and code in colour.
///
/// Most descriptions are plain text, for which no pieces are made.
struct TaskDescription {
  private enum Text {
    case plain(String, Style)
    case styled(StyledText)
  }

  private let text: Text
  /// Columns.
  let width: Int

  /// `done` is the look of tasks that are no longer open.
  init(_ task: TaskItem, _ styler: InlineStyler, done: Style) {
    let base = task.status.type.isOpen ? Style.plain : done
    if task.description.utf8.contains(where: Self.isMark) {
      let styled = styler.styled(task.description, base: base)
      self.init(.styled(styled), width: styled.width)
    } else {
      self.init(.plain(task.description, base), width: DisplayWidth.of(task.description))
    }
  }

  private init(_ text: Text, width: Int) {
    self.text = text
    self.width = width
  }

  func fitted(to room: Int, _ glyphs: Glyphs) -> TaskDescription {
    guard width > room else { return self }
    switch text {
    case .plain(let text, let style):
      let cut = DisplayWidth.truncated(text, to: room, ellipsis: glyphs.ellipsis)
      return TaskDescription(.plain(cut, style), width: DisplayWidth.of(cut))
    case .styled(let text):
      let cut = text.truncated(to: room, ellipsis: glyphs.ellipsis)
      return TaskDescription(.styled(cut), width: cut.width)
    }
  }

  func append(_ painter: Painter, to out: inout [UInt8]) {
    switch text {
    case .plain(let text, let style): painter.append(text, style, to: &out)
    case .styled(let text): painter.append(text, to: &out)
    }
  }

  /// What may begin or end something that is not shown as it is written.
  private static func isMark(_ c: UInt8) -> Bool {
    switch c {
    // ! # % & * : < = [ \ _ ` ~
    case 0x21, 0x23, 0x25, 0x2A, 0x3A, 0x3C, 0x3D, 0x5B, 0x5C, 0x5F, 0x60, 0x7E, 0x26: true
    default: false
    }
  }
}
